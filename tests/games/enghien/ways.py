"""The ways a game of Enghien can end."""

from __future__ import annotations

from bastide.core.position import Position
from tests.fixtures import Way, ends


def reaches_30(m: Position) -> bool:
    """ENG-20. More than one round, until somebody has the points asked for."""
    return m.state.round > 0 and max(score.points for score in m.scores()) >= 30


WAYS = {
    "outright": ends("outright"),
    "by-symbols": ends("by-symbols"),
    "shared": ends("shared"),
    "target": Way(reaches_30, {"target": 30}),
}
