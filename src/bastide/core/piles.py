"""Piles without an order: bags of counts, and the known tail under them.

The order of a shuffled pile does not exist until a card is drawn. Known cards that return under a pile wait, in order,
in its tail; the tail is drawn from only when the bag above it is empty.
"""

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


@rule
def shift_tail(tail: Any, n: int, blank: int) -> int:
    """Takes the first card off a tail of n; the place it frees at the end is blanked."""
    card = tail[0]
    for i in range(1, n):
        tail[i - 1] = tail[i]
    tail[n - 1] = blank
    return card
