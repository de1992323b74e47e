"""What a bot is: something that is handed a view and gives back one of its legal actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np

from bastide.core.errors import BastideError, OutOfTurn
from bastide.core.game import Game, check_seed
from bastide.core.play import entry_points
from bastide.core.position import View
from bastide.core.rng import seed_rng
from bastide.core.state import int_array


class UnknownBot(BastideError):
    def __init__(self, name: object, known: Iterable[str]) -> None:
        super().__init__(f"there is no bot called {name!r}; the bots are {', '.join(known)}")


class Bot(Protocol):
    """Chooses from a view alone; the k-th choice of a seed is the same for the same view."""

    name: str

    def choose(self, view: View) -> int: ...


class Dice:
    """A bot's random numbers: decision k of seed s draws from stream k, whatever was drawn before."""

    def __init__(self, seed: int, decisions: int = 0) -> None:
        self.seed = check_seed(seed)
        self.decisions = decisions
        self.rng = int_array(1, np.int64)

    def shake(self) -> Any:
        """The generator for the next decision."""
        seed_rng(self.rng, self.seed, self.decisions)
        self.decisions += 1
        return self.rng


def legal_actions(view: View, buf: Any) -> int:
    """Fills `buf` with what the view's seat may do; refuses a view of somebody who is not asked."""
    compiled = entry_points(view.game)
    if compiled.to_move(view.states) != view.seat:
        raise OutOfTurn(f"seat {view.seat} is not asked to move", view.game.show(view.state))
    n: int = compiled.legal(view.states, buf)
    return n


def action_buffer(game: Game) -> Any:
    """Room for the legal actions of any position."""
    return int_array(max(game.spec.num_actions, game.spec.max_chance))
