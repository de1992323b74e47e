"""Whole games over real sockets."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from bastide.core.game import Game
from bastide.core.record import Record
from bastide.games import load
from bastide.table.fairness import verify
from tests.server.serving import Address, Player, Running, play_on

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_client.py"
YOU = {"kind": "you", "name": "Ada"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "uniform"}


def example() -> Any:
    spec = importlib.util.spec_from_file_location("bot_client", EXAMPLE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def join(server: Address, href: str, name: str) -> Player:
    table, key = href.removeprefix("/table/").split("#")
    status, joined = server.ask("POST", f"/api/tables/{table}/join", {"name": name, "key": key})
    assert status == 200, joined
    return server.sit(table, joined["key"])


def people(server: Address, game: str, count: int, **more: Any) -> list[Player]:
    """A table of people, all at the table, the cards dealt."""
    made = server.make(game, [YOU, *[OPEN] * (count - 1)], **more)
    players = [server.sit(made["table"]["id"], made["key"])]
    players += [join(server, link["href"], f"P{link['seat']}") for link in made["links"]]
    for player in players:
        player.wait(lambda player=player: player.ply > 0)  # type: ignore[misc]
    return players


@pytest.mark.slow
def test_the_example_plays_a_game_of_each_kind(server: Running, game: Game) -> None:
    totals = example().play(f"http://127.0.0.1:{server.port}", game.id)
    assert len(totals) >= game.spec.seats[0]


def test_the_example_accepts_an_invitation(server: Running) -> None:
    game = load("enghien")  # a quick one
    seats = game.spec.seats[0]
    made = server.make(game.id, [OPEN, *[BOT] * (seats - 1)])
    totals = example().play(f"http://127.0.0.1:{server.port}", game.id, made["links"][0]["href"])
    status, kept = server.ask("GET", f"/api/tables/{made['table']['id']}/record")
    assert status == 200
    assert [score["points"] for score in kept["scores"]] == totals[:seats]


def test_people_play_to_the_end_and_the_record_can_be_verified(server: Running, game: Game) -> None:
    seats = game.spec.seats[0]
    players = people(server, game.id, seats)
    table = players[0].welcome["table"]["id"]
    play_on(players)
    for player in players:
        assert player.result is not None
        assert player.result["proof"]["entropy"][player.hand] == player.entropy
    assert len({str(player.result) for player in players}) == 1
    status, kept = server.ask("GET", f"/api/tables/{table}/record")
    assert status == 200
    record = Record.from_json(json.dumps(kept))
    assert verify(record, game).seats_with_entropy == seats
    status, taken = server.ask("POST", "/api/records", kept)
    assert status == 201, taken
    status, again = server.ask("GET", f"/api/tables/{taken['id']}/record")
    assert again == kept
    last = len(kept["plies"])
    for eyes in ("0", ""):
        status, shown = server.ask("GET", f"/api/tables/{taken['id']}/plies/{last}?as={eyes}")
        assert status == 200, shown
        assert shown["last"] == last
    watcher = server.sit(taken["id"])
    assert watcher.welcome["table"]["state"] == "over"
    for player in [*players, watcher]:
        player.close()
