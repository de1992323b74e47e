"""Majorities, the winner, and how a game ended (ENG-10 to ENG-12)."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.core.state import NONE, ask

ENDINGS = ("outright", "by-symbols", "shared")


@rule
def winner_of(s: Any, symbol: int) -> int:
    """ENG-10, ENG-11. The seat with the most of a symbol; NONE when the most is shared."""
    most = 0
    winner = NONE
    for p in range(s.seats):
        n = s.counts[p, symbol]
        if n > most:
            most = n
            winner = p
        elif n == most:
            winner = NONE
    return winner


@rule
def best_points(s: Any) -> int:
    """The highest total."""
    best = 0
    for p in range(s.seats):
        best = max(best, s.points[p])
    return best


@rule
@shared
def scores(s: Any, out: Any) -> None:
    """ENG-12. Most points, then most symbols won, then the place is shared."""
    for p in range(s.seats):
        place = 1
        for q in range(s.seats):
            if s.points[q] > s.points[p] or (s.points[q] == s.points[p] and s.won[q] > s.won[p]):
                place += 1
        out[p, 0] = s.points[p]
        out[p, 1] = place


def ending(s: Any) -> str:
    """ENG-12. Won by points, by symbols won among those equal in points, or shared."""
    best = ask(best_points, s)
    first = [p for p in range(s.seats) if s.points[p] == best]
    won = [s.won[p] for p in first]
    if won.count(max(won)) > 1:
        return "shared"
    return "outright" if len(first) == 1 else "by-symbols"
