"""Piles without an order, as bags of counts: the order of a shuffled pile does not exist until a card is drawn."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule


@rule
def pick_from(bag: Any, r: int) -> int:
    """The kind of the r-th card of a bag, 0 <= r < the bag's size."""
    kind = 0
    r -= bag[0]
    while r >= 0:
        kind += 1
        r -= bag[kind]
    return kind


@rule
def count_bag(bag: Any) -> int:
    """How many cards a bag holds."""
    total = 0
    for kind in range(len(bag)):
        total += bag[kind]
    return total
