"""What the environments share: whose reward, which game, and what to say when something is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np

from bastide.batch.rewards import rewards
from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.games import load

Info = dict[str, Any]


class ClosedEnvironment(BastideError):
    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is closed; make a new one")


class NotReset(BastideError):
    def __init__(self, name: str) -> None:
        super().__init__(f"{name} has no game in progress: call reset() first")


ILLEGAL = ("raise", "terminate")
ILLEGAL_REWARD = -1.0  # where an illegal action ends the game


class BadIllegal(BastideError):
    def __init__(self, asked: object) -> None:
        super().__init__(f"illegal is {asked!r}; an illegal action can {' or '.join(ILLEGAL)}")


def check_illegal(asked: str) -> str:
    if asked not in ILLEGAL:
        raise BadIllegal(asked)
    return asked


def game_of(game: Game | str) -> Game:
    return load(game) if isinstance(game, str) else game


def final_rewards(kind: str, position: Position) -> list[float]:
    """What a finished game is worth to each seat."""
    scores = position.scores()
    points = np.array([[score.points for score in scores]])
    places = np.array([[score.place for score in scores]])
    worth: list[float] = rewards(kind, points, places)[0].tolist()
    return worth


def final_info(position: Position) -> Info:
    """What is told besides rewards: how a finished game ended."""
    return {"ending": position.ending} if position.is_over else {}


def fresh_seed(generator: np.random.Generator) -> int:
    """A seed for a game that was not given one."""
    return int(generator.integers(2**62))


def text_of(position: Position, seat: int) -> str:
    """A position as a seat (or a spectator) may see it, as text."""
    return position.game.show(position.view(seat).state)
