"""Swapped hidden truth on the wire: two tables that one viewer cannot tell apart, asked everything there is to ask.

What is heard on the sockets, answered to requests, handed to bots and written to the log must be the same bytes. The
truths differ in everything hidden from the viewer: cards that others hold, and the secret seed of the shuffle.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
import structlog

from bastide.bots.hint import Alternative, Hint
from bastide.core.game import Game
from bastide.core.state import SPECTATOR
from bastide.core.view import View
from bastide.core.words import Phrase
from bastide.server.api import ENDPOINTS
from bastide.server.app import SECRET
from bastide.server.links import WATCH, Links
from bastide.server.logs import configure
from bastide.server.seats import bot_seed
from bastide.server.store import NewLines, NewTableRow, Store
from bastide.server.summary import summary_of
from bastide.table import messages
from bastide.table.lines import AnyLine
from bastide.table.setup import Setup
from bastide.table.table import Table
from tests.server.serving import Player, Running, serving
from tests.table.twins import twins

SEEDS = 12  # games tried until two truths differ
DECISIONS = 60
GO_ON = (messages.Act, messages.Resign)  # a legal one would go on with the game
NUMBER = "number"  # in every link of these tables
SEED = {"A": "11" * 32, "B": "22" * 32}
HEARD_ONLY_LATER = {"rematch", "over"}  # no game is over here
KEY = re.compile(rb"#[A-Za-z0-9._-]{30,}|(?<=\"key\": \")[A-Za-z0-9._-]{30,}")
LEFT_OUT = object()
MOST = 60  # messages of one kind
OF_NO_TABLE = {  # requests that no table is named in; /api/tables/mine is asked with the table's key
    "/api/health",
    "/api/about",
    "/api/games",
    "/api/rules/{game}/{language}",
    "/api/tables",
    "/api/tables/mine",
    "/api/records",
    "/api/lessons/{game}",  # a game that nobody keeps
    "/api/passes",
    "/api/cards",
    "/api/card",
    "/api/card/key",
    "/api/card/pass",
    "/api/card/tables",  # asked below, with the table on a card
    "/api/card/history",
    "/api/card/export",
    "/api/card/channels",
    "/api/card/ratings",
    "/api/deal",
    "/api/card/offers",
    "/api/card/statistics/{game}",
    "/api/card/channels/{channel}",
    "/api/mail/confirm",
    "/api/mail/off/{code}",
}
TIMES = re.compile(rb"(\"(?:at|since|updated|timestamp|asked_at|falls_at|until)\"): ?\"?[0-9T:.Z-]+\"?")


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


def asked_kinds() -> set[str]:
    """Every kind of message a client can send."""
    return {kind.__struct_config__.tag for kind in get_args(messages.AnyToServer)}


def questions(pair: Pair, view: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every message a viewer can send that does not go on with the game, in every way its type allows.

    They are made from the types, so that a new kind of message is asked too; `act` is written out, because the legal
    ones would go on with the game, and only a spectator resigns, who is refused.
    """
    ply = view["ply"]
    legal = {choice["action"] for choice in view["choices"]}
    for action in range(pair.game.spec.num_actions):
        if action not in legal:
            yield {"type": "act", "ply": ply, "actions": [action]}
    if legal:
        yield {"type": "act", "ply": ply, "actions": [min(legal), *[pair.game.spec.num_actions - 1] * 9]}
    for text in ("nothing of the kind", "pass", "take 1"):
        yield {"type": "act", "ply": ply + 9, "text": text}
    yield {"type": "act", "ply": 0, "actions": [0]}
    plies = (0, *range(1, ply, max(1, ply // 10)), ply, ply + 1)
    for kind in get_args(messages.AnyToServer):
        if kind not in GO_ON or (kind is messages.Resign and pair.viewer == SPECTATOR):
            yield from variants(kind, plies)
    yield {"type": "nonsense"}


def variants(kind: type, plies: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Messages of a kind, with values of every sort that its fields take."""
    fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
    every = list(product(*(values_of(field.type, field.required, plies) for field in fields)))
    for chosen in every[:: max(1, len(every) // MOST)]:
        given = zip(fields, chosen, strict=True)
        body = {field.encode_name: value for field, value in given if value is not LEFT_OUT}
        yield {"type": kind.__struct_config__.tag, **body}  # type: ignore[attr-defined]


def values_of(kind: Any, required: bool, plies: Sequence[int]) -> list[Any]:
    found: list[Any] = [] if required else [LEFT_OUT]
    for each in kind.types if isinstance(kind, msgspec.inspect.UnionType) else [kind]:
        if isinstance(each, msgspec.inspect.IntType):
            found += range(each.le + 1) if each.le is not None and each.le < 10 else plies
        elif isinstance(each, msgspec.inspect.StrType):
            found.append("00" * 32 if each.pattern else "hello")
        elif isinstance(each, msgspec.inspect.LiteralType):
            found += each.values
        elif isinstance(each, msgspec.inspect.BoolType):
            found += [True, False]
        elif isinstance(each, msgspec.inspect.NoneType):
            found.append(None)
        elif isinstance(each, msgspec.inspect.ListType):
            found += [[], values_of(each.item_type, True, plies)[:1]]
        else:
            raise AssertionError(f"say here what is sent for {each}")
    return found


def ask_everything(server: Running, pair: Pair, identity: str, key: str, language: str) -> list[bytes]:
    """Everything that is heard and answered at one of the two, as it came."""
    player = server.sit(identity, key, language=language)
    sent = set()
    for question in questions(pair, player.welcome["view"]):
        player.send(**question)
        sent.add(question["type"])
    assert sent | {kind.__struct_config__.tag for kind in GO_ON} >= asked_kinds()
    player.send("say", text="that was all")
    player.wait(lambda: any(each.get("line", {}).get("text") == "that was all" for each in player.heard))
    player.wait(lambda: not is_hint_due(player))
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
    return TIMES.sub(rb"\g<1>: 0", KEY.sub(rb"#", data.replace(identity.encode(), b"TABLE")))


def requested(server: Running, identity: str, key: str) -> list[Any]:
    """What plain requests answer: every one that names a table."""
    french = {"accept-language": "fr"}
    asked: list[tuple[str, str, Any]] = []
    for endpoint in ENDPOINTS:
        if "{table}" not in endpoint.path:
            assert endpoint.path in OF_NO_TABLE, f"say of {endpoint.path} that it tells nothing of a table"
            continue
        path = endpoint.path.replace("{table}", identity)
        plies = ("0", "3", "7", "30", "9999", "x") if "{ply}" in path else ("",)
        seats = ("0", "1", "5") if "{seat}" in path else ("",)
        for ply, seat, query in product(plies, seats, ("", *(f"?{name}=1" for name in endpoint.query))):
            bodies = list(variants_of_body(endpoint.body)) if endpoint.body else [None]
            asked += [(endpoint.method, path.format(ply=ply, seat=seat) + query, body) for body in bodies]
    asked.sort(key=lambda each: each[0] != "GET")
    answers = [server.ask(method, where, body, key=key, headers=french) for method, where, body in asked]
    answers.append(server.ask("POST", "/api/tables/mine", {"keys": [key]}))
    card = server.ask("POST", "/api/cards", {"name": "Ada"})[1]["key"]
    server.ask("POST", "/api/card/tables", {"keys": [key]}, key=card)
    answers += [server.ask("GET", f"/api/card/{what}", key=card) for what in ("tables", "history")]
    return [{"type": "answer", "status": status, "body": body} for status, body in answers]


def variants_of_body(kind: type) -> Iterator[dict[str, Any]]:
    fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
    for chosen in product(*(values_of(field.type, field.required, (0, 1)) for field in fields)):
        given = zip(fields, chosen, strict=True)
        yield {field.encode_name: value for field, value in given if value is not LEFT_OUT}


def check_eyes(pair: Pair, table: Table, heard: list[bytes]) -> None:
    """No picture was drawn for other eyes than the viewer's own or a spectator's, and no story told to others."""
    for view in (each for message in heard for each in parts(json.loads(message), "picture")):
        eyes = SPECTATOR if view["viewer"] is None else view["viewer"]
        assert eyes in (pair.viewer, SPECTATOR)
        drawn = table.match.past(pair.viewer, view["ply"]).view(eyes).picture()
        assert view["picture"] == msgspec.json.decode(msgspec.json.encode(drawn))


def parts(value: Any, name: str) -> Iterator[dict[str, Any]]:
    """The objects that have a field of this name, wherever they are."""
    if isinstance(value, dict) and name in value:
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(each, name)


@pytest.mark.broad
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
        for number, (pair, tables) in enumerate(found):
            language = ("fr", "en")[number % 2]
            capfd.readouterr()
            heard, logged, handed = [], [], []
            for identity in pair.ids:
                key = Links(secret).key(identity, pair.key, NUMBER)
                heard.append(ask_everything(server, pair, identity, key, language))
                logged.append([still(line.encode(), identity) for line in capfd.readouterr().err.splitlines()])
                handed.append([(seed == bot_seed(identity), view) for seed, view in inputs])
                inputs.clear()
            check_eyes(pair, tables[pair.ids[0]][0], heard[0])
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
