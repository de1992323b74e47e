"""Remedies over the wire: removing, resigning, abandoning, deleting, revoking, quiet; each with its refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bastide.games import GAMES, load
from tests.server.serving import Player, Running, play_on, serving
from tests.server.test_life import ANY, close, fewest
from tests.server.test_play import BOT, OPEN, YOU, join, people

MANY = max(GAMES, key=lambda name: load(name).spec.seats[1])


def key_of(href: str) -> str:
    return href.split("#")[1]


def refusal(answer: tuple[int, Any]) -> tuple[int, str]:
    status, body = answer
    return status, body["label"]["key"].removeprefix("table.refused.")


def until_left(player: Player, seat: int, how: str) -> None:
    player.wait(lambda: player.heard_table()["seats"][seat].get("left") == how)


def has_decided(player: Player, seat: int) -> bool:
    """Whether the log says that this seat chose something."""
    return any(line["seat"] == seat and line.get("decided") for line in player.log)


def test_the_host_removes_a_person_before_the_start(server: Running) -> None:
    made = server.make(ANY, [YOU, *[OPEN] * (fewest(ANY) - 1)], listed=True)
    table, key = made["table"]["id"], made["key"]
    path = f"/api/tables/{table}/seats/1"
    stranger = join(server, made["links"][0]["href"], "Eve")
    assert refusal(server.ask("PUT", path, {"kind": "open"}, key=key)) == (409, "taken")
    assert refusal(server.ask("PUT", path, {"kind": "open", "remove": True}, key=stranger.key)) == (403, "not_host")
    own = {"kind": "open", "remove": True}
    assert refusal(server.ask("PUT", f"/api/tables/{table}/seats/0", own, key=key)) == (409, "own_seat")
    status, opened = server.ask("PUT", path, own, key=key)
    assert status == 200
    assert opened["table"]["seats"][1]["kind"] == "open"
    assert stranger.closed_with() == 1012
    assert stranger.heard[-1]["label"]["key"] == "table.refused.dead_link"
    assert server.ask("POST", f"/api/tables/{table}/link", key=stranger.key)[0] == 403
    friend = join(server, opened["href"], "Bea")
    assert friend.welcome["viewer"] == 1
    close(friend)


def test_a_person_gives_way_to_a_bot_before_the_start(server: Running) -> None:
    made = server.make(MANY, [YOU, OPEN, OPEN])
    stranger = join(server, made["links"][0]["href"], "Eve")
    path = f"/api/tables/{made['table']['id']}/seats/1"
    status, filled = server.ask("PUT", path, {"kind": "bot", "level": "level1", "remove": True}, key=made["key"])
    assert (status, filled["table"]["seats"][1]["level"]) == (200, "level1")
    assert stranger.closed_with() == 1012


def test_after_the_start_the_others_must_agree(server: Running) -> None:
    players = people(server, MANY, 3)
    host, eve, bea = players
    assert eve.refused("propose", what="remove", seat=2) == "table.refused.not_host"
    assert host.refused("propose", what="remove") == "table.refused.no_such_seat"
    host.send("propose", what="remove", seat=1)
    bea.wait(lambda: bea.heard_table().get("proposal") is not None)
    assert bea.heard_table()["proposal"] == {"what": "remove", "by": 0, "seat": 1, "waiting": [2]}
    assert eve.refused("vote", agree=False) == "table.refused.no_vote"
    bea.send("vote", agree=True)
    assert eve.closed_with() == 1012
    assert eve.heard[-1]["label"]["key"] == "table.refused.dead_link"
    until_left(bea, 1, "removed")
    assert server.ask("POST", f"/api/tables/{host.welcome['table']['id']}/link", key=eve.key)[0] == 403
    while not has_decided(host, 1):  # a bot plays on for the one who was removed
        play_on([host, bea], 1)
    play_on([host, bea], 1)
    close(host, bea)


def test_who_resigns_watches_a_bot_play_on_and_may_not_return(server: Running) -> None:
    players = people(server, ANY, fewest(ANY))
    table = players[0].welcome["table"]["id"]
    for player in players[1:]:
        player.send("resign")
        until_left(player, player.hand, "resigned")
        assert player.refused("resign") == "table.refused.left"
        assert player.refused("reclaim") == "table.refused.left"
    again = server.sit(table, players[1].key)
    assert again.welcome["table"]["seats"][1]["left"] == "resigned"
    assert again.refused("act", ply=again.ply, actions=[0]) == "table.refused.left"
    assert again.refused("hint") == "table.refused.no_hint"
    play_on(players[:1])
    assert players[0].result is not None
    assert players[0].result["scores"]["places"][0] == 1
    close(again, *players)


def test_all_agree_to_abandon_and_the_table_can_then_be_deleted(server: Running) -> None:
    players = people(server, ANY, fewest(ANY))
    table, key = players[0].welcome["table"]["id"], players[0].key
    path = f"/api/tables/{table}"
    assert refusal(server.ask("DELETE", path, key=key)) == (409, "others_play")
    players[1].send("propose", what="abandon")
    for player in players:  # the last vote ends the proposal: all hear of it before the first
        player.wait(lambda player=player: player.heard_table().get("proposal") is not None)  # type: ignore[misc]
    for player in players:
        if player is not players[1]:
            player.send("vote", agree=True)
    for player in players:
        player.wait(lambda player=player: player.heard_table().get("abandoned", False))  # type: ignore[misc]
        player.wait(lambda player=player: player.view["prompt"]["label"]["key"] == "table.prompt.abandoned")  # type: ignore[misc]
        assert player.view["choices"] == []
        assert player.result is None
    record = server.ask("GET", f"{path}/record")[1]
    assert record.get("scores") is None
    assert refusal(server.ask("POST", "/api/records", record)) == (400, "unfinished")
    late = server.sit(table, key)
    assert late.welcome["table"]["abandoned"]
    assert refusal(server.ask("DELETE", path)) == (403, "dead_link")
    assert refusal(server.ask("DELETE", path, key=players[1].key)) == (403, "not_host")
    assert server.ask("DELETE", path, key=key) == (200, {"id": table})
    assert late.closed_with() == 1012
    assert late.heard[-1]["label"]["key"] == "table.refused.deleted"
    assert server.ask("GET", path)[0] == 404
    assert server.ask("POST", "/api/tables/mine", {"keys": [key]})[1]["tables"] == []
    assert refusal(server.ask("DELETE", path, key=key)) == (404, "no_such_table")


def test_a_host_deletes_a_table_at_which_only_bots_play(server: Running) -> None:
    made = server.make(ANY, [YOU, *[BOT] * (fewest(ANY) - 1)])
    player = server.sit(made["table"]["id"], made["key"])
    player.until_asked()
    assert server.ask("DELETE", f"/api/tables/{made['table']['id']}", key=made["key"])[0] == 200
    assert player.closed_with() == 1012


def test_watch_links_are_revoked_and_so_is_the_link_of_a_host_who_only_watches(server: Running) -> None:
    made = server.make(ANY, [OPEN] * fewest(ANY))
    table, key, watch = made["table"]["id"], made["key"], key_of(made["watch"])
    path = f"/api/tables/{table}/watch"
    watcher, host = server.sit(table, watch), server.sit(table, key)
    assert host.welcome["host"]
    for other in ("", watch, "nonsense"):
        assert server.ask("POST", path, key=other)[0] == 403
    status, renewed = server.ask("POST", path, key=key)
    assert status == 200
    assert watcher.closed_with() == 1012
    assert server.ask("GET", f"/api/tables/{table}/plies/0", key=watch)[0] == 403
    fresh = server.sit(table, key_of(renewed["href"]))
    assert refusal(server.ask("POST", f"/api/tables/{table}/link", key=key_of(renewed["href"]))) == (403, "spectator")
    status, own = server.ask("POST", f"/api/tables/{table}/link", key=key)
    assert status == 200
    assert host.closed_with() == 1012
    assert server.ask("POST", path, key=key)[0] == 403
    again = server.sit(table, own["key"])
    assert again.welcome["host"]
    close(fresh, again)


def test_the_host_decides_whether_spectators_speak(server: Running) -> None:
    players = people(server, ANY, fewest(ANY), listed=True)
    watcher = server.sit(players[0].welcome["table"]["id"])
    assert players[1].refused("spectators_chat", on=False) == "table.refused.not_host"
    assert watcher.refused("spectators_chat", on=False) == "table.refused.not_host"
    players[0].send("spectators_chat", on=False)
    watcher.wait(lambda: watcher.heard_table().get("spectators_chat", True) is False)
    assert watcher.refused("say", text="hello") == "table.refused.quiet"
    players[1].ask("chat", "say", text="we still speak")
    players[0].send("spectators_chat", on=True)
    watcher.wait(lambda: watcher.heard_table().get("spectators_chat", True))
    watcher.ask("chat", "say", text="thank you")
    close(watcher, *players)


def test_one_persons_lines_are_muted_and_nobody_elses(server: Running) -> None:
    ada, eve, bea = people(server, MANY, 3)
    bea.send("mute", seat=1, on=True)
    eve.ask("chat", "say", text="noise")
    ada.ask("chat", "say", text="words")
    bea.wait(lambda: any(each["type"] == "chat" for each in bea.heard))
    assert [each["line"]["text"] for each in bea.heard if each["type"] == "chat"] == ["words"]
    close(ada, eve, bea)


def test_a_finished_private_game_gives_no_way_into_its_rematch(server: Running) -> None:
    made = server.make(ANY, [YOU, *[BOT] * (fewest(ANY) - 1)])
    table = made["table"]["id"]
    player = server.sit(table, made["key"])
    play_on([player])
    stranger = server.sit(table)
    assert stranger.refused("rematch") == "table.refused.spectator"
    href = player.ask("rematch", "rematch")["href"]
    assert stranger.refused("rematch") == "table.refused.spectator"
    friend = server.sit(table, key_of(made["watch"]))
    watch = friend.ask("rematch", "rematch")["href"]
    assert watch.split("#")[0] == href.split("#")[0]
    with pytest.raises(AssertionError, match="4003"):
        server.sit(href.removeprefix("/table/").split("#")[0])
    close(player, stranger, friend)


def test_what_was_settled_survives_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        players = people(server, MANY, 3)
        table = players[0].welcome["table"]["id"]
        players[2].send("resign")
        until_left(players[0], 2, "resigned")
        players[0].send("spectators_chat", on=False)
        players[0].send("propose", what="abandon")
        players[1].wait(lambda: players[1].heard_table().get("proposal") is not None)
        keys = [player.key for player in players]
        close(*players)
    with serving(tmp_path) as server:
        players = [server.sit(table, key) for key in keys]
        info = players[0].welcome["table"]
        assert info["seats"][2]["left"] == "resigned"
        assert info["spectators_chat"] is False
        assert info["proposal"]["waiting"] == [1]
        players[1].send("vote", agree=True)
        players[2].wait(lambda: players[2].heard_table().get("abandoned", False))
        close(*players)
