"""Random games of every game: they end, what is legal is in order, and invariants hold at every ply."""

from __future__ import annotations

import random

from bastide.core.game import Game
from bastide.core.play import Simulator, entry_points
from bastide.core.state import CHANCE, OVER, to_bytes
from tests.walks import sample, walk

SEEDS = 20


def test_random_games_end_with_invariants_kept_at_every_ply(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in walk(game, seats, seed=11):
        assert game.check(m.state) == "", m.where()
    assert m.to_move == OVER
    assert min(score.place for score in m.scores()) == 1


def test_legal_actions_ascend_and_are_in_range_and_never_empty(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in walk(game, seats, seed=12):
        if m.to_move >= 0:
            assert 0 <= m.to_move < seats
            assert m.legal, m.where()
            assert list(m.legal) == sorted(set(m.legal))
            assert m.legal[0] >= 0
            assert m.legal[-1] < game.spec.num_actions


def test_legal_actions_follow_from_the_movers_view(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in sample(game, seats, seed=13, every=2):
        views = [m.view(seat) for seat in range(seats)]
        assert all(view.to_move == m.to_move for view in views), m.where()
        assert [view.legal for view in views] == [m.legal if p == m.to_move else () for p in range(seats)], m.where()


def test_past_states_never_change(table: tuple[Game, int]) -> None:
    game, seats = table
    kept = [(m.copy(), bytes(m)) for m in sample(game, seats, seed=14, every=5)]
    for past, then in kept:
        assert bytes(past) == then


def test_a_copy_goes_its_own_way(game: Game) -> None:
    m = game.new(game.spec.seats[0], seed=3)
    twin = m.copy()
    before = bytes(m)
    while not twin.is_over:
        twin.apply(twin.legal[-1])
    assert bytes(m) == before
    assert m.ply < twin.ply
    again = m.copy()
    while not again.is_over:
        again.apply(again.legal[-1])
    assert bytes(again) == bytes(twin)
    assert again.plies == twin.plies


def test_a_seed_gives_one_game_and_seeds_differ(game: Game) -> None:
    seats = game.spec.seats[1]
    assert bytes(game.new(seats, seed=5)) == bytes(game.new(seats, seed=5))
    different = len({bytes(game.new(seats, seed=seed)) for seed in range(SEEDS)})
    assert different == SEEDS if deals(game, seats) > SEEDS**4 else different >= SEEDS // 2


def deals(game: Game, seats: int) -> int:
    """In how many ways chance can lead to the first decision, counted along one of them (a tie may be rolled again)."""
    m, ways, die = game.new(seats), 1, random.Random(5)
    while m.to_move == CHANCE:
        outcomes = m.outcomes()
        ways *= len(outcomes)
        m.draw(die.choice(outcomes)[0])
    return ways


def test_random_games_stay_far_below_the_bound(table: tuple[Game, int]) -> None:
    game, seats = table
    simulator = Simulator(game, seats, game.spec.check_options({}))
    longest = max(len(simulator.play(1, number).plies) for number in range(10))
    assert 4 * longest <= game.spec.max_plies


def test_chance_weights_are_positive_and_add_up(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in sample(game, seats, seed=15, every=3):
        if m.to_move == CHANCE:
            outcomes = m.outcomes()
            assert len({outcome for outcome, _ in outcomes}) == len(outcomes) <= game.spec.max_chance
            assert all(0 <= outcome < game.spec.max_chance < 2**15 for outcome, _ in outcomes)
            assert sum(weight for _, weight in outcomes) == entry_points(game).chance_total(m.states)


def test_outcomes_are_what_chance_picks_number_by_number(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in sample(game, seats, seed=16, every=25):
        if m.to_move == CHANCE:
            picked = [
                int(entry_points(game).chance_pick(m.states, r))
                for r in range(entry_points(game).chance_total(m.states))
            ]
            assert [outcome for outcome, weight in m.outcomes() for _ in range(weight)] == picked


def test_equal_plies_give_equal_bytes_with_or_without_a_seed(table: tuple[Game, int]) -> None:
    game, seats = table
    m = game.new(seats, seed=21)
    while not m.is_over:
        m.apply(m.legal[len(m.legal) // 2])
    assert to_bytes(m.at(m.ply).states) == bytes(m)
