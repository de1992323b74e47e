"""Gymnasium's own checker, and single games against their vectorised form."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from bastide.adapters.gymnasium import SeatEnv, VectorSeatEnv
from bastide.adapters.spaces import ClosedEnvironment, NotReset
from bastide.batch import BadBatch
from bastide.batch.seat import UncompiledBot
from bastide.bots import UnknownBot
from bastide.core.errors import BadSeat, BastideError, IllegalAction
from bastide.core.game import Game

pytestmark = pytest.mark.compiled


def choose(generator: np.random.Generator, masks: Any) -> Any:
    """One legal action a row; 0 where there is none."""
    return np.where(masks == 1, generator.random(masks.shape), -1.0).argmax(axis=-1)


@pytest.mark.broad
def test_gymnasiums_checker(table: tuple[Game, int]) -> None:
    game, seats = table
    env = gymnasium.make(
        f"bastide/{game.id}-v0", seats=seats, seat=seats - 1, illegal="terminate", render_mode="ansi"
    ).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


def test_a_game_ends_with_its_reward(table: tuple[Game, int]) -> None:
    game, seats = table
    env = SeatEnv(game, seats, reward="points")
    generator = np.random.default_rng(1)
    seen, _ = env.reset(seed=5)
    over, total = False, 0.0
    while not over:
        assert seen in env.observation_space
        seen, reward, over, _, info = env.step(choose(generator, seen["action_mask"]))
        assert info == ({"ending": env.position.ending} if over else {})
        total += reward
    assert total == env.position.scores()[0].points


def test_a_seed_is_one_game_against_one_set_of_bots(game: Game) -> None:
    def trace(seed: int) -> list[bytes]:
        env, generator = SeatEnv(game, opponents="greedy"), np.random.default_rng(1)
        seen, _ = env.reset(seed=seed)
        seens = [seen["observation"].tobytes()]
        for _ in range(3):
            seen, *_ = env.step(choose(generator, seen["action_mask"]))
            seens.append(seen["observation"].tobytes())
        return seens

    assert trace(1) == trace(1)
    assert trace(1) != trace(2)


def test_the_vectorised_games_are_the_single_ones(game: Game) -> None:
    count, seats, generator = 8, 3, np.random.default_rng(3)
    envs = VectorSeatEnv(game, count, seats, seat=2, opponents="uniform", copy=True)
    singles = [SeatEnv(game, seats, seat=2, opponents="uniform") for _ in range(count)]
    seen, _ = envs.reset(seed=40)
    starts = [env.reset(seed=40 + i)[0] for i, env in enumerate(singles)]
    assert np.array_equal(seen["observation"], [start["observation"] for start in starts])
    live = np.ones(count, bool)
    while live.any():
        actions = choose(generator, seen["action_mask"])
        seen, rewards, ended, truncated, told = envs.step(actions)
        assert not truncated.any()
        assert np.array_equal(told.get("_ending", np.zeros(count, bool)), ended)
        for i in np.flatnonzero(live):
            single, reward, over, _, info = singles[i].step(actions[i])
            assert (reward, over) == (rewards[i], ended[i])
            assert info == ({"ending": told["ending"][i]} if over else {})
            assert np.array_equal(single["observation"], seen["observation"][i])
            assert np.array_equal(single["action_mask"], seen["action_mask"][i])
        live &= ~ended


def test_a_game_that_ended_begins_anew_on_the_next_step(game: Game) -> None:
    envs, generator = VectorSeatEnv(game, 16), np.random.default_rng(4)
    seen, _ = envs.reset(seed=1)
    ended, anew = np.zeros(16, bool), 0
    for _ in range(4000):
        previous = ended
        seen, rewards, ended, _, _ = envs.step(choose(generator, seen["action_mask"]))
        assert not (ended & previous).any()
        assert (rewards[~ended] == 0).all()
        assert (seen["action_mask"][~ended].sum(axis=1) > 0).all()
        assert (seen["action_mask"][ended] == 0).all()
        anew += previous.sum()
        if anew > 20:
            break
    assert anew > 20


def test_vectors_write_into_the_same_arrays(game: Game) -> None:
    envs = gymnasium.make_vec(f"bastide/{game.id}-v0", num_envs=4, vectorization_mode="vector_entry_point")
    seen, _ = envs.reset(seed=1)
    again, *_ = envs.step(seen["action_mask"].argmax(axis=1))
    assert again["observation"] is seen["observation"]
    assert again["action_mask"] is seen["action_mask"]


def test_an_illegal_action_is_an_error_or_ends_the_game(game: Game) -> None:
    env = SeatEnv(game)
    seen, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[-1])
    with pytest.raises(IllegalAction):
        env.step(illegal)
    lenient = SeatEnv(game, illegal="terminate")
    lenient.reset(seed=1)
    _, reward, over, _, info = lenient.step(illegal)
    assert (reward, over) == (-1.0, True)
    assert info["illegal"].startswith(game.spec.clause_prefix)


def test_bad_input_is_named(game: Game) -> None:
    with pytest.raises(BadSeat, match="no seat 7"):
        SeatEnv(game, seat=7)
    with pytest.raises(UnknownBot, match="'nobody'"):
        SeatEnv(game, opponents="nobody")
    with pytest.raises(BastideError, match="9 opponents"):
        SeatEnv(game, opponents=["uniform"] * 9)
    with pytest.raises(UncompiledBot, match="'level4'"):
        VectorSeatEnv(game, 4, opponents="level4")
    with pytest.raises(BastideError, match="num_envs is 0"):
        VectorSeatEnv(game, 0)
    env, envs = SeatEnv(game), VectorSeatEnv(game, 4)
    with pytest.raises(NotReset):
        env.step(0)
    with pytest.raises(NotReset):
        envs.step([0] * 4)
    envs.reset()
    with pytest.raises(BadBatch, match=r"shape \(4,\)"):
        envs.step([0] * 3)
    env.close()
    envs.close()
    with pytest.raises(ClosedEnvironment):
        env.reset()
    with pytest.raises(ClosedEnvironment):
        envs.step([0] * 4)
