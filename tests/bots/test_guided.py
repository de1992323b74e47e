"""Bots that the learned judge guides: the Champion's search, and one step ahead."""

from __future__ import annotations

from copy import copy

import pytest

from bastide.arena.run import play_here
from bastide.arena.schedule import fixtures, plan
from bastide.arena.standing import by_deal
from bastide.bots import OFFERED, describe_bot, make_bot
from bastide.bots.guided import Guide
from bastide.bots.levels import ranks_of
from bastide.bots.search import Budget, GuidedSearch
from bastide.bots.tree import NO_NODE, ROOT
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.rng import new_rng
from bastide.games import load
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
    return GuidedSearch(game, judge, ranks_of(game).guide, nodes)


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


def prospects_after(m: Position, seat: int, insight: float) -> dict[int, float]:
    """What a chooser is said to win after each action of the rival who is to move."""
    judge = judge_of(m.game)
    assert judge is not None
    search = GuidedSearch(m.game, judge, Guide(insight=insight), 1000)
    kernel, tree, scratch = search.kernel, search.tree, search.scratch
    kernel.plant(m.view(m.to_move).states, m.to_move, tree, scratch, new_rng(1), search.settings)
    tree.size[0], tree.first[ROOT] = ROOT + 1, NO_NODE
    scratch.states[0] = m.states[0]
    n = kernel.list_candidates(scratch.states[0], m.to_move, scratch.buf)
    kernel.find_children(tree, ROOT, m.to_move, scratch.buf, n, scratch.slots)
    kernel.open_guided(tree, ROOT, seat, m.to_move, n, scratch, search.settings)
    return {int(a): float(tree.share[scratch.slots[a]]) for a in scratch.buf[:n]}


def test_after_a_rivals_action_insight_is_what_the_chooser_itself_sees() -> None:
    game = load("batisseurs")
    judge = judge_of(game)
    assert judge is not None
    compared, differ = 0, 0
    for m in sample(game, 3, seed=73, every=9):
        if m.to_move < 0 or m.is_over:
            continue
        seat = (m.to_move + 1) % 3
        own, told = (prospects_after(m, seat, insight) for insight in (1.0, 0.0))
        for a in own:
            after = copy(m)
            after.apply(a)
            if after.is_over or after.ply != m.ply + 1:  # chance came after it
                continue
            assert own[a] == pytest.approx(judge.value(after.view(seat)).shares[seat], abs=1e-6)
            compared += 1
            differ += abs(own[a] - told[a]) > 0.01
    assert compared > 30
    assert differ > compared // 4


@pytest.mark.judged
def test_a_full_tree_goes_on_searching(game: Game) -> None:
    m = game.new(seed=1)
    search = guided(game, nodes=100)
    findings = search.run(m.view(m.to_move), Budget(300), new_rng(1))
    assert sum(finding.visits for finding in findings) > 0
    assert search.tree.size[0] <= len(search.tree.first)


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
