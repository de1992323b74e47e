"""The ways a game of Enghien can end."""

from __future__ import annotations

from bastide.core.position import Position
from tests.fixtures import Way


def winners(m: Position) -> int:
    return sum(score.place == 1 for score in m.scores())


def best(m: Position) -> int:
    return max(score.points for score in m.scores())


def tied_on_points(m: Position) -> bool:
    return sum(score.points == best(m) for score in m.scores()) > 1


WAYS = {
    "outright": Way(lambda m: not tied_on_points(m)),
    "by-symbols": Way(lambda m: tied_on_points(m) and winners(m) == 1),
    "shared": Way(lambda m: winners(m) > 1),
    "target": Way(lambda m: best(m) >= 30 and m.state.round > 0, {"target": 30}),
}
