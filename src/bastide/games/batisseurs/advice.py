"""An opinion on a position, for greedy play and for hints; no rule is here."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.state import NONE
from bastide.games.batisseurs.auction import next_lower
from bastide.games.batisseurs.city import count_coins, count_shields, count_type
from bastide.games.batisseurs.scoring import building_points, church_points, corner_points, is_complete, middle_points
from bastide.games.batisseurs.state import BIDDING, BREACH, OVER_PHASE, RANSOM
from bastide.games.batisseurs.tables import (
    CHURCH,
    COINS,
    CORNER_LEFT,
    CORNER_RIGHT,
    FIRST_BUILD,
    HIDDEN,
    KINDS,
    MOST_PER_TURN,
    OPEN,
    SHIELDS,
    TOWN_HALL,
    TYPE,
    VALUE,
)

TERMS = (
    "batisseurs.term.city",
    "batisseurs.term.plan",
    "batisseurs.term.hand",
    "batisseurs.term.money",
    "batisseurs.term.stones",
    "batisseurs.term.auction",
    "batisseurs.term.rivals",
)

CLOSED_END = 150  # hundredths of a point lost by closing an end while there is time to build there
BREACH_COST = 150
HALL_HOPE = 200  # a town hall standing: half a bonus in sight
LEAN_COST = 40  # per building by which the town hall is off the middle
CHURCH_HOPE = 150  # as many churches on either side
CORNER_HOPE = 250  # a corner tower kept for the final round
SHIELD_WORTH = 20
STONE_WORTH = 60


@rule
def lots_left(s: Any) -> int:
    """Cards that will still be auctioned, about: between the lower pile and both of them."""
    if s.ender != NONE:
        return 0
    lower = min(s.height[OPEN], s.height[HIDDEN])
    return (lower + s.height[OPEN] + s.height[HIDDEN]) // 2


@rule
def turns_left(s: Any) -> int:
    """Turns a seat will still have, about, before the final round."""
    return lots_left(s) // s.seats


@rule
def thaler(s: Any) -> int:
    """What a thaler is worth: less as fewer cards are left to buy."""
    return min(70, 8 * lots_left(s))


@rule
def can_still_build(s: Any, p: int) -> int:
    """Cards a seat will still be able to lay."""
    if s.phase == OVER_PHASE:
        return 0
    if not s.final:
        return MOST_PER_TURN * (turns_left(s) + 1)
    turn = (p - s.ender - 1) % s.seats
    now = (s.current - s.ender - 1) % s.seats
    if turn < now:
        return 0
    return MOST_PER_TURN - (s.laid if turn == now else 0)


@rule
def card_worth(s: Any, p: int, kind: int, copies: int) -> int:
    """What one more card is worth to a hand that holds so many of its type already, if there is time to lay it."""
    kind_type = TYPE[kind]
    if kind_type == TOWN_HALL:
        if copies + count_type(s, p, TOWN_HALL) > 0 and s.one_town_hall:
            return -100 * VALUE[kind]
        return 85 * VALUE[kind] + HALL_HOPE
    if kind_type <= CORNER_RIGHT:
        if copies + count_type(s, p, kind_type) > 0:
            return -100 * VALUE[kind]
        return 85 * VALUE[kind] + CORNER_HOPE
    return 85 * VALUE[kind] + COINS[kind] * turns_left(s) * thaler(s) * 2 // 3 + SHIELDS[kind] * SHIELD_WORTH


@rule
def count_in_hand(s: Any, p: int, kind_type: int) -> int:
    """Cards of one printed type in a hand."""
    n = 0
    for kind in range(KINDS):
        if TYPE[kind] == kind_type:
            n += s.known[p, kind] + s.secret[p, kind]
    return n


@rule
def hand_worth(s: Any, p: int) -> int:
    """What a hand promises; cards that cannot be laid any more cost their value."""
    room = can_still_build(s, p)
    if s.length[p] == 0 and room < FIRST_BUILD:
        room = 0
    worth = 0
    last_type = NONE
    copies = 0
    for k in range(KINDS):
        kind = KINDS - 1 - k  # dear ones first within a type
        if TYPE[kind] != last_type:
            last_type = TYPE[kind]
            copies = 0
        for _ in range(s.known[p, kind] + s.secret[p, kind]):
            if room > 0:
                one = card_worth(s, p, kind, copies)
                worth += one
                room -= one > 0
            else:
                worth -= 100 * VALUE[kind]
            copies += 1
    return worth


@rule
def city_points(s: Any, p: int) -> int:
    """Points that stand, bonuses of a complete city included."""
    return building_points(s, p) + middle_points(s, p) + church_points(s, p) + corner_points(s, p)


@rule
def plan_worth(s: Any, p: int) -> int:
    """How well a city that is not complete may still grow: its town hall, its churches, its ends, its breaches."""
    if can_still_build(s, p) == 0 or s.length[p] == 0 or is_complete(s, p):
        return 0
    worth = 0
    n = s.length[p]
    if not s.final:
        worth -= CLOSED_END * (TYPE[s.row[p, 0]] == CORNER_LEFT)
        worth -= CLOSED_END * (TYPE[s.row[p, n - 1]] == CORNER_RIGHT)
    left = 0
    right = 0
    hall = NONE
    for i in range(n):
        kind = s.row[p, i]
        if kind == BREACH:
            worth -= BREACH_COST
        elif TYPE[kind] == TOWN_HALL:
            hall = i
        elif TYPE[kind] == CHURCH:
            left += hall == NONE
            right += hall != NONE
    if hall != NONE:
        worth += HALL_HOPE - LEAN_COST * abs(2 * hall + 1 - n)
        if left == right and left > 0:
            worth += CHURCH_HOPE
    return worth


@rule
def buyer_now(s: Any) -> int:
    """Who would get the card if everybody else passed now: the highest who can pay his own bid; NONE."""
    buyer = s.leader
    while buyer != NONE and s.money[buyer] < s.bids[buyer]:
        buyer = next_lower(s, s.bids[buyer])
    return buyer


@rule
def auction_worth(s: Any, seat: int) -> int:
    """The card on offer as the bids stand."""
    if s.phase != BIDDING or s.leader == NONE:
        return 0
    worth = 0
    if s.bids[seat] > s.money[seat] and s.bids[seat] != NONE:
        worth -= s.money[seat] * thaler(s) + 100  # a bid beyond one's means may be called
    buyer = buyer_now(s)
    if buyer == seat:
        copies = count_in_hand(s, seat, TYPE[s.lot])
        worth += card_worth(s, seat, s.lot, copies) - s.bids[seat] * thaler(s)
    elif buyer != NONE:
        worth -= 15 * VALUE[s.lot]
        if s.current == seat and s.money[seat] >= s.bids[seat]:
            worth += s.bids[buyer] // 2 * thaler(s)
    return worth


@rule
def rivals_worth(s: Any, seat: int) -> int:
    """Half of what the others have built, on average; a building about to fall counts less."""
    total = 0
    for p in range(s.seats):
        if p != seat:
            total += 100 * city_points(s, p) + count_coins(s, p) * turns_left(s) * thaler(s) // 2
    if s.phase == RANSOM and s.current == seat:
        total -= 60 * VALUE[s.row[s.victim, s.target]]
    return -total // (2 * (s.seats - 1))


@rule
def opinion(s: Any, seat: int, out: Any) -> None:
    """City, its prospects, hand, money and income, stones, the card on offer, and the rivals."""
    turns = turns_left(s)
    out[0] = 100 * city_points(s, seat) + SHIELD_WORTH * count_shields(s, seat)
    out[1] = plan_worth(s, seat)
    out[2] = hand_worth(s, seat)
    out[3] = (s.money[seat] + count_coins(s, seat) * turns) * thaler(s)
    out[4] = STONE_WORTH * s.stones[seat] if turns > 0 else 0
    out[5] = auction_worth(s, seat)
    out[6] = rivals_worth(s, seat)
