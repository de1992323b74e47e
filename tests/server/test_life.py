"""The life of a table: invitations, links, spectators, hot seats, chat, rematch, coming back, taking back."""

from __future__ import annotations

import threading

import pytest

from bastide.core.game import Game
from bastide.games import GAMES, load
from bastide.server import room
from bastide.server.summary import summary_of
from bastide.table.table import Table
from tests.server.serving import PATIENCE_S, Player, Running, play_on
from tests.server.test_play import BOT, OPEN, YOU, join, people

ANY = "enghien"  # where any game will do: a quick one


def fewest(game: str) -> int:
    return load(game).spec.seats[0]


def close(*players: Player) -> None:
    for player in players:
        player.close()


def test_sealed_shares_are_opened_and_the_game_begins(server: Running) -> None:
    seats = fewest(ANY)
    made = server.make(ANY, [YOU, *[OPEN] * (seats - 1)])
    players = [server.sit(made["table"]["id"], made["key"], share="seal")]
    for link in made["links"]:
        table, key = link["href"].removeprefix("/table/").split("#")
        joined = server.ask("POST", f"/api/tables/{table}/join", {"name": "Bea", "key": key})[1]
        players.append(server.sit(table, joined["key"], share="seal"))
    for player in players:
        player.wait(lambda player=player: player.ply > 0)  # type: ignore[misc]
    close(*players)


def test_an_invitation_is_good_once(server: Running) -> None:
    seats = fewest(ANY)
    made = server.make(ANY, [YOU, OPEN, *[BOT] * (seats - 2)])
    href = made["links"][0]["href"]
    table, key = href.removeprefix("/table/").split("#")
    before = server.sit(table, key)
    assert before.welcome["viewer"] is None  # nobody has sat down by it yet
    player = join(server, href, "  Bea \n the   Second ")
    assert player.welcome["viewer"] == 1
    assert player.welcome["table"]["seats"][1]["name"] == "Bea the Second"
    assert before.closed_with() == 1012
    status, answer = server.ask("POST", f"/api/tables/{table}/join", {"name": "Eve", "key": key})
    assert (status, answer["label"]["key"]) == (403, "table.refused.dead_link")
    close(player)


def test_a_link_is_good_on_two_devices_until_it_is_revoked(server: Running) -> None:
    made = server.make(ANY, [YOU, *[BOT] * (fewest(ANY) - 1)])
    table, key = made["table"]["id"], made["key"]
    one = server.sit(table, key)
    other = server.sit(table, key, share="")
    one.until_asked()
    other.until_asked()
    assert one.view == other.view
    one.act()
    other.wait(lambda: other.ply >= one.ply)
    status, renewed = server.ask("POST", f"/api/tables/{table}/link", key=key)
    assert status == 200
    assert [one.closed_with(), other.closed_with()] == [1012, 1012]
    assert one.heard[-1]["label"]["key"] == "table.refused.dead_link"
    again = server.sit(table, renewed["key"])
    assert again.welcome["viewer"] == 0
    assert server.ask("POST", f"/api/tables/{table}/link", key=key)[0] == 403
    close(again)


def test_spectators_watch_and_do_not_decide(server: Running) -> None:
    players = people(server, ANY, fewest(ANY), listed=True)
    table = players[0].welcome["table"]["id"]
    watcher = server.sit(table)
    assert watcher.welcome["viewer"] is None
    assert watcher.view["choices"] == []
    for type, fields in (
        ("act", {"ply": watcher.view["ply"], "actions": [0]}),
        ("undo", {"ply": watcher.view["ply"]}),
        ("commit", {"ply": watcher.view["ply"]}),
        ("confirm", {"mode": "on"}),
        ("share", {"entropy": "ab" * 8}),
        ("reclaim", {}),
        ("hint", {}),
        ("rematch", {}),
        ("sit", {"seat": 0}),
        ("mute", {"seat": 0, "on": True}),
    ):
        assert watcher.refused(type, **fields)
    assert watcher.ask("chat", "say", text="hello")["line"]["seat"] is None
    close(watcher, *players)


def test_a_private_table_is_seen_only_by_link(server: Running) -> None:
    made = server.make(ANY, [YOU, *[OPEN] * (fewest(ANY) - 1)])
    table = made["table"]["id"]
    assert server.ask("POST", f"/api/tables/{table}/join", {"name": "Eve"})[0] == 403
    status, answer = server.ask("GET", f"/api/tables/{table}/plies/0")
    assert (status, answer["label"]["key"]) == (403, "table.refused.private")
    watch = made["watch"].split("#")[1]
    watcher = server.sit(table, watch)
    assert watcher.welcome["viewer"] is None
    assert server.ask("GET", f"/api/tables/{table}/plies/0", key=watch)[0] == 200
    assert table not in [line["id"] for line in server.ask("GET", "/api/tables")[1]["tables"]]
    close(watcher)


def test_the_lobby_lists_open_tables_and_ones_own(server: Running) -> None:
    seats = fewest(ANY)
    made = server.make(ANY, [YOU, *[OPEN] * (seats - 1)], listed=True, name="Come in")
    table = made["table"]["id"]
    line = next(line for line in server.ask("GET", "/api/tables")[1]["tables"] if line["id"] == table)
    assert (line["name"], line["state"], line["href"]) == ("Come in", "waiting", f"/table/{table}")
    players = [server.sit(table, made["key"])]
    for _ in range(seats - 1):
        status, joined = server.ask("POST", f"/api/tables/{table}/join", {"name": "Bea"})
        assert status == 200
        players.append(server.sit(table, joined["key"]))
    status, answer = server.ask("POST", f"/api/tables/{table}/join", {"name": "Late"})
    assert (status, answer["label"]["key"]) == (409, "table.refused.full")
    for player in players:
        player.wait(lambda player=player: player.ply > 0)  # type: ignore[misc]
    keys = [player.key for player in players]
    mine = server.ask("POST", "/api/tables/mine", {"keys": [*keys, "nonsense"]})[1]["tables"]
    assert [line["id"] for line in mine] == [table] * seats
    mover = players[0].view["prompt"]["seat"]
    assert [line["your_turn"] for line in mine] == [seat == mover for seat in range(seats)]
    assert all(line["href"].startswith(f"/table/{table}#") for line in mine)
    close(*players)


def test_the_host_fills_seats(server: Running) -> None:
    seats = fewest(ANY)
    made = server.make(ANY, [YOU, *[OPEN] * (seats - 1)])
    table, key = made["table"]["id"], made["key"]
    path = f"/api/tables/{table}/seats/1"
    assert server.ask("PUT", path, {"kind": "bot", "level": "level1"})[0] == 403
    watch = made["watch"].split("#")[1]
    assert server.ask("PUT", path, {"kind": "bot", "level": "level1"}, key=watch)[0] == 403
    assert server.ask("PUT", path, {"kind": "bot", "level": "nobody"}, key=key)[0] == 400
    status, filled = server.ask("PUT", path, {"kind": "bot", "level": "level1"}, key=key)
    assert status == 200
    assert filled["table"]["seats"][1]["level"] == "level1"
    status, opened = server.ask("PUT", path, {"kind": "open"}, key=key)
    player = join(server, opened["href"], "Bea")
    assert player.welcome["viewer"] == 1
    assert server.ask("PUT", path, {"kind": "open"}, key=key)[0] == 409
    assert server.ask("PUT", f"/api/tables/{table}/seats/9", {"kind": "open"}, key=key)[0] == 404
    close(player)


def test_seats_that_share_a_device(server: Running, game: Game) -> None:
    seats = game.spec.seats[0]
    made = server.make(game.id, [YOU, *[{"kind": "hot_seat", "name": f"H{p}"} for p in range(1, seats)]])
    player = server.sit(made["table"]["id"], made["key"])
    assert player.welcome["seats"] == list(range(seats))
    assert player.welcome["table"]["hot_seat"]
    player.wait(lambda: player.ply > 0)
    for _ in range(6):
        asked = player.view["prompt"]["seat"]
        if asked != player.view["viewer"]:
            assert player.view["choices"] == []  # the curtain: nothing of the next seat is here yet
            assert player.ask("view", "sit", seat=asked)["view"]["viewer"] == asked
        player.act()
    assert player.refused("sit", seat=5) == "table.refused.not_your_seat"
    close(player)


def test_chat_is_heard_by_all_who_want_to(server: Running) -> None:
    players = people(server, ANY, fewest(ANY))
    ada, bea = players[:2]
    ada.send("say", text="  good\tluck ")
    line = bea.until("chat")["line"]
    assert (line["text"], line["seat"], line["name"]) == ("good luck", 0, "Ada")
    bea.send("mute", seat=0, on=True)
    assert bea.refused("mute", seat=1, on=True) == "table.refused.no_such_seat"
    ada.ask("chat", "say", text="unheard")
    assert bea.refused("say", text=" \n ") == "table.refused.empty"
    assert [message["line"]["text"] for message in bea.heard if message["type"] == "chat"] == ["good luck"]
    again = server.sit(ada.welcome["table"]["id"], bea.key)
    assert again.welcome["muted"] == [0]
    assert again.welcome["chat"] == []
    assert bea.refused("say", text="x" * 401) == "table.refused.message"
    close(again, *players)


def test_coming_back_resumes_exactly_even_after_something_was_taken_back(server: Running) -> None:
    for game in GAMES:
        players = people(server, game, fewest(game))
        mover = players[players[0].view["prompt"]["seat"]]
        seen = mover.ply
        if mover.act()["turn"]["undo"]:
            mover.ask("view", "undo", ply=mover.ply)
            assert mover.ply == seen
            mover.act(1)
            back = server.sit(mover.welcome["table"]["id"], mover.key, seen=seen + 1)
            whole = server.sit(mover.welcome["table"]["id"], mover.key)
            assert back.welcome["from"] <= seen
            assert whole.log == mover.log
            assert [line for line in mover.log if line["ply"] < back.welcome["from"]] + back.log == mover.log
            assert back.view == mover.view
            close(back, whole, *players)
            return
        close(*players)
    pytest.fail("no game has a first decision that can be taken back")


def test_a_turn_is_tried_out_unseen_and_sent_when_confirmed(server: Running, game: Game) -> None:
    players = people(server, game.id, game.spec.seats[0])
    mover = players[players[0].view["prompt"]["seat"]]
    others = [player for player in players if player is not mover]
    mover.ask("view", "confirm", mode="on")
    heard = [len(player.heard) for player in others]
    mover.act()
    if game.id == "batisseurs":  # its first decision opens an auction, which all see at once
        assert not mover.view["turn"]["pending"]
        close(*players)
        return
    assert mover.view["turn"]["pending"]
    while not mover.view["turn"]["done"]:
        mover.act()
    assert mover.view["prompt"]["label"]["key"] == "table.prompt.confirm"
    assert mover.view["turn"]["undo"] >= 1
    assert not mover.ask("view", "restart", ply=mover.ply)["view"]["turn"]["pending"]
    while not mover.view["turn"]["done"]:
        mover.act()
    assert [len(player.heard) for player in others] == heard
    mover.send("commit", ply=mover.ply)
    for player in others:
        player.wait(lambda player=player: player.ply >= mover.ply)  # type: ignore[misc]
        assert player.heard[-1]["log"]
    close(*players)


def test_past_and_peek_over_the_wire(server: Running, game: Game) -> None:
    players = people(server, game.id, game.spec.seats[0])
    ada = players[0]
    assert ada.ask("past", "travel", ply=1)["view"]["ply"] == 1
    assert ada.refused("travel", ply=100_000) == "table.refused.no_such_ply"
    assert ada.refused("travel", ply=1, **{"as": 1}) == "table.refused.eyes"
    assert ada.refused("peek", **{"as": 1}) == "table.refused.eyes"
    assert ada.ask("peek", "peek", PATIENCE_S, **{"as": None})["view"]["viewer"] is None
    close(*players)


def test_hints_come_from_what_the_asker_sees(server: Running) -> None:
    made = server.make(ANY, [YOU, *[BOT] * (fewest(ANY) - 1)])
    player = server.sit(made["table"]["id"], made["key"])
    view = player.until_asked()
    hint = player.ask("hint", "hint")["hint"]
    assert hint["ply"] == view["ply"]
    assert {option["action"] for option in hint["options"]} <= {choice["action"] for choice in view["choices"]}
    close(player)


def test_a_rematch_brings_everybody_to_one_table(server: Running) -> None:
    seats = fewest(ANY)
    made = server.make(ANY, [YOU, OPEN, *[BOT] * (seats - 2)])
    players = [server.sit(made["table"]["id"], made["key"]), join(server, made["links"][0]["href"], "Bea")]
    watcher = server.sit(made["table"]["id"], made["watch"].split("#")[1])
    assert players[0].refused("rematch") == "table.refused.not_over"
    play_on(players)
    links = [player.ask("rematch", "rematch")["href"] for player in [*players, watcher]]
    assert len({href.split("#")[0] for href in links}) == 1
    seated = []
    for old, href in zip([0, 1], links, strict=False):
        table, key = href.removeprefix("/table/").split("#")
        seated.append(server.sit(table, key))
        assert seated[-1].welcome["viewer"] == (old - 1) % seats
    close(watcher, *players, *seated)


def test_a_game_that_is_over_is_summed_up_beside_the_event_loop(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: dict[bool, set[int]] = {False: set(), True: set()}

    def noted(table: Table) -> str:
        threads[table.has_result].add(threading.get_ident())
        return summary_of(table)

    monkeypatch.setattr(room, "summary_of", noted)
    players = people(server, ANY, fewest(ANY))
    play_on(players)
    close(*players)
    assert threads[True]
    assert len(threads[False]) == 1
    assert not threads[True] & threads[False]
