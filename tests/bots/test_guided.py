"""Bots that the learned judge guides: the Champion's search, and one step ahead."""

from __future__ import annotations

import pytest

from bastide.arena.run import play_here
from bastide.arena.schedule import fixtures, plan
from bastide.arena.standing import by_deal
from bastide.bots import OFFERED, describe_bot, make_bot
from bastide.bots.guided import Guide
from bastide.bots.search import Budget, GuidedSearch
from bastide.bots.tree import BYTES_PER_GUIDED_NODE, new_guided_tree
from bastide.core.game import Game
from bastide.core.rng import new_rng
from bastide.judge import judge_of
from tests.walks import sample

SMALL = Budget(40)


def share(game: Game, strong: str, weak: str, games: int) -> float:
    """What the stronger takes of the first places, from fixed deals."""
    tournament = plan(game, game.spec.seats[0], [strong, weak], seed=2024)
    shares = by_deal(list(play_here(tournament, fixtures(tournament, games))), strong)
    return sum(shares) / len(shares)


def guided(game: Game, nodes: int = 20_000) -> GuidedSearch:
    judge = judge_of(game)
    assert judge is not None
    return GuidedSearch(game, judge, Guide(), nodes)


@pytest.mark.judged
def test_every_iteration_is_counted_once_and_shares_are_shares(game: Game) -> None:
    search = guided(game)
    for m in sample(game, game.spec.seats[1], seed=71, every=40):
        if m.to_move >= 0:
            findings = search.run(m.view(m.to_move), SMALL, new_rng(1))
            assert sum(finding.visits for finding in findings) == search.iterations == SMALL.iterations
            assert {finding.action for finding in findings} <= set(m.legal)
            assert all(-1e-6 <= finding.share <= 1.0 + 1e-6 for finding in findings)


@pytest.mark.judged
def test_the_same_seed_and_iterations_find_the_same(game: Game) -> None:
    used = guided(game)
    for m in sample(game, game.spec.seats[0], seed=72, every=60):
        if m.to_move >= 0:
            view = m.view(m.to_move)
            first = used.run(view, SMALL, new_rng(7))
            assert guided(game).run(view, SMALL, new_rng(7)) == first
            assert used.run(view, SMALL, new_rng(7)) == first


@pytest.mark.judged
def test_a_full_tree_goes_on_searching(game: Game) -> None:
    m = game.new(seed=1)
    search = guided(game, nodes=100)
    findings = search.run(m.view(m.to_move), Budget(300), new_rng(1))
    assert sum(finding.visits for finding in findings) > 0
    assert search.tree.size[0] <= len(search.tree.first)


def test_the_memory_of_a_guided_search_is_as_stated() -> None:
    assert sum(column.nbytes for column in new_guided_tree(1000)[:-1]) == 1000 * BYTES_PER_GUIDED_NODE


@pytest.mark.judged
def test_the_champion_is_above_the_levels_and_says_which_judge_it_asks(game: Game) -> None:
    assert OFFERED[-1] == "champion"
    judge = judge_of(game)
    assert judge is not None
    assert judge.weights.about.features_digest in describe_bot("champion", game)["judge"]
    assert "judge" not in describe_bot("classic5", game)


@pytest.mark.parametrize("name", ["judged", "classic5"])
def test_the_others_choose_what_is_legal_and_the_same_again(game: Game, name: str) -> None:
    m = game.new(seed=4)
    view = m.view(m.to_move)
    chosen = make_bot(name, game, 9).choose(view)
    assert chosen in m.legal
    assert make_bot(name, game, 9).choose(view) == chosen


@pytest.mark.judged
def test_one_step_ahead_the_judge_beats_the_opinion(game: Game) -> None:
    assert share(game, "judged", "greedy", 24) > 0.5
