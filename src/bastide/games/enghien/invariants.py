"""What must hold in every position."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE
from bastide.games.enghien.state import DEAL, OVER_PHASE, PHASES, TAKE
from bastide.games.enghien.tables import CARD_SYMBOLS, CARDS, PER_CARD, SYMBOLS


def check(s: Any) -> str:
    """The first broken invariant, or an empty text."""
    if not 0 <= s.phase < len(PHASES):
        return f"phase {s.phase}"
    dealt = [s.card[cell] for cell in range(s.cells) if s.card[cell] != NONE]
    if len(dealt) != s.next_cell or len(dealt) + s.bag_size != CARDS or sum(s.bag[:]) != s.bag_size:
        return f"{len(dealt)} dealt and {s.bag_size} in the bag are not {CARDS} cards"
    if any(s.bag[card] for card in dealt) or len(set(dealt)) != len(dealt):
        return "a card is in two places"
    takers = [s.taker[cell] for cell in range(s.cells)]
    if takers.count(NONE) != s.left:
        return f"{takers.count(NONE)} cards lie there, not {s.left}"
    for p in range(s.seats):
        cards = [s.card[cell] for cell in range(s.cells) if takers[cell] == p]
        for symbol in range(SYMBOLS):
            n = sum(CARD_SYMBOLS[card, i] == symbol for card in cards for i in range(PER_CARD))
            if n != s.counts[p, symbol]:
                return f"seat {p} shows {n} of symbol {symbol}, not {s.counts[p, symbol]}"
    return _check_turn(s, takers)


def _check_turn(s: Any, takers: list[int]) -> str:
    """ENG-05. Seats take in turn from the starter; nobody is more than one card ahead."""
    if (s.phase == DEAL) != (s.next_cell < s.cells):
        return "the deal and the phase disagree"
    if (s.phase == OVER_PHASE) != (s.left == 0):
        return "the end and the cards left disagree"
    taken = s.cells - s.left
    if s.phase == TAKE and s.current != (s.starter + taken) % s.seats:
        return f"seat {s.current} is to take, not {(s.starter + taken) % s.seats}"
    for p in range(s.seats):
        turn = (p - s.starter) % s.seats
        if takers.count(p) != (taken + s.seats - 1 - turn) // s.seats:
            return f"seat {p} took {takers.count(p)} of {taken} cards"
    return ""
