"""Golden games, and a record for each way to end."""

from __future__ import annotations

from bastide.core.game import Game
from bastide.core.record import Record
from tests.fixtures import ways
from tests.goldens import verdict


def test_the_golden_game_is_played_as_it_was(table: tuple[Game, int]) -> None:
    game, seats = table
    assert verdict(game, seats) == ""


def test_there_is_a_record_for_each_way_to_end_and_it_replays(game: Game) -> None:
    listed = list(ways(game))
    assert {seats for _, seats, _, _ in listed} == set(range(game.spec.seats[0], game.spec.seats[1] + 1))
    for name, seats, way, path in listed:
        assert path.exists(), f"{name} for {seats}: run `make fixtures`"
        m = Record.load(path).replay(game)
        assert m.is_over
        assert m.seats == seats
        assert way.holds(m), f"{path.name} does not end as it says"
