"""One seat against compiled bots: the games are those of the same bots one move at a time."""

from __future__ import annotations

import numpy as np
import pytest

from bastide.batch import random_policy
from bastide.batch.seat import SeatBatch, UncompiledBot, bot_seed
from bastide.bots import make_bot
from bastide.core.errors import BadSeat, BastideError
from bastide.core.game import Game
from bastide.core.observation import legal_mask, observe_view
from bastide.core.position import Position

pytestmark = pytest.mark.compiled


class Single:
    """One game of the batch, played by Position and bots."""

    def __init__(self, game: Game, seats: int, seat: int, names: list[str], seed: int) -> None:
        self.seat = seat
        self.position: Position = game.new(seats, seed=seed)
        others = [p for p in range(seats) if p != seat]
        self.bots = {p: make_bot(name, game, bot_seed(seed, p)) for p, name in zip(others, names, strict=True)}
        self.meet()

    def meet(self) -> None:
        m = self.position
        while not m.is_over and m.to_move != self.seat:
            m.apply(self.bots[m.to_move].choose(m.view(m.to_move)))


def test_bots_in_a_batch_choose_as_they_do_alone(game: Game) -> None:
    seats, seat, seeds = 3, 1, [4, 9]
    names = ["greedy", "classic1"]
    singles = [Single(game, seats, seat, names, seed) for seed in seeds]
    batch = SeatBatch(game, seeds, seats, seat=seat, opponents=names)
    policy = random_policy(2)
    while not batch.is_over:
        for i, single in enumerate(singles):
            assert np.array_equal(batch.observations[i], observe_view(single.position.view(seat)))
            assert np.array_equal(batch.masks[i], legal_mask(single.position))
        actions = policy(batch.observations, batch.masks)
        for i, single in enumerate(singles):
            if not single.position.is_over:
                single.position.apply(actions[i])
                single.meet()
        batch.step(actions)
    assert batch.played().points.tolist() == [[score.points for score in one.position.scores()] for one in singles]


def test_what_cannot_sit_at_the_table_is_refused(game: Game) -> None:
    with pytest.raises(UncompiledBot, match=r"'level5' does not play in batches; .*uniform, greedy"):
        SeatBatch(game, [1], opponents="level5")
    with pytest.raises(BadSeat, match="no seat 99"):
        SeatBatch(game, [1], seat=99)
    with pytest.raises(BastideError, match="9 opponents are named"):
        SeatBatch(game, [1], opponents=["uniform"] * 9)
