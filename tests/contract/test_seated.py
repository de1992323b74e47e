"""A table's record ends with its last seat: what a full table has more is 0, and no rule looks there."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.batch.kernels import DIGEST, TRACE, digest_absent, digest_last
from bastide.core.game import Game
from bastide.core.jit import TARGET
from bastide.core.play import HASH_START, Simulator, entry_points, mix
from bastide.core.position import Position
from bastide.core.rng import new_rng
from bastide.core.state import CHANCE, OVER, PLAYERS, SPECTATOR, from_bytes, int_array, new_states, seated, to_bytes
from tests.walks import sample, walk


def opening(game: Game, seats: int, states: Any) -> bytes:
    """A game's first state, set up in this memory."""
    entry_points(game).setup(states, seats, game.option_array(game.spec.check_options({})))
    return to_bytes(states)


def test_a_tables_record_is_the_beginning_of_a_full_tables(table: tuple[Game, int]) -> None:
    game, seats = table
    own, whole = seated(game.state, seats), game.state
    assert own.names == whole.names
    assert own.fields is not None
    assert whole.fields is not None
    assert [own.fields[name][1] for name in own.names or ()] == [whole.fields[name][1] for name in whole.names or ()]
    if (whole.names or ())[-1] == PLAYERS:
        assert own[PLAYERS].shape == (seats,)
        assert whole[PLAYERS].shape == (game.spec.seats[1],)
        assert whole.itemsize - own.itemsize == whole[PLAYERS].itemsize - own[PLAYERS].itemsize
    else:
        assert own == whole


def test_what_a_full_table_has_more_is_0_at_every_ply_and_in_every_view(table: tuple[Game, int]) -> None:
    game, seats = table
    held = seated(game.state, seats).itemsize
    absent = bytes(game.state.itemsize - held)
    for m in walk(game, seats, seed=61):
        assert bytes(m)[held:] == absent, m.where()
        if m.ply % 10 == 0 or m.is_over:
            for viewer in (SPECTATOR, *range(seats)):
                assert bytes(m.view(viewer))[held:] == absent, m.where()


def test_a_redeal_leaves_it_0(table: tuple[Game, int]) -> None:
    game, seats = table
    held = seated(game.state, seats).itemsize
    truth, rng = new_states(game.state), new_rng(61)
    for m in sample(game, seats, seed=62, every=20):
        entry_points(game).redeal(m.view(0).states, 0, rng, truth)
        assert to_bytes(truth)[held:] == bytes(game.state.itemsize - held), m.where()


def test_a_digest_over_the_shorter_record_and_zeros_is_the_whole_records(table: tuple[Game, int]) -> None:
    game, seats = table
    own = seated(game.state, seats)
    simulator = Simulator(game, seats, game.spec.check_options({}))
    for number in range(3):
        played = simulator.play(9, number)
        trace = [0] * TRACE
        trace[DIGEST] = HASH_START
        for _, action in played.plies:
            trace[DIGEST] = mix(trace[DIGEST], action)
        digest_last(to_bytes(simulator.states)[: own.itemsize], trace)
        digest_absent(game.state.itemsize - own.itemsize, trace)
        assert trace[DIGEST] == played.digest


def test_a_game_is_set_up_in_the_memory_of_another(table: tuple[Game, int]) -> None:
    game, seats = table
    fresh = opening(game, seats, new_states(game.state))
    for seed in (63, 64):
        *_, last = walk(game, seats, seed)
        assert opening(game, seats, from_bytes(game.state, bytes(last))) == fresh


@pytest.mark.skipif(TARGET == "cpu", reason="compiled rules check no index")
def test_rules_need_no_more_than_the_seats_that_are_held(table: tuple[Game, int]) -> None:
    game, seats = table
    own = seated(game.state, seats)
    for m in walk(game, seats, seed=65):
        follow(game, from_bytes(own, bytes(m)[: own.itemsize]), m)


def follow(game: Game, states: Any, m: Position) -> None:
    """Asks of the shorter record all that random play asks, and compares it with the position."""
    s, out, points = states[0], int_array(game.buffer), int_array((m.seats, 2))
    assert game.to_move(s) == m.to_move
    game.begins_turn(s)
    game.scores(s, points)
    assert points.tolist() == [[score.points, score.place] for score in m.scores()]
    if m.to_move == OVER:
        return
    if m.to_move == CHANCE:
        chosen = game.chance_pick(s, game.chance_total(s) - 1)
        assert chosen == m.outcomes()[-1][0]
    else:
        assert out[: game.legal(s, out)].tolist() == list(m.legal)
        chosen = m.legal[-1]
    after = m.copy()
    after.draw(chosen) if m.to_move == CHANCE else after.apply(chosen)
    game.apply(s, chosen)
    assert bytes(after).startswith(to_bytes(states))
