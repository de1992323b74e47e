"""Five levels for every game, as data: how each thinks, and for how long (bench/ladder.md measures them)."""

from __future__ import annotations

from typing import Any, NamedTuple

from bastide.bots.greedy import Greedy
from bastide.bots.ismcts import Settings
from bastide.bots.player import Player
from bastide.bots.search import Budget, Search
from bastide.core.game import Game
from bastide.core.words import Phrase

LEVELS = ("level1", "level2", "level3", "level4", "level5")


class Level(NamedTuple):
    """How a level decides."""

    iterations: int = 0  # of its search; 0: it looks one step ahead and no further
    slip: float = 0.0  # without a search: hundredths of a point it may overlook


class Ladder(NamedTuple):
    """A game's five levels, and the settings that all its searches share."""

    settings: Settings
    levels: tuple[Level, Level, Level, Level, Level]


USUAL = Ladder(
    Settings(lean=100.0, widen=0.5),
    (Level(slip=200.0), Level(slip=80.0), Level(), Level(200), Level(1000)),
)
LADDERS = {
    "alhambra": Ladder(
        Settings(lean=100.0, widen=0.5, margin=0.2, spread=1500.0),
        (Level(slip=240.0), Level(slip=90.0), Level(), Level(150), Level(3000)),
    ),
    "batisseurs": Ladder(  # endings played at random say little where so much is chosen: judged when the turn ends
        Settings(exploration=0.2, lean=100.0, widen=0.5, horizon=0),
        (Level(slip=165.0), Level(slip=110.0), Level(), Level(20), Level(1000)),
    ),
    "carpe_diem": Ladder(  # the same, but some decisions later: the opinion is good enough to play them
        Settings(exploration=0.2, lean=100.0, widen=0.5, horizon=12, tries=4),
        (Level(slip=120.0), Level(slip=40.0), Level(), Level(60), Level(1200)),
    ),
    "enghien": Ladder(
        Settings(lean=50.0, widen=0.5, margin=0.2, spread=500.0),
        (Level(slip=150.0), Level(slip=50.0), Level(), Level(200), Level(12000)),
    ),
}


def ladder_of(game: Game) -> Ladder:
    return LADDERS.get(game.id, USUAL)


def level_of(name: str, game: Game) -> Level:
    return ladder_of(game).levels[LEVELS.index(name)]


def make_level(name: str, game: Game, seed: int) -> Greedy | Player:
    """The bot of a level."""
    level = level_of(name, game)
    if level.iterations == 0:
        return Greedy(game, seed, name=name, slip=level.slip)
    return Player(Search(game, ladder_of(game).settings), seed, Budget(level.iterations), name)


def describe_level(name: str, game: Game) -> dict[str, Any]:
    """What decides how a level plays, so that results of another definition are never mixed in."""
    level = level_of(name, game)
    if level.iterations == 0:
        return {"slip": level.slip}
    return {"iterations": level.iterations, **ladder_of(game).settings._asdict()}


def name_level(name: str) -> tuple[Phrase, Phrase]:
    """What a level is called, and how it plays, for people."""
    number = LEVELS.index(name) + 1
    return Phrase(f"bots.level.{number}.name"), Phrase(f"bots.level.{number}.about")
