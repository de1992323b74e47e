"""OpenSpiel beside us: the same kind of work, measured the same way."""

from __future__ import annotations

import random
from typing import Any

import pyspiel

ROLLOUTS = 4000


def first_decision(game: Any, rng: random.Random) -> Any:
    """A state at which a player is to move, chance drawn uniformly."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def play_once(game: Any, rng: random.Random) -> int:
    """A whole random game through the Python API, one move a call; returns the players' decisions."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return decisions


class Rollouts:
    """Random rollouts in C++: one call of an MCTSBot whose evaluator plays many games to their end."""

    def __init__(self, name: str, seed: int = 1) -> None:
        self.game = pyspiel.load_game(name)
        rng = random.Random(seed)
        self.state = first_decision(self.game, rng)
        self.length = sum(self._decisions_from_here(rng) for _ in range(40)) / 40
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
        self.bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 2, 1000, True, seed, False)

    def _decisions_from_here(self, rng: random.Random) -> int:
        state = self.state.clone()
        decisions = 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return decisions

    def run(self) -> float:
        """Two simulations of ROLLOUTS games each; returns the decisions in them."""
        self.bot.step(self.state)
        return 2 * ROLLOUTS * self.length
