"""Who comes next at a table: a rule that games share."""

from __future__ import annotations

from bastide.core.jit import rule


@rule
def next_seat(p: int, seats: int) -> int:
    """The left neighbour."""
    return p + 1 if p + 1 < seats else 0
