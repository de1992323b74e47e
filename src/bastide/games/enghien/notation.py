"""Moves as players say them (`take B2`: column letter, row number), and the position as text."""

from __future__ import annotations

import re
from typing import Any

from bastide.core.errors import BadNotation
from bastide.core.state import NONE
from bastide.games.enghien.state import DEAL
from bastide.games.enghien.tables import CARDS, COLUMNS, ROWS, SYMBOL_NAMES

MOVE = re.compile(r"(?:take )?([a-h])([1-6])")
OUTCOME = re.compile(r"deal (\d{1,2})")


def cell_name(s: Any, cell: int) -> str:
    """`B2` is the second column, the second row."""
    row, column = divmod(cell, COLUMNS[s.seats])
    return f"{'ABCDEFGHIJ'[column]}{row + 1}"


def write(s: Any, a: int) -> str:
    """`take B2`, or `deal 17` when chance moves (cards count from 1)."""
    return f"deal {a + 1}" if s.phase == DEAL else f"take {cell_name(s, a)}"


def read(s: Any, text: str) -> int:
    """The action or outcome meant; `B2` alone is enough."""
    words = " ".join(text.lower().split())
    if s.phase == DEAL:
        outcome = OUTCOME.fullmatch(words)
        if outcome and 1 <= int(outcome[1]) <= CARDS:
            return int(outcome[1]) - 1
        raise BadNotation(f"{text!r} is no card dealt; write `deal 1` to `deal {CARDS}`", show(s))
    move = MOVE.fullmatch(words)
    columns, rows = int(COLUMNS[s.seats]), int(ROWS[s.seats])
    if move:
        column, row = ord(move[1]) - ord("a"), int(move[2]) - 1
        if column < columns and row < rows:
            return row * columns + column
    last = f"{'ABCDEFGHIJ'[columns - 1]}{rows}"
    raise BadNotation(f"{text!r} is no move; write `take A1` to `take {last}`", show(s))


def show(s: Any) -> str:
    """The layout by card numbers (`.` for a hole), then what lies before each seat."""
    columns = COLUMNS[s.seats]
    lines = [f"round {s.round + 1}, to take: seat {s.current}"]
    for first in range(0, s.cells, columns):
        row = [_card_text(s, cell) for cell in range(first, first + columns)]
        lines.append(f"{first // columns + 1} " + " ".join(row))
    lines.append("  " + " ".join(f" {letter}" for letter in "ABCDEFGHIJ"[:columns]))
    for p in range(s.seats):
        counts = ", ".join(f"{name} {s.counts[p, k]}" for k, name in enumerate(SYMBOL_NAMES) if s.counts[p, k])
        lines.append(f"seat {p}: {s.points[p]} points; {counts or 'no cards'}")
    return "\n".join(lines)


def _card_text(s: Any, cell: int) -> str:
    if s.card[cell] == NONE:
        return " ?"
    return " ." if s.taker[cell] != NONE else f"{s.card[cell] + 1:2}"
