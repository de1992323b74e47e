"""The ways a game of Carpe Diem can end."""

from __future__ import annotations

from bastide.core.position import Position
from tests.fixtures import Way


def tied(m: Position) -> list[int]:
    """The seats with the most points."""
    best = max(score.points for score in m.scores())
    return [score.seat for score in m.scores() if score.points == best]


def on_one_space(m: Position) -> bool:
    """Whether those tied stand on one space of the track, so that the stack decides (CDM-65)."""
    return len({m.state.players[p].track for p in tied(m)}) == 1


WAYS = {
    "outright": Way(lambda m: len(tied(m)) == 1),
    "by-track": Way(lambda m: len(tied(m)) > 1 and not on_one_space(m)),
    "by-stack": Way(lambda m: len(tied(m)) > 1 and on_one_space(m)),
    "below-zero": Way(lambda m: min(score.points for score in m.scores()) < 0),
}
