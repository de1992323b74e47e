"""Player cards and codes over the wire: what a key opens, what strangers get, and what is left when it is deleted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.dialects import sqlite

from bastide.core.catalogue import say
from bastide.server.cards import PASS_MS
from bastide.server.clock import now_ms
from bastide.server.store import Store
from bastide.server.store.cards import CardStore
from tests.server.serving import Running, play_on, serving
from tests.server.test_life import ANY, close, fewest
from tests.server.test_parting import key_of, refusal
from tests.server.test_play import BOT, OPEN, YOU, join

REST = [BOT] * (fewest(ANY) - 1)


def new_card(server: Running, name: str = "Léa") -> str:
    status, made = server.ask("POST", "/api/cards", {"name": name, "language": "fr"})
    assert (status, made["card"]["name"]) == (201, name)
    return str(made["key"])


def ids(answer: tuple[int, Any]) -> list[str]:
    status, body = answer
    assert status == 200, body
    return [line["id"] for line in body["tables"]]


@pytest.fixture
def later() -> Iterator[None]:
    yield
    now_ms.ahead_ms = 0


def finish(server: Running, made: dict[str, Any]) -> None:
    player = server.sit(made["table"]["id"], made["key"])
    play_on([player])
    close(player)


def test_a_card_remembers_its_tables_on_every_device(server: Running) -> None:
    card = new_card(server)
    made = [server.make(ANY, [YOU, *REST]), server.make(ANY, [YOU, OPEN, *REST[1:]])]
    keys = [each["key"] for each in made]
    assert server.ask("POST", "/api/card/tables", {"keys": [*keys, "forged", made[0]["watch"]]}, key=card)[1] == {
        "kept": 2
    }
    status, listed = server.ask("GET", "/api/card/tables", key=card)
    assert status == 200
    assert {line["id"]: key_of(line["href"]) for line in listed["tables"]} == {
        each["table"]["id"]: each["key"] for each in made
    }
    assert [line["seat"] for line in listed["tables"]] == [0, 0]
    about = server.ask("GET", "/api/card", key=card)[1]
    assert (about["running"], about["finished"], about["language"]) == (2, 0, "fr")


def test_where_one_is_asked_comes_first_and_the_shortest_time_before_others(server: Running) -> None:
    card = new_card(server)
    idle = server.make(ANY, [YOU, OPEN, *REST[1:]])
    asked = [server.make(ANY, [YOU, *REST], clock=clock) for clock in ("days", "live", "none")]
    for made in asked:
        player = server.sit(made["table"]["id"], made["key"])
        player.until_asked()
        close(player)
    server.ask("POST", "/api/card/tables", {"keys": [each["key"] for each in (idle, *asked)]}, key=card)
    days, live, none = (each["table"]["id"] for each in asked)
    assert ids(server.ask("GET", "/api/card/tables", key=card)) == [live, days, none, idle["table"]["id"]]


def test_the_history_is_searched_by_game_people_date_and_result(server: Running) -> None:
    card = new_card(server)
    names = ("Noor", "Ágnes")
    made = [server.make(ANY, [{"kind": "you", "name": name}, *REST]) for name in names]
    for each in made:
        finish(server, each)
    server.ask("POST", "/api/card/tables", {"keys": [each["key"] for each in made]}, key=card)
    noor, agnes = (each["table"]["id"] for each in made)

    def found(query: str = "") -> list[str]:
        return ids(server.ask("GET", f"/api/card/history{query}", key=card))

    assert found() == [agnes, noor]
    assert found("?people=%C3%81GN") == [agnes]
    assert found(f"?game={ANY}") == [agnes, noor]
    assert found("?game=none") == []
    assert found("?since=999999999999999") == found("?until=1") == found("?outcome=none") == []
    assert sorted(found("?outcome=won") + found("?outcome=lost")) == sorted([agnes, noor])
    assert refusal(server.ask("GET", "/api/card/history?outcome=x", key=card)) == (400, "number")
    assert refusal(server.ask("GET", "/api/card/history?since=x", key=card)) == (400, "number")
    line = server.ask("GET", "/api/card/history", key=card)[1]["tables"][0]
    assert len(line["places"]) == len(line["points"]) == fewest(ANY)
    assert ids(server.ask("GET", "/api/card/tables", key=card)) == []


def test_a_history_is_read_by_its_card_and_not_through_all_finished_tables(tmp_path: Path) -> None:
    """With 250,000 tables the other way round took most of a second (bench/server_cards.py)."""

    async def plans() -> list[str]:
        store = Store(f"sqlite:///{tmp_path / 'test.db'}")
        await store.start()
        asked: list[Any] = []
        store.rows = lambda statement: _noted(asked, statement)  # type: ignore[method-assign]
        cards = CardStore(store)
        await cards.running("card")
        await cards.finished("card", "enghien", 1, 2, (3, "table"), 50)
        texts = [str(each.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})) for each in asked]
        found = [
            await store.database.read(lambda connection, text=text: plan_of(connection, text))  # type: ignore[misc]
            for text in texts
        ]
        await store.close()
        return found

    for plan in asyncio.run(plans()):
        assert "SEARCH card_tables USING" in plan
        assert "tables_changed" not in plan
        assert "SCAN" not in plan


def plan_of(connection: Any, text: str) -> str:
    return " ".join(str(row) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}").fetchall())


async def _noted(asked: list[Any], statement: Any) -> list[Any]:
    asked.append(statement)
    return []


def test_the_history_has_pages(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.server.cards.HISTORY_PAGE", 2)
    monkeypatch.setattr("bastide.server.cards.CHUNK", 2)
    card = new_card(server)
    made = [server.make(ANY, [YOU, *REST]) for _ in range(5)]
    for each in made:
        finish(server, each)
    server.ask("POST", "/api/card/tables", {"keys": [each["key"] for each in made]}, key=card)
    pages, after = [], ""
    while True:
        page = server.ask("GET", f"/api/card/history?after={after}", key=card)[1]
        pages.append([line["id"] for line in page["tables"]])
        after = page.get("next", "")
        if not after:
            break
    assert pages == [[each["table"]["id"] for each in reversed(made)][i : i + 2] for i in (0, 2, 4)]


def test_a_note_is_ones_own(server: Running) -> None:
    made = server.make(ANY, [YOU, *REST])
    table = made["table"]["id"]
    lea, noor = new_card(server), new_card(server, "Noor")
    for card in (lea, noor):
        server.ask("POST", "/api/card/tables", {"keys": [made["key"]]}, key=card)
    assert server.ask("PUT", f"/api/card/tables/{table}", {"note": "she always waits"}, key=lea)[1]["note"]
    assert server.ask("PUT", f"/api/card/tables/{table}", {"quiet": True}, key=lea)[1]["quiet"]
    server.ask("POST", "/api/card/tables", {"keys": [made["key"]]}, key=lea)
    notes = [server.ask("GET", "/api/card/tables", key=card)[1]["tables"][0].get("note", "") for card in (lea, noor)]
    assert notes == ["she always waits", ""]
    assert refusal(server.ask("PUT", "/api/card/tables/nowhere", {"note": ""}, key=lea)) == (404, "no_such_table")
    assert server.ask("DELETE", f"/api/card/tables/{table}", key=lea)[0] == 200
    assert ids(server.ask("GET", "/api/card/tables", key=lea)) == []
    assert refusal(server.ask("DELETE", f"/api/card/tables/{table}", key=lea)) == (404, "no_such_table")


def test_a_renewed_link_keeps_the_game_but_not_the_way_in(server: Running) -> None:
    card = new_card(server)
    made = server.make(ANY, [YOU, *REST])
    table = made["table"]["id"]
    server.ask("POST", "/api/card/tables", {"keys": [made["key"]]}, key=card)
    renewed = server.ask("POST", f"/api/tables/{table}/link", key=made["key"])[1]
    [line] = server.ask("GET", "/api/card/tables", key=card)[1]["tables"]
    assert line["href"] == f"/table/{table}"
    server.ask("POST", "/api/card/tables", {"keys": [renewed["key"]]}, key=card)
    [line] = server.ask("GET", "/api/card/tables", key=card)[1]["tables"]
    assert key_of(line["href"]) == renewed["key"]


@pytest.mark.parametrize("forged", ["", "x", "WyJhIiwiYiJd.forged", "{}"])
def test_a_forged_card_opens_nothing(server: Running, forged: str) -> None:
    made = server.make(ANY, [YOU, *REST])
    for key in (forged, made["key"]):
        assert refusal(server.ask("GET", "/api/card", key=key)) == (403, "dead_card")
        assert refusal(server.ask("GET", "/api/card/export", key=key)) == (403, "dead_card")


def test_a_renewed_card_is_dead_on_the_other_devices(server: Running) -> None:
    card = new_card(server)
    renewed = server.ask("POST", "/api/card/key", key=card)[1]["key"]
    assert refusal(server.ask("GET", "/api/card", key=card)) == (403, "dead_card")
    assert server.ask("GET", "/api/card", key=renewed)[1]["name"] == "Léa"


def test_everything_of_mine_is_exported_and_deleted(server: Running) -> None:
    card = new_card(server)
    made = server.make(ANY, [YOU, *REST])
    server.ask("POST", "/api/card/tables", {"keys": [made["key"]]}, key=card)
    server.ask("PUT", f"/api/card/tables/{made['table']['id']}", {"note": "mine"}, key=card)
    hook = {"kind": "hook", "flavour": "ntfy", "url": "https://ntfy.example/lea"}
    server.ask("POST", "/api/card/channels", {"to": hook}, key=card)
    everything = server.ask("GET", "/api/card/export", key=card)[1]
    assert everything["card"]["name"] == "Léa"
    assert [line["note"] for line in everything["tables"]] == ["mine"]
    assert [json.loads(each["address"])["url"] for each in everything["channels"]] == [hook["url"]]
    assert everything["ratings"] == []
    assert server.ask("DELETE", "/api/card", key=card)[0] == 200
    assert refusal(server.ask("GET", "/api/card", key=card)) == (403, "dead_card")
    assert server.ask("GET", f"/api/tables/{made['table']['id']}")[0] == 200


def test_a_code_takes_the_card_to_another_device_once(server: Running, later: None) -> None:
    card = new_card(server)
    handed = server.ask("POST", "/api/card/pass", key=card)[1]
    code = key_of(handed["href"])
    assert handed["href"].startswith("/pass#")
    taken = server.ask("POST", "/api/passes", {"code": code})[1]
    assert taken["card"]["key"] == card
    assert refusal(server.ask("POST", "/api/passes", {"code": code})) == (403, "dead_pass")
    late = key_of(server.ask("POST", "/api/card/pass", key=card)[1]["href"])
    now_ms.ahead_ms += PASS_MS
    assert refusal(server.ask("POST", "/api/passes", {"code": late})) == (403, "dead_pass")


def test_a_code_takes_a_seat_along(server: Running) -> None:
    made = server.make(ANY, [YOU, OPEN, *REST[1:]])
    table = made["table"]["id"]
    code = key_of(server.ask("POST", f"/api/tables/{table}/pass", key=made["key"])[1]["href"])
    assert made["key"] not in json.dumps(code)
    assert key_of(server.ask("POST", "/api/passes", {"code": code})[1]["href"]) == made["key"]
    for link in (made["watch"], made["links"][0]["href"]):
        assert refusal(server.ask("POST", f"/api/tables/{table}/pass", key=key_of(link))) == (403, "spectator")
    code = key_of(server.ask("POST", f"/api/tables/{table}/pass", key=made["key"])[1]["href"])
    server.ask("POST", f"/api/tables/{table}/link", key=made["key"])
    assert refusal(server.ask("POST", "/api/passes", {"code": code})) == (403, "dead_pass")


def test_a_table_gives_each_the_links_they_may_give_away(server: Running) -> None:
    seats = fewest(ANY)
    made = server.make(ANY, [YOU, OPEN, *REST[1:]])
    path = f"/api/tables/{made['table']['id']}/links"
    assert refusal(server.ask("GET", path)) == (403, "dead_link")
    shared = server.ask("GET", path, key=made["key"])[1]
    assert shared == {"invitations": made["links"], "watch": made["watch"]}
    bea = join(server, made["links"][0]["href"], "Bea")
    assert server.ask("GET", path, key=bea.key)[1] == {"invitations": [], "watch": made["watch"]}
    assert server.ask("GET", path, key=made["key"])[1]["invitations"] == []
    assert bea.welcome["table"]["seats"][1]["kind"] == "person"
    assert len(bea.welcome["table"]["seats"]) == seats
    close(bea)


def test_a_pasted_link_shows_the_game_and_nothing_of_its_players(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<head><title>here</title></head>")
    french = {"accept-language": "fr"}
    with serving(tmp_path, web=tmp_path / "page") as server:
        made = server.make(ANY, [{"kind": "you", "name": "Zoé"}, OPEN, *REST[1:]], name="Chez <b>Zoé</b>")
        table = made["table"]["id"]
        shown = server.ask("GET", f"/table/{table}", headers=french)[1].decode()
        assert f'property="og:title" content="{say("fr", f"{ANY}.title")}"' in shown
        assert say("fr", "table.preview.free", n=1) in unescape(shown)
        assert f"/preview/{ANY}.png" in shown
        assert "Zo" not in shown
        for path in ("/", "/table/nowhere", "/rules/x"):
            assert say("en", "table.preview.home") in server.ask("GET", path)[1].decode()
