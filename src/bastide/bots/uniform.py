"""Any legal action, all alike: the floor of every ladder."""

from __future__ import annotations

from bastide.bots.bot import Dice, legal_of
from bastide.core.game import Game
from bastide.core.rng import random_below
from bastide.core.view import View


class Uniform:
    """Draws one of the legal actions."""

    name = "uniform"

    def __init__(self, game: Game, seed: int) -> None:
        self.dice = Dice(seed)

    def choose(self, view: View) -> int:
        legal = legal_of(view)
        return legal[random_below(self.dice.shake(), len(legal))]
