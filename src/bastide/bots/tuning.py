"""A game's own numbers for those who play it: `bots.toml` in its folder.

A number that stands there takes the place of the usual one; a game without the file has the usual ones. Tables and
names are those of the tuples they fill: `judged` and `classic` of `bots.levels`, `training` of `train.recipes`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from bastide.core.errors import BastideError
from bastide.core.game import Game

FILE = "bots.toml"
TABLES = ("judged", "classic", "training")
Numbers = TypeVar("Numbers", bound=NamedTuple)


class BadTuning(BastideError):
    """A number of a game's `bots.toml` that nobody asks for, or of another kind."""


def tune(game: Game, table: str, usual: Numbers) -> Numbers:
    """The usual numbers with a table of the game's own put in."""
    return _fill(f"{game.folder / FILE}, {table}", usual, _read(game.folder / FILE).get(table, {}))


@cache
def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    for table in data:
        if table not in TABLES:
            raise BadTuning(f"{path}: there is no table {table!r}; there are {', '.join(TABLES)}")
    return data


def _fill(where: str, usual: Any, given: Any) -> Any:
    """The same as what is usual in kind: tuples by name, tuples by place, numbers."""
    if hasattr(usual, "_fields") and isinstance(given, dict):
        for name in given:
            if name not in usual._fields:
                raise BadTuning(f"{where}: there is no {name!r}; there are {', '.join(usual._fields)}")
        return usual._replace(**{n: _fill(f"{where}, {n}", getattr(usual, n), value) for n, value in given.items()})
    if type(usual) is tuple and isinstance(given, list) and len(usual) in (0, len(given)):
        return tuple(_fill(f"{where}, number {i + 1}", kind, given[i]) for i, kind in enumerate(usual or given))
    if type(given) is not type(usual):
        raise BadTuning(f"{where} is {given!r}; it must be of the kind of {usual!r}")
    return given
