"""A picture in words: what a game tells of it, part by part, for those who listen instead of looking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from bastide.core.catalogue import catalogue, say_phrase
from bastide.core.words import Phrase


class Line(msgspec.Struct, frozen=True):
    """One fact: what it is about, and what is so. `place` is the name of its cell, row or space, where it has one."""

    head: Phrase
    items: tuple[Phrase, ...] = ()
    place: str = ""


class Part(msgspec.Struct, frozen=True):
    """The lines of one topic; of one seat, where every seat has its own (a dummy's is `DUMMY`).

    A topic is headed by `tell.head.<topic>` and asked for by the phrases of `tell.ask.<topic>`.
    """

    topic: str
    lines: tuple[Line, ...]
    seat: int | None = None


DUMMY = -1


def line(key: str, *items: Phrase, place: str = "", **values: str | int) -> Line:
    """A line of a head by its key and values, and of items."""
    return Line(Phrase(key, values), items, place)


def item(key: str, **values: str | int) -> Phrase:
    return Phrase(key, values)


def part(topic: str, lines: Iterable[Line], seat: int | None = None) -> Part:
    return Part(topic, tuple(lines), seat)


def say_line(language: str, told: Line, names: Sequence[str] = ()) -> str:
    """One fact as a sentence; `names` are those of the seats."""
    head = say_phrase(language, told.head, names)
    items = ", ".join(say_phrase(language, each, names) for each in told.items)
    return f"{head}{COLON[language]}{items}" if items else head


COLON = {"en": ": ", "fr": "\u00a0: "}
SILENT = ("game", "piece")  # what tells pictures apart, and ids of pieces, are not for reading


def tell_plain(picture: msgspec.Struct) -> list[Part]:
    """A picture read off its shape, for games without words of their own: a fact a line, lists row by row."""
    whole = msgspec.to_builtins(picture)
    return [part("state", _facts(whole["game"], whole))]


def _facts(game: str, fields: dict[str, Any]) -> Iterator[Line]:
    for name, value in fields.items():
        if name in SILENT:
            continue
        rows = value if isinstance(value, list) and value and isinstance(value[0], dict) else [value]
        for i, row in enumerate(rows):
            yield line("tell.fact", item("tell.value", value=_flat(row)), place=str(i + 1), name=_word(game, name))


def _word(game: str, name: str) -> str:
    """What a field is called: by the game, by the page, or by its own name."""
    known = catalogue("en")
    key = next((key for key in (f"{game}.field.{name}", f"page.field.{name}") if key in known), "")
    return f"@{key}" if key else name.replace("_", " ")


def _flat(value: Any) -> str:
    """Any value in one line."""
    if isinstance(value, dict):
        return ", ".join(
            f"{name.replace('_', ' ')} {_flat(part)}" for name, part in value.items() if name not in SILENT
        )
    if isinstance(value, list):
        return ", ".join(_flat(part) for part in value)
    return "–" if value is None else str(value).replace("_", " ")
