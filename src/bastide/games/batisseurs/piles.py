"""The two piles and the hands: where cards come from, where they go, and who has seen them."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.state import NONE
from bastide.games.batisseurs.state import SALES
from bastide.games.batisseurs.tables import HIDDEN, OPEN, PILE_SIZE


@rule
def is_unseen(s: Any, pile: int) -> bool:
    """Whether the next card of a pile (under the open top) comes from the bag, not from the known tail."""
    return s.height[pile] - (pile == OPEN and s.top != NONE) > s.tail_size[pile]


@rule
def take_from_bag(s: Any, kind: int) -> None:
    s.bag[kind] -= 1
    s.bag_size -= 1


@rule
def take_tail(s: Any, pile: int) -> int:
    """The uppermost known card of a pile."""
    kind = s.tail[pile, 0]
    for i in range(1, s.tail_size[pile]):
        s.tail[pile, i - 1] = s.tail[pile, i]
    s.tail_size[pile] -= 1
    s.tail[pile, s.tail_size[pile]] = NONE
    return kind


@rule
def put_under(s: Any, pile: int, kind: int) -> None:
    """BAT-43. A card all have seen goes under a pile; under an empty open pile it is the top."""
    if pile == OPEN and s.height[OPEN] == 0:
        s.top = kind
    else:
        s.tail[pile, s.tail_size[pile]] = kind
        s.tail_size[pile] += 1
    s.height[pile] += 1


@rule
def lower_pile(s: Any) -> int:
    """BAT-43. The lower of the two piles; NONE when they are equal."""
    if s.height[OPEN] == s.height[HIDDEN]:
        return NONE
    return OPEN if s.height[OPEN] < s.height[HIDDEN] else HIDDEN


@rule
def note_sale(s: Any, owner: int) -> None:
    """BAT-25, BAT-26. The hidden card on offer is somebody's now; the auctioneer has seen it, all heard its name."""
    s.sale_kind[s.sales] = s.lot
    s.sale_owner[s.sales] = owner
    s.sale_seer[s.sales] = s.current
    s.sale_named[s.sales] = s.named
    s.sales += 1


@rule
def lose_card(s: Any, p: int, kind: int) -> None:
    """A card leaves a hand and is seen by all: one that they knew of, if there is such a one."""
    s.hand_size[p] -= 1
    if s.known[p, kind] > 0:
        s.known[p, kind] -= 1
        return
    s.secret[p, kind] -= 1
    s.shown_kind[s.shown] = kind
    s.shown_owner[s.shown] = p
    s.shown_sales[s.shown] = s.sales
    s.shown += 1
    if count_secrets(s, p) == 0:
        forget(s, p)


@rule
def count_secrets(s: Any, p: int) -> int:
    """Cards in a hand that were won face down: a public number."""
    n = 0
    for i in range(s.sales):
        n += s.sale_owner[i] == p
    for i in range(s.shown):
        n -= s.shown_owner[i] == p
    return n


@rule
def forget(s: Any, p: int) -> None:
    """Nothing is secret in this hand any more: its sales and what was shown of them leave the lists."""
    for j in range(s.shown):
        before = 0
        for i in range(s.shown_sales[j]):
            before += s.sale_owner[i] == p
        s.shown_sales[j] -= before
    n = 0
    for i in range(s.sales):
        if s.sale_owner[i] != p:
            s.sale_kind[n] = s.sale_kind[i]
            s.sale_owner[n] = s.sale_owner[i]
            s.sale_seer[n] = s.sale_seer[i]
            s.sale_named[n] = s.sale_named[i]
            n += 1
    s.sales = n
    n = 0
    for j in range(s.shown):
        if s.shown_owner[j] != p:
            s.shown_kind[n] = s.shown_kind[j]
            s.shown_owner[n] = s.shown_owner[j]
            s.shown_sales[n] = s.shown_sales[j]
            n += 1
    s.shown = n
    blank_lists(s)


@rule
def blank_lists(s: Any) -> None:
    """Equal positions have equal bytes: what lies beyond the lists is NONE."""
    for i in range(s.sales, SALES):
        s.sale_kind[i] = NONE
        s.sale_owner[i] = NONE
        s.sale_seer[i] = NONE
        s.sale_named[i] = NONE
    for j in range(s.shown, SALES):
        s.shown_kind[j] = NONE
        s.shown_owner[j] = NONE
        s.shown_sales[j] = NONE


@rule
def lay_out_piles(s: Any) -> None:
    """BAT-02. Two piles of twenty; their order does not exist before a card is seen."""
    s.bag_size = 2 * PILE_SIZE
    s.top = NONE
    for pile in range(2):
        s.height[pile] = PILE_SIZE
        s.tail_size[pile] = 0
        for i in range(PILE_SIZE):
            s.tail[pile, i] = NONE
    s.sales = 0
    s.shown = 0
    blank_lists(s)
