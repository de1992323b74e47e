"""Search iterations with a full random playout each; OpenSpiel's C++ IS-MCTS on hearts runs in the same process."""

from __future__ import annotations

import random
from typing import Any

import pyspiel

from bastide.bots.ismcts import Settings
from bastide.bots.levels import ladder_of
from bastide.bots.search import MAX_NODES, Budget, Search
from bastide.bots.tree import BYTES_PER_NODE
from bastide.core.game import Game
from bastide.core.rng import new_rng
from bastide.games import GAMES, load
from bench import report
from bench.peers import first_decision
from bench.report import SEATS

ROUNDS = 7
SECONDS = 0.6
BATCH = 2000  # iterations, or simulations, a call
PEER = "OpenSpiel IS-MCTS, hearts"
PLAIN = Settings()  # uniform playouts to the end, no opinion


def peer() -> report.Work:
    """Hearts from its first decision, one random rollout a simulation."""
    game: Any = pyspiel.load_game("hearts")
    state = first_decision(game, random.Random(1))
    bot = pyspiel.ISMCTSBot(
        1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, BATCH, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    )

    def simulate() -> float:
        bot.step(state)
        return BATCH

    return simulate


def searcher(game: Game, settings: Settings) -> report.Work:
    """A search from the first decision, its tree made anew for every call."""
    m = game.new(SEATS[game.id], seed=1)
    view = m.view(m.to_move)
    search = Search(game, settings)
    rng = new_rng(1)

    def think() -> float:
        search.run(view, Budget(BATCH), rng)
        return BATCH

    return think


def main() -> None:
    """Alternates all searches, prints iterations a second and ratios, and appends them to results.md."""
    report.pin_to_one_core()
    works = {PEER: peer()}
    for name in GAMES:
        works[f"{name}, random playouts"] = searcher(load(name), PLAIN)
    for name in GAMES:
        works[f"{name}, as the levels search"] = searcher(load(name), ladder_of(load(name)).settings)
    speeds = report.alternate(works, ROUNDS, SECONDS)
    rows = [[name, f"{speed / 1000:.1f} k", f"{speed / speeds[PEER]:.2f}"] for name, speed in speeds.items()]
    text = report.table(["search from the first decision", "iterations/s", "ratio"], rows)
    size = MAX_NODES * BYTES_PER_NODE / 1e6
    memory = f"One search holds at most {MAX_NODES:,} nodes of {BYTES_PER_NODE} bytes: {size:.1f} MB."
    report.write("Search", "make bench", f"{text}\n\n{memory}")


if __name__ == "__main__":
    main()
