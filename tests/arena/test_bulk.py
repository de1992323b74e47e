"""Random games in pieces: the same numbers however they are cut, spread and put together."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from threading import Event

import numpy as np
import pytest

from bastide.arena import bulk
from bastide.arena.bulk import Piece, Series, Tally, add_up, cut, digest_of, play_piece, play_series
from bastide.arena.local import QUEUE, run_local, run_threads
from bastide.arena.ray import NoCluster
from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.core.play import Simulator, digest_all
from bastide.games import GAMES, load

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: pip install bastide[ray]")


def series_of(game: Game) -> Series:
    return Series(game.id, game.spec.seats[0], game.spec.check_options({}), 3)


def test_pieces_are_all_games_once() -> None:
    assert cut(10, 4) == [Piece(0, 4), Piece(4, 4), Piece(8, 2)]
    assert cut(3, 4) == [Piece(0, 3)]


def test_the_sums_are_the_simulators(game: Game) -> None:
    series = series_of(game)
    simulator = Simulator(game, series.seats, series.options)
    games = [simulator.play(series.seed, number) for number in range(5)]
    pieces = [play_piece(series, piece) for piece in cut(5, 2)]
    random.Random(1).shuffle(pieces)
    total = add_up(pieces)
    assert total.games == 5
    assert total.decisions == sum(one.decisions for one in games)
    assert total.plies == sum(len(one.plies) for one in games)
    assert total.points == tuple(np.sum([one.points for one in games], axis=0).tolist())
    assert total.places == tuple(np.sum([one.places for one in games], axis=0).tolist())
    assert digest_of(total) == digest_all([one.digest for one in games])


def test_processes_and_threads_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    series = series_of(load(GAMES[0]))
    monkeypatch.setattr(bulk, "SMALLEST", 3)
    here: Tally = add_up(play_series(series, 13, workers=2))
    assert add_up(run_local(partial(play_piece, series), cut(13, 4), 2)) == here
    assert add_up(play_series(series, 13, workers=1)) == here


def test_a_thread_that_is_held_up_holds_up_no_other() -> None:
    others_done = Event()

    def work(number: int) -> int:
        if number == 0:
            assert others_done.wait(60)
        if number == 9:
            others_done.set()
        return number

    assert sorted(run_threads(work, range(10), 2)) == list(range(10))


def test_what_is_closed_begins_nothing_more() -> None:
    begun: list[int] = []
    note: Callable[[int], None] = begun.append
    played = run_threads(note, range(1000), 2)
    next(played)
    played.close()
    assert len(begun) <= 2 * QUEUE


def test_an_error_in_a_thread_is_the_callers() -> None:
    with pytest.raises(ZeroDivisionError):
        list(run_threads(lambda number: 1 // number, range(5), 2))


def test_no_workers_and_an_unreachable_cluster_are_refused_before_any_game() -> None:
    series = series_of(load(GAMES[0]))
    with pytest.raises(BastideError, match="--workers is 0"):
        play_series(series, 4, workers=0)
    with pytest.raises(NoCluster, match="no Ray cluster answers"):
        play_series(series, 4, ray="127.0.0.1:1")


@needs_ray
@pytest.mark.slow
def test_a_local_ray_counts_the_same() -> None:
    series = series_of(load(GAMES[0]))
    assert add_up(play_series(series, 600, ray="local")) == add_up(play_series(series, 600))
