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
