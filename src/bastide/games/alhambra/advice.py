"""An opinion on a position, for greedy play and for hints; no rule is here.

A purchase under way is judged as if it were completed with the least money.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bastide.core.jit import rule, shared
from bastide.core.state import NONE, frozen
from bastide.games.alhambra.scoring import count_collectors, pay_places
from bastide.games.alhambra.state import CHOOSE, OVER_PHASE, PAY, RECIPIENT
from bastide.games.alhambra.tables import (
    BUILDINGS,
    CATEGORY,
    MARTIN,
    NUM_CATEGORIES,
    POINTS,
    PRICE,
    SCORING_C,
    SLOTS,
    VALUES,
)

TERMS = (
    "alhambra.term.points",
    "alhambra.term.majorities",
    "alhambra.term.buildings",
    "alhambra.term.money",
    "alhambra.term.exact",
    "alhambra.term.action",
)

# per cent of a scoring's points that today's majorities promise: COMES[scorings behind][scoring]
COMES = frozen([[70, 40, 25], [0, 75, 40], [0, 0, 80]], np.int16)
CARD = 12  # hundredths of a point per card and per point of first place in C: a card counts before it leads
COIN = 34  # hundredths of a point for a unit of money while the building pile is full
ENOUGH = 30  # money beyond this in hand is worth a third
EXACT = 90  # a building in the yard that the hand pays exactly
ACTION = 160  # another action in this turn
UNPAYABLE = 99


@rule
def buyer_of_pending(s: Any) -> int:
    """The collector who will own the building being bought; NONE when none is."""
    if s.phase != RECIPIENT and s.phase != PAY:
        return NONE
    return MARTIN if s.for_martin else s.current


@rule
def cards_of(s: Any, c: int, category: int) -> int:
    """A collector's cards of a category, the one being bought included."""
    n = s.collectors[c].buildings[category]
    if buyer_of_pending(s) == c and CATEGORY[s.yard[s.slot]] == category:
        n += 1
    return n


@rule
def share_of(s: Any, scoring: int, category: int, c: int) -> int:
    """Hundredths of a point that a scoring would pay a collector for a category now."""
    count = cards_of(s, c, category)
    if count == 0:
        return 0
    ahead = 0
    tied = 0
    for other in range(count_collectors(s)):
        theirs = cards_of(s, other, category)
        if theirs > count:
            ahead += 1
        elif theirs == count:
            tied += 1
    return 100 * pay_places(scoring, category, ahead, tied) // tied


@rule
def promise_of(s: Any, c: int) -> int:
    """What today's majorities may bring a collector in the scorings to come."""
    hope = 0
    for scoring in range(s.scored, SCORING_C + 1):
        for category in range(NUM_CATEGORIES):
            hope += COMES[s.scored, scoring] * share_of(s, scoring, category, c)
    return hope // 100


@rule
def cards_worth(s: Any, c: int) -> int:
    """A card is a step towards a majority even where it leads nothing yet."""
    worth = 0
    for category in range(NUM_CATEGORIES):
        worth += cards_of(s, c, category) * POINTS[SCORING_C, 0, category]
    return worth * CARD * s.building_size // BUILDINGS


@rule
def least_payment(s: Any, p: int, currency: int, due: int, highest: int) -> int:
    """The least that a seat's cards up to a value can pay for what is due; UNPAYABLE when they cannot.

    Bit n of `sums` is set when some of the cards are worth n together.
    """
    sums = 1
    for value in range(1, highest + 1):
        for _ in range(s.collectors[p].hand[currency * VALUES + value - 1]):
            sums |= sums << value
            sums &= (1 << 24) - 1  # the least payment of 13 or less with cards up to 9 is below 22
    paid = due
    while paid < 24:
        if sums >> paid & 1:
            return paid
        paid += 1
    return UNPAYABLE


@rule
def money_worth(s: Any, p: int) -> int:
    """Money in hand, less what the purchase under way costs; worth less as the buildings run out."""
    money = 0
    for currency in range(SLOTS):
        money += s.collectors[p].money[currency]
    if p == s.current and (s.phase == RECIPIENT or s.phase == PAY):
        money -= least_payment(s, p, s.slot, s.due, s.highest)
    useful = 3 * min(money, ENOUGH) + max(0, money - ENOUGH)
    return COIN * useful * s.building_size // (3 * BUILDINGS)


@rule
def exact_worth(s: Any, p: int) -> int:
    """Buildings that the hand pays exactly, as the yard stands."""
    worth = 0
    if buyer_of_pending(s) == NONE:
        for slot in range(SLOTS):
            kind = s.yard[slot]
            if kind != NONE and least_payment(s, p, slot, PRICE[kind], VALUES) == PRICE[kind]:
                worth += EXACT
    return worth


@rule
def action_worth(s: Any, p: int) -> int:
    """Another action in this turn, after an exact payment or one in sight."""
    if s.current != p:
        return 0
    if s.phase == CHOOSE:
        for slot in range(SLOTS):
            if s.yard[slot] == NONE:
                return ACTION
    elif buyer_of_pending(s) != NONE and least_payment(s, p, s.slot, s.due, s.highest) == s.due:
        return ACTION
    return 0


@rule
@shared
def opinion(s: Any, seat: int, out: Any) -> None:
    """Against the average of the other seats: points, majorities, cards; then money, exact payments, another action."""
    for i in range(len(out)):
        out[i] = 0
    rivals = s.seats - 1
    for p in range(s.seats):
        share = rivals if p == seat else -1
        out[0] += share * 100 * s.collectors[p].score
        if s.phase != OVER_PHASE:
            out[1] += share * promise_of(s, p)
            out[2] += share * cards_worth(s, p)
    for i in range(3):
        out[i] //= rivals
    if s.phase != OVER_PHASE:
        out[3] = money_worth(s, seat)
        out[4] = exact_worth(s, seat)
        out[5] = action_worth(s, seat)
