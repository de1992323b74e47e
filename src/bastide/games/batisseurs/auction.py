"""Phase 2, the auction: the offer, the bids, the name, and who pays (BAT-20 to BAT-29)."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.state import NONE
from bastide.core.turns import next_seat
from bastide.games.batisseurs.actions import BID, PASS
from bastide.games.batisseurs.piles import is_unseen, note_sale, take_from_bag, take_tail
from bastide.games.batisseurs.state import BIDDING, BUILDING, LOST, PEEK, START, TOP
from bastide.games.batisseurs.tables import HIDDEN, MAX_SEATS, OPEN, SPOKEN, TOP_BID


@rule
def offer(s: Any, pile: int) -> None:
    """BAT-20. The top card of a pile is on offer; the choice binds."""
    s.lots += 1
    s.lot_pile = pile
    s.bidder = s.current
    s.phase = BIDDING
    if pile == OPEN:
        s.lot = s.top
    elif is_unseen(s, HIDDEN):
        s.phase = PEEK
    else:
        s.lot = s.tail[HIDDEN, 0]


@rule
def peek(s: Any, kind: int) -> None:
    """BAT-25. Only the auctioneer sees the hidden card."""
    take_from_bag(s, kind)
    s.lot = kind
    s.lot_secret = 1
    s.phase = BIDDING


@rule
def legal_bids(s: Any, out: Any) -> int:
    """BAT-21, BAT-22, BAT-27. Open with 1 or more (0 if one owns nothing); then raise, to 90 at most, or pass."""
    if s.leader == NONE:
        n = 0
        low = min(1, s.money[s.bidder])
        high = TOP_BID if low else 0
    else:
        out[0] = PASS
        n = 1
        low = s.bids[s.leader] + 1
        high = TOP_BID
    for bid in range(low, high + 1):
        out[n] = BID + bid
        n += 1
    return n


@rule
def bid_or_pass(s: Any, a: int) -> None:
    """BAT-22. A raise leads, a pass is final; then the next one clockwise who has not passed."""
    p = s.bidder
    if a == PASS:
        s.passed |= 1 << p
    else:
        s.bids[p] = a - BID
        s.leader = p
    p = next_seat(p, s.seats)
    while s.passed >> p & 1:
        p = next_seat(p, s.seats)
    if p == s.leader:
        settle(s)
        return
    s.bidder = p
    if p == s.current and s.lot_pile == HIDDEN and s.named == NONE:
        s.named = SPOKEN[s.lot]  # BAT-25: the bidding has come back to the auctioneer


@rule
def settle(s: Any) -> None:
    """BAT-22 to BAT-24, BAT-26 to BAT-29. The first who can pay his own bid gets the card, or it leaves the game."""
    buyer = s.leader
    is_auctioneer_broke = False
    while buyer != NONE and s.money[buyer] < s.bids[buyer]:
        s.money[buyer] = 0
        is_auctioneer_broke |= buyer == s.current
        buyer = next_lower(s, s.bids[buyer])
    if buyer == NONE:
        lose_lot(s)
    else:
        pay(s, buyer, is_auctioneer_broke)
        gain_lot(s, buyer)
    clear_lot(s)


@rule
def next_lower(s: Any, price: int) -> int:
    """BAT-27, BAT-29. Who stands next after a bid that was not paid; NONE when nobody is left."""
    best = NONE
    for p in range(s.seats):
        if NONE < s.bids[p] < price and (best == NONE or s.bids[p] > s.bids[best]):
            best = p
    return best


@rule
def pay(s: Any, buyer: int, is_auctioneer_broke: bool) -> None:
    """BAT-23, BAT-24, BAT-28. Half to the auctioneer, rounded down, unless he buys himself or was insolvent."""
    price = s.bids[buyer]
    s.money[buyer] -= price
    if buyer != s.current and not is_auctioneer_broke:
        s.money[s.current] += price // 2


@rule
def gain_lot(s: Any, buyer: int) -> None:
    """BAT-22, BAT-26. The card comes into the buyer's hand, unseen by the others if it was hidden."""
    s.hand_size[buyer] += 1
    if s.lot_secret:
        s.secret[buyer, s.lot] += 1
        note_sale(s, buyer)
    else:
        s.known[buyer, s.lot] += 1


@rule
def lose_lot(s: Any) -> None:
    """BAT-29. Nobody could pay: the card leaves the game, a hidden one unseen but for the auctioneer."""
    if s.lot_secret:
        note_sale(s, LOST)
    else:
        s.gone += 1


@rule
def clear_lot(s: Any) -> None:
    """BAT-20, BAT-50. Only now the card leaves its pile and the next is seen; the last of a pile brings the end."""
    pile = s.lot_pile
    s.height[pile] -= 1
    if s.height[pile] == 0:
        s.ender = s.current
    if pile == HIDDEN and not s.lot_secret:
        take_tail(s, HIDDEN)
    reset_auction(s)
    s.phase = BUILDING
    if pile == OPEN:
        s.top = NONE
        turn_up(s)


@rule
def reset_auction(s: Any) -> None:
    """Between auctions there is no lot and no bid."""
    s.lot_pile = NONE
    s.lot = NONE
    s.lot_secret = 0
    s.named = NONE
    s.passed = 0
    s.leader = NONE
    s.bidder = NONE
    for p in range(MAX_SEATS):
        s.bids[p] = NONE


@rule
def turn_up(s: Any) -> None:
    """BAT-20. The next card of the open pile: from the bag, or a known one from its tail."""
    if s.height[OPEN] == 0:
        return
    if is_unseen(s, OPEN):
        s.phase = TOP
    else:
        s.top = take_tail(s, OPEN)


@rule
def reveal_top(s: Any, kind: int) -> None:
    """BAT-02, BAT-20. All see the open pile's new top; before the first turn the die follows, later the building."""
    take_from_bag(s, kind)
    s.top = kind
    s.phase = START if s.start_in else BUILDING
