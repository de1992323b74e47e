"""Bots for any game: they are handed a view, never the truth."""

from __future__ import annotations

from typing import Any

from bastide.bots.bot import Bot, UnknownBot
from bastide.bots.greedy import DEALS, Greedy
from bastide.bots.levels import (
    CHAMPION,
    CLASSICS,
    JUDGED,
    LEVELS,
    describe_champion,
    describe_classic,
    describe_judged,
    describe_level,
    make_champion,
    make_classic,
    make_judged,
    make_level,
)
from bastide.bots.spelled import check_spelled, describe_spelled, is_spelled, make_spelled
from bastide.bots.uniform import Uniform
from bastide.core.game import Game

__all__ = [
    "BOTS",
    "LEVELS",
    "OFFERED",
    "Bot",
    "UnknownBot",
    "asks_judge",
    "check_bot",
    "describe_bot",
    "make_bot",
    "stand_in_of",
]

OFFERED = (*LEVELS, CHAMPION)  # to people, the weakest first
OTHERS = {
    CHAMPION: (make_champion, describe_champion),
    JUDGED: (make_judged, describe_judged),
}
BOTS = ("uniform", "greedy", *LEVELS, *OTHERS, *CLASSICS)


def check_bot(name: str) -> str:
    """The name, if there is such a bot."""
    if isinstance(name, str) and is_spelled(name):
        check_spelled(name)
    elif not isinstance(name, str) or name not in BOTS:
        raise UnknownBot(name, BOTS)
    return name


def asks_judge(name: str) -> bool:
    """Whether a bot would ask the judge of its game."""
    return check_bot(name).split(":")[0] in (*LEVELS, *OTHERS)


def make_bot(name: str, game: Game, seed: int) -> Bot:
    """The bot of that name, ready to choose; the same seed makes the same choices."""
    match check_bot(name):
        case "uniform":
            return Uniform(game, seed)
        case "greedy":
            return Greedy(game, seed)
        case _ if is_spelled(name):
            return make_spelled(name, game, seed)
        case _ if name in OTHERS:
            return OTHERS[name][0](game, seed)
        case _ if name in CLASSICS:
            return make_classic(name, game, seed)
        case _:
            return make_level(name, game, seed)


def describe_bot(name: str, game: Game) -> dict[str, Any]:
    """What a bot is told, as data."""
    match check_bot(name):
        case "uniform":
            return {}
        case "greedy":
            return {"deals": DEALS}
        case _ if is_spelled(name):
            return describe_spelled(name, game)
        case _ if name in OTHERS:
            return OTHERS[name][1](game)
        case _ if name in CLASSICS:
            return describe_classic(name, game)
        case _:
            return describe_level(name, game)


def stand_in_of(name: str, game: Game) -> str:
    """Who can decide for a bot where nothing is compiled: itself, or for one that searches its judge one step ahead."""
    return JUDGED if "iterations" in describe_bot(name, game) else name
