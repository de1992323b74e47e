"""Compiles a game's rules, then its bots, in a process of its own: `python -m bastide.bots.warming GAME`."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from pathlib import Path
from random import Random

import numpy as np

from bastide.bots import make_bot
from bastide.bots.hint import Hinter
from bastide.core.jit import TARGET, entry, source_digest, writable_root
from bastide.core.play import Simulator, entry_points
from bastide.core.rng import new_rng
from bastide.core.state import CHANCE, SPECTATOR, int_array, new_states
from bastide.core.undo import could_differ
from bastide.core.view import View
from bastide.games import load
from bastide.judge import NoJudge

NICENESS = 10  # of a process that compiles what nobody waits for yet
NEXT_NICENESS = 5  # of one that compiles what a game that is played needs next: rules somebody waits for come first
WARMED = ("champion", "level1", "greedy")  # one that searches and cannot be interpreted; all levels; by opinion


def load_compiler() -> None:
    """Gets Numba ready in this process, which takes it a second, whatever is compiled or read then."""
    new_rng(1)


def load_rules(name: str) -> None:
    """Reads (or compiles) what a table needs of a game's rules for its deal and its first decision."""
    game, dice = load(name), Random(1)
    deal = game.new()
    while deal.to_move == CHANCE:  # a table draws for itself; who rolls the same again and again never begins
        deal.roll(dice.randrange(deal.chance_total))
    m = game.new(seed=1)
    offer(m.view(m.to_move))
    m.scores()
    load_undo(name)


def load_undo(name: str) -> None:
    """Reads (or compiles) what undo asks after every decision: nearly half of what a table needs."""
    game = load(name)
    blank = View(game, 0, new_states(game.state))  # nothing is tried: a deal would have to be compiled for it first
    could_differ(blank, 0, blank, new_rng(1), 0)


def offer(view: View) -> None:
    """Makes what a page shows a viewer who decides."""
    game, v, seat = view.game, view.state, view.seat
    view.picture()
    game.prompt(v, seat)
    game.plans(v, seat)
    for a in view.legal:
        game.choice(v, a, seat)


def load_stories(name: str) -> None:
    """Reads (or compiles) what pictures, choices, refusals and stories ask of the rules in the course of a game."""
    game, dice = load(name), Random(1)
    first = game.new(seed=1)
    first.view(first.to_move).redeal(new_rng(1))
    m = game.new()
    while not m.is_over:
        truth, before = m.state, m.view(SPECTATOR)
        if m.to_move == CHANCE:
            a = m.roll(dice.randrange(m.chance_total))
        else:
            mine = m.view(m.to_move)
            offer(mine)
            game.refuse(mine.state, dice.choice([a for a in range(game.spec.num_actions) if a not in mine.legal]))
            a = dice.choice(m.legal)
            m.apply(a)
        game.story(before.state, game.witness(truth, a, SPECTATOR), m.view(SPECTATOR).state)
    m.view(SPECTATOR).picture()
    assert m.ending


def load_ahead(name: str) -> None:
    """Reads (or compiles) what bots need and a deal does not, which another process may be compiling meanwhile."""
    game = load(name)
    states, out = new_states(game.state), int_array(max(1, len(game.terms)), np.int32)
    entry(entry_points(game).redeal, states, 0, new_rng(1), states)
    entry(entry_points(game).opinion, states, 0, out)


def load_bot(name: str, bot: str) -> None:
    """Reads (or compiles) what one bot needs."""
    load_ahead(name)
    m = load(name).new(seed=1)
    thinker = make_bot(bot, m.game, 1)
    if hasattr(thinker, "prepare"):
        thinker.prepare(m.view(m.to_move))


def load_bots(name: str) -> None:
    """Reads (or compiles) what bots and hints need; first of all what nobody can do without."""
    game = load(name)
    m = game.new(seed=1)
    for bot in WARMED:
        load_bot(name, bot)
    Hinter(game).prepare(m.view(m.to_move))


def load_simulations(name: str) -> None:
    """Reads (or compiles) what plays games at random, which no table does."""
    game = load(name)
    Simulator(game, game.spec.seats[0], game.spec.check_options({})).play(1, 0)


PARTS = {
    "rules": load_rules,
    "undo": load_undo,
    "stories": load_stories,
    "bots": load_bots,
    "simulations": load_simulations,
}


SOURCES = {
    "rules": (),
    "undo": (),
    "stories": (),
    "bots": ("bastide.bots",),
    "simulations": (),
    "reviews": ("bastide.bots", "bastide.reviews.kernel"),
}


def mark_of(name: str, part: str) -> Path:
    """The file that says that a part of a game, as its sources are now, has been compiled."""
    sources = (f"bastide.games.{name}", "bastide.core.play", "bastide.core.undo", *SOURCES[part])
    return writable_root() / f"{name}-{source_digest(sources)}.{part}"


def mark_compiled(name: str, part: str) -> None:
    """From now on that part can be read."""
    if TARGET != "python":
        with contextlib.suppress(OSError):  # a full disk, which whoever keeps the rules there has told
            mark_of(name, part).touch()


def is_compiled(name: str, part: str) -> bool:
    """Whether a part can be read; what is interpreted always can."""
    return TARGET == "python" or mark_of(name, part).exists()


def command_of(name: str, *parts: str) -> list[str]:
    """How another process compiles parts of a game, or all of it; what is no part is a bot's name."""
    return [sys.executable, "-m", "bastide.bots.warming", name, *parts]


def give_way(process: int, niceness: int = NICENESS) -> None:
    """Lets whoever plays come before a process that compiles, where the system knows such a thing."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):  # it may have ended already
            os.setpriority(os.PRIO_PROCESS, process, niceness)


def main(name: str, *parts: str) -> None:
    warnings.simplefilter("ignore", NoJudge)  # whoever started this process says so
    for part in parts or PARTS:
        if part in PARTS:
            PARTS[part](name)
            mark_compiled(name, part)
        else:
            load_bot(name, part)


if __name__ == "__main__":
    main(*sys.argv[1:])
