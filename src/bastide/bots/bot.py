"""What a bot is: something that is handed a view and gives back one of its legal actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np

from bastide.core.errors import BastideError, OutOfTurn
from bastide.core.game import check_seed
from bastide.core.rng import seed_rng
from bastide.core.state import int_array
from bastide.core.view import View


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


def legal_of(view: View) -> tuple[int, ...]:
    """What the view's seat may do; refuses a view of somebody who is not asked."""
    if not view.is_asked:
        raise OutOfTurn(f"seat {view.seat} is not asked to move", str(view))
    return view.legal
