"""The ways a game of Les Grands Bâtisseurs can end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import count

from bastide.core.position import Position
from bastide.core.state import ask
from bastide.games.batisseurs.scoring import church_points, corner_points, middle_points
from bastide.games.batisseurs.tables import HIDDEN, OPEN
from tests.fixtures import Way, ends
from tests.games.batisseurs.lively import lively


def search_lively(holds: Callable[[Position], bool]) -> Callable[[int], Position]:
    """Uniform players hardly ever own a card: what needs a city is looked for among livelier ones."""

    def play(seats: int) -> Position:
        games = (deque(lively(seats, seed), maxlen=1).pop() for seed in count())
        return next(m for m in games if holds(m))

    return play


def is_outright(m: Position) -> bool:
    return m.ending == "outright"


def has_bonus(m: Position) -> bool:
    """BAT-61 to BAT-63. A complete city that scored more than its values."""
    rules = (middle_points, church_points, corner_points)
    return any(ask(rule, m.state, p) for rule in rules for p in range(m.seats))


def came_back(m: Position) -> bool:
    """BAT-50. The pile that was used up has a card again."""
    return bool(m.state.height[OPEN] > 0 and m.state.height[HIDDEN] > 0)


WAYS = {
    "open-pile": Way(lambda m: m.state.height[OPEN] == 0 and is_outright(m)),
    "hidden-pile": Way(lambda m: m.state.height[HIDDEN] == 0 and is_outright(m)),
    "shared": ends("shared"),
    "bonus": Way(has_bonus, script=search_lively(has_bonus)),
    "came-back": Way(came_back, script=search_lively(came_back)),
}
