"""What a learned judge is shown of a view (core.features says how it is read), and which bids it looks at.

| numbers | for each | what |
|---|---|---|
| money, stones, row, hand | seat | thalers, saboteur stones, places of the row, cards in hand |
| points, coins, shields, complete, bonus | seat | of the city as it stands; the bonus if it were closed |
| town hall | seat | how far it is off the middle (0..12, 6 in the middle); 13 without one |
| bid, passed, leads, asked, on turn, attacked, ended | seat | the auction and the turn |
| breaches, left end, right end | seat | of the row; -1 where nothing stands |
| type | seat, printed type | buildings of it in the city |
| cards | seat, kind | in hand, as far as the viewer knows |
| phase, piles, top, lot, pile, secret, named, final, laid, pending, attacked | | the table |
| lots left, tails | | cards still to be auctioned, about; known cards under each pile |
| unseen | kind | cards that the viewer has not seen |
| seats | | 3..4 |
| terms | seat, term of the opinion | in hundredths of a point |
"""

from __future__ import annotations

from typing import Any

from bastide.core.features import Field, Fields, blank, clamp, limit_terms, repeat, seat_names
from bastide.core.jit import rule, shared
from bastide.core.state import NONE
from bastide.games.batisseurs.actions import BID
from bastide.games.batisseurs.advice import TERMS, bonus_in_sight, city_points, lots_left, opinion
from bastide.games.batisseurs.city import count_coins, count_shields, count_type
from bastide.games.batisseurs.scoring import is_complete
from bastide.games.batisseurs.state import BREACH, PHASES
from bastide.games.batisseurs.tables import (
    HIDDEN,
    KINDS,
    MAX_SEATS,
    OPEN,
    PILE_SIZE,
    SPOKEN_TYPES,
    TOP_BID,
    TOWN_HALL,
    TYPE,
    TYPE_NAMES,
    TYPES,
)

OFF_MIDDLE = 6
NO_HALL = 13
RAISE = 8  # bids worth a look go so far above the least
PER_SEAT = 20 + TYPES + KINDS
NUM_TERMS = len(TERMS)
TERM_LOW, TERM_HIGH, TERM_STEP = -4000, 12000, 150

FIELDS = Fields(
    1,
    [
        *repeat(
            seat_names(MAX_SEATS),
            Field("money", 24, 0, 2),
            Field("stones", 6),
            Field("places of the row", 16),
            Field("cards in hand", 10),
            Field("points of the city", 25, 0, 2),
            Field("coins", 8),
            Field("shields", 8),
            Field("is complete", 2),
            Field("bonus in sight", 10, 0, 2),
            Field("town hall off the middle", NO_HALL + 1),
            Field("bid", 34, -1),
            Field("has passed", 2),
            Field("leads the auction", 2),
            Field("is asked to bid", 2),
            Field("is on turn", 2),
            Field("is attacked", 2),
            Field("auctioned a pile's last card", 2),
            Field("breaches", 4),
            Field("left end", KINDS + 2, -2),
            Field("right end", KINDS + 2, -2),
            *(Field(f"{name}s in the city", 5) for name in TYPE_NAMES),
            *(Field(f"cards of kind {kind} in hand", 3) for kind in range(KINDS)),
        ),
        Field("phase", len(PHASES)),
        Field("open pile", PILE_SIZE + 1),
        Field("hidden pile", PILE_SIZE + 1),
        Field("top card", KINDS + 1, -1),
        Field("card on offer", KINDS + 1, -1),
        Field("pile it comes from", 3, -1),
        Field("is it hidden", 2),
        Field("type named", SPOKEN_TYPES + 2, -1),
        Field("final round", 2),
        Field("laid in this turn", 3),
        Field("card to be placed", KINDS + 1, -1),
        Field("building attacked", KINDS + 1, -1),
        Field("lots left", 31),
        Field("known under the open pile", 6),
        Field("known under the hidden pile", 6),
        *(Field(f"unseen cards of kind {kind}", 4) for kind in range(KINDS)),
        Field("seats", 7),
        *(
            Field(f"{seat}: {term}", (TERM_HIGH - TERM_LOW) // TERM_STEP + 1, TERM_LOW, TERM_STEP)
            for seat in seat_names(MAX_SEATS)
            for term in TERMS
        ),
    ],
)


@rule
def hall_place(v: Any, p: int) -> int:
    """Where the first town hall of a row stands, from the middle; NO_HALL without one."""
    n = v.length[p]
    for i in range(n):
        if v.row[p, i] != BREACH and TYPE[v.row[p, i]] == TOWN_HALL:
            return clamp(2 * i - (n - 1), -OFF_MIDDLE, OFF_MIDDLE) + OFF_MIDDLE
    return NO_HALL


@rule
def write_city(v: Any, p: int, out: Any, k: int) -> int:
    """What a seat owns and has built."""
    out[k] = v.money[p]
    out[k + 1] = v.stones[p]
    out[k + 2] = v.length[p]
    out[k + 3] = v.hand_size[p]
    out[k + 4] = city_points(v, p)
    out[k + 5] = count_coins(v, p)
    out[k + 6] = count_shields(v, p)
    out[k + 7] = 1 if is_complete(v, p) else 0
    out[k + 8] = bonus_in_sight(v, p)
    out[k + 9] = hall_place(v, p)
    return k + 10


@rule
def write_turn(v: Any, p: int, out: Any, k: int) -> int:
    """A seat's part in the auction and the turn."""
    out[k] = v.bids[p]
    out[k + 1] = v.passed >> p & 1
    out[k + 2] = 1 if v.leader == p else 0
    out[k + 3] = 1 if v.bidder == p else 0
    out[k + 4] = 1 if v.current == p else 0
    out[k + 5] = 1 if v.victim == p else 0
    out[k + 6] = 1 if v.ender == p else 0
    return k + 7


@rule
def write_row(v: Any, p: int, out: Any, k: int) -> int:
    """Breaches and ends of a row, its types, and the cards in hand."""
    out[k] = 0
    out[k + 1] = -1
    out[k + 2] = -1
    for i in range(v.length[p]):
        out[k] += v.row[p, i] == BREACH
    if v.length[p] > 0:
        out[k + 1] = v.row[p, 0]
        out[k + 2] = v.row[p, v.length[p] - 1]
    k += 3
    for kind_type in range(TYPES):
        out[k + kind_type] = count_type(v, p, kind_type)
    k += TYPES
    for kind in range(KINDS):
        out[k + kind] = v.known[p, kind] + v.secret[p, kind]
    return k + KINDS


@rule
def write_table(v: Any, out: Any, k: int) -> int:
    """The piles, the card on offer, and what nobody has shown."""
    out[k] = v.phase
    out[k + 1] = v.height[OPEN]
    out[k + 2] = v.height[HIDDEN]
    out[k + 3] = v.top
    out[k + 4] = v.lot
    out[k + 5] = v.lot_pile
    out[k + 6] = v.lot_secret
    out[k + 7] = v.named
    out[k + 8] = v.final
    out[k + 9] = v.laid
    out[k + 10] = v.pending
    out[k + 11] = -1
    if v.victim != NONE and v.target != NONE:
        out[k + 11] = v.row[v.victim, v.target]
    out[k + 12] = lots_left(v)
    out[k + 13] = v.tail_size[OPEN]
    out[k + 14] = v.tail_size[HIDDEN]
    k += 15
    for kind in range(KINDS):
        out[k + kind] = v.bag[kind]
    return k + KINDS


@rule
@shared
def features(v: Any, seat: int, out: Any) -> int:
    """All of FIELDS, the viewer's seat first; returns how many."""
    k = 0
    for q in range(MAX_SEATS):
        if q >= v.seats:
            k = blank(out, k, PER_SEAT)
        else:
            p = (seat + q) % v.seats
            k = write_city(v, p, out, k)
            k = write_turn(v, p, out, k)
            k = write_row(v, p, out, k)
    k = write_table(v, out, k)
    out[k] = v.seats
    k += 1
    for q in range(MAX_SEATS):
        if q >= v.seats:
            k = blank(out, k, NUM_TERMS)
        else:
            opinion(v, (seat + q) % v.seats, out[k : k + NUM_TERMS])
            k = limit_terms(out, k, NUM_TERMS, TERM_LOW, TERM_HIGH)
    return k


@rule
def candidates(v: Any, seat: int, actions: Any, n: int) -> int:
    """Keeps the bids within the seat's means and at most RAISE above the least, and everything that is no bid."""
    kept = 0
    least = NONE
    for k in range(n):
        a = actions[k]
        amount = a - BID
        if amount < 0 or amount > TOP_BID:
            actions[kept] = a
            kept += 1
        else:
            if least == NONE:
                least = amount
            if amount <= v.money[seat] and amount <= least + RAISE:
                actions[kept] = a
                kept += 1
    return kept if kept > 0 else n
