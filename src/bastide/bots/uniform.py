"""Any legal action, all alike: the floor of every ladder."""

from __future__ import annotations

from bastide.bots.bot import Dice, action_buffer, legal_actions
from bastide.core.game import Game
from bastide.core.position import View
from bastide.core.rng import random_below


class Uniform:
    """Draws one of the legal actions."""

    name = "uniform"

    def __init__(self, game: Game, seed: int) -> None:
        self.dice = Dice(seed)
        self.buf = action_buffer(game)

    def choose(self, view: View) -> int:
        n = legal_actions(view, self.buf)
        return int(self.buf[random_below(self.dice.shake(), n)])
