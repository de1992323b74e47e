"""Batches with a policy: every game is the one that `Position` plays from the same seed and decisions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bastide.batch import BadBatch, Batch, play, random_policy
from bastide.core.errors import BadSeed, IllegalAction
from bastide.core.game import Game
from bastide.core.observation import layout_of, legal_mask, observe_view
from bastide.core.play import digest_all, entry_points
from bastide.core.position import Position
from bastide.core.state import SPECTATOR, int_array, raw_of

pytestmark = pytest.mark.compiled


def last_legal(_observations: Any, masks: Any) -> Any:
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def digest_of(position: Position) -> int:
    plies = int_array((position.ply, 2))
    plies[:] = position.plies
    digest: int = entry_points(position.game).digest_game(raw_of(position.states), plies, position.ply)
    return digest


def test_observations_masks_and_results_are_those_of_single_play(table: tuple[Game, int]) -> None:
    game, seats = table
    singles = [game.new(seats, seed=seed) for seed in (3, 5, 8)]
    batch = Batch(game, [3, 5, 8], seats)
    policy = random_policy(1)
    while not batch.is_over:
        for i, m in enumerate(singles):
            assert batch.movers[i] == m.to_move
            assert np.array_equal(batch.masks[i], legal_mask(m))
            viewer = SPECTATOR if m.is_over else m.to_move
            assert np.array_equal(batch.observations[i], observe_view(m.view(viewer)))
        actions = policy(batch.observations, batch.masks)
        for i, m in enumerate(singles):
            if not m.is_over:
                m.apply(actions[i])
        batch.step(actions)
    played = batch.played()
    assert played.digests.tolist() == [digest_of(m) for m in singles]
    assert played.digest == digest_all([digest_of(m) for m in singles])
    assert played.plies.tolist() == [m.ply for m in singles]
    assert [
        list(zip(*row, strict=True)) for row in zip(played.points.tolist(), played.places.tolist(), strict=True)
    ] == [[(score.points, score.place) for score in m.scores()] for m in singles]


def test_threads_make_no_difference(game: Game) -> None:
    one = play(game, last_legal, range(200), threads=1)
    many = play(game, last_legal, range(200), threads=3)
    assert np.array_equal(one.digests, many.digests)


def test_a_policy_a_seat_sees_only_its_own_decisions(game: Game) -> None:
    seats = game.spec.seats[1]
    layout = layout_of(game)
    asked: list[set[int]] = [set() for _ in range(seats)]

    def note(seat: int) -> Any:
        def choose(observations: Any, masks: Any) -> Any:
            asked[seat] |= set(layout.take(observations, "viewer").tolist())
            return masks.argmax(axis=1)

        return choose

    play(game, [note(seat) for seat in range(seats)], range(5), seats)
    assert asked == [{seat} for seat in range(seats)]


def test_games_begin_anew_where_asked(game: Game) -> None:
    batch = Batch(game, [1, 2, 3])
    first = batch.observations.copy()
    batch.step(batch.masks.argmax(axis=1))
    batch.restart([0, 2], [1, 3])
    assert np.array_equal(batch.observations[[0, 2]], first[[0, 2]])
    assert not np.array_equal(batch.observations[1], first[1])


def test_an_illegal_action_changes_no_game(game: Game) -> None:
    batch = Batch(game, [1, 2])
    before = batch.observations.copy()
    illegal = int(np.flatnonzero(batch.masks[1] == 0)[-1])
    with pytest.raises(IllegalAction, match=rf"game 1: {illegal} .*{game.spec.clause_prefix}-"):
        batch.step([int(batch.masks[0].argmax()), illegal])
    with pytest.raises(IllegalAction, match="is no action of"):
        batch.step([int(batch.masks[0].argmax()), game.spec.num_actions])
    assert np.array_equal(batch.observations, before)


def test_arrays_of_the_wrong_kind_are_refused(game: Game) -> None:
    batch = Batch(game, [1, 2])
    with pytest.raises(BadBatch, match=r"shape \(2,\), not int64 of shape \(3,\)"):
        batch.step([0, 0, 0])
    with pytest.raises(BadBatch, match="float64"):
        batch.step([0.0, 0.0])
    with pytest.raises(BadBatch, match="different numbers from 0 to 1"):
        batch.restart([1, 1], [5, 6])
    with pytest.raises(BadBatch, match="1 games begin again, but 2 seeds"):
        batch.restart([1], [5, 6])
    with pytest.raises(BadBatch, match="at least one seed"):
        Batch(game, [])
    with pytest.raises(BadSeed):
        Batch(game, [-1])
    with pytest.raises(BadBatch, match="3 policies for"):
        play(game, [last_legal] * 3, [1], game.spec.seats[0] if game.spec.seats[0] != 3 else 4)
    with pytest.raises(BadBatch, match="a policy gives 2 whole numbers"):
        play(game, lambda _observations, _masks: np.zeros(7, int), [1, 2])
