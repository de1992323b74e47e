"""What a seat may know, and the truths that are possible behind it.

Hidden are: the piles' order (it does not exist), the card on offer, the secret part of hands, and hidden cards that
left the game. A view keeps what each list of `state.py` tells the viewer: his own cards, those he saw as auctioneer,
the types that were named, and every card shown since.
"""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.rng import random_below
from bastide.core.state import NONE, UNSEEN
from bastide.games.batisseurs.state import LOST, PEEK
from bastide.games.batisseurs.tables import KINDS, SPOKEN, SPOKEN_TYPES

LEFT_HAND = 64  # added to the kind of a sale, while re-dealing, once one of the cards shown is said to have been it
FINE = 1 << 30  # steps of a random fraction


@rule
def look(s: Any, seat: int, out: Any) -> None:
    """BAT-02, BAT-25, BAT-26, BAT-29. The bag of a view holds every card that is hidden from the viewer."""
    out[0] = s
    v = out[0]
    for p in range(s.seats):
        if p != seat:
            for kind in range(KINDS):
                v.bag[kind] += v.secret[p, kind]
                v.secret[p, kind] = 0
    if s.lot_secret and seat != s.current and s.lot != NONE:
        v.bag[s.lot] += 1
        v.lot = NONE
    for i in range(s.sales):
        if seat != s.sale_owner[i] and seat != s.sale_seer[i] and s.sale_kind[i] != NONE:
            if s.sale_owner[i] == LOST:
                v.bag[s.sale_kind[i]] += 1
            v.sale_kind[i] = NONE


@rule
def redeal(v: Any, seat: int, rng: Any, out: Any) -> None:
    """A truth behind a view, every one as likely as the number of ways to deal the unseen cards says.

    First which hidden sales the cards shown since came from: proposed at random, kept in proportion to the ways to deal
    the rest. Then the cards: those the viewer knows, those whose type was named, then all others.
    """
    out[0] = v
    s = out[0]
    if has_riddle(v, seat):
        most = match_surely(v, s, seat) * count_ways(s, seat)
        kept = False
        while not kept:
            out[0] = v
            ways = match_at_random(v, s, seat, rng) * count_ways(s, seat)
            kept = random_below(rng, FINE) * most < FINE * ways
    place_seen(s, seat)
    left = 0
    for kind in range(KINDS):
        left += s.bag[kind]
    for spoken in range(SPOKEN_TYPES):
        left = deal_places(s, seat, spoken, left, rng)
    deal_places(s, seat, NONE, left, rng)
    for i in range(s.sales):
        if s.sale_kind[i] >= LEFT_HAND:
            s.sale_kind[i] -= LEFT_HAND


# ---- which sales have left their owner's hand


@rule
def has_riddle(v: Any, seat: int) -> bool:
    """Whether cards were shown of a hand that the viewer does not hold."""
    n = 0
    for j in range(v.shown):
        n += v.shown_owner[j] != seat
    return n > 0


@rule
def could_be(v: Any, i: int, j: int) -> bool:
    """Whether shown card j may be the card of sale i: same hand, sold before, and nothing known against it."""
    if v.sale_owner[i] != v.shown_owner[j] or i >= v.shown_sales[j]:
        return False
    if v.sale_kind[i] != NONE:
        return v.sale_kind[i] == v.shown_kind[j]
    return v.sale_named[i] == NONE or v.sale_named[i] == SPOKEN[v.shown_kind[j]]


@rule
def match_surely(v: Any, s: Any, seat: int) -> float:
    """The matching that leaves most ways to deal: a sale of known kind if there is one, else of named type, else any.

    Returns an upper bound for the product of choices that `match_at_random` can have.
    """
    choices = 1.0
    for j in range(v.shown):
        if v.shown_owner[j] == seat:
            continue
        n = 0
        best = NONE
        for i in range(v.sales):
            if could_be(v, i, j):
                n += 1
                if s.sale_kind[i] < LEFT_HAND and (best == NONE or closeness(v, i) > closeness(v, best)):
                    best = i
        choices *= n
        s.sale_kind[best] = v.shown_kind[j] + LEFT_HAND
    return choices


@rule
def closeness(v: Any, i: int) -> int:
    """How much the viewer knows of a sale: its kind, its type, nothing."""
    if v.sale_kind[i] != NONE:
        return 2
    return 1 if v.sale_named[i] != NONE else 0


@rule
def match_at_random(v: Any, s: Any, seat: int, rng: Any) -> float:
    """Gives every card shown one of the sales it may be, all equally likely; returns the product of the choices."""
    choices = 1.0
    for j in range(v.shown):
        if v.shown_owner[j] == seat:
            continue
        n = 0
        for i in range(v.sales):
            n += s.sale_kind[i] < LEFT_HAND and could_be(v, i, j)
        if n == 0:
            return 0.0
        choices *= n
        r = random_below(rng, n)
        i = 0
        while r >= 0:
            r -= s.sale_kind[i] < LEFT_HAND and could_be(v, i, j)
            i += 1
        s.sale_kind[i - 1] = v.shown_kind[j] + LEFT_HAND
    return choices


# ---- the ways to deal the rest


@rule
def is_open_place(s: Any, i: int, seat: int) -> bool:
    """Whether a sale needs a card from the bag: not the viewer's, not shown, not one the viewer saw leave the game."""
    if s.sale_owner[i] == LOST:
        return s.sale_kind[i] == NONE
    return s.sale_owner[i] != seat and s.sale_kind[i] < LEFT_HAND


@rule
def count_ways(s: Any, seat: int) -> float:
    """In how many ways the unseen cards can be dealt to the places that are left."""
    ways = 1.0
    left = 0
    for kind in range(KINDS):
        n = s.bag[kind]
        left += n
        for i in range(s.sales):
            if is_open_place(s, i, seat) and s.sale_kind[i] == kind:
                ways *= n
                n -= 1
                left -= 1
    for spoken in range(SPOKEN_TYPES):
        n = count_free(s, seat, spoken)
        for _ in range(count_places(s, seat, spoken)):
            ways *= n
            n -= 1
            left -= 1
    for _ in range(count_places(s, seat, NONE)):
        ways *= left
        left -= 1
    return max(ways, 0.0)


@rule
def count_places(s: Any, seat: int, spoken: int) -> int:
    """Places for unknown cards of a named type, or of none; the hidden card on offer is one."""
    n = 0
    for i in range(s.sales):
        if is_open_place(s, i, seat) and s.sale_kind[i] == NONE:
            n += s.sale_named[i] == spoken
    if s.lot_secret and s.lot == NONE:
        n += s.named == spoken
    return n


@rule
def count_free(s: Any, seat: int, spoken: int) -> int:
    """Unseen cards of a spoken type, less those the viewer knows the place of."""
    n = 0
    for kind in range(KINDS):
        if SPOKEN[kind] == spoken:
            n += s.bag[kind]
    for i in range(s.sales):
        if is_open_place(s, i, seat) and s.sale_kind[i] != NONE:
            n -= SPOKEN[s.sale_kind[i]] == spoken
    return n


# ---- dealing


@rule
def hand_out(s: Any, i: int) -> None:
    """The card of a sale comes from the bag to its owner; a lost one to nobody."""
    s.bag[s.sale_kind[i]] -= 1
    if s.sale_owner[i] != LOST:
        s.secret[s.sale_owner[i], s.sale_kind[i]] += 1


@rule
def place_seen(s: Any, seat: int) -> None:
    """Cards the viewer saw as auctioneer."""
    for i in range(s.sales):
        if is_open_place(s, i, seat) and s.sale_kind[i] != NONE:
            hand_out(s, i)
            s.sale_kind[i] += LEFT_HAND


@rule
def deal_places(s: Any, seat: int, spoken: int, left: int, rng: Any) -> int:
    """Fills the places of one named type, or of none, from the bag; returns the cards left in it."""
    pool = left
    if spoken != NONE:
        pool = count_free(s, seat, spoken)
    for i in range(s.sales):
        if is_open_place(s, i, seat) and s.sale_kind[i] == NONE and s.sale_named[i] == spoken:
            s.sale_kind[i] = pick_spoken(s, spoken, random_below(rng, pool))
            hand_out(s, i)
            s.sale_kind[i] += LEFT_HAND
            pool -= 1
            left -= 1
    if s.lot_secret and s.lot == NONE and s.named == spoken:
        s.lot = pick_spoken(s, spoken, random_below(rng, pool))
        s.bag[s.lot] -= 1
        left -= 1
    return left


@rule
def pick_spoken(s: Any, spoken: int, r: int) -> int:
    """The r-th card of the bag, counting only one spoken type (NONE: all)."""
    kind = -1
    while r >= 0:
        kind += 1
        if spoken == NONE or SPOKEN[kind] == spoken:
            r -= s.bag[kind]
    return kind


# ---- what a viewer learns of a draw


def witness(s: Any, a: int, seat: int) -> int:
    """BAT-25. Only the auctioneer learns which hidden card is on offer."""
    return UNSEEN if s.phase == PEEK and seat != s.current else a
