"""Ways to pay a price, for people: plans, pictures and notation (the rules offer them card by card)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from bastide.games.alhambra.tables import VALUES

KEPT = 1024  # answers that are remembered: the same cards meet the same prices for a while


def laid_values(laid: int) -> list[int]:
    """The cards laid for the purchase under way, highest first; see the field `laid`."""
    return [value for value in range(VALUES, 0, -1) for _ in range(laid >> 2 * (value - 1) & 3)]


def payments(hand: Any, currency: int, due: int, highest: int = VALUES) -> list[tuple[int, ...]]:
    """ALH-17. Every payment without a superfluous card, cards from the highest down; exact ones first, then cheaper."""
    cards: list[int] = hand.tolist()
    return list(_sorted_ways(tuple(cards[currency * VALUES : (currency + 1) * VALUES]), due, highest))


@lru_cache(maxsize=KEPT)
def _sorted_ways(counts: tuple[int, ...], due: int, highest: int) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(_ways(list(counts), due, highest), key=lambda way: (sum(way), len(way), way)))


def _ways(counts: list[int], due: int, highest: int) -> Iterator[tuple[int, ...]]:
    """A card pays off the rest, or is followed by cards not higher than itself."""
    for value in range(1, highest + 1):
        if counts[value - 1] == 0:
            continue
        if value >= due:
            yield (value,)
            continue
        counts[value - 1] -= 1
        for rest in _ways(counts, due - value, value):
            yield (value, *rest)
        counts[value - 1] += 1
