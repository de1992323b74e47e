"""A whole database as a release wrote it: `python -m tests.server.kept_database FILE`, in a checkout of that release.

Copy this file into the checkout first. It plays over real sockets, with what people do at tables: seals, chat, turns
taken back, clocks, bots, a shared device, a rematch, a record from elsewhere. The server is stopped in between and goes
on, so that some games have a snapshot and lines after it. `FILE.db.xz` and `FILE.json` (the keys of the seats and where
each table stood) come out; both are kept in `kept_databases` under the release's name and never written again.
"""

from __future__ import annotations

import json
import lzma
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bastide.games import GAMES, load
from tests.server.serving import Player, Running, serving
from tests.server.test_play import BOT, OPEN, YOU, people

SEED = 14
RUNNING_DECISIONS = 40
LATER_DECISIONS = 6
STORE = 157  # Carpe Diem: the tile is put aside


Stop = Callable[[dict[str, Any]], bool]


class Keeper:
    """Plays tables and remembers how to come back to them."""

    def __init__(self) -> None:
        self.rng = random.Random(SEED)
        self.keys: dict[str, list[str]] = {}  # by table: the key of each seat that has one
        self.names: dict[str, str] = {}  # by table: what it is an example of

    def keep(self, what: str, players: list[Player]) -> str:
        table = str(players[0].welcome["table"]["id"])
        self.names[table] = what
        self.keys[table] = [player.key for player in players]
        return table

    def play(self, players: list[Player], decisions: int = 100_000, stop: Stop | None = None) -> None:
        """At random, now and then taking something back."""
        while decisions > 0 and not all(player.result for player in players):
            for player in players:
                choices = [choice["action"] for choice in player.view["choices"]]
                if not choices:
                    if player.view["turn"]["done"]:
                        player.ask("view", "commit", ply=player.ply)
                    continue
                if stop and stop(player.view):
                    return
                heard = len(player.heard)
                player.send("act", ply=player.ply, actions=[self.choose(player)])
                player.wait(lambda player=player, heard=heard: is_answered(player, heard))  # type: ignore[misc]
                decisions -= 1
                if len(players) > 1 and player.view["turn"]["undo"] and not player.result and self.rng.random() < 0.1:
                    heard = len(player.heard)
                    player.send("undo", ply=player.ply)
                    player.wait(lambda player=player, heard=heard: is_answered(player, heard))  # type: ignore[misc]

    def choose(self, player: Player) -> int:
        """In Carpe Diem a first tile is put aside, as version 1 allows."""
        choices = [int(choice["action"]) for choice in player.view["choices"]]
        if player.welcome["table"]["game"] == "carpe_diem" and STORE in choices:
            aside = is_first_tile(player.view) or self.rng.random() < 0.15
            return STORE if aside else self.rng.choice(choices)
        return self.rng.choice(choices)


def is_answered(player: Player, heard: int) -> bool:
    """A view, or a refusal: somebody else may have taken something back meanwhile."""
    return any(message["type"] in ("view", "refused") for message in player.heard[heard:])


def is_first_tile(view: dict[str, Any]) -> bool:
    """Carpe Diem: whether the tile in hand may be put aside although none lies on the board yet."""
    actions = [choice["action"] for choice in view["choices"]]
    places = [action for action in actions if 13 <= action < STORE]
    return STORE in actions and len({(action - 13) // 4 for action in places}) <= 1


def first_evening(keeper: Keeper, server: Running) -> None:
    for name in GAMES:
        spec = load(name).spec
        low, high = spec.seats
        players = people(server, name, low, name=f"{name}, over", clock="live" if name == "enghien" else "none")
        players[0].ask("chat", "say", text="Bonne chance !")
        players[0].send("confirm", mode="on")
        keeper.play(players)
        keeper.keep("over", players)
        print(name, "over", flush=True)
        players = people(server, name, high, name=f"{name}, running", listed=True)
        keeper.play(players, RUNNING_DECISIONS)
        keeper.keep("running", players)
        print(name, "running", flush=True)
        made = server.make(name, [YOU, *[BOT] * (low - 1)], clock="days")
        alone = server.sit(made["table"]["id"], made["key"])
        alone.until_asked()
        keeper.play([alone], RUNNING_DECISIONS // 2)
        alone.until_asked()
        keeper.keep("against bots", [alone])
        print(name, "bots", flush=True)
    others(keeper, server)


def others(keeper: Keeper, server: Running) -> None:
    """What happens at tables of any kind, at one of each."""
    waiting = server.make("alhambra", [YOU, OPEN, OPEN], name="Waiting", listed=True)
    host = server.sit(waiting["table"]["id"], waiting["key"], share="seal")
    keeper.keep("waiting", [host])
    device = server.make("enghien", [YOU, {"kind": "hot_seat", "name": "Bea"}])
    both = server.sit(device["table"]["id"], device["key"])
    both.until_asked()
    keeper.keep("one device", [both])
    players = people(server, "carpe_diem", 2, name="First tile")
    keeper.play(players, stop=is_first_tile)
    keeper.keep("first tile in hand", players)
    over = next(table for table, what in keeper.names.items() if what == "over")
    status, record = server.ask("GET", f"/api/tables/{over}/record")
    assert status == 200, record
    status, taken = server.ask("POST", "/api/records", record)
    assert status == 201, taken
    keeper.names[taken["id"]] = "imported"
    keeper.keys[taken["id"]] = []
    player = server.sit(over, keeper.keys[over][0])
    player.ask("rematch", "rematch")


def second_evening(keeper: Keeper, server: Running) -> dict[str, Any]:
    """Half of the running games go on after a restart; where each table stands is what must be found again."""
    for number, (table, what) in enumerate(keeper.names.items()):
        if what == "running" and number % 2:
            players = [server.sit(table, key) for key in keeper.keys[table]]
            keeper.play(players, LATER_DECISIONS)
    return {table: stands(server, table, keeper) for table in keeper.names}


def stands(server: Running, table: str, keeper: Keeper) -> dict[str, Any]:
    keys = keeper.keys[table]
    player = server.sit(table, keys[0] if keys else "")
    told = player.welcome
    player.close()
    return {
        "what": keeper.names[table],
        "game": told["table"]["game"],
        "rules_version": told["table"]["rules_version"],
        "state": told["table"]["state"],
        "ply": told["view"]["ply"],
        "actions": [choice["action"] for choice in told["view"]["choices"]],
        "totals": told["view"]["scores"]["totals"],
        "chat": len(told["chat"]),
        "keys": keys,
    }


def main(file: Path) -> None:
    keeper = Keeper()
    with tempfile.TemporaryDirectory() as folder:
        with serving(Path(folder)) as server:
            first_evening(keeper, server)
        with serving(Path(folder)) as server:
            tables = second_evening(keeper, server)
            source, target = sqlite3.connect(Path(folder) / "test.db"), sqlite3.connect(Path(folder) / "copy.db")
            source.backup(target)
            target.execute("VACUUM")
            for each in (source, target):
                each.close()
        file.with_suffix(".db.xz").write_bytes(lzma.compress((Path(folder) / "copy.db").read_bytes()))
    file.with_suffix(".json").write_text(json.dumps(tables, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
