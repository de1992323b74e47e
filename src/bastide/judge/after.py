"""Afterstates: what the mover would be shown right after an action, before chance; for bots and training alike.

Every function names its game only through the global `game` (`core.jit.bind`, `core.jit.bind_cuda`).
"""

from __future__ import annotations

from typing import Any

from bastide.core.play import draw
from bastide.core.state import CHANCE, OVER

game: Any = None  # stands for a game's rules; each compiled copy has its own


def show_after(state: Any, a: int, seat: int, trial: Any, view: Any, out: Any, points: Any) -> int:
    """The features after an action on a copy of the state; returns who moves then.

    `trial` and `view` are arrays of one record; `points` are filled in when the action ends the game.
    """
    trial[0] = state
    game.apply(trial[0], a)
    mover = game.to_move(trial[0])
    if mover == OVER:
        game.scores(trial[0], points)
    else:
        game.look(trial[0], seat, view)
        game.features(view[0], seat, out)
    return mover


def opinion_after(state: Any, a: int, seat: int, rng: Any, trial: Any, terms: Any) -> int:
    """The hand-written opinion after an action and what chance does then, in hundredths of a point."""
    trial[0] = state
    game.apply(trial[0], a)
    while game.to_move(trial[0]) == CHANCE:
        draw(trial[0], rng)
    game.opinion(trial[0], seat, terms)
    total = 0
    for i in range(game.NUM_TERMS):
        total += terms[i]
    return total
