"""OpenSpiel's own simulation test for every game and seat count, and its algorithms on a subgame."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, mcts
from open_spiel.python.policy import UniformRandomPolicy

import bastide.adapters.openspiel  # noqa: F401 - registers the games
from bastide.core.errors import BadSeats, BastideError
from bastide.core.game import Game
from bastide.core.observation import observe_view

pytestmark = pytest.mark.compiled


def load(game: Game, **parameters: int) -> pyspiel.Game:
    return pyspiel.load_game(f"bastide_{game.id}", parameters)


def subgame(game: Game, left: int) -> pyspiel.Game:
    return load(game, players=game.spec.seats[0], start_seed=6, start_left=left)


@pytest.mark.broad
def test_openspiels_random_simulation(table: tuple[Game, int]) -> None:
    game, seats = table
    pyspiel.random_sim_test(load(game, players=seats), num_sims=1, serialize=True, verbose=False)


def test_a_game_through_openspiel_is_our_game(table: tuple[Game, int]) -> None:
    game, seats = table
    chooser, m = random.Random(2), game.new(seats)
    state = load(game, players=seats).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1.0)
            action = chooser.choices(outcomes, chances)[0]
            m.draw(action)
        else:
            assert (state.current_player(), tuple(state.legal_actions())) == (m.to_move, m.legal)
            action = chooser.choice(m.legal)
            m.apply(action)
        state.apply_action(action)
    first = [score.place == 1 for score in m.scores()]
    assert state.returns() == pytest.approx([won / sum(first) - 1 / seats for won in first])
    assert sum(state.returns()) == pytest.approx(0.0)
    assert state.ending == m.ending
    for seat in range(seats):
        assert state.observation_tensor(seat) == observe_view(m.view(seat)).astype(np.float32).tolist()


def test_clones_go_their_own_way(game: Game) -> None:
    state = subgame(game, left=3).new_initial_state()
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert state.history() == []
    assert str(twin) != str(state)
    assert twin.information_state_string(0) != state.information_state_string(0)


def test_what_a_seat_did_not_witness_is_not_in_its_information_state(table: tuple[Game, int]) -> None:
    """Two actions that a seat cannot tell apart leave it with one information state and one observation."""
    game, seats = table
    chooser = random.Random(5)
    state = load(game, players=seats).new_initial_state()
    while not state.is_terminal():
        s, witness = state.position.state, game.witness
        actions = state.legal_actions()
        for seat in range(seats):
            unseen = [a for a in actions if seat != state.current_player() and witness(s, a, seat) < 0][:2]
            told = {
                (child.information_state_string(seat), child.observation_string(seat))
                for child in map(state.child, unseen)
            }
            assert len(told) <= 1
        state.apply_action(chooser.choice(actions))


def test_openspiels_mcts_plays_a_subgame(game: Game) -> None:
    small = subgame(game, left=4)
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(small, 2.0, 30, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    state = small.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_openspiels_cfr_gets_nearer_to_an_equilibrium(game: Game) -> None:
    """On the last decisions of a game; for two players its distance from an equilibrium is measured."""
    small = subgame(game, left=3)
    solver = cfr.CFRSolver(small)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    state = small.new_initial_state()
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1.0)
    if small.num_players() == 2:
        apart = exploitability.nash_conv(small, policy)
        assert apart <= exploitability.nash_conv(small, UniformRandomPolicy(small)) + 1e-9


def test_bad_parameters_are_named(game: Game) -> None:
    with pytest.raises(BadSeats):
        load(game, players=99)
    with pytest.raises(BastideError, match=r"start_left is 0; random game 0 of seed 1 has \d+ decisions"):
        load(game, start_seed=1, start_left=0)
