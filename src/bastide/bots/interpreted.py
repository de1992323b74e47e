"""A worker whose child interprets the rules: it decides the same, slower, and nothing must be compiled for it.

It answers for bots that look one step ahead and no further, in a second at most; one that searches would take minutes.
"""

from __future__ import annotations

import sys

from bastide.bots import Bot, make_bot
from bastide.bots.player import Player
from bastide.bots.worker import Worker, main
from bastide.core.errors import BastideError
from bastide.core.game import Game

PROGRAM = (sys.executable, "-m", "bastide.bots.interpreted")


class Searches(BastideError):
    """A bot that must be compiled."""


def make_interpreted() -> Worker:
    """A worker for as long as a game's bots are not compiled."""
    return Worker(PROGRAM, environment={"BASTIDE_TARGET": "python"})


def make_quick(name: str, game: Game, seed: int) -> Bot:
    """The bot of that name, unless it searches."""
    bot = make_bot(name, game, seed)
    if isinstance(bot, Player):
        raise Searches(f"{name} searches in {game.id}, which is not for interpreted rules")
    return bot


if __name__ == "__main__":
    main(make_quick)
