"""What a seat may know, and the truths that are possible behind it.

Hidden are: the piles' order (it does not exist), the card on offer, the secret part of hands, and hidden cards that
left the game. A view keeps what each list of `state.py` tells the viewer: his own cards, those he saw as auctioneer,
the types that were named, and every card shown since.
"""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.core.rng import random_below
from bastide.core.state import NONE, UNSEEN
from bastide.games.batisseurs.riddle import LEFT_HAND, is_open_place, match_shown
from bastide.games.batisseurs.state import LOST, PEEK
from bastide.games.batisseurs.tables import KINDS, SPOKEN, SPOKEN_TYPES


@rule
@shared
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
@shared
def redeal(v: Any, seat: int, rng: Any, out: Any) -> None:
    """A truth behind a view, every one as likely as the number of ways to deal the unseen cards says.

    First which hidden sales the cards shown since came from (`riddle`). Then the cards: those the viewer knows, those
    whose type was named, then all others.
    """
    out[0] = v
    s = out[0]
    if has_riddle(v, seat):
        match_shown(v, s, seat, rng)
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


@rule
def has_riddle(v: Any, seat: int) -> bool:
    """Whether cards were shown of a hand that the viewer does not hold."""
    for j in range(v.shown):
        if v.shown_owner[j] != seat:
            return True
    return False


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
