"""A board for a game that has none of its own, read off its picture's shape: facts, then a table for each list."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bastide.core.catalogue import catalogue, say

SILENT = ("game", "piece")  # what tells pictures apart, and ids of pieces, are not for reading
SEAT = re.compile(r"(^|_)(seat|by|of)$")  # a number under such a name is a seat
NOTHING = "·"


class Words:
    """What the parts of a game's picture are called: by the game itself, by the page, or by their own names."""

    def __init__(self, game: str, language: str) -> None:
        self.game = game
        self.language = language

    def field(self, name: str) -> str:
        said = self._first(f"{self.game}.field.{name}", f"page.field.{name}")
        return said or name.replace("_", " ")

    def value(self, name: str, value: Any) -> str:
        """One value: `tower` under `category` is what the game calls `<game>.category.tower`."""
        if value is None or value == "":
            return NOTHING
        if isinstance(value, bool):
            return say(self.language, "cli.board.yes" if value else "cli.board.no")
        if isinstance(value, int) and SEAT.search(name):
            return f"P{value + 1}"
        if isinstance(value, str):
            said = self._first(f"{self.game}.{name}.{value}", f"{self.game}.value.{value}")
            return said or value.replace("_", " ")
        return str(value)

    def whole(self, name: str, value: Any) -> str:
        """Any value in one line: a list with commas, fields with their names."""
        if isinstance(value, dict):
            parts = [f"{self.field(inner)} {self.whole(inner, part)}" for inner, part in fields_of(value)]
            return ", ".join(parts) or NOTHING
        if isinstance(value, list):
            return ", ".join(self.whole(name, part) for part in value) or NOTHING
        return self.value(name, value)

    def fact(self, name: str, value: str) -> str:
        return say(self.language, "cli.board.fact", name=self.field(name), value=value)

    def _first(self, *keys: str) -> str:
        known = catalogue(self.language)
        return next((say(self.language, key) for key in keys if key in known), "")


def fields_of(value: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(name, part) for name, part in value.items() if name not in SILENT]


def plain_board(picture: Any, language: str) -> RenderableType:
    """Single facts in a line; then lists of things as tables, and all else in lines of its own."""
    whole = msgspec.to_builtins(picture)
    words = Words(whole["game"], language)
    facts = [(name, value) for name, value in fields_of(whole) if not isinstance(value, dict | list)]
    line = " · ".join(words.fact(name, words.value(name, value)) for name, value in facts)
    parts = [_part(words, name, value) for name, value in fields_of(whole) if isinstance(value, dict | list)]
    return Group(*([Text(line, style="bold")] if line else []), *parts)


def _part(words: Words, name: str, value: Any) -> RenderableType:
    rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
    if rows:
        return _table(words, name, rows)
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        return Text("\n".join([words.field(name), *(f"  {words.whole(name, row)}" for row in value)]))
    return Text(words.fact(name, words.whole(name, value)))


def _table(words: Words, name: str, rows: list[dict[str, Any]]) -> Table:
    """A row for each thing; a column for every field of any of them."""
    columns = list(dict.fromkeys(field for row in rows for field, _ in fields_of(row)))
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), title=words.field(name), title_justify="left")
    for column in columns:
        table.add_column(words.field(column))
    for row in rows:
        table.add_row(*(Text(words.whole(column, row.get(column))) for column in columns))
    return table
