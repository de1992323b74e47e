"""The record of a game of Les Grands Bâtisseurs.

Cards are kinds (`tables.py`); equal cards are not told apart. What nobody has seen lies in one bag for both piles. A
hand is two counts: cards won openly (public) and cards won face down. Who may know the latter is told by the hidden
sales: every card sold (or lost) face down stays on that list with its owner, the auctioneer who saw it and the type he
named; what has left a hand since is listed beside it. Which sale a card came from is written nowhere: nobody is told.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bastide.core.state import record_dtype
from bastide.games.batisseurs.tables import KINDS, MAX_SEATS, PILE_SIZE, WIDTH

# Phases: first those in which chance moves.
TOP, START, INCOME_ROLL, PEEK, SABOTAGE_ROLL, SHOW = range(6)
STONE, PILE, BIDDING, BUILDING, FILL, TARGET, RANSOM, LOWER, OVER_PHASE = range(6, 15)
PHASES = (
    "top",  # chance turns up the open pile's next card
    "start",  # chance rolls for the first turn
    "income",  # chance rolls for the current seat's income
    "peek",  # chance tells the auctioneer, and nobody else, which hidden card is on offer
    "sabotage",  # chance rolls for the attacked building
    "show",  # chance draws a card of the attacked hand
    "stone",  # the current seat may take a stone from another
    "pile",  # the current seat chooses the pile
    "bidding",  # `bidder` raises or passes
    "building",  # the current seat builds, sabotages or stops
    "fill",  # the current seat says which breach its card fills
    "target",  # the current seat says which of two equal buildings it attacks
    "ransom",  # `victim` pays or not
    "lower",  # the current seat says under which of two equal piles
    "over",
)

BREACH = -2  # in a row: a place whose building was destroyed
LOST = MAX_SEATS  # owner of a card that nobody could pay for (BAT-29)
SALES = PILE_SIZE  # cards drawn unseen from the hidden pile, at most

STATE = record_dtype(
    [
        ("money", np.int16, (MAX_SEATS,)),  # thalers; every payment is public, so all who remember know it (BAT-03)
        ("lots", np.int16),  # cards offered so far, the present one included
        ("seats", np.int8),  # 3..4
        ("one_town_hall", np.int8),  # option (BAT-35)
        ("one_shield", np.int8),  # option (BAT-01)
        ("open_money", np.int8),  # option (BAT-03): only pictures read it
        ("phase", np.int8),
        ("current", np.int8),  # whose turn it is; the roller in START
        ("final", np.int8),  # 1 in the final round (BAT-51)
        ("ender", np.int8),  # who auctioned the last card of a pile; NONE before (BAT-50)
        ("die", np.int8),  # the last face rolled; NONE before
        ("roller", np.int8),  # who rolled it
        ("earned", np.int8),  # thalers that roll brought; NONE if it was not for income
        ("start_in", np.int8),  # bit per seat: who rolls for the first turn; 0 once that is settled
        ("start_tied", np.int8),  # bit per seat: who has the highest roll of this go
        ("start_best", np.int8),  # that roll; NONE before the first of a go
        ("reserve", np.int8),  # stones in the reserve
        ("stones", np.int8, (MAX_SEATS,)),  # 0..5
        ("height", np.int8, (2,)),  # cards in the open and the hidden pile, 0..20
        ("top", np.int8),  # the open pile's top card; NONE while it is turned up, or when there is none
        ("bag_size", np.int8),  # cards of both piles that nobody has seen
        ("bag", np.int8, (KINDS,)),  # those cards; in a view: all cards the viewer has not seen
        ("tail_size", np.int8, (2,)),  # known cards at the bottom of each pile
        ("tail", np.int8, (2, PILE_SIZE)),  # those cards, the upper first (BAT-43); NONE beyond
        ("lot_pile", np.int8),  # the pile whose top is on offer; NONE between auctions
        ("lot", np.int8),  # the kind on offer; if `lot_secret`, only the auctioneer knows it
        ("lot_secret", np.int8),  # 1 when nobody but the auctioneer has seen it
        ("named", np.int8),  # the spoken type he had to name; NONE before (BAT-25)
        ("bids", np.int8, (MAX_SEATS,)),  # each seat's highest bid, 0..90; NONE
        ("passed", np.int8),  # bit per seat
        ("leader", np.int8),  # who bid last; NONE before the opening
        ("bidder", np.int8),  # who is asked; NONE between auctions
        ("laid", np.int8),  # cards laid in this turn, 0..2
        ("pending", np.int8),  # the kind whose breach (FILL) or place (TARGET) is asked; else NONE
        ("victim", np.int8),  # the seat under attack; else NONE
        ("target", np.int8),  # the attacked place of its row; else NONE
        ("fallen", np.int8),  # a destroyed card before it goes under a pile; else NONE
        ("length", np.int8, (MAX_SEATS,)),  # places of each row, breaches included
        ("row", np.int8, (MAX_SEATS, WIDTH)),  # kinds and BREACH from left to right; NONE beyond
        ("hand_size", np.int8, (MAX_SEATS,)),
        ("known", np.int8, (MAX_SEATS, KINDS)),  # cards in hand that all have seen
        ("secret", np.int8, (MAX_SEATS, KINDS)),  # cards in hand won face down: the owner's
        ("gone", np.int8),  # cards that left the game openly
        ("sales", np.int8),  # entries of the next four lists, in order of time
        ("sale_kind", np.int8, (SALES,)),  # known to owner and seer; NONE beyond
        ("sale_owner", np.int8, (SALES,)),  # a seat or LOST; NONE beyond
        ("sale_seer", np.int8, (SALES,)),  # the auctioneer
        ("sale_named", np.int8, (SALES,)),  # the spoken type he named, or NONE
        ("shown", np.int8),  # entries of the next three lists: cards that left the secret part of a hand
        ("shown_kind", np.int8, (SALES,)),  # public
        ("shown_owner", np.int8, (SALES,)),  # whose hand
        ("shown_sales", np.int8, (SALES,)),  # how many sales there had been then
    ]
)


def row_of(s: Any, p: int) -> list[int]:
    """For plain code: a city from left to right, as kinds and BREACH."""
    row: list[int] = s.row[p].tolist()
    return row[: s.length[p]]


def hand_of(s: Any, p: int) -> list[int]:
    """For plain code: the cards of a hand that this record tells, kind by kind."""
    both = zip(s.known[p].tolist(), s.secret[p].tolist(), strict=True)
    return [kind for kind, (known, secret) in enumerate(both) for _ in range(known + secret)]
