"""Games to review: real ones, and ones in which something was planted."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from bastide.bots import make_bot
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.record import Record
from bastide.core.state import CHANCE
from bastide.reviews.reviewer import Reviewer

FIXTURES = Path(__file__).resolve().parents[1] / "games"
Plant = Callable[[Position], int | None]


def fixture_of(game: Game) -> Record:
    """A whole game of the fixtures, by today's rules."""
    records = (Record.load(path) for path in sorted((FIXTURES / game.id / "fixtures").glob("*.json")))
    return next(record for record in records if record.rules_version == game.spec.rules_version)


def play(game: Game, seats: int, seed: int, plant: Plant) -> Record:
    """A game between judged bots, but for the decisions that `plant` makes."""
    bots = [make_bot("judged", game, seed + seat) for seat in range(seats)]
    m = game.new(seats, seed=seed)
    while not m.is_over:
        planted = plant(m)
        m.apply(bots[m.to_move].choose(m.view(m.to_move)) if planted is None else planted)
    return m.record()


def play_with_one_lucky_draw(game: Game, seats: int, lucky: int, least: float) -> tuple[Record, int]:
    """A game in which every draw is the most ordinary one for a seat, but for one that is worth `least` to it.

    The record, and the ply of that draw. Where draws follow one another, they fall as they do: always the first of
    their outcomes might tie for ever.
    """
    reviewer, dice = Reviewer(game), random.Random(lucky)
    bots = [make_bot("judged", game, seat) for seat in range(seats)]
    m, planted = game.new(seats), -1
    while not m.is_over:
        if m.to_move != CHANCE:
            m.apply(bots[m.to_move].choose(m.view(m.to_move)))
            continue
        if m.after([m.outcomes()[0][0]]).to_move == CHANCE:
            outcomes, weights = zip(*m.outcomes(), strict=True)
            m.draw(dice.choices(outcomes, weights)[0])
            continue
        worth = _worth_of_draws(m, reviewer, lucky)
        mean = sum(weight * share for _, weight, share in worth) / sum(weight for _, weight, _ in worth)
        best = max(worth, key=lambda entry: entry[2])
        if planted < 0 and best[2] - mean > least:
            planted = m.ply
            m.draw(best[0])
        else:
            m.draw(min(worth, key=lambda entry: abs(entry[2] - mean))[0])
    return m.record(), planted


def _worth_of_draws(m: Position, reviewer: Reviewer, seat: int) -> list[tuple[int, int, float]]:
    """Outcomes, their weights, and the seat's share after each; nothing is known where another draw follows it."""
    found = []
    for outcome, weight in m.outcomes():
        after = m.after([outcome])
        share = 0.0 if after.to_move == CHANCE else reviewer.foresee(after.states, m.seats)[seat]
        found.append((outcome, weight, share))
    return found
