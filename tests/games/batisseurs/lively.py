"""Games in which cards change hands: uniform bids are nearly always insolvent, so these players bid what they own."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bastide.core.position import Position
from bastide.games.batisseurs import GAME
from bastide.games.batisseurs.actions import BID, BUILD, DONE, PASS, RAID, SABOTAGE
from bastide.games.batisseurs.state import BIDDING, BUILDING


def choose(m: Position, chooser: random.Random) -> int:
    """A sane bid or a pass; mostly builds and sabotages where that is possible."""
    s = m.state
    if s.phase == BIDDING:
        return choose_bid(m, chooser)
    if s.phase == BUILDING and chooser.random() < 0.9:
        attacks = [a for a in m.legal if SABOTAGE <= a < RAID + s.seats]
        builds = [a for a in m.legal if BUILD <= a < DONE]
        for wanted in (attacks, builds) if chooser.random() < 0.5 else (builds, attacks):
            if wanted:
                return chooser.choice(wanted)
    return chooser.choice(m.legal)


def choose_bid(m: Position, chooser: random.Random) -> int:
    s = m.state
    if chooser.random() < 0.03:
        return chooser.choice(m.legal)
    sane = [a for a in m.legal if a >= BID and a - BID <= s.money[s.bidder]][:3]
    if PASS in m.legal and (not sane or chooser.random() < 0.5):
        return PASS
    return chooser.choice(sane or m.legal)


def lively(seats: int, seed: int, **options: int) -> Iterator[Position]:
    """A game of such players, one position at a time; every draw is a step of its own."""
    chooser = random.Random(seed)
    m = GAME.new(seats, **options)
    yield m
    while not m.is_over:
        if m.legal:
            m.apply(choose(m, chooser))
        else:
            outcomes, weights = zip(*m.outcomes(), strict=True)
            m.draw(chooser.choices(outcomes, weights)[0])
        yield m
