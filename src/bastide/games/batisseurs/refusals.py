"""Which clause forbids an action that is not legal."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE, ask
from bastide.games.batisseurs.actions import INSIDE, LEFT, RIGHT, VERBS
from bastide.games.batisseurs.city import (
    count_buildings,
    count_corners,
    count_type,
    end_type,
    has_room_for,
    is_corner,
    is_founding,
    may_join,
)
from bastide.games.batisseurs.state import BREACH, FILL, LOWER, RANSOM, STONE, TARGET
from bastide.games.batisseurs.tables import CORNER_LEFT, CORNER_RIGHT, GROUP, TOWN_HALL, TYPE, WIDTH

# what is asked in a phase: the clause that is cited for anything else
ASKED = {STONE: "BAT-12", FILL: "BAT-36", TARGET: "BAT-41", RANSOM: "BAT-42", LOWER: "BAT-43"}


def refuse_bid(s: Any, *_bid: int) -> str:
    """BAT-21: the opening. BAT-22: a raise is higher than the bid that stands."""
    return "BAT-21" if s.leader == NONE else "BAT-22"


def refuse_sabotage(s: Any, victim: int, _card: int) -> str:
    """BAT-41: a building of the seat with the fewest shields."""
    return refuse_attack(s, victim) or "BAT-41"


def refuse_raid(s: Any, victim: int) -> str:
    """BAT-44: a hand of five cards."""
    return refuse_attack(s, victim) or "BAT-44"


def refuse_attack(s: Any, victim: int) -> str:
    """BAT-51: only building. BAT-05: one of the two. BAT-40: with a stone, against another. Else nothing."""
    if s.final:
        return "BAT-51"
    if s.laid:
        return "BAT-05"
    return "" if s.stones[s.current] and victim != s.current else "BAT-40"


def refuse_build(s: Any, kind: int, place: int) -> str:
    """BAT-30 to BAT-36, in this order: the hand, what a city may hold, the place, its neighbour, three at first."""
    p = s.current
    if s.known[p, kind] + s.secret[p, kind] == 0:
        return "BAT-30"
    if not ask(has_room_for, s, TYPE[kind], ask(count_corners, s, p), ask(count_type, s, p, TOWN_HALL)):
        return "BAT-35" if TYPE[kind] == TOWN_HALL else "BAT-34"
    if s.length[p] == 0:
        return "BAT-30" if place == INSIDE else "BAT-31"
    if place == INSIDE:
        return refuse_inside(s, kind)
    if not is_founding_place(s, kind, place):
        return refuse_end(s, kind, place)
    return "BAT-30"


def is_founding_place(s: Any, kind: int, place: int) -> bool:
    """Whether the end itself would take the card, and only the three cards of a first build stand against it."""
    ends = ask(end_type, s, s.current, LEFT), ask(end_type, s, s.current, RIGHT)
    return bool(ask(is_founding, s, s.current) and may_join(TYPE[kind], place, *ends))


def refuse_end(s: Any, kind: int, place: int) -> str:
    """BAT-34: corner towers have their side and close their end. BAT-32: neighbours. BAT-36: the row is too long."""
    end = ask(end_type, s, s.current, place)
    closing = CORNER_LEFT if place == LEFT else CORNER_RIGHT
    if end == closing or (is_corner(TYPE[kind]) and TYPE[kind] != closing):
        return "BAT-34"
    if GROUP[end] == GROUP[TYPE[kind]]:
        return "BAT-32"
    return "BAT-36" if s.length[s.current] == WIDTH else "BAT-30"


def refuse_inside(s: Any, kind: int) -> str:
    """BAT-36: no breach, or a corner tower in one. BAT-32: the neighbours."""
    breaches = s.length[s.current] - ask(count_buildings, s, s.current)
    return "BAT-36" if not breaches or is_corner(TYPE[kind]) else "BAT-32"


def refuse_place(s: Any, place: int) -> str:
    """BAT-41: not the kind under attack. BAT-32: a breach whose neighbours forbid the card. BAT-36: no breach."""
    if s.phase == TARGET:
        return "BAT-41"
    is_breach = place < s.length[s.current] and s.row[s.current, place] == BREACH
    return "BAT-32" if is_breach else "BAT-36"


refuse = VERBS.refuser(
    ASKED,
    bid=refuse_bid,
    build=refuse_build,
    sabotage=refuse_sabotage,
    raid=refuse_raid,
    at=refuse_place,
    **{"pass": refuse_bid},
)
