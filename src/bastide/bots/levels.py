"""Five levels for every game, as data: how each thinks, and for how long (bench/ladder.md measures them)."""

from __future__ import annotations

from typing import Any, NamedTuple

from bastide.bots.greedy import Greedy
from bastide.bots.guided import Guide
from bastide.bots.ismcts import Settings
from bastide.bots.judged import JUDGED_DEALS, Judged
from bastide.bots.player import Player
from bastide.bots.search import Budget, GuidedSearch, Search
from bastide.core.game import Game
from bastide.core.words import Phrase
from bastide.judge import judge_of

LEVELS = ("level1", "level2", "level3", "level4", "level5")
CHAMPION = "champion"  # above the ladder: a search that the learned judge guides
JUDGED = "judged"  # one step ahead with the judge
CLASSIC = "classic5"  # the strongest without a judge, kept as a yardstick
CHAMPION_ITERATIONS = 4000


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


def make_champion(game: Game, seed: int) -> Player:
    """The judge's search; where a game has no judge, the strongest level under this name."""
    judge = judge_of(game)
    if judge is None:
        return make_search(game, seed, CHAMPION)
    return Player(GuidedSearch(game, judge, Guide()), seed, Budget(CHAMPION_ITERATIONS), CHAMPION)


def make_judged(game: Game, seed: int) -> Judged | Greedy:
    """One step ahead with the judge, or with the opinion where a game has none."""
    judge = judge_of(game)
    return Greedy(game, seed, name=JUDGED) if judge is None else Judged(game, judge, seed, name=JUDGED)


def make_search(game: Game, seed: int, name: str) -> Player:
    """The strongest level's search."""
    budget = Budget(level_of(LEVELS[-1], game).iterations)
    return Player(Search(game, ladder_of(game).settings), seed, budget, name)


def make_classic(game: Game, seed: int) -> Player:
    return make_search(game, seed, CLASSIC)


def describe_judge(game: Game) -> dict[str, Any]:
    """Which judge it is: results of another are never mixed in."""
    judge = judge_of(game)
    if judge is None:
        return {"judge": "none"}
    about = judge.weights.about
    return {"judge": f"{about.features_digest} {about.seed} {about.decisions}"}


def describe_champion(game: Game) -> dict[str, Any]:
    if judge_of(game) is None:
        return describe_level(LEVELS[-1], game)
    return {"iterations": CHAMPION_ITERATIONS, **Guide()._asdict(), **describe_judge(game)}


def describe_judged(game: Game) -> dict[str, Any]:
    return {"deals": JUDGED_DEALS, **describe_judge(game)}


def describe_classic(game: Game) -> dict[str, Any]:
    return describe_level(LEVELS[-1], game)


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
