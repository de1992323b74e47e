"""A worker whose child interprets the rules: it decides the same, slower, and nothing must be compiled for it.

It answers for bots that look one step ahead and no further, in a second at most; one that searches would take minutes.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from bastide.bots import Bot, make_bot, stand_in_of
from bastide.bots.player import Player
from bastide.bots.worker import Worker, main
from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.core.view import View

PROGRAM = (sys.executable, "-m", "bastide.bots.interpreted")


class Searches(BastideError):
    """A bot that must be compiled."""


class Decided(NamedTuple):
    """A bot's action; `by` names another that decided in its place."""

    action: int
    by: str = ""


class Quick(NamedTuple):
    """Who is asked for a bot while nothing is compiled; `by` is empty where that decides as the bot itself would."""

    bot: str
    by: str


def quick_of(bot: str, view: View) -> Quick:
    """The bot itself, or its stand-in; one action alone is anybody's decision."""
    quick = stand_in_of(bot, view.game)
    return Quick(quick, "" if quick == bot or len(view.legal) == 1 else quick)


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
