"""The search: budgets, repeatability, memory, cancelling."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from bastide.bots.ismcts import Settings
from bastide.bots.search import MAX_GUIDED_NODES, MAX_NODES, BadBudget, Budget, Search
from bastide.bots.tree import new_guided_tree, new_tree
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.rng import new_rng
from bastide.games import GAMES, load
from tests.walks import sample

SMALL = Budget(60)
TUNES = (
    Settings(),
    Settings(lean=50.0),
    Settings(lean=50.0, widen=0.5, horizon=3),
    Settings(horizon=0, margin=0.2),
    Settings(tries=2, margin=0.3, spread=500.0),
)


def opening(name: str, seed: int = 1) -> Position:
    return load(name).new(seed=seed)


@pytest.mark.parametrize("settings", TUNES)
def test_every_iteration_is_counted_once(game: Game, settings: Settings) -> None:
    m = game.new(seed=2)
    search = Search(game, settings)
    findings = search.run(m.view(m.to_move), SMALL, new_rng(1))
    assert search.iterations == SMALL.iterations
    assert sum(finding.visits for finding in findings) == SMALL.iterations
    assert tuple(sorted(finding.action for finding in findings)) == m.legal
    assert all(0.0 <= finding.value <= 1.0 for finding in findings)
    assert all(0.0 <= finding.share <= 1.0 for finding in findings)


def test_the_same_seed_and_iterations_find_the_same(game: Game) -> None:
    seats = game.spec.seats[1]
    search = Search(game, Settings(lean=50.0))
    for m in sample(game, seats, seed=5, every=40):
        if m.to_move >= 0:
            view = m.view(m.to_move)
            first = search.run(view, SMALL, new_rng(7))
            assert Search(game, Settings(lean=50.0)).run(view, SMALL, new_rng(7)) == first
            assert search.run(view, SMALL, new_rng(7)) == first


def test_another_seed_finds_something_else() -> None:
    m = opening(GAMES[0])
    search = Search(m.game, Settings())
    first = search.run(m.view(m.to_move), Budget(300), new_rng(1))
    assert search.run(m.view(m.to_move), Budget(300), new_rng(2)) != first


@pytest.mark.parametrize("budget", [Budget(), Budget(0, 0), Budget(-5), Budget(10, -1)])
def test_a_search_that_may_not_think_is_refused(budget: Budget) -> None:
    m = opening(GAMES[0])
    with pytest.raises(BadBudget, match="at least one"):
        Search(m.game, Settings()).run(m.view(m.to_move), budget, new_rng(1))


class Watch:
    """A clock that goes on by so many seconds whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.step, self.at = step, 0.0

    def __call__(self) -> float:
        self.at += self.step
        return self.at


@pytest.mark.parametrize(("step", "iterations"), [(0.004, 2**13 - 1), (0.02, 3)])
def test_a_budget_in_milliseconds_is_kept_in_slices_that_suit_the_machine(step: float, iterations: int) -> None:
    """Slices double in size while they are short, thirteen of them here; long ones stay as they are."""
    m = opening(GAMES[0])
    search = Search(m.game, Settings())
    search.clock = Watch(step)
    search.run(m.view(m.to_move), Budget(10**9, ms=100), new_rng(1))
    assert search.iterations == iterations


def test_whichever_budget_ends_first_ends_the_search() -> None:
    m = opening(GAMES[0])
    search = Search(m.game, Settings())
    search.run(m.view(m.to_move), Budget(50, ms=60_000), new_rng(1))
    assert search.iterations == 50


def test_a_search_in_slices_finds_what_one_in_one_go_finds() -> None:
    m = opening(GAMES[0])
    search = Search(m.game, Settings())
    whole = search.run(m.view(m.to_move), Budget(500), new_rng(1))
    assert search.run(m.view(m.to_move), Budget(500, ms=60_000), new_rng(1)) == whole


def test_a_full_tree_goes_on_searching() -> None:
    m = opening(GAMES[0])
    search = Search(m.game, Settings(), nodes=100)
    findings = search.run(m.view(m.to_move), Budget(2000), new_rng(1))
    assert sum(finding.visits for finding in findings) == 2000
    assert search.tree.size[0] <= len(search.tree.first)


def test_the_memory_of_a_search_is_bounded_as_stated() -> None:
    for tree, nodes in ((new_tree(1000), MAX_NODES), (new_guided_tree(1000), MAX_GUIDED_NODES)):
        assert nodes * sum(np.asarray(column).nbytes for column in tree[:-1]) / 1000 < 18_000_000


@pytest.mark.compiled
def test_cancelling_stops_at_the_next_iteration() -> None:
    m = opening(GAMES[0])
    search = Search(m.game, Settings())
    view = m.view(m.to_move)
    thinking = threading.Thread(target=search.run, args=(view, Budget(10**9), new_rng(1)), daemon=True)
    thinking.start()
    while search.tree.size[0] < 10_000:  # it thinks
        time.sleep(0.01)
    search.cancel()
    thinking.join(600)
    assert not thinking.is_alive()
    assert 0 < search.iterations < 10**9


def test_a_search_cancelled_before_it_starts_stops_at_once_and_the_next_runs() -> None:
    m = opening(GAMES[0])
    search = Search(m.game, Settings())
    search.cancel()
    assert search.run(m.view(m.to_move), Budget(10**9), new_rng(1))[0].action in m.legal
    assert search.iterations == 1
    search.run(m.view(m.to_move), SMALL, new_rng(1))
    assert search.iterations == SMALL.iterations
