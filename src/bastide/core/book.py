"""What a rulebook shows before its clauses: parts of the table, a turn, a scoring, and tables of numbers.

A game's `book.py` holds its BOOK. The words stand in the catalogue: `<game>.book.aim`, `.part.1`, `.turn.1`, `.score`
and their `.say`; the numbers of the tables are the component file's.
"""

from __future__ import annotations

import msgspec

Cell = int | str | list[int]  # a word is a catalogue key (@), or stands for itself; a list is shown number by number


class RuleTable(msgspec.Struct, frozen=True):
    """Numbers under headings; `name` is the title's key, headings and words may be keys (@)."""

    name: str
    columns: list[str]
    rows: list[list[Cell]]
    clause: str


class Book(msgspec.Struct, frozen=True):
    """The clauses of what is shown, in its order, and the tables."""

    parts: list[str]  # of the table, numbered
    turn: list[str]
    score: str
    tables: list[RuleTable]


def texts_of(game: str, book: Book) -> list[str]:
    """Every catalogue key that a rulebook needs."""
    numbered = [f"part.{n}" for n in range(1, len(book.parts) + 1)] + [
        f"turn.{n}" for n in range(1, len(book.turn) + 1)
    ]
    said = [f"{game}.book.{name}{more}" for name in [*numbered, "score"] for more in ("", ".say")]
    words = [word for table in book.tables for word in [*table.columns, *(w for row in table.rows for w in row)]]
    keys = [word[1:] for word in words if isinstance(word, str) and word.startswith("@")]
    return [f"{game}.book.aim", *said, *(table.name for table in book.tables), *keys]
