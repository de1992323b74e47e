"""The ways a game of Alhambra can end."""

from __future__ import annotations

from bastide.core.position import Position
from bastide.core.state import NONE
from bastide.games.alhambra.state import CHOOSE, PAY
from tests.fixtures import Way, ends
from tests.games.alhambra.script import frugal_game


def left_over(m: Position) -> int:
    """Buildings that nobody got, because several held the most of their currency."""
    return sum(kind != NONE for kind in m.state.yard[:].tolist())


def last_decision_ends(m: Position) -> bool:
    """The pile was used up exactly before; the next purchase ended the game without a draw."""
    return m.at(m.ply - 1).state.phase in (CHOOSE, PAY)


WAYS = {
    "outright": ends("outright"),
    "shared": ends("shared"),
    "left-over-tied": Way(lambda m: left_over(m) > 0),
    "without-a-draw": Way(last_decision_ends),
    "with-a-draw": Way(lambda m: not last_decision_ends(m)),
    "before-b": Way(lambda m: m.state.scored == 1, script=frugal_game),
}
