"""A scored round as a table: symbol by symbol, who has how many, and who alone has the most (ENG-10, ENG-11)."""

from __future__ import annotations

from typing import Any

from bastide.core.words import Phrase, Tally, TallyCell, TallyRow
from bastide.games.enghien.state import OVER_PHASE
from bastide.games.enghien.tables import SYMBOL_NAMES


def round_tally(before: Any, counts: list[list[int]], after: Any) -> Tally:
    """ENG-10. The round that has just ended; `counts` is by seat and symbol, before anything is dealt again."""
    number = before.round + 1
    is_one_of_many = before.target > 0
    return Tally(
        title=Phrase("enghien.tally.title", {"round": number}) if is_one_of_many else Phrase("enghien.tally.only"),
        mark=str(number) if is_one_of_many else "★",
        rows=tuple(_row([of[symbol] for of in counts], name) for symbol, name in enumerate(SYMBOL_NAMES)),
        before=tuple(before.points[p] for p in range(before.seats)),
        clauses=("ENG-10", "ENG-11"),
        note=Phrase("enghien.tally.note"),
        final=after.phase == OVER_PHASE,
    )


def _row(counts: list[int], name: str) -> TallyRow:
    """ENG-10, ENG-11. Alone with the most: as many points; tied: nobody."""
    most = max(counts)
    alone = counts.count(most) == 1
    return TallyRow(
        label=Phrase(f"enghien.symbol.{name}"),
        cells=tuple(TallyCell(n, n, 1) if n == most and alone else TallyCell(n) for n in counts),
        clause="ENG-10" if alone else "ENG-11",
        icon=f"e-{name}",
        pays=None if alone else Phrase("enghien.tally.tied"),
    )
