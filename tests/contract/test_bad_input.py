"""Bad input: a clear error, nothing changed."""

from __future__ import annotations

import numpy as np
import pytest

import bastide
from bastide.core.errors import BadOption, BadSeat, BadSeats, BadSeed, GameOver, IllegalAction, OutOfTurn, UnknownGame
from bastide.core.game import Game


def test_an_unknown_game_is_refused_and_the_games_are_named() -> None:
    with pytest.raises(UnknownGame, match="enghien"):
        bastide.load("chess")


@pytest.mark.parametrize("seats", [0, 1, 7, -2, 2.0, "3", True])
def test_seats_out_of_range_are_refused(game: Game, seats: object) -> None:
    with pytest.raises(BadSeats, match="players"):
        game.new(seats, seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "x", True])
def test_bad_seeds_are_refused(game: Game, seed: object) -> None:
    with pytest.raises(BadSeed):
        game.new(seed=seed)  # type: ignore[arg-type]


def test_unknown_options_are_refused_and_the_known_ones_named(game: Game) -> None:
    with pytest.raises(BadOption, match="nonsense"):
        game.new(seed=1, nonsense=1)
    for option in game.spec.options:
        with pytest.raises(BadOption, match=option.name):
            game.new(seed=1, **{option.name: option.high + 1})
        with pytest.raises(BadOption, match=option.name):
            game.new(seed=1, **{option.name: "on"})  # type: ignore[arg-type]


@pytest.mark.parametrize("asked", [-1, 10**6, 2**70, -(2**70), None, 1.0, True, b"x", ["x"]])
def test_what_is_no_action_is_refused_with_the_position(game: Game, asked: object) -> None:
    m = game.new(seed=1)
    before = bytes(m)
    with pytest.raises(IllegalAction) as refusal:
        m.apply(asked)  # type: ignore[arg-type]
    assert "new(seats=" in refusal.value.position
    assert bytes(m) == before


def test_numpy_integers_are_actions(game: Game) -> None:
    m = game.new(seed=1)
    m.apply(np.int16(m.legal[0]))  # type: ignore[arg-type]
    assert m.ply > 0


def test_nothing_can_be_done_after_the_end(game: Game) -> None:
    m = game.new(seed=2)
    while not m.is_over:
        m.apply(m.legal[0])
    before = bytes(m)
    for asked in (0, "pass"):
        with pytest.raises(GameOver, match="over"):
            m.apply(asked)
    with pytest.raises(OutOfTurn):
        m.draw(0)
    assert bytes(m) == before


def test_chance_and_seats_wait_for_their_turn(game: Game) -> None:
    m = game.new()
    with pytest.raises(OutOfTurn, match="chance"):
        m.apply(0)
    with pytest.raises(IllegalAction):
        m.draw(30_000)
    with pytest.raises(BadSeat, match="no seat 9"):
        m.view(9)
