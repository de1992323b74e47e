"""An opinion on a position, for greedy play and for hints; no rule is here."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.core.state import NONE
from bastide.games.batisseurs.actions import LEFT, RIGHT
from bastide.games.batisseurs.auction import next_lower
from bastide.games.batisseurs.city import count_coins, count_shields, count_type, end_type
from bastide.games.batisseurs.scoring import building_points, church_points, corner_points, is_complete, middle_points
from bastide.games.batisseurs.state import BIDDING, BREACH, OVER_PHASE, RANSOM
from bastide.games.batisseurs.tables import (
    CHURCH,
    CHURCH_BONUS,
    COINS,
    CORNER_LEFT,
    CORNER_RIGHT,
    FIRST_BUILD,
    HIDDEN,
    KINDS,
    MIDDLE_BONUS,
    MOST_PER_TURN,
    OPEN,
    SHIELDS,
    TOWER,
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
BLOCKED_END = 120  # lost by a tower at an end, where no corner tower can follow
BREACH_COST = 150
HALL_HOPE = 250  # what a first town hall promises beyond its value
CORNER_HOPE = 250  # and a first corner tower of its side
BLUFF = 200  # lost by a bid beyond one's means,
BLUFF_STEP = 30  # and by each thaler of it
SHIELD_WORTH = 20
STONE_WORTH = 60
USEFUL_PER_TURN = 6  # thalers that a turn can spend well


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
def purse_worth(s: Any, money: int) -> int:
    """What money is worth: all of it up to what the turns to come can use, a quarter beyond."""
    useful = USEFUL_PER_TURN * (turns_left(s) + 1)
    return thaler(s) * min(money, useful) + thaler(s) // 4 * max(0, money - useful)


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
def is_blocked(s: Any, p: int, corner: int) -> bool:
    """Whether a tower at the end of the row keeps this corner tower away."""
    return end_type(s, p, LEFT if corner == CORNER_LEFT else RIGHT) == TOWER


@rule
def card_worth(s: Any, p: int, kind: int, copies: int) -> int:
    """What one more card is worth to a hand that holds so many of its type already, if there is time to lay it."""
    kind_type = TYPE[kind]
    is_single = kind_type <= CORNER_RIGHT or (kind_type == TOWN_HALL and s.one_town_hall)
    if is_single and copies + count_type(s, p, kind_type) > 0:
        return -100 * VALUE[kind]
    if kind_type <= CORNER_RIGHT and is_blocked(s, p, kind_type):
        return -100 * VALUE[kind]
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
    """How well a city that is not complete may still grow: its ends, its breaches, and the bonuses in sight."""
    room = can_still_build(s, p)
    if room == 0 or s.length[p] == 0 or is_complete(s, p):
        return 0
    worth = -BLOCKED_END * (is_blocked(s, p, CORNER_LEFT) + is_blocked(s, p, CORNER_RIGHT))
    missing = 0  # corner towers still to lay
    lacking = 0  # of them, those not in hand
    for corner in range(CORNER_RIGHT + 1):
        if count_type(s, p, corner) == 0:
            missing += 1
            lacking += count_in_hand(s, p, corner) == 0
        elif not s.final:
            worth -= CLOSED_END
    for i in range(s.length[p]):
        worth -= BREACH_COST * (s.row[p, i] == BREACH)
    if s.final:
        return worth + 95 * bonus_in_sight(s, p) * (missing <= room and lacking == 0)
    return worth + (60 - 20 * lacking) * bonus_in_sight(s, p)


@rule
def bonus_in_sight(s: Any, p: int) -> int:
    """Points for a town hall in the middle and for equal churches, if the city were closed at both ends as it is."""
    hall = NONE
    left = 0
    right = 0
    n = s.length[p]
    for i in range(n):
        if s.row[p, i] != BREACH:
            if TYPE[s.row[p, i]] == TOWN_HALL:
                hall = i
            elif TYPE[s.row[p, i]] == CHURCH:
                left += hall == NONE
                right += hall != NONE
    if hall == NONE:
        return 0
    on_left = hall - (TYPE[s.row[p, 0]] == CORNER_LEFT)
    on_right = n - 1 - hall - (TYPE[s.row[p, n - 1]] == CORNER_RIGHT)
    points = CHURCH_BONUS if left == right and left > 0 else 0
    if s.final:
        return points + (MIDDLE_BONUS if on_left == on_right else 0)
    return points + max(0, MIDDLE_BONUS - 3 * abs(on_left - on_right))


@rule
def buyer_now(s: Any) -> int:
    """Who would get the card if everybody else passed now: the highest who can pay his own bid; NONE."""
    buyer = s.leader
    while buyer != NONE and s.money[buyer] < s.bids[buyer]:
        buyer = next_lower(s, s.bids[buyer])
    return buyer


@rule
def lot_hope(s: Any, p: int, copies: int) -> int:
    """A first corner tower of its side, or a first town hall, promises a bonus beyond its value."""
    kind_type = TYPE[s.lot]
    if copies + count_type(s, p, kind_type) > 0:
        return 0
    if kind_type == TOWN_HALL:
        return HALL_HOPE
    return CORNER_HOPE if kind_type <= CORNER_RIGHT and not is_blocked(s, p, kind_type) else 0


@rule
def auction_worth(s: Any, seat: int) -> int:
    """The card on offer as the bids stand."""
    if s.phase != BIDDING or s.leader == NONE:
        return 0
    worth = 0
    if s.bids[seat] > s.money[seat] and s.bids[seat] != NONE:  # a bid beyond one's means may be called, and is absurd
        worth -= s.money[seat] * thaler(s) + BLUFF + BLUFF_STEP * (s.bids[seat] - s.money[seat])
    if s.lot == NONE:  # a view in which it lies face down: nothing can be said of it
        return worth
    buyer = buyer_now(s)
    if buyer == seat:
        copies = count_in_hand(s, seat, TYPE[s.lot])
        worth += card_worth(s, seat, s.lot, copies) + lot_hope(s, seat, copies)
        worth += purse_worth(s, s.money[seat] - s.bids[seat]) - purse_worth(s, s.money[seat])
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
@shared
def opinion(s: Any, seat: int, out: Any) -> None:
    """City, its prospects, hand, money and income, stones, the card on offer, and the rivals."""
    turns = turns_left(s)
    out[0] = 100 * city_points(s, seat) + SHIELD_WORTH * count_shields(s, seat)
    out[1] = plan_worth(s, seat)
    out[2] = hand_worth(s, seat)
    out[3] = purse_worth(s, s.money[seat] + count_coins(s, seat) * turns)
    out[4] = STONE_WORTH * s.stones[seat] if turns > 0 else 0
    out[5] = auction_worth(s, seat)
    out[6] = rivals_worth(s, seat)
