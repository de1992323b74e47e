"""One step ahead with the learned judge: the action after which the chooser's prospects are best.

A judged bot may be hot-headed: then it takes a weaker action now and then, the more rarely the weaker it looks.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from bastide.bots.bot import Dice, legal_of
from bastide.bots.greedy import pick_best, pick_slipping
from bastide.core.game import Game
from bastide.core.jit import bind, calling
from bastide.core.play import draw
from bastide.core.state import action_list, new_states
from bastide.core.view import View
from bastide.judge import Judge
from bastide.judge.after import show_after
from bastide.judge.net import UTILITY, judge_after

game: Any = None  # stands for a game's rules; each compiled copy has its own


@calling
def weigh_judged(
    views: Any, states: Any, rng: Any, seat: int, buf: Any, n: int, mind: Any, sums: Any, deals: int, what: int
) -> int:
    """sums[k] = what the judge says (UTILITY, POINTS) of the chooser after action k, summed over the deals.

    Returns how many actions are looked at: those worth it come first in `buf` then.
    """
    n = game.candidates(views[0], seat, buf, n)
    for k in range(n):
        sums[k] = 0.0
    for _ in range(deals):
        game.redeal(views[0], seat, rng, states)
        for k in range(n):
            judge_after(states[0], buf[k], seat, mind)
            sums[k] += mind.said[what]
    return n


@cache
def judged_kernel(of: Game) -> Any:
    """The templates above, compiled for one game."""
    return bind((draw, show_after, judge_after, weigh_judged, pick_best, pick_slipping), of.kernel)


class Judged:
    """Takes what the judge likes best right after the move; with some `heat` (of utility), often only nearly so.

    Every action is judged on the same `deals`.
    """

    def __init__(
        self, game: Game, judge: Judge, seed: int, *, name: str = "judged", deals: int = 4, heat: float = 0.0
    ) -> None:
        self.name = name
        self.dice = Dice(seed)
        self.deals = deals
        self.heat = heat
        self.kernel = judged_kernel(game)
        self.mind = judge.new_mind()
        self.buf = action_list(game.buffer)
        self.states = new_states(game.state, 1)
        self.sums = np.zeros(game.buffer, np.float64)

    def choose(self, view: View) -> int:
        legal = legal_of(view)
        n = len(legal)
        self.buf[:n] = legal
        rng = self.dice.shake()
        n = self.kernel.weigh_judged(
            view.states, self.states, rng, view.seat, self.buf, n, self.mind, self.sums, self.deals, UTILITY
        )
        if self.heat > 0.0:
            return int(self.buf[self.kernel.pick_slipping(self.sums, n, rng, self.heat * self.deals)])
        return int(self.buf[self.kernel.pick_best(self.sums, n, rng)])

    def prepare(self, view: View) -> None:
        """Compiles what a decision needs, if need be, so that no deadline counts it."""
        self.choose(view)
