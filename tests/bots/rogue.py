"""A worker's child whose bots misbehave: for tests of the deadline and the fallback."""

from __future__ import annotations

import os
import sys
import threading

from bastide.bots import make_bot
from bastide.bots.worker import main
from bastide.core.game import Game
from bastide.core.view import View


class Rogue:
    """Each name is a way to fail, but for level5, which plays."""

    def __init__(self, name: str) -> None:
        self.name = name

    def prepare(self, _view: View) -> None:
        if self.name == "greedy":
            hang()

    def choose(self, view: View) -> int:
        match self.name:
            case "level1":
                hang()
            case "level2":
                os._exit(3)
            case "level3":
                raise ValueError("lost my way")
            case "level5":
                return make_bot("uniform", view.game, 1).choose(view)
        return 30_000


def hang() -> None:
    """Until the process is ended."""
    threading.Event().wait()


def make_rogue(name: str, _game: Game, _seed: int) -> Rogue:
    return Rogue(name)


if __name__ == "__main__":
    if sys.argv[1] == "stillborn":
        sys.exit(1)
    main(make_rogue)
