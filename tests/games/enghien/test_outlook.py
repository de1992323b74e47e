"""What a judge is shown of the symbols still open, compared with a slow twin that shares them out one way at a time."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from math import factorial
from typing import Any

import numpy as np
import pytest

from bastide.core.play import entry_points
from bastide.core.position import Position
from bastide.core.state import int_array
from bastide.games import load
from bastide.games.enghien.features import FIELDS
from bastide.games.enghien.outlook import AT_OUTLOOK, BEST, OUTLOOKS, TAKES
from bastide.games.enghien.tables import DATA, SYMBOLS

GAME = load("enghien")
FAR = 5


def nearest(x: Fraction) -> int:
    """The nearest whole number, the higher of two that are as near."""
    return (2 * x.numerator + x.denominator) // (2 * x.denominator)


@cache
def share_out(seats: int, left: int, first: int, second: int) -> tuple[int, int]:
    """Per cent of the most, and eighths of symbols that come with it, for leads over two rivals."""
    chance = more = Fraction(0)
    for own in range(left + 1):
        for one in range(left + 1 - own):
            for two in range(left + 1 - own - one if seats > 2 else 1):
                rest = left - own - one - two
                if own + first <= one or own + second <= two or (rest and seats < 4):
                    continue
                ways = factorial(left) // (factorial(own) * factorial(one) * factorial(two) * factorial(rest))
                part = Fraction(ways * max(1, seats - 3) ** rest, seats**left)
                chance += part
                more += own * part
    return nearest(100 * chance), nearest(8 * more)


class Round:
    """Symbols held by each seat from the viewer's on, and the cards that lie there."""

    def __init__(self, m: Position, viewer: int) -> None:
        self.held = [[0] * SYMBOLS for _ in range(m.seats)]
        self.cards: list[list[int]] = []
        for cell in range(m.state.cells):
            card = DATA.cards.symbols[m.state.card[cell]]
            if m.state.taker[cell] < 0:
                self.cards.append(card)
            else:
                for symbol in card:
                    self.held[(m.state.taker[cell] - viewer) % m.seats][symbol] += 1

    def left(self, symbol: int) -> int:
        return sum(symbol in card for card in self.cards)

    def promise(self, q: int, symbol: int, left: int, more: int = 0) -> int:
        """Hundredths of a point, for a seat with some more of a symbol."""
        own = self.held[q][symbol]
        rivals = sorted((row[symbol] for r, row in enumerate(self.held) if r != q), reverse=True)
        leads = [max(-FAR, min(FAR, own - rival)) for rival in (*rivals, own - FAR)][:2]
        first, second = (min(FAR, lead + more) for lead in leads)
        chance, eighths = share_out(len(self.held), left, first, second)
        return chance * (own + more) + eighths * 100 // 8

    def promises(self) -> list[int]:
        return [sum(self.promise(q, x, self.left(x)) for x in range(SYMBOLS)) for q in range(len(self.held))]

    def worth(self, q: int, card: list[int]) -> int:
        """What a card adds to the promise of a seat, compared with somebody else's taking it."""
        lefts = {symbol: self.left(symbol) - 1 for symbol in card}
        return sum(self.promise(q, x, left, 1) - self.promise(q, x, left) for x, left in lefts.items())

    def take_best(self, q: int) -> None:
        """The card that is worth most; of equals the first, where the last has taken the place of one that is gone."""
        worths = [self.worth(q, card) for card in self.cards]
        place = worths.index(max(worths))
        for symbol in self.cards[place]:
            self.held[q][symbol] += 1
        self.cards[place] = self.cards[-1]
        self.cards.pop()


def leads_of(points: list[int]) -> list[int]:
    return [own - max([0, *points[:q], *points[q + 1 :]]) for q, own in enumerate(points)]


def expected(m: Position, viewer: int) -> list[list[int]]:
    """The outlook of each seat from the viewer's on."""
    played = Round(m, viewer)
    order = {tuple(card): number for number, card in enumerate(DATA.cards.symbols)}
    played.cards.sort(key=lambda card: order[tuple(card)])
    before = played.promises()
    best = [sorted((played.worth(q, card) for card in played.cards), reverse=True) for q in range(m.seats)]
    for k in range(min(TAKES, len(played.cards))):
        played.take_best((1 + k) % m.seats)
    after = played.promises()
    return [
        [before[q], leads_of(before)[q], *(best[q] + [0] * BEST)[:BEST], after[q], leads_of(after)[q]]
        for q in range(m.seats)
    ]


def shown(m: Position, viewer: int) -> Any:
    out = int_array(FIELDS.size, np.int32)
    entry_points(GAME).features(m.view(viewer).states, viewer, out)
    return np.asarray(out)[AT_OUTLOOK:].reshape(-1, OUTLOOKS).tolist()


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_outlook_is_that_of_a_slow_twin(seats: int) -> None:
    m = GAME.new(seats, seed=seats)
    chooser = random.Random(seats)
    while not m.is_over:
        viewer = m.to_move
        m.apply(chooser.choice(m.legal))
        if not m.is_over and m.ply % 4 == 0:
            told = shown(m, viewer)
            assert told[:seats] == expected(m, viewer), (seats, m.ply)
            assert not any(any(row) for row in told[seats:])
    assert FIELDS.size == AT_OUTLOOK + OUTLOOKS * 6


def test_a_symbol_that_is_decided_promises_what_it_will_score() -> None:
    assert share_out(3, 0, 1, 1) == (100, 0)
    assert share_out(3, 0, 0, 1) == (0, 0)  # ENG-11: a tie scores nothing
    assert share_out(2, 1, 0, 5) == (50, 4)
