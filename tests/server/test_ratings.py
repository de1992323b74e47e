"""Ratings: only tables that all agreed to rate, nobody's by an abandoned or stood-in game, each once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bastide.bots import LEVELS
from bastide.core.catalogue import LANGUAGES, catalogue
from bastide.core.game import Game
from bastide.core.record import Record
from bastide.core.state import CHANCE, SPECTATOR
from bastide.games import GAMES, load
from bastide.server.ratings.model import Strength, bots_of, interval, shown, update
from bastide.server.ratings.scorer import is_rateable
from bastide.server.ratings.statistics import Played, statistics_of
from bastide.server.summary import Summary, read_summary, summary_of
from bastide.table.imported import replayed
from bastide.table.parts import SeatInfo
from bastide.table.seen import log_for
from tests.conftest import JUDGED
from tests.server.serving import PATIENCE_S, Running, play_on, serving
from tests.server.test_cards import new_card
from tests.server.test_life import ANY, close, fewest
from tests.server.test_notices import settings, start
from tests.server.test_play import OPEN, YOU, join

RATED_BOT = {"kind": "bot", "level": "level1"}


@pytest.mark.parametrize("name", JUDGED)
def test_the_levels_stand_on_the_ladder_in_their_order(name: str) -> None:
    bots = bots_of(name)
    assert list(bots) == list(LEVELS)
    assert [bots[level].mu for level in LEVELS] == sorted(bots[level].mu for level in LEVELS)
    assert shown(bots["level3"].mu) == 1500


@pytest.mark.parametrize("players", range(2, 7))
def test_who_wins_rises_who_loses_falls_and_both_are_known_better(players: int) -> None:
    before = [Strength() for _ in range(players)]
    after = update(before, range(1, players + 1))
    assert [each.mu for each in after] == sorted((each.mu for each in after), reverse=True)
    assert after[0].mu > before[0].mu > after[-1].mu
    assert all(new.sigma < old.sigma for new, old in zip(after, before, strict=True))
    low, high = interval(after[0])
    assert low < shown(after[0].mu) < high


def test_a_tie_moves_equals_together() -> None:
    first, second = update([Strength(), Strength()], [1, 1])
    assert first == second


def seat(n: int, kind: Any = "person", level: str = "") -> SeatInfo:
    return SeatInfo(n, f"Player {n}", kind, False, level)


OVER = Summary([seat(0), seat(1)], "over", [], places=(1, 2), points=(9, 5))


def test_what_is_not_rated() -> None:
    cards = {"0": "lea", "1": "noor"}
    assert is_rateable(OVER, ANY, 2, cards)
    assert not is_rateable(replace(OVER, places=()), ANY, 2, cards), "abandoned"
    assert not is_rateable(replace(OVER, stood_in=True), ANY, 2, cards)
    assert not is_rateable(OVER, ANY, 1, {"0": "lea"}), "somebody has no card"
    assert not is_rateable(OVER, ANY, 2, {"0": "lea", "1": "lea"}), "one card at two seats"
    assert not is_rateable(OVER, ANY, 3, cards), "two cards claim one seat"
    bots = replace(OVER, seats=[seat(0), seat(1, "bot", "uniform")])
    assert not is_rateable(bots, ANY, 1, {"0": "lea"}), "a bot that nobody has measured"
    assert is_rateable(replace(bots, seats=[seat(0), seat(1, "bot", "level2")]), ANY, 1, {"0": "lea"})


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_remembered_by_whence_its_points_came_and_how_each_began(name: str) -> None:
    game = load(name)
    seats = game.spec.seats[1]
    table = replayed(played_out(game, seats))
    kept = read_summary(summary_of(table))
    assert [sum(points[p] for points in kept.sources.values()) for p in range(seats)] == list(kept.points)
    assert len(kept.openings) == seats
    named = {value for values in game.openings.values() for value in values}
    told = log_for(table, SPECTATOR, 0)
    for seat, opening in enumerate(kept.openings):
        first = next((e for e in told if e.decided and e.seat == seat and e.key in game.openings), None)
        assert set(opening) == (set() if first is None else {str(first.values[value]) for value in named})
    for language in LANGUAGES:
        words = catalogue(language)
        assert (f"{name}.opening" in words) == bool(game.openings)
        assert all(source in words for source in kept.sources)
        assert all(each.removeprefix("@") in words for opening in kept.openings for each in opening if each[0] == "@")


def played_out(game: Game, seats: int) -> Record:
    """A game in which nobody thinks."""
    position, chance = game.new(seats), random.Random(3)
    while not position.is_over:
        if position.to_move == CHANCE:
            position.roll(chance.randrange(position.chance_total))
        else:
            position.apply(chance.choice(list(position.legal)))
    return Record.of(position, [f"Player {p}" for p in range(seats)])


def test_statistics_tell_places_seats_sources_and_openings() -> None:
    won = replace(OVER, sources={"a": [6, 2], "b": [3, 3]}, openings=[["@x"], ["@y"]])
    lost = replace(OVER, places=(2, 1), points=(2, 4), sources={"c": [2, 4]}, openings=[["@x"], []])
    older = replace(OVER, seats=[*OVER.seats, seat(2)], places=(3, 1, 2), points=(1, 9, 4))
    stood_in, abandoned = replace(won, stood_in=True), replace(won, places=())
    tables = [
        Played(f"table{at}", at, sat, summary)
        for at, sat, summary in (
            (3, 0, lost),
            (2, 0, won),
            (1, 2, older),
            (4, 0, stood_in),
            (5, 0, abandoned),
            (6, -1, won),
        )
    ]
    told = statistics_of(ANY, tables)
    assert (told.games, [point.table for point in told.points]) == (3, ["table1", "table2", "table3"])
    assert [(row.seats, row.counts) for row in told.places] == [(2, [1, 1]), (3, [0, 1, 0])]
    assert [(row.seat, row.games, row.won) for row in told.seated] == [(0, 2, 1), (2, 1, 0)]
    assert [(row.source, row.points) for row in told.sources] == [("a", [6, 0]), ("b", [3, 0]), ("c", [0, 2])]
    assert [(row.name, row.games, row.won) for row in told.openings] == [("@x", 2, 1)]
    assert next((row.name, row.games, row.ahead) for row in told.opponents) == ("Player 1", 3, 1)


def look(server: Running) -> None:
    start(server, server.app.state.server.scorer.look()).result(PATIENCE_S)


def rating(server: Running, card: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = server.ask("GET", "/api/card/ratings", key=card)[1]["ratings"]
    return found


def test_a_rated_table_moves_both_ratings_once(tmp_path: Path) -> None:
    with serving(tmp_path, notices=settings()) as server:
        cards = [new_card(server), new_card(server, "Noor")]
        seats = [YOU, OPEN, *[RATED_BOT] * (fewest(ANY) - 2)]
        made = server.make(ANY, seats, rated=True)
        assert made["table"]["rated"]
        lea = server.sit(made["table"]["id"], made["key"])
        noor = join(server, made["links"][0]["href"], "Noor")
        for card, player in zip(cards, (lea, noor), strict=True):
            server.ask("POST", "/api/card/tables", {"keys": [player.key]}, key=card)
        play_on([lea, noor])
        close(lea, noor)
        for _ in range(2):
            look(server)
        ratings = [rating(server, card) for card in cards]
        assert [len(each[0]["steps"]) for each in ratings] == [1, 1]
        assert not ratings[0][0].get("settled")
        places = server.ask("GET", "/api/card/history", key=cards[0])[1]["tables"][0]["places"]
        rated = [each[0]["steps"][0]["rating"] for each in ratings]
        if places[0] != places[1]:
            assert (rated[0] > rated[1]) == (places[0] < places[1])
        assert server.ask("GET", "/api/card/export", key=cards[0])[1]["ratings"] == ratings[0]
        statistics = server.ask("GET", f"/api/card/statistics/{ANY}", key=cards[0])[1]
        assert statistics["games"] == 1
        assert sum(sum(each["counts"]) for each in statistics["places"]) == 1
        assert statistics["points"][0]["place"] == places[0]
        assert {each["name"] for each in statistics["opponents"]} <= {"Noor", ""}
        assert sum(row["points"][0] for row in statistics["sources"]) == statistics["points"][0]["points"]


def test_a_table_that_nobody_agreed_to_rate_moves_nothing(tmp_path: Path) -> None:
    with serving(tmp_path, notices=settings()) as server:
        card = new_card(server)
        made = server.make(ANY, [YOU, *[RATED_BOT] * (fewest(ANY) - 1)])
        player = server.sit(made["table"]["id"], made["key"])
        server.ask("POST", "/api/card/tables", {"keys": [player.key]}, key=card)
        play_on([player])
        close(player)
        look(server)
        assert rating(server, card) == []
