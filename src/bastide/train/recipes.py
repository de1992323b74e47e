"""Every number that training depends on; docs/judge.md says which figure chose each, `bots.toml` a game's own."""

from __future__ import annotations

from typing import Any, NamedTuple

from bastide.bots.tuning import tune
from bastide.core.errors import BastideError
from bastide.core.game import Game


class Recipe(NamedTuple):
    """How a judge is trained."""

    games: int = 4096  # played side by side in one iteration
    hidden: int = 256
    second: int = 32
    trace: float = 0.9  # lambda of TD(lambda)
    rate: float = 1e-3  # of Adam, falling by a cosine
    rate_end: float = 5e-5
    heat: float = 0.03  # utility that makes an action e times as likely in self-play, falling geometrically
    heat_end: float = 0.006
    margin: float = 0.2  # part that a lead in points has in the utility, falling evenly
    margin_end: float = 0.05
    wild: float = 0.006  # part of the decisions of self-play that are any legal action
    wild_end: float = 0.0012
    taught: int = 3  # iterations a seat count that the hand-written opinion plays first
    taught_slip: float = 60.0  # hundredths of a point that make an action e times as likely there
    taught_wild: float = 0.1
    batch: int = 16384  # afterstates an update
    average: float = 0.998  # of the averaged weights, every AVERAGED updates
    mix: tuple[int, ...] = ()  # seat counts, in turn; each as often as the others when none are named
    memory: int = 1  # iterations whose lessons batches are drawn from, all their seat counts mixed
    passes: float = 1.0  # times that a lesson is looked at, on average
    spar: float = 0.0  # part of the games in which every other seat is the hand-written opinion's, or the victim's
    last: float = 0.0  # weight of an auxiliary head that learns who comes last; it is not kept
    mean: float = 40.0  # final points are told as (points - mean) / scale
    scale: float = 20.0


MANY = 2**20
RANGES: dict[str, tuple[float, float]] = {  # the least and the most that a number may be; those not named: 0 to MANY
    **dict.fromkeys(("games", "batch"), (1, MANY)),
    **dict.fromkeys(("hidden", "second"), (1, 4096)),
    "memory": (1, 1000),
    "passes": (0, 1000),
    **dict.fromkeys(("trace", "wild", "wild_end", "taught_wild", "average", "spar", "rate", "rate_end"), (0, 1)),
    **dict.fromkeys(("heat", "heat_end", "taught_slip"), (1e-6, MANY)),
    "mean": (-MANY, MANY),
    "scale": (1e-3, MANY),
}


def recipe_of(game: Game) -> Recipe:
    return tune(game, "training", Recipe())


def exploit(recipe: Recipe) -> Recipe:
    """The same for an exploiter: every game is against its victim, and it needs no teacher."""
    return recipe._replace(spar=1.0, taught=0)


def change_recipe(recipe: Recipe, changes: str) -> Recipe:
    """A recipe with some of its numbers changed: `memory=4,mix=2+3+2+4`; none beyond its range."""
    changed: dict[str, Any] = {}
    for change in filter(None, changes.split(",")):
        name, _, value = change.partition("=")
        try:
            kind = type(Recipe._field_defaults[name])
            changed[name] = tuple(map(int, value.split("+"))) if kind is tuple else kind(value)
        except (KeyError, ValueError) as error:
            raise BastideError(
                f"{change!r} changes nothing in a recipe; it takes NAME=NUMBER with commas between, with "
                f"{', '.join(Recipe._fields)}"
            ) from error
        low, high = RANGES.get(name, (0, MANY))
        if kind is not tuple and not low <= changed[name] <= high:
            raise BastideError(f"{change!r} in a recipe: {name} goes from {low:.7g} to {high:.7g}")
    return recipe._replace(**changed)
