"""Set-up, the heap, and taking stones, in rulebook order."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.state import CHANCE, OVER
from bastide.core.turns import next_seat
from bastide.games.newgame.state import DEAL, OVER_PHASE, TAKE
from bastide.games.newgame.tables import MAX_SEATS, MOST, SIZES, SMALLEST


@rule
def setup(s: Any, seats: int, options: Any) -> None:
    """NGM-01. Nothing lies there yet; the first seat begins."""
    s.seats = seats
    s.phase = DEAL
    s.current = 0
    s.heap = 0
    s.before = MOST
    for p in range(MAX_SEATS):
        s.taken[p] = 0
        s.points[p] = 0


@rule
def to_move(s: Any) -> int:
    """A seat, CHANCE while the heap is poured out, or OVER."""
    if s.phase == TAKE:
        return s.current
    return CHANCE if s.phase == DEAL else OVER


@rule
def chance_total(s: Any) -> int:
    """NGM-02. Every size is equally likely."""
    return SIZES


@rule
def chance_pick(s: Any, r: int) -> int:
    """The r-th size."""
    return r


@rule
def legal(s: Any, out: Any) -> int:
    """NGM-03. As many stones as lie there and the seat before did not take."""
    n = 0
    for stones in range(1, MOST + 1):
        if can_take(s, stones):
            out[n] = stones - 1
            n += 1
    return n


@rule
def can_take(s: Any, stones: int) -> bool:
    """NGM-03. Never more than lie there, never as many as the seat before."""
    return stones <= s.heap and stones != s.before


@rule
def apply(s: Any, a: int) -> None:
    """The heap poured out, or stones taken."""
    if s.phase == DEAL:
        s.heap = SMALLEST + a
        s.phase = TAKE
    else:
        take(s, a + 1)


@rule
def take(s: Any, stones: int) -> None:
    """NGM-03, NGM-04. The stones go to the taker; when the next seat can take none the game is over."""
    s.heap -= stones
    s.taken[s.current] += stones
    s.before = stones
    if s.heap == 0 or (s.heap == 1 and stones == 1):
        s.points[s.current] = 1
        s.phase = OVER_PHASE
    else:
        s.current = next_seat(s.current, s.seats)
