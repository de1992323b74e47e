"""What a learned judge is shown of a view (core.features says how it is read).

| numbers | for each | what |
|---|---|---|
| score, score behind | collector | points; the viewer's less the collector's |
| money | collector, currency | and in all |
| cards, standing | collector, category | cards; cards (0..6), collectors ahead (0..2) and tied (0..2) in one number |
| building, overpaid | collector, slot of the yard | category, and whether it can be paid (exactly); by how much |
| hand | kind of money | the viewer's |
| open money | kind of money | cards lying open |
| yard | slot | the kind of building; -1 for none |
| buildings left | category | face down |
| phase and turn | | phase (0..7) and whose turn it is, in one number |
| scored, buildings, money, pile, pile left | | scorings behind, what is face down, which money pile is on top |
| slot, due, highest, bought, overpays, for Martin | | the purchase under way |
| free | | empty slots of the yard while choosing: another action is due |
| seats | | 2..6 |
| terms | term of the opinion | the viewer's, in hundredths of a point |

A collector is a seat, or Martin as the third at a table of two.
"""

from __future__ import annotations

from typing import Any

from bastide.core.features import Field, Fields, blank, clamp, limit_terms, repeat, seat_names
from bastide.core.jit import rule, shared
from bastide.core.state import NONE
from bastide.games.alhambra.advice import TERMS, least_payment, opinion
from bastide.games.alhambra.scoring import count_collectors
from bastide.games.alhambra.state import CHOOSE, PAY, RECIPIENT
from bastide.games.alhambra.tables import (
    BUILDING_KINDS,
    CATEGORY,
    KINDS,
    MAX_SEATS,
    NUM_CATEGORIES,
    PRICE,
    SLOTS,
    VALUES,
)

MANY, AHEAD, TIED = 6, 2, 2  # beyond these, cards and rivals make no difference any more
OVERPAID = 9
NO_CHANCE = 12  # overpaying by so much or more counts as not payable
UNPAYABLE, PAYABLE, EXACT = range(3)
WAYS = 3
PER_COLLECTOR = 3 + SLOTS + 2 * NUM_CATEGORIES + 2 * SLOTS
NUM_TERMS = len(TERMS)
TERM_LOW, TERM_HIGH, TERM_STEP = -4000, 12000, 200

FIELDS = Fields(
    1,
    [
        *repeat(
            seat_names(MAX_SEATS),
            Field("score", 50, 0, 4),
            Field("score behind the viewer's", 49, -96, 4),
            *(Field(f"money of currency {i}", 16, 0, 2) for i in range(SLOTS)),
            Field("money in all", 25, 0, 3),
            *repeat(
                [f"category {i}" for i in range(NUM_CATEGORIES)],
                Field("cards", 12),
                Field("cards, ahead and tied", (MANY + 1) * (AHEAD + 1) * (TIED + 1)),
            ),
            *repeat(
                [f"slot {i}" for i in range(SLOTS)],
                Field("category and how it can be paid", 1 + NUM_CATEGORIES * WAYS),
                Field("overpaid", OVERPAID + 2),
            ),
        ),
        *(Field(f"own money of kind {i}", 4) for i in range(KINDS)),
        *(Field(f"open money of kind {i}", 3) for i in range(KINDS)),
        *(Field(f"building in slot {i}", BUILDING_KINDS + 1, -1) for i in range(SLOTS)),
        *(Field(f"buildings left of category {i}", 13) for i in range(NUM_CATEGORIES)),
        Field("phase and whose turn", 48),
        Field("scorings behind", 3),
        Field("buildings face down", 28, 0, 2),
        Field("money face down", 28, 0, 4),
        Field("money pile on top", 6),
        Field("left of it", 14, 0, 2),
        Field("slot being bought", 5, -1),
        Field("due", 14),
        Field("highest card that may be paid", 10),
        Field("building being bought", BUILDING_KINDS + 1, -1),
        Field("overpays", 11, -1),
        Field("for Martin", 2),
        Field("empty slots while choosing", 5),
        Field("seats", MAX_SEATS + 1),
        *(Field(f"own {term}", (TERM_HIGH - TERM_LOW) // TERM_STEP + 1, TERM_LOW, TERM_STEP) for term in TERMS),
    ],
)


@rule
def write_standing(v: Any, p: int, collectors: int, out: Any, k: int) -> int:
    """A collector's cards of each category, and how many others have more or as many."""
    for category in range(NUM_CATEGORIES):
        count = v.collectors[p].buildings[category]
        ahead = 0
        tied = 0
        for other in range(collectors):
            if other != p:
                theirs = v.collectors[other].buildings[category]
                ahead += theirs > count
                tied += theirs == count
        out[k] = count
        out[k + 1] = (min(count, MANY) * (AHEAD + 1) + min(ahead, AHEAD)) * (TIED + 1) + min(tied, TIED)
        k += 2
    return k


@rule
def write_means(v: Any, p: int, out: Any, k: int) -> int:
    """What the collector's money can buy in each slot of the yard."""
    for slot in range(SLOTS):
        kind = v.yard[slot]
        out[k] = 0
        out[k + 1] = OVERPAID + 1
        if kind != NONE:
            over = least_payment(v, p, slot, PRICE[kind], VALUES) - PRICE[kind]
            way = UNPAYABLE
            if over == 0:
                way = EXACT
            elif over < NO_CHANCE:
                way = PAYABLE
            out[k] = 1 + CATEGORY[kind] * WAYS + way
            out[k + 1] = clamp(over, 0, OVERPAID)
        k += 2
    return k


@rule
def write_collector(v: Any, seat: int, p: int, collectors: int, out: Any, k: int) -> int:
    """Points, money, cards and means of one collector."""
    out[k] = v.collectors[p].score
    out[k + 1] = v.collectors[seat].score - v.collectors[p].score
    k += 2
    total = 0
    for currency in range(SLOTS):
        out[k] = v.collectors[p].money[currency]
        total += v.collectors[p].money[currency]
        k += 1
    out[k] = total
    k = write_standing(v, p, collectors, out, k + 1)
    return write_means(v, p, out, k)


@rule
def write_market(v: Any, seat: int, out: Any, k: int) -> int:
    """The viewer's hand, open money, the yard and the buildings to come."""
    for kind in range(KINDS):
        out[k + kind] = v.collectors[seat].hand[kind]
        out[k + KINDS + kind] = 0
    k += KINDS
    for slot in range(SLOTS):
        if v.open_money[slot] != NONE:
            out[k + v.open_money[slot]] += 1
    k += KINDS
    for slot in range(SLOTS):
        out[k + slot] = v.yard[slot]
    k += SLOTS
    for category in range(NUM_CATEGORIES):
        out[k + category] = 0
    for kind in range(BUILDING_KINDS):
        out[k + CATEGORY[kind]] += v.building_bag[kind]
    return k + NUM_CATEGORIES


@rule
def write_purchase(v: Any, out: Any, k: int) -> int:
    """The purchase under way."""
    buying = v.phase == RECIPIENT or v.phase == PAY
    out[k] = v.slot
    out[k + 1] = v.due
    out[k + 2] = v.highest
    out[k + 3] = -1
    out[k + 4] = -1
    if buying:
        out[k + 3] = v.yard[v.slot]
        out[k + 4] = clamp(least_payment(v, v.current, v.slot, v.due, v.highest) - v.due, 0, OVERPAID)
    out[k + 5] = v.for_martin
    return k + 6


@rule
@shared
def features(v: Any, seat: int, out: Any) -> int:
    """All of FIELDS, the viewer's seat first; returns how many."""
    collectors = count_collectors(v)
    k = 0
    for q in range(MAX_SEATS):
        if q >= collectors:
            k = blank(out, k, PER_COLLECTOR)
        else:
            k = write_collector(v, seat, (seat + q) % v.seats if q < v.seats else q, collectors, out, k)
    k = write_market(v, seat, out, k)
    out[k] = v.phase * MAX_SEATS + (v.current - seat + v.seats) % v.seats
    out[k + 1] = v.scored
    out[k + 2] = v.building_size
    out[k + 3] = v.money_size
    out[k + 4] = v.pile
    out[k + 5] = v.pile_left
    k = write_purchase(v, out, k + 6)
    out[k] = 0
    if v.phase == CHOOSE:
        for slot in range(SLOTS):
            out[k] += v.yard[slot] == NONE
    out[k + 1] = v.seats
    k += 2
    opinion(v, seat, out[k : k + NUM_TERMS])
    return limit_terms(out, k, NUM_TERMS, TERM_LOW, TERM_HIGH)
