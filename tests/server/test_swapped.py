"""Swapped hidden truth on the wire: two tables that one viewer cannot tell apart, asked everything there is to ask.

What is heard on the sockets, answered to requests, handed to bots and written to the log must be the same bytes. The
truths differ in everything hidden from the viewer: cards that others hold, and the secret seed of the shuffle.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
import structlog

from bastide.bots.hint import Alternative, Hint
from bastide.core.game import Game
from bastide.core.state import SPECTATOR
from bastide.core.view import View
from bastide.core.words import Phrase
from bastide.server.app import SECRET
from bastide.server.links import WATCH, Links
from bastide.server.logs import configure
from bastide.server.seats import bot_seed
from bastide.server.store import NewLines, NewTableRow, Store
from bastide.server.summary import summary_of
from bastide.table import messages
from bastide.table.lines import AnyLine
from bastide.table.table import Setup, Table
from tests.server.serving import Player, Running, serving
from tests.table.twins import twins

SEEDS = 12  # games tried until two truths differ
DECISIONS = 60
NUMBER = "number"  # in every link of these tables
SEED = {"A": "11" * 32, "B": "22" * 32}
HEARD_ONLY_LATER = {"rematch", "over", "clock"}  # no game is over here, and no clock runs
KEY = re.compile(rb"#[A-Za-z0-9._-]{30,}")
TIMES = re.compile(rb"(\"(?:at|since|updated|timestamp)\"): ?\"?[0-9T:.Z-]+\"?")


class Pair(NamedTuple):
    """Two tables of one game for one viewer."""

    game: Game
    viewer: int
    ids: tuple[str, str]
    key: str  # "who" of the viewer's link
    differ: bool


def pair_of(game: Game, viewer: int) -> tuple[Pair, dict[str, tuple[Table, list[AnyLine]]]]:
    """Truths that differ wherever something is hidden, folded into tables."""
    seats = game.spec.seats[0]
    tried = (twins(game, seats, viewer, DECISIONS, seed) for seed in range(SEEDS))
    found = next((each for each in tried if each.differ), twins(game, seats, viewer, DECISIONS, 0))
    stem = f"{game.id[:6]}{viewer + 1}".ljust(12, "x")
    ids = f"{stem}AAAA", f"{stem}BBBB"
    tables = {}
    for identity, log in zip(ids, (found.first, found.second), strict=True):
        setup = Setup(
            id=identity,
            game=game.id,
            rules_version=game.spec.rules_version,
            seats=seats,
            options=game.spec.check_options({}),
            commitment="c0" * 32,
            listed=False,
            host=0,
            imported=True,  # so that the draws need not follow from the seed
        )
        table = Table(setup, SEED[identity[-1]])
        for line in log:
            table.fold(line, 0)
        tables[identity] = (table, log)
    who = WATCH if viewer == SPECTATOR else str(viewer)
    return Pair(game, viewer, ids, who, found.differ), tables


async def keep(database: str, tables: dict[str, tuple[Table, list[AnyLine]]]) -> str:
    """Puts them into the database; returns the secret of its links."""
    store = Store(database)
    await store.start()
    secret = await store.set_meta(SECRET, "ab" * 32)
    for table, log in tables.values():
        keys = {str(p): NUMBER for p in range(table.setup.seats)} | {WATCH: NUMBER}
        new = NewLines(log, 0, table.state, summary_of(table), None)
        await store.create(NewTableRow(table.setup, table.seed, keys), new)
    await store.close()
    return secret


def questions(pair: Pair, view: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every message a viewer can send that does not go on with the game, in every way it can be refused."""
    ply, last = view["ply"], view["ply"] + 1
    legal = {choice["action"] for choice in view["choices"]}
    for action in range(pair.game.spec.num_actions):
        if action not in legal:
            yield {"type": "act", "ply": ply, "actions": [action]}
    if legal:
        yield {"type": "act", "ply": ply, "actions": [min(legal), *[pair.game.spec.num_actions - 1] * 9]}
    for text in ("nothing of the kind", "pass", "take 1"):
        yield {"type": "act", "ply": ply + 9, "text": text}
    yield {"type": "act", "ply": 0, "actions": [0]}
    for type in ("undo", "restart", "commit"):
        yield from ({"type": type, "ply": at} for at in (0, last))
    yield {"type": "commit", "ply": ply}
    for eyes in (None, 0, 1, 5):
        yield {"type": "peek", "as": eyes}
        yield {"type": "travel", "ply": ply, "as": eyes}
    yield from ({"type": "travel", "ply": at} for at in range(0, last + 1, max(1, last // 12)))
    yield from ({"type": "sit", "seat": seat} for seat in (0, 1, 5))
    yield {"type": "say", "text": "hello"}
    yield {"type": "mute", "seat": None, "on": True}
    yield {"type": "confirm", "mode": "on"}
    yield {"type": "share", "entropy": "00" * 16}
    yield {"type": "open", "entropy": "00" * 16}
    yield {"type": "hello", "protocol": 1}
    yield from ({"type": type} for type in ("reclaim", "rematch", "hint", "nonsense"))


def ask_everything(server: Running, pair: Pair, identity: str, key: str, language: str) -> list[bytes]:
    """Everything that is heard and answered at one of the two, as it came."""
    player = server.sit(identity, key, language=language)
    for question in questions(pair, player.welcome["view"]):
        player.send(**question)
    player.ask("chat", "say", text="that was all")
    player.wait(lambda: not is_hint_due(player), 60)
    answers = requested(server, identity, key)
    player.close()
    in_order = sorted(player.heard, key=lambda each: each["type"] == "hint")  # a hint comes when it is ready
    return [still(json.dumps(message).encode(), identity) for message in [*in_order, *answers]]


def is_hint_due(player: Player) -> bool:
    """A hint is thought about aside; the spectator and whoever is not asked get none."""
    refused = any(each.get("label", {}).get("key") == "table.refused.no_hint" for each in player.heard)
    return not refused and not any(each["type"] == "hint" for each in player.heard)


def still(data: bytes, identity: str) -> bytes:
    """Without the table's own name, its links and the time of day."""
    return TIMES.sub(rb"\g<1>: 0", KEY.sub(b"#", data.replace(identity.encode(), b"TABLE")))


def requested(server: Running, identity: str, key: str) -> list[Any]:
    """What plain requests answer."""
    path = f"/api/tables/{identity}"
    asked = [("GET", path), *(("GET", f"{path}/plies/{ply}") for ply in ("0", "7", "30", "9999", "x"))]
    asked += [("GET", f"{path}/plies/3?as=1"), ("GET", f"{path}/record")]
    answers = [server.ask(method, where, key=key, headers={"accept-language": "fr"}) for method, where in asked]
    answers.append(server.ask("POST", "/api/tables/mine", {"keys": [key]}))
    return [{"type": "answer", "status": status, "body": body} for status, body in answers]


def test_nothing_that_leaves_depends_on_what_is_hidden(
    game: Game, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [pair_of(game, viewer) for viewer in (SPECTATOR, *range(game.spec.seats[0]))]
    database = f"sqlite:///{tmp_path / 'test.db'}"
    secret = asyncio.run(keep(database, {name: each for _, tables in found for name, each in tables.items()}))
    inputs: list[tuple[int, bytes]] = []

    def note_hint(_worker: Any, view: View, seed: int, _deadline: float) -> Hint:
        """Stands where a bot is asked, and notes what it is handed."""
        inputs.append((seed, bytes(view)))
        return advice(view)

    monkeypatch.setattr("bastide.bots.worker.Worker.hint", note_hint)
    configure("debug")
    kinds: set[str] = set()
    with serving(tmp_path) as server:
        for number, (pair, _) in enumerate(found):
            language = ("fr", "en")[number % 2]
            capfd.readouterr()
            heard, logged, handed = [], [], []
            for identity in pair.ids:
                key = Links(secret).key(identity, pair.key, NUMBER)
                heard.append(ask_everything(server, pair, identity, key, language))
                logged.append([still(line.encode(), identity) for line in capfd.readouterr().err.splitlines()])
                handed.append([(seed == bot_seed(identity), view) for seed, view in inputs])
                inputs.clear()
            assert heard[0] == heard[1]
            assert logged[0] == logged[1]
            assert handed[0] == handed[1]
            kinds |= {json.loads(message)["type"] for message in heard[0]}
    structlog.reset_defaults()
    hides = any(bytes(table.match.view(0)) != bytes(table.match.position) for _, t in found for table, _ in t.values())
    assert any(pair.differ for pair, _ in found) == hides
    every = {kind.__struct_config__.tag for kind in get_args(messages.AnyFromServer)}
    assert kinds - {"answer"} | HEARD_ONLY_LATER == every


def advice(view: View) -> Hint:
    """A hint that tells all it was given: were something hidden handed to it, it would be heard."""
    told = Phrase("table.refused.notation", {"text": bytes(view).hex()})
    return Hint(view.seat, 1, told, (Alternative(0, "", told, 0, 0, 0, ()),))
