"""Nothing is lost: restarts, sleep, absence, clocks, older rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bastide.core.game import Game
from bastide.games import load, load_version
from bastide.server.clock import now_ms
from bastide.table.timing import DAY
from tests.server.serving import Player, Running, poll, serving
from tests.server.test_life import ANY, close, fewest
from tests.server.test_play import BOT, OPEN, YOU, join, people


def stored(folder: Path, query: str) -> list[Any]:
    with sqlite3.connect(folder / "test.db") as connection:
        rows = connection.execute(query).fetchall()
    connection.close()
    return rows


def shown(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what depends on the time of day."""
    return {name: part for name, part in view.items() if name != "clock"}


def test_a_restart_resumes_every_table_exactly(tmp_path: Path, game: Game) -> None:
    with serving(tmp_path) as first:
        players = people(first, game.id, game.spec.seats[0], clock="live")
        for _ in range(3):
            players[players[0].view["prompt"]["seat"]].act()
            newest = max(player.ply for player in players)
            players[0].wait(lambda newest=newest: players[0].ply >= newest or players[0].view["prompt"]["seat"] == 0)  # type: ignore[misc]
        players[0].ask("chat", "say", text="see you")
        table = players[0].welcome["table"]["id"]
    assert [player.closed_with() for player in players] == [1012] * len(players)
    with serving(tmp_path) as second:
        for player in players:
            again = second.sit(table, player.key)
            assert shown(again.view) == shown(player.view)
            assert again.log == player.log
            assert [line["text"] for line in again.welcome["chat"]] == ["see you"]
            close(again)
    for snapshots in ("UPDATE snapshots SET data = x'00'", "DELETE FROM snapshots"):
        stored(tmp_path, snapshots)
        with sqlite3.connect(tmp_path / "test.db") as connection:
            connection.execute(snapshots)
        connection.close()
        with serving(tmp_path) as third:
            again = third.sit(table, players[0].key)
            assert shown(again.view) == shown(players[0].view)
            assert again.log == players[0].log
            close(again)


def test_a_table_that_nobody_watches_goes_to_sleep_and_wakes(tmp_path: Path) -> None:
    with serving(tmp_path, sleep_after_s=0.3) as server:
        players = people(server, ANY, fewest(ANY))
        table = players[0].welcome["table"]["id"]
        before = shown(players[0].view)
        close(*players)
        rooms = server.app.state.server.rooms
        poll(lambda: len(rooms) == 0)
        poll(lambda: len(stored(tmp_path, "SELECT data FROM snapshots")) == 1)
        again = server.sit(table, players[0].key)
        assert shown(again.view) == before
        assert len(rooms) == 1
        close(again)


def test_bots_go_on_after_a_restart_although_nobody_is_there(tmp_path: Path) -> None:
    with serving(tmp_path, pace_ms=(50, 50)) as first:
        made = first.make(ANY, [BOT] * fewest(ANY))
        table = made["table"]["id"]
        watcher = first.sit(table, made["watch"].split("#")[1])
        watcher.wait(lambda: watcher.view["turn"]["undo"] == 0 and watcher.ply > 2)
        reached = watcher.ply
    with serving(tmp_path) as second:
        poll(lambda: second.ask("GET", f"/api/tables/{table}")[1]["state"] == "over")
        assert second.ask("GET", f"/api/tables/{table}/plies/{reached}")[0] == 200
        assert second.ask("GET", f"/api/tables/{table}/record")[0] == 200


@pytest.fixture
def later() -> Iterator[Callable[[int, Player], None]]:
    """Sets the clock ahead; somebody says so, which makes the table look at the clock."""

    def pass_time(ms: int, witness: Player) -> None:
        now_ms.ahead_ms += ms
        witness.ask("chat", "say", text="how late it is")

    yield pass_time
    now_ms.ahead_ms = 0


Later = Callable[[int, Player], None]


def until(player: Player, holds: Any) -> dict[str, Any]:
    """The newest table message for which something holds."""
    found: list[dict[str, Any]] = []

    def look() -> bool:
        found[:] = [each["table"] for each in player.heard if each["type"] == "table" and holds(each["table"])]
        return bool(found)

    player.wait(look)
    return found[-1]


def test_an_absent_players_seat_is_held_by_a_bot_until_they_return(server: Running, later: Later) -> None:
    seats = fewest(ANY)
    made = server.make(ANY, [YOU, OPEN, *[BOT] * (seats - 2)], clock="live", absent_s=600, stand_in="uniform")
    ada = server.sit(made["table"]["id"], made["key"])
    bea = join(server, made["links"][0]["href"], "Bea")
    bea.wait(lambda: bea.ply > 0)
    bea.close()
    warned = until(ada, lambda table: "leaves_ms" in table["seats"][1])
    assert not warned["seats"][1]["connected"]
    assert 0 < warned["seats"][1]["leaves_ms"] <= 600_000
    later(600_000, ada)
    until(ada, lambda table: table["seats"][1].get("stand_in"))
    for _ in range(2):
        ada.act()
        ada.until_asked()  # the stand-in has moved meanwhile
    assert {line["seat"] for line in ada.log if line.get("stand_in")} == {1}
    back = server.sit(made["table"]["id"], bea.key)
    until(ada, lambda table: table["seats"][1]["connected"] and not table["seats"][1].get("stand_in"))
    assert back.refused("reclaim") == "table.refused.not_held"
    close(ada, back)


@pytest.mark.parametrize("clock", ["days", "none"])
def test_where_one_plays_over_days_nobody_is_replaced_for_being_away(server: Running, later: Later, clock: str) -> None:
    body = {"game": ANY, "seats": [YOU, *[BOT] * (fewest(ANY) - 1)], "clock": clock}
    status, refusal = server.ask("POST", "/api/tables", {**body, "absent_s": 600})
    assert (status, refusal["label"]["key"]) == (400, "table.refused.absence")
    made = server.make(ANY, [YOU, OPEN, *[BOT] * (fewest(ANY) - 2)], clock=clock, stand_in="uniform")
    ada = server.sit(made["table"]["id"], made["key"])
    bea = join(server, made["links"][0]["href"], "Bea")
    for player in (ada, bea):
        player.wait(lambda player=player: player.ply > 0)  # type: ignore[misc]
    asked = ada if ada.view["prompt"]["seat"] == 0 else bea
    away, stays = (ada, bea) if asked is ada else (bea, ada)
    seat = away.hand
    away.close()
    stays.wait(lambda: not stays.heard_table()["seats"][seat]["connected"])
    later(2 * DAY, stays)
    assert not stays.heard_table()["seats"][seat].get("stand_in")
    assert "leaves_ms" not in stays.heard_table()["seats"][seat]
    if clock == "days":
        assert stays.refused("propose", what="hold", seat=seat) == "table.refused.own_time"
        later(DAY + 60_000, stays)
    else:
        stays.send("propose", what="hold", seat=seat)
    until(stays, lambda table: table["seats"][seat].get("stand_in"))
    stays.wait(lambda: any(line.get("stand_in") for line in stays.log))
    back = server.sit(made["table"]["id"], away.key)
    until(stays, lambda table: not table["seats"][seat].get("stand_in"))
    assert any(line.get("stand_in") and line["seat"] == seat for line in back.log)
    close(stays, back)


def test_nobody_is_replaced_while_nobody_waits(server: Running, later: Later) -> None:
    made = server.make(ANY, [YOU, *[BOT] * (fewest(ANY) - 1)], clock="live", absent_s=600)
    ada = server.sit(made["table"]["id"], made["key"])
    view = ada.until_asked()
    ada.close()
    watcher = server.sit(made["table"]["id"], made["watch"].split("#")[1])
    later(700_000, watcher)
    watcher.close()
    again = server.sit(made["table"]["id"], made["key"])
    assert shown(again.view) == shown(view)
    close(again)


def test_a_seat_out_of_time_is_held_and_can_be_reclaimed(server: Running, later: Later) -> None:
    clock = {"kind": "live", "bank_ms": 3_600_000, "increment_ms": 5_000, "days": 1}
    made = server.make(ANY, [YOU, *[BOT] * (fewest(ANY) - 1)], clock=clock, stand_in="uniform")
    ada = server.sit(made["table"]["id"], made["key"])
    view = ada.until_asked()
    assert view["clock"]["running"] == [0]
    assert 0 < view["clock"]["left"][0] <= 3_600_000
    later(3_700_000, ada)
    until(ada, lambda table: table["seats"][0].get("stand_in"))
    assert ada.refused("act", ply=ada.ply, actions=[0]) in ("table.refused.held", "table.refused.over")
    if ada.result is None:
        ada.send("reclaim")
        until(ada, lambda table: not table["seats"][0].get("stand_in"))
    close(ada)


def test_a_table_begun_under_older_rules_goes_on_under_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules change while a game is running: it keeps its own, and new tables get the new ones."""
    seats = fewest(ANY)
    with serving(tmp_path) as first:
        made = first.make(ANY, [YOU, *[BOT] * (seats - 1)])
        ada = first.sit(made["table"]["id"], made["key"])
        ada.until_asked()
        close(ada)
    today = load(ANY)
    newer = replace(today, spec=replace(today.spec, rules_version=today.spec.rules_version + 1))
    monkeypatch.setattr("bastide.games.load", lambda name: newer if name == ANY else load(name))
    load_version.cache_clear()
    with serving(tmp_path) as second:
        with pytest.raises(AssertionError, match="4004"):
            second.sit(made["table"]["id"], made["key"])
        status, answer = second.ask("GET", f"/api/tables/{made['table']['id']}")
        assert (status, answer["label"]["key"]) == (409, "table.refused.version")
    knowing = replace(newer, spec=replace(newer.spec, older_versions=(today.spec.rules_version,)))
    monkeypatch.setattr("bastide.games.load", lambda name: knowing if name == ANY else load(name))
    load_version.cache_clear()
    with serving(tmp_path) as third:
        again = third.sit(made["table"]["id"], made["key"])
        assert again.welcome["table"]["rules_version"] == today.spec.rules_version
        again.act()
        close(again)
    load_version.cache_clear()


def test_finished_logs_hold_every_line_in_order(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = server.make(ANY, [BOT] * fewest(ANY))
        watcher = server.sit(made["table"]["id"], made["watch"].split("#")[1])
        watcher.wait(lambda: watcher.result is not None)
    numbers = [n for (n,) in stored(tmp_path, "SELECT n FROM lines ORDER BY n")]
    assert numbers == list(range(len(numbers)))
    bodies = [msgspec.json.decode(body) for (body,) in stored(tmp_path, "SELECT body FROM lines ORDER BY n")]
    assert [body["kind"] for body in bodies].count("began") == 1
