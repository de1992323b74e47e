"""docs/openapi.json: up to date, and true."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs

from bastide.core.game import Game
from bastide.server.schema import as_text
from tests.openapi import FILE
from tests.server.serving import PATIENCE_S, Running, play_on
from tests.server.test_play import BOT, YOU, people


def test_the_committed_description_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == as_text(), "run python -m tests.openapi"


def validator(name: str) -> Any:
    described = json.loads(FILE.read_text(encoding="utf-8"))
    return jsonschema_rs.validator_for({**described, "$ref": f"#/components/schemas/{name}"})


def test_every_message_is_as_described(server: Running, game: Game) -> None:
    players = people(server, game.id, game.spec.seats[0])
    ada = players[0]
    ada.ask("chat", "say", text="hello")
    ada.ask("peek", "peek", PATIENCE_S, **{"as": None})
    ada.ask("why", "why", PATIENCE_S)
    ada.ask("past", "travel", ply=1)
    ada.refused("undo", ply=0)
    play_on(players)
    ada.ask("rematch", "rematch")
    check = validator("FromServer")
    kinds = set()
    for player in players:
        for message in player.heard[:40] + player.heard[-10:]:
            kinds.add(message["type"])
            check.validate(message)
    assert kinds >= {"welcome", "view", "table", "chat", "peek", "why", "past", "refused", "over", "rematch"}
    for player in players:
        player.close()


def test_answers_to_requests_are_as_described(server: Running, game: Game) -> None:
    made = server.make(game.id, [YOU, *[BOT] * (game.spec.seats[0] - 1)], listed=True)
    validator("Made").validate(made)
    table = made["table"]["id"]
    for path, name in (
        ("/api/health", "Health"),
        ("/api/games", "GameList"),
        (f"/api/rules/{game.id}/fr", "RulesText"),
        ("/api/tables", "TableList"),
        (f"/api/tables/{table}", "TableInfo"),
        (f"/api/tables/{table}/plies/0", "PlyView"),
        ("/api/tables/none", "Problem"),
    ):
        validator(name).validate(server.ask("GET", path)[1])
