"""The table of verbs: what a seat may do, and what chance may draw."""

from __future__ import annotations

from functools import cache
from typing import Any

from bastide.core.verbs import Arg, Unreadable, Verb, Verbs, number
from bastide.games.enghien.state import DEAL, TAKE
from bastide.games.enghien.tables import CARDS, CELLS, COLUMNS, ROWS

LETTERS = "ABCDEFGH"


def cell_name(s: Any, cell: int) -> str:
    """`B2` is the second column, the second row."""
    return cell_names(s.seats)[cell]


@cache
def cell_names(seats: int) -> tuple[str, ...]:
    """The cells of a layout, row by row; for fewer players than the most, of longer columns than it has."""
    columns = int(COLUMNS[seats])
    return tuple(f"{LETTERS[cell % columns]}{cell // columns + 1}" for cell in range(CELLS))


def write_take(s: Any, cell: int) -> str:
    return take_texts(s.seats)[cell]


@cache
def take_texts(seats: int) -> tuple[str, ...]:
    """How the moves of a layout are written."""
    return tuple(f"take {name}" for name in cell_names(seats))


def read_cell(s: Any, name: str) -> int:
    """The cell of that name, at a table of this size."""
    columns, rows = int(COLUMNS[s.seats]), int(ROWS[s.seats])
    column, row = LETTERS.index(name[0].upper()), int(name[1]) - 1
    if column >= columns or not 0 <= row < rows:
        raise Unreadable(f"the cells are A1 to {LETTERS[columns - 1]}{rows}")
    return row * columns + column


CELL = Arg("cell", CELLS, "[a-h][0-9]", cell_name, read_cell)
CARD = number("card", CARDS, first=1)

VERBS = Verbs(
    "enghien",
    Verb(
        "take", (CELL,), "take {cell}",
        "take the card in that cell, row by row (a table for fewer players uses the first 36 or 40)",
        reads="(?:take )?{cell}", example="take B2", phases=(TAKE,), untimely="ENG-05",
    ),
)  # fmt: skip
DRAWS = Verbs(
    "enghien",
    Verb("deal", (CARD,), "deal {card}", "that card is dealt to the next cell", example="deal 17", phases=(DEAL,)),
)
