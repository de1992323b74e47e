"""Who wins, and how the game ended."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule

ENDINGS = ("last-stone", "stuck")


@rule
def scores(s: Any, out: Any) -> None:
    """NGM-04. Whoever took last has a point; the others share the place behind."""
    best = 0
    for p in range(s.seats):
        best = max(best, s.points[p])
    for p in range(s.seats):
        out[p, 0] = s.points[p]
        out[p, 1] = 1 if s.points[p] == best else 2


def ending(s: Any) -> str:
    """NGM-04. The heap is empty, or one stone lies there that the next seat may not take."""
    return "last-stone" if s.heap == 0 else "stuck"
