"""Moves as players say them (`take B2`: column letter, row number), and the position as text."""

from __future__ import annotations

from typing import Any

from bastide.core.notation import Notation
from bastide.core.state import NONE
from bastide.games.enghien.actions import DRAWS, LETTERS, VERBS, write_take
from bastide.games.enghien.tables import COLUMNS, SYMBOL_NAMES


def show(s: Any) -> str:
    """The layout by card numbers (`.` for a hole), then what lies before each seat."""
    columns = COLUMNS[s.seats]
    lines = [f"round {s.round + 1}, to take: seat {s.current}"]
    for first in range(0, s.cells, columns):
        row = [_card_text(s, cell) for cell in range(first, first + columns)]
        lines.append(f"{first // columns + 1} " + " ".join(row))
    lines.append("  " + " ".join(f" {letter}" for letter in LETTERS[:columns]))
    for p in range(s.seats):
        counts = ", ".join(f"{name} {s.counts[p, k]}" for k, name in enumerate(SYMBOL_NAMES) if s.counts[p, k])
        lines.append(f"seat {p}: {s.points[p]} points; {counts or 'no cards'}")
    return "\n".join(lines)


def _card_text(s: Any, cell: int) -> str:
    if s.card[cell] == NONE:
        return " ?"
    return " ." if s.taker[cell] != NONE else f"{s.card[cell] + 1:2}"


NOTATION = Notation(VERBS, DRAWS, show, writing={"take": write_take})
write, read, fixed = NOTATION.write, NOTATION.read, NOTATION.fixed
