"""Reviews at a server: made aside, kept with the game, dropped when nobody looks, and never of a game that runs."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from bastide.core.record import Record
from bastide.games import load
from bastide.server.requests import ReviewState
from bastide.server.reviews import PATIENCE_S, Reviews
from bastide.server.store import NewLines, NewTableRow, Store
from bastide.server.store.reviews import ReviewStore
from bastide.table.contest import position_of, read_contest, rule_on, write_test
from bastide.table.imported import replayed
from bastide.table.seen import log_for
from bastide.table.setup import Setup
from tests.reviews.games import fixture_of
from tests.server.serving import Running, play_on, poll
from tests.server.test_play import BOT, YOU, people

GAME = "enghien"
FIRST = '{"review":{"first":true}}'
SLOW = f"import sys, time; sys.stdin.read(); print('{FIRST}', flush=True); time.sleep(1000)"
QUICK = f"""import sys; sys.stdin.read(); print('{FIRST}'); print('{{"done":1,"of":2}}')
print('{{"review":{{"first":false}},"refined":true,"done":2,"of":2}}')"""
REFUSING = """import sys; sys.stdin.read(); print('{"refused":{"key":"review.refused.forged"}}')"""


def record() -> Record:
    return fixture_of(load(GAME))


def ask(server: Running, table: str) -> dict[str, Any]:
    status, state = server.ask("GET", f"/api/tables/{table}/review")
    assert status == 200, state
    assert isinstance(state, dict)
    return state


@pytest.mark.compiled
def test_a_finished_game_is_reviewed_refined_and_kept(server: Running) -> None:
    status, taken = server.ask("POST", "/api/records", json.loads(record().to_json()))
    assert status == 201
    poll(lambda: ask(server, taken["id"]).get("refined"))
    kept = ask(server, taken["id"])
    assert kept["review"]["game"] == GAME
    assert kept["review"]["refined"] > 0
    assert ask(server, taken["id"]) == kept


def test_nothing_of_a_running_game_is_reviewed_or_commented(server: Running) -> None:
    made = server.make(GAME, [YOU, BOT])
    path = f"/api/tables/{made['table']['id']}"
    for method, where, body in (
        ("GET", "review", None),
        ("GET", "comments", None),
        ("POST", "comments", {"ply": 0, "text": "!"}),
    ):
        status, problem = server.ask(method, f"{path}/{where}", body, key=made["key"])
        assert (status, problem["label"]["key"]) == (409, "table.refused.not_over")


def test_those_who_played_comment_on_decisions(server: Running) -> None:
    players = people(server, GAME, 2)
    play_on(players)
    table = players[0].welcome["table"]["id"]
    path = f"/api/tables/{table}/comments"
    plies = server.ask("GET", f"/api/tables/{table}/record")[1]["plies"]
    ply = next(i for i, line in enumerate(plies) if line["who"] == 1)
    draw = next(i for i, line in enumerate(plies) if line["who"] == "chance")
    for player, text in ((players[0], "why?"), (players[1], "because"), (players[0], "I see")):
        assert server.ask("POST", path, {"ply": ply, "text": text}, key=player.key)[0] == 200
    told = server.ask("GET", path)[1]["comments"]
    assert [(line["ply"], line["seat"], line["text"]) for line in told] == [(ply, 1, "because"), (ply, 0, "I see")]
    assert server.ask("POST", path, {"ply": ply, "text": ""}, key=players[0].key)[1]["comments"] == told[:1]
    assert server.ask("POST", path, {"ply": draw, "text": "!"}, key=players[0].key)[0] == 404
    assert server.ask("POST", path, {"ply": ply, "text": "!"})[0] == 403
    for player in players:
        player.close()


class Hours:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def _reviews(folder: Path, program: str, hours: Hours) -> Reviews:
    store = Store(f"sqlite:///{folder / 'reviews.db'}")
    await store.start()
    setup = Setup(id="t", game=GAME, rules_version=1, seats=2, options={}, commitment="")
    await store.create(NewTableRow(setup, "", {}), NewLines([], 0, "over", "", None))
    return Reviews(ReviewStore(store), (sys.executable, "-c", program), hours, look_s=0.01)


async def _until(reviews: Reviews, wanted: str) -> ReviewState:
    while True:
        state = await reviews.ask("t", record)
        if getattr(state, wanted):
            return state
        await asyncio.sleep(0.01)


def test_a_review_that_nobody_asks_about_is_dropped(tmp_path: Path) -> None:
    async def run() -> None:
        hours = Hours()
        reviews = await _reviews(tmp_path, SLOW, hours)
        await _until(reviews, "review")
        hours.now += PATIENCE_S / 2
        await reviews.ask("t", record)
        hours.now += PATIENCE_S * 0.75
        await asyncio.sleep(0.05)
        assert reviews.under_way == ["t"]
        hours.now += PATIENCE_S
        while reviews.under_way:
            await asyncio.sleep(0.01)
        await reviews.close()
        await reviews.store.store.close()

    asyncio.run(run())


def test_the_first_pass_is_shown_then_the_refined_one(tmp_path: Path) -> None:
    async def run() -> None:
        reviews = await _reviews(tmp_path, QUICK, Hours())
        state = await _until(reviews, "refined")
        assert bytes(cast(msgspec.Raw, state.review)) == b'{"first":false}'
        await reviews.close()
        await reviews.store.store.close()

    asyncio.run(run())


@pytest.mark.parametrize(("program", "reason"), [(REFUSING, "forged"), ("raise SystemExit(3)", "failed")])
def test_where_there_can_be_no_review_the_answer_says_why(tmp_path: Path, program: str, reason: str) -> None:
    async def run() -> None:
        reviews = await _reviews(tmp_path, program, Hours())
        state = await _until(reviews, "refused")
        assert state.refused is not None
        assert state.refused.key == f"review.refused.{reason}"
        await reviews.close()
        await reviews.store.store.close()

    asyncio.run(run())


def first_decision(server: Running, table: str, seat: int, key: str = "") -> int:
    last = server.ask("GET", f"/api/tables/{table}", key=key)
    assert last[0] == 200
    plies = server.ask("GET", f"/api/tables/{table}/record")[1]["plies"]
    return next(i for i, line in enumerate(plies) if line["who"] == seat)


def test_from_any_decision_of_a_finished_game_a_private_table_branches_off(server: Running) -> None:
    status, taken = server.ask("POST", "/api/records", json.loads(record().to_json()))
    table, path = taken["id"], f"/api/tables/{taken['id']}/branches"
    ply = first_decision(server, table, 1)
    before = server.ask("GET", f"/api/tables/{table}/plies/{ply}?as=1")[1]["view"]
    status, made = server.ask("POST", path, {"ply": ply, "level": "uniform"})
    assert status == 201, made
    branch = made["table"]["branch"]
    assert {name: branch[name] for name in ("table", "ply", "seat", "letter")} == {
        "table": table, "ply": ply, "seat": 1, "letter": "a"
    }  # fmt: skip
    assert not made["table"].get("listed")
    with_key = server.sit(made["table"]["id"], made["key"])
    view = with_key.until_asked()
    assert (view["viewer"], view["picture"]) == (1, before["picture"])
    play_on([with_key])
    assert with_key.result is not None
    assert server.ask("GET", f"/api/tables/{made['table']['id']}/record")[0] == 409
    assert server.ask("GET", f"/api/tables/{made['table']['id']}/review")[0] == 409
    assert server.ask("POST", f"/api/tables/{made['table']['id']}/branches", {"ply": 0})[0] == 409
    server.ask("POST", path, {"ply": ply, "level": "uniform"})
    listed = server.ask("GET", path)[1]["branches"]
    assert [(line["letter"], line["ply"], line["seat"]) for line in listed] == [("a", ply, 1), ("b", ply, 1)]
    watcher = server.sit(*listed[0]["watch"].removeprefix("/table/").split("#"))
    assert watcher.welcome["table"]["state"] == "over"
    for guest in (with_key, watcher):
        guest.close()


def test_a_branch_goes_on_from_the_log_and_the_points_of_the_game_it_left(server: Running) -> None:
    left = fixture_of(load("alhambra"))
    status, taken = server.ask("POST", "/api/records", json.loads(left.to_json()))
    assert status == 201
    plies = [i for i, line in enumerate(left.plies) if line.who == 1]
    ply, path = plies[-2], f"/api/tables/{taken['id']}"
    was = server.ask("GET", f"{path}/plies/{ply}?as=1")[1]["view"]
    levels = ["greedy", "", ""][: left.seats]
    status, made = server.ask("POST", f"{path}/branches", {"ply": ply, "level": "uniform", "levels": levels})
    assert status == 201, made
    assert [seat.get("level", "") for seat in made["table"]["seats"]] == ["greedy", "", *["uniform"] * (left.seats - 2)]
    branch = made["table"]["branch"]
    assert branch["names"] == [seat["name"] or "" for seat in server.ask("GET", path)[1]["seats"]]
    assert branch["number"] == 1 + sum(line.who != "chance" for line in left.plies[:ply])
    assert not branch.get("running")
    told = json.loads(msgspec.json.encode(log_for(replayed(left), 1, 0)))
    before = [{**line, "ply": line["ply"] - ply} for line in told if line["ply"] < ply]
    player = server.sit(made["table"]["id"], made["key"])
    player.until_asked()
    assert [line for line in player.log if line["ply"] < 0] == before
    assert player.welcome["from"] == -ply
    assert player.view["scores"]["totals"] == was["scores"]["totals"] != [0] * left.seats
    play_on([player])
    assert player.result is not None
    assert [line for line in player.log if line["ply"] < 0] == before
    assert any(line["ply"] >= 0 for line in player.log)
    rows, totals = player.result["scores"]["rows"], player.result["scores"]["totals"]
    assert totals == [sum(row["points"][p] for row in rows) for p in range(len(totals))]
    again = server.sit(made["table"]["id"], made["key"], seen=1)
    assert again.welcome["from"] == 1
    assert all(line["ply"] >= 1 for line in again.log)
    assert server.ask("POST", f"{path}/branches", {"ply": ply, "levels": ["nobody"]})[0] == 400
    for guest in (player, again):
        guest.close()


def test_nothing_of_a_running_game_can_be_branched_but_ones_own_against_bots(server: Running) -> None:
    players = people(server, GAME, 2)
    play_on(players, 6)
    path = f"/api/tables/{players[0].welcome['table']['id']}/branches"
    for key in ("", players[0].key, players[1].key):
        for ply in range(players[0].ply):
            status, problem = server.ask("POST", path, {"ply": ply}, key=key)
            assert (status, problem["label"]["key"]) == (409, "table.refused.not_over")
    assert server.ask("GET", path)[0] == 409
    made = server.make(GAME, [YOU, BOT])
    own = server.sit(made["table"]["id"], made["key"])
    play_on([own], 3)
    path = f"/api/tables/{made['table']['id']}/branches"
    mine, bots = (
        next(line["ply"] for line in own.log if line["seat"] == seat and line.get("decided")) for seat in (0, 1)
    )
    status, branched = server.ask("POST", path, {"ply": mine}, key=made["key"])
    assert status == 201
    assert branched["table"]["branch"]["running"]
    assert server.ask("POST", path, {"ply": bots}, key=made["key"])[0] == 404
    assert server.ask("POST", path, {"ply": mine})[0] == 409
    for guest in (*players, own):
        guest.close()


def test_a_refusal_is_contested_with_what_the_player_may_know(server: Running, tmp_path: Path) -> None:
    made = server.make(GAME, [YOU, BOT])
    own = server.sit(made["table"]["id"], made["key"])
    play_on([own], 2)
    own.until_asked()
    refusal = own.ask("why", "why")["refusals"][0]
    path = f"/api/tables/{made['table']['id']}/contests"
    asked = {"ply": own.ply, "kind": "refusal", "clause": refusal["clause"], "targets": refusal["targets"]}
    status, told = server.ask("POST", path, {**asked, "expected": "that it goes"}, key=made["key"])
    assert status == 200, told
    assert set(told["says"]) == {"en", "fr"}
    file = tmp_path / "contest.json"
    file.write_text(json.dumps(told))
    found = read_contest(file)
    assert rule_on(found).refused == refusal["clause"]
    assert bytes(position_of(found).view(0)) == bytes(position_of(found).view(0))
    scope: dict[str, Any] = {}
    exec(write_test(found, "it"), scope)
    scope["test_it"]()
    assert server.ask("POST", path, {**asked, "expected": "x"})[0] == 403
    assert server.ask("POST", path, {**asked, "clause": "XXX-99", "expected": "x"}, key=made["key"])[0] == 400
    own.close()
