"""Random games in bulk are the simulator's, game by game."""

from __future__ import annotations

import numpy as np
import pytest

from bastide.batch import play_random
from bastide.core.errors import BadOption, BadSeats, BadSeed, BastideError
from bastide.core.game import Game
from bastide.core.play import Simulator, digest_all

pytestmark = pytest.mark.compiled


def test_every_game_is_the_simulators(table: tuple[Game, int]) -> None:
    game, seats = table
    simulator = Simulator(game, seats, game.spec.check_options({}))
    expected = [simulator.play(9, number) for number in range(40)]
    played = play_random(game, 40, seats=seats, seed=9)
    assert played.digests.tolist() == [one.digest for one in expected]
    assert played.digest == digest_all([one.digest for one in expected])
    assert played.points.tolist() == [one.points for one in expected]
    assert played.places.tolist() == [one.places for one in expected]
    assert played.plies.tolist() == [len(one.plies) for one in expected]
    assert played.decisions.tolist() == [one.decisions for one in expected]


def test_cores_and_starts_make_no_difference(game: Game) -> None:
    whole = play_random(game, 300, seed=4, threads=1)
    spread = play_random(game, 300, seed=4, threads=3)
    rest = play_random(game, 100, seed=4, start=200)
    assert np.array_equal(whole.digests, spread.digests)
    assert np.array_equal(whole.digests[200:], rest.digests)
    assert len(set(whole.digests.tolist())) == 300


def test_what_cannot_be_played_is_refused(game: Game) -> None:
    with pytest.raises(BastideError, match="games is 0"):
        play_random(game, 0)
    with pytest.raises(BadSeats):
        play_random(game, 1, seats=99)
    with pytest.raises(BadSeed):
        play_random(game, 1, seed=-1)
    with pytest.raises(BadOption):
        play_random(game, 1, no_such_option=1)
    with pytest.raises(BastideError, match="threads is 0"):
        play_random(game, 1, threads=0)
