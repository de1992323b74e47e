"""Every contract test runs for every game, and where it matters for every seat count, naming none."""

from __future__ import annotations

import pytest

from bastide.core.game import Game
from bastide.games import GAMES, load


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table" in metafunc.fixturenames:
        tables = [(name, seats) for name in GAMES for seats in seat_counts(load(name))]
        marks = [pytest.param(table, id=f"{table[0]}-{table[1]}") for table in tables]
        metafunc.parametrize("table", marks, indirect=True)
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", GAMES, indirect=True)


def seat_counts(game: Game) -> range:
    low, high = game.spec.seats
    return range(low, high + 1)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


@pytest.fixture
def table(request: pytest.FixtureRequest) -> tuple[Game, int]:
    name, seats = request.param
    return load(name), seats
