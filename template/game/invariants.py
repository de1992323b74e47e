"""What must hold in every position."""

from __future__ import annotations

from typing import Any

from bastide.games.newgame.state import DEAL, OVER_PHASE, PHASES
from bastide.games.newgame.tables import LARGEST, SMALLEST


def check(s: Any) -> str:
    """The first broken invariant, or an empty text."""
    if not 0 <= s.phase < len(PHASES):
        return f"phase {s.phase}"
    stones = s.heap + sum(s.taken[p] for p in range(s.seats))
    if s.phase == DEAL:
        return f"{stones} stones before the deal" if stones else ""
    if not SMALLEST <= stones <= LARGEST:
        return f"{stones} stones in all"
    is_stuck = s.heap == 0 or (s.heap == 1 and s.before == 1)
    if (s.phase == OVER_PHASE) != is_stuck:
        return "the end and the heap disagree"
    points = sum(s.points[p] for p in range(s.seats))
    return "" if points == (s.phase == OVER_PHASE) else f"{points} points"
