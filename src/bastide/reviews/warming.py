"""Compiles what the review of a game needs, in a process of its own: `python -m bastide.reviews.warming GAME`.

Other parts of the game (`bots.warming`) may be named; they are compiled first.
"""

from __future__ import annotations

import sys

from bastide.bots import warming
from bastide.bots.warming import mark_compiled
from bastide.core.game import Game
from bastide.core.record import Record
from bastide.core.rng import new_rng, random_below
from bastide.games import load
from bastide.judge import trouble_of
from bastide.reviews.study import Study

PART = "reviews"


def command_of(name: str, *parts: str) -> list[str]:
    """How another process compiles the reviews of a game, after other parts of it."""
    return [sys.executable, "-m", "bastide.reviews.warming", name, *parts]


def random_record(game: Game, seats: int) -> Record:
    """A game of thoughtless players."""
    m, rng = game.new(seats, seed=1), new_rng(1)
    while not m.is_over:
        m.apply(m.legal[random_below(rng, len(m.legal))])
    return m.record()


def load_reviews(name: str) -> None:
    """Reads (or compiles) what a review needs, the second look included, by reviewing a game."""
    game = load(name)
    if trouble_of(game):
        return
    study = Study(random_record(game, game.spec.seats[0]))
    study.review()
    number = next(i for i, weighed in enumerate(study.weighed) if len(weighed.actions) > 1)
    study.reviewer.rehearse(study.view(number), study.weighed[number], number)


def main(name: str, *parts: str) -> None:
    if parts:
        warming.main(name, *parts)
    load_reviews(name)
    mark_compiled(name, PART)


if __name__ == "__main__":
    main(*sys.argv[1:])
