"""What a finished game is remembered by, for the statistics of those who played: whence the points, how each began."""

from __future__ import annotations

from bastide.core.state import SPECTATOR
from bastide.table.folded import FoldedLog


def sources_of(table: FoldedLog) -> dict[str, list[int]]:
    """The points of every seat by where they came from."""
    scores = table.match.chronicle(SPECTATOR).scores(table.match.position.scores())
    return {row.source: row.points[: table.setup.seats] for row in scores.rows}


def openings_of(table: FoldedLog) -> list[list[str]]:
    """How every seat began: what names its first decision of those a game opens with; nothing where it made none."""
    begun: dict[int, list[str]] = {}
    named_by = table.match.game.openings
    for event in table.match.chronicle(SPECTATOR).events():
        if len(begun) == table.setup.seats:
            break
        if event.decided and event.seat not in begun and event.key in named_by:
            begun[event.seat] = list(dict.fromkeys(str(event.values[name]) for name in named_by[event.key]))
    return [begun.get(seat, []) for seat in range(table.setup.seats)]
