"""OpenSpiel's own algorithms on the end of a game of Enghien: CFR to an equilibrium, and MCTS for one move."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, mcts

import bastide.adapters.openspiel  # noqa: F401 - registers the games

game = pyspiel.load_game("bastide_enghien", {"players": 2, "start_seed": 6, "start_left": 5})
state = game.new_initial_state()
print(state)

solver = cfr.CFRSolver(game)
for iteration in range(1, 21):
    solver.evaluate_and_update_policy()
    if iteration in (1, 5, 20):
        apart = exploitability.nash_conv(game, solver.average_policy())
        print(f"CFR, {iteration:2} iterations: {apart:.3f} from an equilibrium")

dice = np.random.RandomState(1)
bot = mcts.MCTSBot(game, 2.0, 200, mcts.RandomRolloutEvaluator(4, dice), random_state=dice)
print(f"MCTS takes: {state.action_to_string(bot.step(state))}")
