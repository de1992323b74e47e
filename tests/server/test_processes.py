"""Two server processes on one PostgreSQL: players of one table are at different processes, and one of them dies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from bastide.core.record import Record
from bastide.games import load
from bastide.table.fairness import verify
from bench.server_postgres import NoPostgres, postgres
from bench.server_process import Served
from bench.server_redis import NoRedis, redis
from tests.server.serving import Address, Player, play_on, poll
from tests.server.test_life import ANY, close, fewest
from tests.server.test_play import BOT, OPEN, YOU, join

pytestmark = pytest.mark.xdist_group("processes")


class Beside(Address):
    """One of two processes."""

    def __init__(self, database: str, bus: str) -> None:
        self.served = Served(database, bus=bus, thinkers=1)
        self.served.start()
        self.port = self.served.port


@pytest.fixture(scope="module", params=["postgres", pytest.param("redis", marks=pytest.mark.slow)])
def pair(request: pytest.FixtureRequest) -> Iterator[tuple[Beside, Beside]]:
    """Two processes, with PostgreSQL's notes or with Redis between them."""
    with ExitStack() as stack:
        try:
            database = stack.enter_context(postgres())
            bus = stack.enter_context(redis()) if request.param == "redis" else ""
        except (NoPostgres, NoRedis) as reason:
            pytest.skip(str(reason))
        both = Beside(database, bus), Beside(database, bus)
        for each in both:
            stack.callback(each.served.stop)
        yield both


def two_people(pair: tuple[Beside, Beside], **more: Any) -> list[Player]:
    """One at each process, any further seats with bots."""
    one, other = pair
    made = one.make(ANY, [YOU, OPEN, *[BOT] * (fewest(ANY) - 2)], **more)
    players = [one.sit(made["table"]["id"], made["key"]), join(other, made["links"][0]["href"], "Bea")]
    for player in players:
        player.wait(lambda player=player: player.ply > 0)  # type: ignore[misc]
    return players


def test_a_whole_game_between_two_processes(pair: tuple[Beside, Beside]) -> None:
    ada, bea = players = two_people(pair)
    table = ada.welcome["table"]["id"]
    ada.send("say", text="from the other house")
    assert bea.until("chat")["line"]["text"] == "from the other house"
    poll(lambda: ada.heard_table()["seats"][1]["connected"] and bea.heard_table()["seats"][0]["connected"])
    play_on(players)
    assert ada.result == bea.result
    assert ada.view["scores"] == bea.view["scores"]
    kept = [each.ask("GET", f"/api/tables/{table}/record") for each in pair]
    assert kept[0] == kept[1]
    assert kept[0][0] == 200
    verify(Record.from_json(json.dumps(kept[0][1])), load(ANY))
    close(*players)


def test_bots_are_played_by_one_process_and_seen_at_both(pair: tuple[Beside, Beside]) -> None:
    one, other = pair
    made = one.make(ANY, [BOT] * fewest(ANY), listed=True)
    table = made["table"]["id"]
    watchers = [one.sit(table), other.sit(table)]
    for watcher in watchers:
        watcher.wait(lambda watcher=watcher: watcher.result is not None)  # type: ignore[misc]
    assert watchers[0].log == watchers[1].log
    close(*watchers)


def test_a_revoked_link_is_dead_at_both(pair: tuple[Beside, Beside]) -> None:
    ada, bea = two_people(pair)
    table = bea.welcome["table"]["id"]
    status, renewed = pair[0].ask("POST", f"/api/tables/{table}/link", key=bea.key)
    assert status == 200
    assert bea.closed_with() == 1012
    again = pair[1].sit(table, renewed["key"])
    assert again.welcome["viewer"] == 1
    close(ada, again)


def test_a_process_dies_and_its_players_go_on_at_the_other(pair: tuple[Beside, Beside]) -> None:
    players = two_people(pair)
    table = players[0].welcome["table"]["id"]
    play_on(players, decisions=4)
    acknowledged = players[0].view["ply"]
    pair[0].served.kill()
    try:
        players[0].closed_with()
        moved = pair[1].sit(table, players[0].key)
        assert moved.ply >= acknowledged
        assert moved.log[: len(players[0].log)] == players[0].log
        play_on([moved, players[1]])
        assert moved.result == players[1].result
        close(moved, players[1])
    finally:
        pair[0].served.start()
