"""Cities: what may stand where, laying a card, razing one, and what stands there (BAT-30 to BAT-36)."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.state import NONE
from bastide.games.batisseurs.actions import LEFT, RIGHT
from bastide.games.batisseurs.state import BREACH
from bastide.games.batisseurs.tables import (
    COINS,
    CORNER_LEFT,
    CORNER_RIGHT,
    CORNERS,
    CORNERS_FINAL,
    FIRST_BUILD,
    GROUP,
    KINDS,
    SHIELDS,
    TOWN_HALL,
    TYPE,
    TYPES,
)

# ---- what stands in a city


@rule
def count_buildings(s: Any, p: int) -> int:
    """Buildings standing, breaches not counted."""
    n = 0
    for i in range(s.length[p]):
        n += s.row[p, i] != BREACH
    return n


@rule
def count_type(s: Any, p: int, kind_type: int) -> int:
    """Buildings of one printed type."""
    n = 0
    for i in range(s.length[p]):
        if s.row[p, i] != BREACH:
            n += TYPE[s.row[p, i]] == kind_type
    return n


@rule
def count_corners(s: Any, p: int) -> int:
    """Corner towers: they stand only at the ends (BAT-34)."""
    if s.length[p] == 0:
        return 0
    n = 0
    if TYPE[s.row[p, 0]] == CORNER_LEFT:
        n += 1
    if TYPE[s.row[p, s.length[p] - 1]] == CORNER_RIGHT:
        n += 1
    return n


@rule
def count_coins(s: Any, p: int) -> int:
    """BAT-10. Coin symbols on built gates."""
    n = 0
    for i in range(s.length[p]):
        if s.row[p, i] != BREACH:
            n += COINS[s.row[p, i]]
    return n


@rule
def shields_of(s: Any, kind: int) -> int:
    """BAT-01. The shields of a card; with the option `one_shield` every tower has one."""
    return min(SHIELDS[kind], 1) if s.one_shield else SHIELDS[kind]


@rule
def count_shields(s: Any, p: int) -> int:
    """BAT-41. Shields on built towers and corner towers."""
    n = 0
    for i in range(s.length[p]):
        if s.row[p, i] != BREACH:
            n += shields_of(s, s.row[p, i])
    return n


@rule
def end_type(s: Any, p: int, side: int) -> int:
    """The printed type at an end of the row; NONE without a city."""
    if s.length[p] == 0:
        return NONE
    return TYPE[s.row[p, 0 if side == LEFT else s.length[p] - 1]]


@rule
def count_copies(s: Any, p: int, kind: int) -> int:
    """How many cards of a kind stand in a city."""
    n = 0
    for i in range(s.length[p]):
        n += s.row[p, i] == kind
    return n


@rule
def place_of(s: Any, p: int, kind: int) -> int:
    """The first place of a row that holds this kind."""
    i = 0
    while s.row[p, i] != kind:
        i += 1
    return i


# ---- what may be laid


@rule
def corner_limit(s: Any) -> int:
    """BAT-34, BAT-51. One corner tower before the final round, then both."""
    return CORNERS_FINAL if s.final else CORNERS


@rule
def is_corner(kind_type: int) -> bool:
    return kind_type <= CORNER_RIGHT


@rule
def may_join(kind_type: int, side: int, left: int, right: int) -> bool:
    """BAT-31, BAT-32, BAT-34. Whether a type may stand outside the ends `left` and `right` of a row, on that side."""
    if left == NONE:
        return True
    if side == LEFT:
        return kind_type != CORNER_RIGHT and left != CORNER_LEFT and GROUP[left] != GROUP[kind_type]
    return kind_type != CORNER_LEFT and right != CORNER_RIGHT and GROUP[right] != GROUP[kind_type]


@rule
def has_room_for(s: Any, kind_type: int, corners: int, halls: int) -> bool:
    """BAT-34, BAT-35. Whether a city with so many corner towers and town halls may have one more of a type."""
    if is_corner(kind_type):
        return corners < corner_limit(s)
    return not (kind_type == TOWN_HALL and s.one_town_hall and halls > 0)


@rule
def may_fill(s: Any, p: int, kind: int, i: int) -> bool:
    """BAT-32, BAT-36. A breach takes no corner tower and nothing that stands beside it already."""
    if s.row[p, i] != BREACH or is_corner(TYPE[kind]):
        return False
    for j in range(i - 1, i + 2, 2):
        if s.row[p, j] != BREACH and GROUP[TYPE[s.row[p, j]]] == GROUP[TYPE[kind]]:
            return False
    return True


@rule
def count_fitting(s: Any, p: int, kind: int) -> int:
    """How many breaches of a city would take this card."""
    n = 0
    for i in range(1, s.length[p] - 1):
        if s.row[p, i] == BREACH:
            n += may_fill(s, p, kind, i)
    return n


@rule
def first_fitting(s: Any, p: int, kind: int) -> int:
    """The leftmost breach that takes this card."""
    i = 1
    while not may_fill(s, p, kind, i):
        i += 1
    return i


# ---- first builds: three cards or none


@rule
def is_founding(s: Any, p: int) -> bool:
    """BAT-30. Whether everything that stands in the city was laid in this turn."""
    return count_buildings(s, p) == s.laid


@rule
def stock_of(s: Any, p: int) -> int:
    """The hand by printed types, four bits each."""
    stock = 0
    for kind in range(KINDS):
        stock += (s.known[p, kind] + s.secret[p, kind]) << 4 * TYPE[kind]
    return stock


@rule
def can_lay_one(s: Any, stock: int, left: int, right: int, corners: int, halls: int) -> bool:
    """Whether the stock holds a card for either end of a row."""
    for kind_type in range(TYPES):
        fits = may_join(kind_type, LEFT, left, right) or may_join(kind_type, RIGHT, left, right)
        if fits and stock >> 4 * kind_type & 15 and has_room_for(s, kind_type, corners, halls):
            return True
    return False


@rule
def can_lay_two(s: Any, stock: int, left: int, right: int, corners: int, halls: int) -> bool:
    """Whether the stock holds a card for either end, and another for the row as it is then."""
    for kind_type in range(TYPES):
        if stock >> 4 * kind_type & 15 and has_room_for(s, kind_type, corners, halls):
            rest = stock - (1 << 4 * kind_type)
            more_corners = corners + is_corner(kind_type)
            more_halls = halls + (kind_type == TOWN_HALL)
            at_left = may_join(kind_type, LEFT, left, right)
            at_right = may_join(kind_type, RIGHT, left, right)
            if at_left and can_lay_one(s, rest, kind_type, right, more_corners, more_halls):
                return True
            if at_right and can_lay_one(s, rest, left, kind_type, more_corners, more_halls):
                return True
    return False


@rule
def can_found(s: Any, p: int, stock: int, kind_type: int, side: int) -> bool:
    """BAT-30. Whether a first build can still be completed after a card of this type is laid there."""
    left = end_type(s, p, LEFT)
    right = end_type(s, p, RIGHT)
    corners = count_corners(s, p) + is_corner(kind_type)
    halls = count_type(s, p, TOWN_HALL) + (kind_type == TOWN_HALL)
    if side != RIGHT:
        left = kind_type
    if side != LEFT:
        right = kind_type
    rest = stock - (1 << 4 * kind_type)
    missing = FIRST_BUILD - s.laid - 1
    if missing == 2:
        return can_lay_two(s, rest, left, right, corners, halls)
    return missing == 0 or can_lay_one(s, rest, left, right, corners, halls)


# ---- laying and razing


@rule
def lay(s: Any, p: int, kind: int, place: int) -> None:
    """BAT-31. A card at an end of the row, or as its first."""
    n = s.length[p]
    if place == LEFT:
        for i in range(n, 0, -1):
            s.row[p, i] = s.row[p, i - 1]
        s.row[p, 0] = kind
    else:
        s.row[p, n] = kind
    s.length[p] = n + 1


@rule
def raze(s: Any, p: int, i: int) -> None:
    """BAT-36. A building goes: inside it leaves a breach; at an end the row shrinks to the next building."""
    s.row[p, i] = BREACH
    first = 0
    while first < s.length[p] and s.row[p, first] == BREACH:
        first += 1
    last = s.length[p]
    while last > first and s.row[p, last - 1] == BREACH:
        last -= 1
    for j in range(s.length[p]):
        s.row[p, j] = s.row[p, j + first] if j < last - first else NONE
    s.length[p] = last - first
