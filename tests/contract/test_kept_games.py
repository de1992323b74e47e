"""Golden games, and a record for each way to end."""

from __future__ import annotations

import pytest

from bastide.core.errors import ForeignVersion
from bastide.core.game import Game
from bastide.core.record import Record
from bastide.games import load_version
from tests.fixtures import FOLDER, ways
from tests.goldens import verdict, versions


def test_the_golden_game_is_played_as_it_was(table: tuple[Game, int]) -> None:
    game, seats = table
    for each in versions(game):
        assert verdict(each, seats) == ""


def test_there_is_a_record_for_each_way_to_end_and_it_replays(game: Game) -> None:
    listed = list(ways(game))
    assert {seats for _, seats, _, _ in listed} == set(range(game.spec.seats[0], game.spec.seats[1] + 1))
    for name, seats, way, path in listed:
        assert path.exists(), f"{name} for {seats}: run `make fixtures`"
        m = Record.load(path).replay(game)
        assert m.is_over
        assert m.seats == seats
        assert way.holds(m), f"{path.name} does not end as it says"


def test_records_of_older_versions_replay_under_theirs(game: Game) -> None:
    for version in game.spec.older_versions:
        paths = sorted((FOLDER / game.id / "fixtures" / f"v{version}").glob("*.json"))
        assert paths, f"the records of version {version} are kept"
        for path in paths:
            record = Record.load(path)
            assert record.rules_version == version
            assert record.replay(load_version(game.id, version)).is_over
            with pytest.raises(ForeignVersion):
                record.replay(game)
