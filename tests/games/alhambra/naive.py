"""Slow, obvious twins of Alhambra's rules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from bastide.core.position import Position
from bastide.core.state import NONE
from bastide.games.alhambra.tables import CATEGORIES, CURRENCIES, FILE, MONEY_CARDS

PRIZES = {entry.id: {"a": entry.a, "b": entry.b, "c": entry.c} for entry in FILE.category}


def irredundant_payments(cards: list[int], price: int) -> set[tuple[int, ...]]:
    """ALH-17. Every set of cards that covers the price and would not without its smallest card."""
    found = set()
    for size in range(1, len(cards) + 1):
        for chosen in combinations(sorted(cards, reverse=True), size):
            if sum(chosen) >= price > sum(chosen) - min(chosen):
                found.add(chosen)
    return found


def takes(open_money: list[tuple[str, int]]) -> set[tuple[tuple[str, int], ...]]:
    """ALH-11. Every single card, and every set of several worth at most 5, as sorted cards."""
    found = set()
    for size in range(1, len(open_money) + 1):
        for chosen in combinations(sorted(open_money), size):
            if size == 1 or sum(value for _, value in chosen) <= 5:
                found.add(chosen)
    return found


def category_points(counts: list[int], category: str, scoring: str) -> list[int]:
    """ALH-30 to ALH-32. Places are handed out from the most cards down; those tied share what their places pay."""
    prizes = [*PRIZES[category][scoring], *[0] * len(counts)]
    result = [0] * len(counts)
    place = 0
    for n in sorted(set(counts) - {0}, reverse=True):
        tied = [c for c, count in enumerate(counts) if count == n]
        for c in tied:
            result[c] = sum(prizes[place : place + len(tied)]) // len(tied)
        place += len(tied)
    return result


def all_points(counts: list[list[int]], scoring: str) -> list[int]:
    """Points by collector, from counts by category and collector."""
    rows = [category_points(row, category, scoring) for row, category in zip(counts, CATEGORIES, strict=True)]
    return [sum(column) for column in zip(*rows, strict=True)]


def building_counts(m: Position) -> list[list[int]]:
    """Counts by category and collector."""
    collectors = 3 if m.seats == 2 else m.seats
    return [[m.state.collectors[c].buildings[k] for c in range(collectors)] for k in range(len(CATEGORIES))]


def hand_worth(m: Position, p: int, currency: int) -> int:
    """The worth of a seat's cards of one currency, counted card by card."""
    hand = m.state.collectors[p].hand
    return sum(value * hand[kind] for kind, (name, value) in enumerate(MONEY_CARDS) if name == CURRENCIES[currency])


def richest(m: Position, currency: int) -> int:
    """ALH-41. The one seat with the most of a currency; NONE when several have it."""
    worth = [hand_worth(m, p, currency) for p in range(m.seats)]
    return worth.index(max(worth)) if Counter(worth)[max(worth)] == 1 else NONE
