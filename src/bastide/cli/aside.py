"""What another process compiles for the bots and hints of a terminal, and who decides for the bots meanwhile."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from bastide.bots import Bot
from bastide.bots.interpreted import Decided, make_interpreted, quick_of
from bastide.bots.warming import command_of, give_way, is_compiled
from bastide.bots.worker import Failed, Worker
from bastide.core.game import Game
from bastide.core.view import View


class Aside:
    """Bots decide interpreted until a process has compiled them; where there is none they are compiled already."""

    def __init__(self, process: subprocess.Popen[bytes] | None = None, interpreter: Worker | None = None) -> None:
        self.process = process
        self.interpreter = interpreter

    @property
    def is_done(self) -> bool:
        """Bots and hints can be asked in this process."""
        return self.process is None or self.process.poll() is not None

    def wait(self) -> None:
        """Until they can."""
        if self.process is not None:
            self.process.wait()

    def decide(self, bot: Bot, view: View) -> Decided | None:
        """A bot's decision, or its stand-in's, while it is not compiled; None where it is to decide in this process."""
        if self.is_done or self.interpreter is None:
            return None
        quick, dice = quick_of(bot.name, view), dice_of(bot)
        try:
            action = self.interpreter.decide(quick.bot, view, dice.seed, dice.decisions)
        except (Failed, OSError):
            return None
        dice.decisions += 1
        return Decided(action, quick.by)


def dice_of(bot: Any) -> Any:
    """What a bot draws from: its next decision is another's then."""
    return bot.dice


@contextmanager
def compiling_aside(
    game: Game, bots: Iterable[Bot], make: Callable[[], Worker] = make_interpreted
) -> Iterator[Aside]:  # fmt: skip
    """Another process compiles what bots and hints need while this one gets the rules ready; these bots first."""
    if is_compiled(game.id, "bots"):
        yield Aside()
        return
    names = sorted({bot.name for bot in bots})
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command_of(game.id, *names, "bots"), stdin=quiet, stdout=quiet, stderr=quiet) as process:
        give_way(process.pid)
        interpreter = start_interpreter(make)
        try:
            yield Aside(process, interpreter)
        finally:
            process.kill()
            if interpreter is not None:
                interpreter.close()


def start_interpreter(make: Callable[[], Worker]) -> Worker | None:
    """None where the system has no such process: then bots are waited for."""
    try:
        return make()
    except (OSError, ValueError):
        return None
