"""Bots for any game: they are handed a view, never the truth."""

from __future__ import annotations

from collections.abc import Callable

from bastide.bots.bot import Bot, UnknownBot
from bastide.bots.greedy import Greedy
from bastide.bots.uniform import Uniform
from bastide.core.game import Game

__all__ = ["BOTS", "Bot", "UnknownBot", "make_bot"]

MAKERS: dict[str, Callable[[Game, int], Bot]] = {"uniform": Uniform, "greedy": Greedy}
BOTS = tuple(MAKERS)


def make_bot(name: str, game: Game, seed: int) -> Bot:
    """The bot of that name, ready to choose; the same seed makes the same choices."""
    if name not in MAKERS:
        raise UnknownBot(name, BOTS)
    return MAKERS[name](game, seed)
