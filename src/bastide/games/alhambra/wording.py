"""How cards and buildings are named in phrases and piece ids."""

from __future__ import annotations

from functools import cache

from bastide.core.words import Values
from bastide.games.alhambra.tables import BUILDING_CARDS, CURRENCIES, MONEY_CARDS


def card_values(kinds: list[int]) -> Values:
    """The cards of a take as values of a phrase: v1, c1, v2, c2 and so on."""
    values: Values = {}
    for i, kind in enumerate(kinds, 1):
        currency, value = MONEY_CARDS[kind]
        values[f"v{i}"] = value
        values[f"c{i}"] = f"@alhambra.coin.{currency}.{'one' if value == 1 else 'other'}"
    return values


def building_values(kind: int, currency: int) -> Values:
    """A building and what it is paid in, as values of a phrase."""
    return _building_values(kind, currency).copy()


@cache
def _building_values(kind: int, currency: int) -> Values:
    category, price = BUILDING_CARDS[kind]
    return {
        "building": f"@alhambra.the.{category}",
        "price": price,
        "currency": f"@alhambra.coin.{CURRENCIES[currency]}",
    }


@cache
def card_id(kind: int) -> str:
    """The piece id of a card in hand: `hand:florin:7`."""
    return "hand:{}:{}".format(*MONEY_CARDS[kind])
