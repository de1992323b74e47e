"""PettingZoo's own suites, and what ours adds to them."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from bastide.adapters import pettingzoo
from bastide.adapters.spaces import BadIllegal, ClosedEnvironment, NotReset
from bastide.batch.rewards import UnknownReward
from bastide.core.errors import BadSeat, BadSeats, IllegalAction
from bastide.core.game import Game

pytestmark = pytest.mark.compiled


def finish(env: Any, seed: int) -> dict[str, float]:
    """A random game to its end; the rewards it gave."""
    chooser = random.Random(seed)
    env.reset(seed=seed)
    given: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, over, _, info = env.last()
        assert info == ({"ending": env.unwrapped.position.ending} if over else {})
        if over:
            given[agent] = reward
        env.step(None if over else chooser.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return dict(sorted(given.items()))


def test_pettingzoos_api_test(table: tuple[Game, int]) -> None:
    game, seats = table
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")  # of a seat that is not to move
        api_test(pettingzoo.env(game, seats), num_cycles=60)


def test_pettingzoos_seed_test(table: tuple[Game, int]) -> None:
    game, seats = table
    seed_test(lambda: pettingzoo.env(game, seats), num_cycles=20)


@pytest.mark.slow
def test_pettingzoos_performance_benchmark(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(pettingzoo.env(game))
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_rewards_come_at_the_end(table: tuple[Game, int]) -> None:
    game, seats = table
    share = finish(pettingzoo.env(game, seats), seed=3)
    assert sum(share.values()) == pytest.approx(1.0)
    env = pettingzoo.env(game, seats, reward="points")
    points = list(finish(env, seed=3).values())
    assert points == [score.points for score in env.unwrapped.position.scores()]
    margin = list(finish(pettingzoo.env(game, seats, reward="margin"), seed=3).values())
    for seat, value in enumerate(margin):
        assert value == points[seat] - max(points[:seat] + points[seat + 1 :])


def test_a_seed_is_the_seed_of_the_game(game: Game) -> None:
    env = pettingzoo.env(game)
    env.reset(seed=12)
    assert bytes(env.unwrapped.position) == bytes(game.new(seed=12))
    env.reset()
    assert bytes(env.unwrapped.position) != bytes(game.new(seed=12))


def test_the_raw_view_is_at_hand_and_the_others_see_no_mask(game: Game) -> None:
    env = pettingzoo.env(game)
    env.reset(seed=12)
    m = game.new(seed=12)
    for seat, agent in enumerate(env.agents):
        assert bytes(env.unwrapped.view(agent)) == bytes(m.view(seat))
        assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == list(m.view(seat).legal)
    with pytest.raises(BadSeat, match="'seat_9'"):
        env.unwrapped.view("seat_9")


def test_ansi_is_what_a_spectator_sees(game: Game) -> None:
    env = pettingzoo.env(game, render_mode="ansi")
    env.reset(seed=12)
    assert env.render() == game.show(game.new(seed=12).view().state)


def test_an_illegal_action_is_an_error_or_ends_the_game(game: Game) -> None:
    env = pettingzoo.env(game)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[-1])
    with pytest.raises(IllegalAction, match=f"{game.spec.clause_prefix}-"):
        env.step(illegal)
    lenient = pettingzoo.env(game, illegal="terminate")
    lenient.reset(seed=1)
    agent = lenient.agent_selection
    lenient.step(illegal)
    assert lenient.rewards[agent] == -1.0
    assert all(lenient.terminations.values())


def test_bad_input_is_named(game: Game) -> None:
    with pytest.raises(BadSeats):
        pettingzoo.env(game, 99)
    with pytest.raises(UnknownReward, match="'glory'"):
        pettingzoo.env(game, reward="glory")
    with pytest.raises(BadIllegal, match="'ignore'"):
        pettingzoo.env(game, illegal="ignore")  # type: ignore[arg-type]
    raw = pettingzoo.raw_env(game)
    with pytest.raises(NotReset, match=r"call reset\(\) first"):
        raw.observe("seat_0")
    raw.close()
    with pytest.raises(ClosedEnvironment, match=f"bastide_{game.id}.* is closed"):
        raw.reset()
