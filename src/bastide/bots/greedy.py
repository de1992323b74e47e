"""One step over the game's opinion: the action after which the chooser stands best, on average over a few re-deals.

A greedy bot may slip: then it takes a weaker action now and then, the more rarely the weaker it looks.

Every template names its game only through the global `game`; `greedy_kernel(game)` gives the compiled copies.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from bastide.bots.bot import Dice, legal_of
from bastide.core.game import Game
from bastide.core.jit import bind, calling
from bastide.core.play import draw
from bastide.core.rng import random_below
from bastide.core.state import CHANCE, action_list, int_array, new_states
from bastide.core.view import View

game: Any = None  # stands for a game's rules; each compiled copy has its own

DEALS = 8  # re-deals (and draws) each action is tried on; the same deals for all
FINE = 1 << 30  # steps of a random fraction


def settle_chance(s: Any, rng: Any) -> None:
    """Draws until a seat is to move or the game is over."""
    while game.to_move(s) == CHANCE:
        draw(s, rng)


def sum_opinion(s: Any, seat: int, terms: Any) -> int:
    """How good a position is for a seat, in hundredths of a point."""
    game.opinion(s, seat, terms)
    total = 0
    for i in range(game.NUM_TERMS):
        total += terms[i]
    return total


@calling
def weigh_actions(
    views: Any, states: Any, rng: Any, seat: int, buf: Any, n: int, terms: Any, sums: Any, deals: int
) -> None:
    """sums[k] = the opinion after action k, added up over the deals; needs two scratch states."""
    for k in range(n):
        sums[k] = 0
    for _ in range(deals):
        game.redeal(views[0], seat, rng, states)
        for k in range(n):
            states[1] = states[0]
            game.apply(states[1], buf[k])
            settle_chance(states[1], rng)
            sums[k] += sum_opinion(states[1], seat, terms)


def pick_best(sums: Any, n: int, rng: Any) -> int:
    """The index of the largest sum; those that tie are equally likely."""
    best = 0
    ties = 1
    for k in range(1, n):
        if sums[k] > sums[best]:
            best = k
            ties = 1
        elif sums[k] == sums[best]:
            ties += 1
            if random_below(rng, ties) == 0:
                best = k
    return best


def pick_slipping(sums: Any, n: int, rng: Any, slip: float) -> int:
    """An index drawn by weight: a sum that is `slip` lower weighs e times less."""
    best = sums[0]
    for k in range(1, n):
        best = max(best, sums[k])
    total = 0.0
    for k in range(n):
        total += math.exp((sums[k] - best) / slip)
    mark = total * random_below(rng, FINE) / FINE
    for k in range(n):
        mark -= math.exp((sums[k] - best) / slip)
        if mark < 0.0:
            return k
    return n - 1


TEMPLATES = (draw, settle_chance, sum_opinion, weigh_actions, pick_best, pick_slipping)


@cache
def greedy_kernel(of: Game) -> Any:
    """The templates above, compiled for one game."""
    return bind(TEMPLATES, of.kernel)


class Greedy:
    """Takes what looks best right after the move; with a `slip` (hundredths of a point), often only nearly so."""

    def __init__(self, game: Game, seed: int, *, name: str = "greedy", deals: int = DEALS, slip: float = 0.0) -> None:
        self.name = name
        self.dice = Dice(seed)
        self.deals = deals
        self.slip = slip
        self.kernel = greedy_kernel(game)
        self.buf = action_list(game.buffer)
        self.states = new_states(game.state, 2)
        self.terms = int_array(max(1, len(game.terms)), np.int32)
        self.sums = int_array(len(self.buf), np.int64)

    def choose(self, view: View) -> int:
        legal = legal_of(view)
        n = len(legal)
        self.buf[:n] = legal
        rng = self.dice.shake()
        self.kernel.weigh_actions(
            view.states, self.states, rng, view.seat, self.buf, n, self.terms, self.sums, self.deals
        )
        if self.slip > 0.0:
            return int(self.buf[self.kernel.pick_slipping(self.sums, n, rng, self.slip * self.deals)])
        return int(self.buf[self.kernel.pick_best(self.sums, n, rng)])

    def prepare(self, view: View) -> None:
        """Compiles what a decision needs, if need be, so that no deadline counts it."""
        self.choose(view)
