"""What a seat may not know, and a possible truth behind what it does know.

Hidden are the fountain cards alone (CDM-32): which ones the others hold, and which ones they put under the pile. The
pile is never drawn down to the cards put under it (the component file is refused otherwise), so what lies there matters
only in that it is not held by anybody and will not be drawn.
"""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.core.piles import pick_from
from bastide.core.rng import random_below
from bastide.core.state import UNSEEN
from bastide.games.carpe_diem.kinds import KINDS
from bastide.games.carpe_diem.state import DRAW_FOUNTAIN, OVER_PHASE, RETURN


@rule
@shared
def look(s: Any, seat: int, out: Any) -> None:
    """CDM-32, CDM-63. The others' fountain cards join those not looked at; hands lie open at the end, returns never."""
    out[0] = s
    v = out[0]
    for p in range(v.seats):
        if p != seat:
            player = v.players[p]
            for kind in range(KINDS):
                v.fountain_bag[kind] += player.fountain_back[kind]
                player.fountain_back[kind] = 0
                if v.stage != OVER_PHASE:
                    v.fountain_bag[kind] += player.fountain_hand[kind]
                    player.fountain_hand[kind] = 0


@rule
@shared
def redeal(v: Any, seat: int, rng: Any, out: Any) -> None:
    """Every way to place the unseen fountain cards is equally likely: drawn blindly, kept and returned blindly."""
    out[0] = v
    s = out[0]
    unseen = v.fountain_left
    for p in range(v.seats):
        if p != seat:
            unseen += v.players[p].fountain_returns
            if v.stage != OVER_PHASE:
                unseen += v.players[p].fountain_cards
    for p in range(v.seats):
        if p != seat:
            player = s.players[p]
            if v.stage != OVER_PHASE:
                unseen = deal_unseen(s, player.fountain_hand, player.fountain_cards, unseen, rng)
            unseen = deal_unseen(s, player.fountain_back, player.fountain_returns, unseen, rng)


@rule
def deal_unseen(s: Any, cards: Any, n: int, unseen: int, rng: Any) -> int:
    """Moves n of the unseen fountain cards, drawn at random; returns how many remain unseen."""
    for _ in range(n):
        kind = pick_from(s.fountain_bag, random_below(rng, unseen))
        s.fountain_bag[kind] -= 1
        cards[kind] += 1
        unseen -= 1
    return unseen


def witness(s: Any, a: int, seat: int) -> int:
    """CDM-32. Fountain cards drawn and put back are known to their player alone."""
    return UNSEEN if s.stage in (DRAW_FOUNTAIN, RETURN) and seat != s.current else a
