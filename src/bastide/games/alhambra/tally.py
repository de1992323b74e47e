"""A scoring as a table: kind by kind, who has how many, who gains what and why (ALH-30 to ALH-32, ALH-54)."""

from __future__ import annotations

from typing import Any

from bastide.core.state import ask
from bastide.core.words import Phrase, Tally, TallyCell, TallyRow
from bastide.games.alhambra.scoring import category_points, count_collectors
from bastide.games.alhambra.tables import CATEGORIES, PLACES, POINTS, SCORING_C, SCORINGS


def scoring_tally(after: Any, scoring: int) -> Tally:
    """ALH-30. The scoring that has just been made, as a table."""
    rows = tuple(_row(after, scoring, category) for category in range(len(CATEGORIES)))
    collectors = range(ask(count_collectors, after))
    gained = [sum(row.cells[c].points for row in rows) for c in collectors]
    return Tally(
        title=Phrase("alhambra.event.scoring", {"scoring": SCORINGS[scoring].upper()}),
        mark=SCORINGS[scoring].upper(),
        rows=rows,
        before=tuple(after.collectors[c].score - gained[c] for c in collectors),
        clauses=("ALH-30", "ALH-31"),
        note=Phrase(f"alhambra.tally.note.{_places(scoring)}"),
        final=scoring == SCORING_C,
    )


def _places(scoring: int) -> int:
    """How many places a scoring pays."""
    return sum(bool(POINTS[scoring, place].any()) for place in range(PLACES))


def _row(after: Any, scoring: int, category: int) -> TallyRow:
    """One category: its counts, and what the places pay."""
    pays = [int(POINTS[scoring, place, category]) for place in range(_places(scoring))]
    counts = [after.collectors[c].buildings[category] for c in range(ask(count_collectors, after))]
    return TallyRow(
        label=Phrase(f"alhambra.category.{CATEGORIES[category]}"),
        cells=tuple(_cell(after, scoring, category, c, counts) for c in range(len(counts))),
        clause="ALH-30",
        icon=CATEGORIES[category],
        pays=Phrase("alhambra.tally.pays", {"pays": " · ".join(map(str, pays))}),
    )


def _cell(after: Any, scoring: int, category: int, c: int, counts: list[int]) -> TallyCell:
    """ALH-31. One collector's share: the tied share their places."""
    points = ask(category_points, after, scoring, category, c)
    if points == 0:
        return TallyCell(counts[c])
    return TallyCell(counts[c], points, 1 + sum(n > counts[c] for n in counts), counts.count(counts[c]))
