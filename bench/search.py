"""Search iterations of all kinds, and what a judge says a second; OpenSpiel's C++ IS-MCTS on hearts beside them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel

from bastide.bots import make_bot
from bastide.bots.ismcts import Settings
from bastide.bots.judged import judged_kernel
from bastide.bots.levels import LEVELS, ladder_of, ranks_of
from bastide.bots.search import MAX_NODES, Budget, GuidedSearch, Search
from bastide.bots.tree import new_tree
from bastide.core.game import Game
from bastide.core.rng import new_rng
from bastide.core.state import int_array, new_states
from bastide.core.view import View
from bastide.games import GAMES, load
from bastide.judge import Judge, judge_of
from bastide.judge.net import UTILITY
from bench import report
from bench.peers import first_decision
from bench.report import SEATS

ROUNDS = 7
SECONDS = 0.6
DEALS = 16  # on which each action is judged in a call
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


def searcher(game: Game, search: Search) -> report.Work:
    """A search from the first decision, its tree made anew for every call."""
    m = game.new(SEATS[game.id], seed=1)
    view = m.view(m.to_move)
    rng = new_rng(1)

    def think() -> float:
        search.run(view, Budget(BATCH), rng)
        return BATCH

    return think


def plain_searcher(game: Game) -> report.Work:
    """The same with uniform playouts and no opinion, as the peers search."""
    return searcher(game, Search(game, PLAIN))


def midgame(game: Game) -> list[View]:
    """What movers see in the middle of a game of the strongest level."""
    m = game.new(SEATS[game.id], seed=1)
    bot = make_bot(LEVELS[-1], game, 1)
    views = []
    while not m.is_over:
        views.append(m.view(m.to_move))
        m.apply(bot.choose(views[-1]))
    return [view for view in views[len(views) // 3 : 2 * len(views) // 3] if len(view.legal) > 1]


def evaluator(game: Game, judge: Judge) -> report.Work:
    """Every action worth a look of mid-game positions: apply, look, features and net, as bots ask."""
    views, kernel, mind, rng = midgame(game), judged_kernel(game), judge.new_mind(), new_rng(1)
    states, buf, sums = new_states(game.state, 1), int_array(game.buffer), np.zeros(game.buffer)

    def evaluate() -> float:
        done = 0
        for view in views:
            n = len(view.legal)
            buf[:n] = view.legal
            done += DEALS * kernel.weigh_judged(view.states, states, rng, view.seat, buf, n, mind, sums, DEALS, UTILITY)
        return done

    return evaluate


def judged_works() -> dict[str, report.Work]:
    """The Champion's search, and a judge by itself, of every game that has one."""
    works = {}
    for game in map(load, GAMES):
        judge = judge_of(game)
        if judge is not None:
            works[f"{game.id}, as the Champion searches"] = searcher(
                game, GuidedSearch(game, judge, ranks_of(game).guide)
            )
            works[f"{game.id}, evaluations of the judge"] = evaluator(game, judge)
    return works


def main() -> None:
    """Alternates all searches, prints iterations a second and ratios, and appends them to results.md."""
    report.pin_to_one_core()
    works = {PEER: peer()}
    for name in GAMES:
        works[f"{name}, random playouts"] = plain_searcher(load(name))
    for name in GAMES:
        works[f"{name}, by opinion"] = searcher(load(name), Search(load(name), ladder_of(load(name)).settings))
    works.update(judged_works())
    speeds = report.alternate(works, ROUNDS, SECONDS)
    rows = [[name, f"{speed / 1000:.1f} k", f"{speed / speeds[PEER]:.2f}"] for name, speed in speeds.items()]
    text = report.table(
        ["search from the first decision, or a judge in the middle of a game", "a second", "ratio"], rows
    )
    per_node = sum(column.nbytes for column in new_tree(1)[:-1])
    size = MAX_NODES * per_node / 1e6
    memory = f"One search holds at most {MAX_NODES:,} nodes of {per_node} bytes: {size:.1f} MB."
    report.write("Search", "make bench", f"{text}\n\n{memory}")


if __name__ == "__main__":
    main()
