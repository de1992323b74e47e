"""Five levels and the Champion for every game: how each thinks (bench/ladder.md measures them).

All look through the eyes of the game's learned judge. The levels look one step ahead: the lower, the more often they
settle for what is nearly as good. The Champion searches. A game without a judge is played by its hand-written opinion,
as all were before; that ladder is kept as a yardstick, `classic1` to `classic5`. A game sets numbers of its own in
`bots.toml` (`bots.tuning`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bastide.bots.greedy import Greedy
from bastide.bots.guided import Guide
from bastide.bots.ismcts import Settings
from bastide.bots.judged import Judged
from bastide.bots.player import Player
from bastide.bots.search import Budget, GuidedSearch, Search
from bastide.bots.tuning import tune
from bastide.core.game import Game
from bastide.judge import Judge, judge_of

LEVELS = ("level1", "level2", "level3", "level4", "level5")
CHAMPION = "champion"  # above the ladder: a search that the learned judge guides
JUDGED = "judged"  # one step ahead with the judge, and always what it likes best
CLASSICS = ("classic1", "classic2", "classic3", "classic4", "classic5")  # the levels without a judge, as yardsticks


class Ranks(NamedTuple):
    """How those play who ask a game's judge."""

    heats: tuple[float, float, float, float, float]  # by level: utility that makes an action e times as likely
    champion: int  # iterations
    deals: int = 4  # on which an action is judged; 1 where an action shows its mover nothing that was hidden
    guide: Guide = Guide()  # what the Champion's search is told


USUAL_RANKS = Ranks((0.1, 0.06, 0.03, 0.015, 0.0), 2000)


def ranks_of(game: Game) -> Ranks:
    return tune(game, "judged", USUAL_RANKS)


class Level(NamedTuple):
    """How a level without a judge decides."""

    iterations: int = 0  # of its search; 0: it looks one step ahead and no further
    slip: float = 0.0  # without a search: hundredths of a point it may overlook


class Ladder(NamedTuple):
    """A game's five levels without a judge, and the settings that all their searches share."""

    settings: Settings
    levels: tuple[Level, Level, Level, Level, Level]


USUAL_LADDER = Ladder(
    Settings(lean=100.0, widen=0.5),
    (Level(slip=200.0), Level(slip=80.0), Level(), Level(200), Level(1000)),
)


def ladder_of(game: Game) -> Ladder:
    return tune(game, "classic", USUAL_LADDER)


def classic_of(name: str, game: Game) -> Level:
    """How a level decides without a judge, by its own name or by the classic one."""
    return ladder_of(game).levels[(LEVELS if name in LEVELS else CLASSICS).index(name)]


def make_champion(game: Game, seed: int, iterations: int = 0, name: str = CHAMPION) -> Player:
    """The judge's search; where a game has no judge, the strongest level under this name."""
    search, budget = best_search(game)
    return Player(search, seed, Budget(iterations) if iterations else budget, name)


def best_search(game: Game) -> tuple[Search, Budget]:
    """What the Champion thinks with, and for how long."""
    judge = judge_of(game)
    if judge is None:
        return Search(game, ladder_of(game).settings), Budget(classic_of(CLASSICS[-1], game).iterations)
    ranks = ranks_of(game)
    return GuidedSearch(game, judge, ranks.guide), Budget(ranks.champion)


def make_judged(game: Game, seed: int, heat: float = 0.0, name: str = JUDGED) -> Judged | Greedy:
    """One step ahead with the judge, or with the opinion where a game has none."""
    judge = judge_of(game)
    if judge is None:
        return Greedy(game, seed, name=name)
    return Judged(game, judge, seed, name=name, deals=ranks_of(game).deals, heat=heat)


def make_classic(name: str, game: Game, seed: int) -> Greedy | Player:
    """The bot of a level by opinion alone."""
    level = classic_of(name, game)
    if level.iterations == 0:
        return Greedy(game, seed, name=name, slip=level.slip)
    return Player(Search(game, ladder_of(game).settings), seed, Budget(level.iterations), name)


def describe_judge(judge: Judge) -> dict[str, Any]:
    """Which judge it is: results of another are never mixed in."""
    about = judge.weights.about
    return {"judge": f"{about.features_digest} {about.seed} {about.decisions}"}


def describe_guide(guide: Guide) -> dict[str, Any]:
    """What a search is told; without insight where it has none, as when there was no such thing."""
    return {name: number for name, number in guide._asdict().items() if name != "insight" or number}


def describe_champion(game: Game, iterations: int = 0) -> dict[str, Any]:
    judge = judge_of(game)
    if judge is None:
        return describe_classic(CLASSICS[-1], game)
    ranks = ranks_of(game)
    return {"iterations": iterations or ranks.champion, **describe_guide(ranks.guide), **describe_judge(judge)}


def describe_judged(game: Game, heat: float = 0.0) -> dict[str, Any]:
    judge = judge_of(game)
    if judge is None:
        return {"slip": 0.0}
    return {"heat": heat, "deals": ranks_of(game).deals, **describe_judge(judge)}


def describe_classic(name: str, game: Game) -> dict[str, Any]:
    level = classic_of(name, game)
    if level.iterations == 0:
        return {"slip": level.slip}
    return {"iterations": level.iterations, **ladder_of(game).settings._asdict()}


def make_level(name: str, game: Game, seed: int) -> Judged | Greedy | Player:
    """The bot of a level."""
    if judge_of(game) is None:
        return make_classic(name, game, seed)
    return make_judged(game, seed, ranks_of(game).heats[LEVELS.index(name)], name)


def describe_level(name: str, game: Game) -> dict[str, Any]:
    """What decides how a level plays, so that results of another definition are never mixed in."""
    if judge_of(game) is None:
        return describe_classic(name, game)
    return describe_judged(game, ranks_of(game).heats[LEVELS.index(name)])
