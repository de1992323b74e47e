"""Points: buildings, the bonuses of a complete city, cards left in hand (BAT-60 to BAT-65)."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.core.state import ask
from bastide.games.batisseurs.state import BREACH
from bastide.games.batisseurs.tables import (
    CHURCH,
    CHURCH_BONUS,
    CORNER_BONUS,
    CORNER_LEFT,
    CORNER_RIGHT,
    KINDS,
    MIDDLE_BONUS,
    TOWN_HALL,
    TYPE,
    VALUE,
)

ENDINGS = ("outright", "shared")


@rule
def building_points(s: Any, p: int) -> int:
    """BAT-60. Printed values of what stands."""
    points = 0
    for i in range(s.length[p]):
        if s.row[p, i] != BREACH:
            points += VALUE[s.row[p, i]]
    return points


@rule
def is_complete(s: Any, p: int) -> bool:
    """BAT-60. No breach, and a corner tower at both ends."""
    n = s.length[p]
    if n == 0 or TYPE[s.row[p, 0]] != CORNER_LEFT or TYPE[s.row[p, n - 1]] != CORNER_RIGHT:
        return False
    breaches = 0
    for i in range(n):
        breaches += s.row[p, i] == BREACH
    return breaches == 0


@rule
def middle_points(s: Any, p: int) -> int:
    """BAT-61. A complete city with its town hall exactly in the middle."""
    n = s.length[p]
    if n % 2 == 1 and is_complete(s, p) and TYPE[s.row[p, n // 2]] == TOWN_HALL:
        return MIDDLE_BONUS
    return 0


@rule
def church_points(s: Any, p: int) -> int:
    """BAT-62. A complete city with as many churches left of a town hall as right of it, and at least one."""
    if not is_complete(s, p):
        return 0
    churches = 0
    for i in range(s.length[p]):
        churches += TYPE[s.row[p, i]] == CHURCH
    left = 0
    for i in range(s.length[p]):
        left += TYPE[s.row[p, i]] == CHURCH
        if TYPE[s.row[p, i]] == TOWN_HALL and left > 0 and 2 * left == churches:
            return CHURCH_BONUS
    return 0


@rule
def corner_points(s: Any, p: int) -> int:
    """BAT-63. A complete city with two corner towers of equal value."""
    if is_complete(s, p) and VALUE[s.row[p, 0]] == VALUE[s.row[p, s.length[p] - 1]]:
        return CORNER_BONUS
    return 0


@rule
def hand_points(s: Any, p: int) -> int:
    """BAT-64. Cards in hand count against their owner."""
    points = 0
    for kind in range(KINDS):
        points -= (s.known[p, kind] + s.secret[p, kind]) * VALUE[kind]
    return points


@rule
def total_points(s: Any, p: int) -> int:
    """BAT-60 to BAT-64. All a seat scores as things stand."""
    bonus = middle_points(s, p) + church_points(s, p) + corner_points(s, p)
    return building_points(s, p) + bonus + hand_points(s, p)


@rule
@shared
def scores(s: Any, out: Any) -> None:
    """BAT-65. Most points win; those tied share the place."""
    for p in range(s.seats):
        out[p, 0] = total_points(s, p)
    for p in range(s.seats):
        place = 1
        for q in range(s.seats):
            place += out[q, 0] > out[p, 0]
        out[p, 1] = place


def ending(s: Any) -> str:
    """BAT-65. One winner, or several."""
    points = [ask(total_points, s, p) for p in range(s.seats)]
    return "shared" if points.count(max(points)) > 1 else "outright"
