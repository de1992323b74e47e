"""Hands, the money piles, and what may be taken."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.state import NONE
from bastide.games.alhambra.actions import TAKE, TAKE_FOUR, TAKE_MASK, TAKE_TWO
from bastide.games.alhambra.tables import CURRENCY, KINDS, PILES, SLOTS, TAKE_LIMIT, VALUE

# ---- hands


@rule
def add_to_hand(collector: Any, kind: int) -> None:
    collector.hand[kind] += 1
    collector.money[CURRENCY[kind]] += VALUE[kind]


@rule
def worth_of_hand(s: Any, p: int) -> int:
    worth = 0
    for currency in range(SLOTS):
        worth += s.collectors[p].money[currency]
    return worth


# ---- the piles


@rule
def next_pile(s: Any) -> None:
    """ALH-06. The next of the five money piles is on top: equal sizes, larger ones first; after the fifth, none."""
    if s.pile == PILES:
        s.pile = 0
        s.pile_left = 0
    else:
        piles = PILES - s.pile
        s.pile += 1
        s.pile_left = (s.money_size + piles - 1) // piles


@rule
def holds_scoring_card(s: Any) -> bool:
    """ALH-06. Whether the pile on top is the second with A, or the fourth with B, still in it."""
    return s.pile == 2 * s.scored + 2


@rule
def draw_money(s: Any, kind: int) -> None:
    """A money card leaves the top pile; when that was its last card, the next pile is on top."""
    s.money_bag[kind] -= 1
    s.money_size -= 1
    if s.pile != 0:
        s.pile_left -= 1
        if s.pile_left == 0 and not holds_scoring_card(s):
            next_pile(s)


@rule
def has_money(s: Any) -> bool:
    """ALH-22. Whether a money card can be drawn; an empty pile takes in the discards."""
    if s.money_size == 0:
        for kind in range(KINDS):
            s.money_bag[kind] = s.discards[kind]
            s.money_size += s.discards[kind]
            s.discards[kind] = 0
    return s.money_size > 0


# ---- what may be taken

# the open cards in one number, so that they are read once: a field for each place
KIND_BITS = 8  # of its kind + 1; 0 where no card lies
VALUE_BITS = 4  # of its value; an empty place counts as more than may be taken


@rule
def legal_take(s: Any, out: Any) -> int:
    """ALH-11. One open card of any value, or several worth at most 5 together."""
    n = 0
    small = 0
    kinds = 0
    values = 0
    twins = False
    for place in range(SLOTS):
        kind = s.open_money[place]
        value = TAKE_LIMIT + 1
        if kind != NONE:
            value = VALUE[kind]
            kinds += (kind + 1) << KIND_BITS * place
            small += value < TAKE_LIMIT
            if has_twin_before(kinds, place, 0):
                twins = True
            else:
                out[n] = TAKE + place
                n += 1
        values += value << VALUE_BITS * place
    return n if small < 2 else legal_take_several(kinds, values, twins, out, n)


@rule
def legal_take_several(kinds: int, values: int, twins: bool, out: Any, n: int) -> int:
    """ALH-11. Pairs, triples (all but one of four places) and all four; `n` are listed already."""
    total = 0
    a = TAKE_TWO
    for place in range(SLOTS):
        value = value_at(values, place)
        total += value
        for other in range(place + 1, SLOTS):
            out[n] = a
            n += value + value_at(values, other) <= TAKE_LIMIT and not (twins and skips_a_twin(kinds, a))
            a += 1
    for left in range(SLOTS - 1, -1, -1):
        out[n] = a
        n += total - value_at(values, left) <= TAKE_LIMIT and not (twins and skips_a_twin(kinds, a))
        a += 1
    out[n] = TAKE_FOUR
    return n + (total <= TAKE_LIMIT)


@rule
def value_at(values: int, place: int) -> int:
    return values >> VALUE_BITS * place & 15


@rule
def kind_at(kinds: int, place: int) -> int:
    return kinds >> KIND_BITS * place & 255


@rule
def has_twin_before(kinds: int, place: int, taken: int) -> bool:
    """Whether an equal card lies further left and is not among the taken places."""
    for other in range(place):
        if kind_at(kinds, other) == kind_at(kinds, place) and not taken >> other & 1:
            return True
    return False


@rule
def skips_a_twin(kinds: int, a: int) -> bool:
    """Of equal cards the leftmost are taken, so that every choice has one id."""
    taken = TAKE_MASK[a - TAKE]
    for place in range(SLOTS):
        if taken >> place & 1 and has_twin_before(kinds, place, taken):
            return True
    return False
