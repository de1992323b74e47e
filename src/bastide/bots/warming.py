"""Compiles a game's rules, then its bots, in a process of its own: `python -m bastide.bots.warming GAME`."""

from __future__ import annotations

import sys
from pathlib import Path

from bastide.bots import make_bot
from bastide.bots.hint import Hinter
from bastide.core.jit import TARGET, source_digest, writable_root
from bastide.core.lessons import could_differ
from bastide.core.play import Simulator
from bastide.core.rng import new_rng
from bastide.games import load

WARMED = ("greedy", "level1", "champion", "classic5")  # one step ahead by opinion and by the judge; two that search


def load_rules(name: str) -> None:
    """Reads (or compiles) what a table needs of a game's rules."""
    m = load(name).new(seed=1)
    view = m.view(m.to_move)
    view.redeal(new_rng(1))
    could_differ(view, m.legal[0], view, new_rng(1), 0)
    view.picture()
    m.scores()


def load_bots(name: str) -> None:
    """Reads (or compiles) what simulations, bots and hints need."""
    game = load(name)
    Simulator(game, game.spec.seats[0], game.spec.check_options({})).play(1, 0)
    m = game.new(seed=1)
    view = m.view(m.to_move)
    for bot in WARMED:
        thinker = make_bot(bot, game, 1)
        thinker.prepare(view)  # type: ignore[attr-defined]
    Hinter(game).prepare(view)


PARTS = {"rules": load_rules, "bots": load_bots}


SOURCES = {"rules": (), "bots": ("bastide.bots",), "reviews": ("bastide.bots", "bastide.reviews.kernel")}


def mark_of(name: str, part: str) -> Path:
    """The file that says that a part of a game, as its sources are now, has been compiled."""
    sources = (f"bastide.games.{name}", "bastide.core.play", "bastide.core.lessons", *SOURCES[part])
    return writable_root() / f"{name}-{source_digest(sources)}.{part}"


def mark_compiled(name: str, part: str) -> None:
    """From now on that part can be read."""
    if TARGET != "python":
        mark_of(name, part).touch()


def is_compiled(name: str, part: str) -> bool:
    """Whether a part can be read; what is interpreted always can."""
    return TARGET == "python" or mark_of(name, part).exists()


def command_of(name: str, *parts: str) -> list[str]:
    """How another process compiles parts of a game."""
    return [sys.executable, "-m", "bastide.bots.warming", name, *parts]


def main(name: str, *parts: str) -> None:
    for part in parts or PARTS:
        PARTS[part](name)
        mark_compiled(name, part)


if __name__ == "__main__":
    main(*sys.argv[1:])
