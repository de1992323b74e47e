"""Slow, obvious twins of Enghien's scoring."""

from __future__ import annotations

from bastide.core.position import Position
from bastide.games.enghien.tables import DATA


def counts_of(m: Position) -> list[list[int]]:
    """How many of each symbol lie before each seat, counted card by card."""
    s = m.state
    counts = [[0] * len(DATA.symbol) for _ in range(m.seats)]
    for cell in range(s.cells):
        for symbol in DATA.cards.symbols[s.card[cell]]:
            counts[s.taker[cell]][symbol] += 1
    return counts


def points_of(counts: list[int]) -> list[int]:
    """One symbol: the sole holder of the most scores that many."""
    most = max(counts)
    if counts.count(most) > 1:
        return [0] * len(counts)
    return [n if n == most else 0 for n in counts]


def score(counts: list[list[int]]) -> tuple[list[int], list[int]]:
    """Points and symbols won by seat, all symbols."""
    columns = [points_of([row[symbol] for row in counts]) for symbol in range(len(counts[0]))]
    points = [sum(column[p] for column in columns) for p in range(len(counts))]
    won = [sum(column[p] > 0 for column in columns) for p in range(len(counts))]
    return points, won


def places(results: list[tuple[int, int]]) -> list[int]:
    """Places by (points, symbols won); equal results share a place."""
    return [1 + sum(other > mine for other in results) for mine in results]
