"""An opinion on a position, for greedy play and for hints; no rule is here."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.games.newgame.state import TAKE
from bastide.games.newgame.tables import MOST

TERMS = ("newgame.term.points", "newgame.term.trap")


@rule
def opinion(s: Any, seat: int, out: Any) -> None:
    """The point, and a heap from which the next seat can only lose, in hundredths of a point."""
    out[0] = 100 * s.points[seat]
    is_trap = s.phase == TAKE and s.heap % (MOST + 1) == 0
    out[1] = 0
    if is_trap:
        out[1] = -50 if s.current == seat else 50
