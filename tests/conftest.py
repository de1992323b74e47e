"""Every contract test runs for every game, and where it matters for every seat count, naming none."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.core.game import Game
from bastide.core.jit import TARGET
from bastide.games import GAMES, load
from bastide.judge import judge as judges
from bastide.judge import weights_file

JUDGED = [name for name in GAMES if weights_file(load(name)).is_file()]  # a new game is played before it is learned


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table" in metafunc.fixturenames:
        tables = [(name, seats) for name in GAMES for seats in seat_counts(load(name))]
        marked = [pytest.param((name, seats), id=f"{name}-{seats}", marks=marks(name, seats)) for name, seats in tables]
        metafunc.parametrize("table", marked, indirect=True)
    elif "game" in metafunc.fixturenames:
        is_judged = metafunc.definition.get_closest_marker("judged") is not None
        metafunc.parametrize("game", JUDGED if is_judged else GAMES, indirect=True)


def marks(name: str, seats: int) -> tuple[pytest.MarkDecorator, ...]:
    """Interpreted, a table of more than the fewest takes its time."""
    is_slow = TARGET == "python" and seats > load(name).spec.seats[0]
    return (pytest.mark.slow,) if is_slow else ()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is slow beside what says so: of a broad test all cases but one; a lengthy one where it is interpreted.

    Which case of a broad test `make test` takes follows from its name, so that all games have their share.
    """
    several: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("lengthy") and TARGET == "python":
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("broad") and not item.get_closest_marker("slow"):
            several[item.nodeid.split("[")[0]].append(item)
    for name, group in several.items():
        kept = zlib.crc32(name.encode()) % len(group)
        for item in group[:kept] + group[kept + 1 :]:
            item.add_marker(pytest.mark.slow)


def seat_counts(game: Game) -> range:
    low, high = game.spec.seats
    return range(low, high + 1)


@pytest.fixture
def lost_judge(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The weights of every game are looked for in this file, which is not there."""
    file = tmp_path / "lost" / "judge.npz"
    monkeypatch.setattr(judges, "weights_file", lambda _game: file)
    monkeypatch.setattr(judges, "_told", set())
    judges._found.cache_clear()
    yield file
    judges._found.cache_clear()


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


@pytest.fixture
def table(request: pytest.FixtureRequest) -> tuple[Game, int]:
    name, seats = request.param
    return load(name), seats
