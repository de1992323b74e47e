"""An opinion on a position, for greedy play and for hints; no rule is here."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.core.state import NONE
from bastide.games.enghien.tables import CARD_SYMBOLS, PER_CARD, SYMBOLS

TERMS = ("enghien.term.points", "enghien.term.majorities", "enghien.term.rivals")


@rule
def left_of(s: Any, symbol: int) -> int:
    """How many of a symbol still lie in the layout."""
    n = 0
    for cell in range(s.cells):
        if s.taker[cell] == NONE and s.card[cell] != NONE:
            for i in range(PER_CARD):
                n += CARD_SYMBOLS[s.card[cell], i] == symbol
    return n


@rule
def promise(s: Any, p: int, symbol: int, left: int) -> int:
    """Hundredths of a point that a seat may hope for from one symbol: its likely count times its odds of the most."""
    own = s.counts[p, symbol]
    rival = 0
    for q in range(s.seats):
        if q != p:
            rival = max(rival, s.counts[q, symbol])
    odds = 50 + 50 * (own - rival) // (1 + left // 2)  # per cent, by the lead against what is still open
    odds = max(0, min(100, odds))
    return (own * s.seats + left) * odds // s.seats


@rule
@shared
def opinion(s: Any, seat: int, out: Any) -> None:
    """Points made, majorities in sight, and those of the rivals, in hundredths of a point."""
    mine = 0
    theirs = 0
    for symbol in range(SYMBOLS):
        left = left_of(s, symbol)
        for p in range(s.seats):
            hope = promise(s, p, symbol, left)
            if p == seat:
                mine += hope
            else:
                theirs += hope
    best_rival = 0
    for p in range(s.seats):
        if p != seat:
            best_rival = max(best_rival, s.points[p])
    out[0] = 100 * (s.points[seat] - best_rival)
    out[1] = mine
    out[2] = -theirs // (s.seats - 1)
