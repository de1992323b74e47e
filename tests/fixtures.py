"""A record for each way a game can end, at every seat count where it can.

`tests/games/<id>/ways.py` lists the ways: a name, the options it needs, the seat counts, and a test on the final
position. `python -m tests.fixtures` finds a short random game for each that is missing.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.core.play import Simulator
from bastide.core.position import Position
from bastide.core.state import CHANCE
from bastide.games import GAMES, load
from tests.conftest import seat_counts

FOLDER = Path(__file__).resolve().parent / "games"
TRIES = 20_000


@dataclass(frozen=True)
class Way:
    """One way to end: how to recognise it, and at which tables it can happen."""

    holds: Callable[[Position], bool]
    options: dict[str, int] = field(default_factory=dict)
    seats: tuple[int, ...] = ()  # empty: every seat count
    script: Callable[[int], Position] | None = None  # plays one for a seat count, where random play finds none


def ends(word: str) -> Way:
    """The game's own word for how it ended."""
    return Way(lambda m: m.ending == word)


def ways(game: Game) -> Iterator[tuple[str, int, Way, Path]]:
    """Every way at every seat count, with the place of its record."""
    listed: dict[str, Way] = importlib.import_module(f"tests.games.{game.id}.ways").WAYS
    for name, way in listed.items():
        for seats in way.seats or seat_counts(game):
            yield name, seats, way, FOLDER / game.id / "fixtures" / f"{name}-{seats}.json"


def replay(game: Game, seats: int, options: dict[str, int], plies: list[list[int]]) -> Position:
    m = game.new(seats, **options)
    for who, action in plies:
        m.draw(action) if who == CHANCE else m.apply(action)
    return m


def find(game: Game, seats: int, way: Way) -> Position:
    """A scripted or a random game that ends this way."""
    if way.script:
        return way.script(seats)
    simulator = Simulator(game, seats, game.spec.check_options(way.options))
    for number in range(TRIES):
        m = replay(game, seats, way.options, simulator.play(77, number).plies)
        if way.holds(m):
            return m
    raise BastideError(f"no game of {game.id} for {seats} in {TRIES} ended this way")


def main() -> int:
    for game in map(load, GAMES):
        for name, seats, way, path in ways(game):
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(find(game, seats, way).record().to_json())
                print(f"wrote {path.relative_to(FOLDER)} ({name}, {seats} seats)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
