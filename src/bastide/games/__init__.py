"""The games, by name: every folder here is one. A game is loaded when it is asked for: each compiles its own rules."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from bastide.core.book import Book
from bastide.core.errors import ForeignVersion, UnknownGame
from bastide.core.game import Game

GAMES = tuple(sorted(path.parent.name for path in Path(__file__).resolve().parent.glob("*/__init__.py")))


def load(name: str) -> Game:
    """The game of that name."""
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(name, GAMES)
    return _load(name)


@cache
def _load(name: str) -> Game:
    game: Game = import_module(f"bastide.games.{name}").GAME
    return game


@cache
def load_book(name: str) -> Book | None:
    """What the game's rulebook shows before its clauses, where it has a `book.py`."""
    if not (load(name).folder / "book.py").is_file():
        return None
    book: Book = import_module(f"bastide.games.{name}.book").BOOK
    return book


@cache
def load_version(name: str, version: int) -> Game:
    """The rules a game was begun under: today's, or older ones that today's can still be asked for (ADR 0010)."""
    today = load(name)
    if today.spec.rules_version == version:
        return today
    if version in today.spec.older_versions:
        return today.under(version)
    raise ForeignVersion(name, version, today.spec.rules_version)
