"""Random walks through games, for tests that look at many positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bastide.core.game import Game
from bastide.core.position import Position


def walk(game: Game, seats: int, seed: int, **options: int) -> Iterator[Position]:
    """A random game, one position at a time from the first to the last; every draw is a step of its own."""
    chooser = random.Random(seed)
    m = game.new(seats, **options)
    yield m
    while not m.is_over:
        if m.legal:
            m.apply(chooser.choice(m.legal))
        else:
            outcomes, weights = zip(*m.outcomes(), strict=True)
            m.draw(chooser.choices(outcomes, weights)[0])
        yield m


def sample(game: Game, seats: int, seed: int, every: int, **options: int) -> Iterator[Position]:
    """Some positions of a random game: one in `every`, at random, and always the first and the last."""
    chooser = random.Random(seed + 1)
    for m in walk(game, seats, seed, **options):
        if m.ply == 0 or m.is_over or chooser.randrange(every) == 0:
            yield m
