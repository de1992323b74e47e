"""What a finished game is worth to each seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from bastide.core.errors import BastideError

REWARDS = ("share", "points", "margin")


class UnknownReward(BastideError):
    def __init__(self, kind: object) -> None:
        super().__init__(f"there is no reward called {kind!r}; the rewards are {', '.join(REWARDS)}")


def check_reward(kind: object) -> str:
    if kind not in REWARDS:
        raise UnknownReward(kind)
    return str(kind)


def rewards(kind: str, points: Any, places: Any) -> Any:
    """By game and seat, from points and places of the same shape (games, seats), all seats of a table given.

    share: the seats in first place share 1; points: as scored; margin: points less the best rival's.
    """
    check_reward(kind)
    if kind == "share":
        first = places == 1
        return first / first.sum(axis=-1, keepdims=True)
    if kind == "points":
        return points.astype(float)
    ranked = np.sort(points, axis=-1)
    best, second = ranked[..., -1:], ranked[..., -2:-1]
    return (points - np.where(points == best, second, best)).astype(float)
