"""Nonsense by the thousand, over real sockets and plain requests: no error of the server's own, no change of any game.

`python -m bench.server_fuzz --messages 90000 --requests 20000` (a short form runs in the tests). Hypothesis makes the
messages, schemathesis the requests from docs/openapi.json; a failure is shrunk to its smallest example.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any, get_args

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisDeprecationWarning, Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bastide.games import GAMES, load
from bastide.table import messages
from bench import report
from bench.server_process import Served

ROW = 20  # messages sent at once
BETWEEN = 10  # rows between two looks at everything
QUIET_S = 60.0
MARKS = count(500_000)  # plies that no game has
TROUBLE = "table.refused.trouble"
DESCRIPTION = Path(__file__).resolve().parents[1] / "docs" / "openapi.json"
TYPES = [kind.__struct_config__.tag for kind in get_args(messages.AnyToServer)]
FIELDS = sorted({name for kind in get_args(messages.AnyToServer) for name in kind.__struct_encode_fields__})
NOT_FUZZED = {"socket"}  # a plain request cannot open it


def ask(port: int, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, bytes]:
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    sent = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})
    line.request(method, path, None if body is None else json.dumps(body).encode(), sent)
    answer = line.getresponse()
    data = answer.read()
    line.close()
    return answer.status, data


@dataclass
class Scene:
    """Tables to be puzzled: one being played, one waiting; and keys that are good elsewhere, or were."""

    port: int
    playing: str
    waiting: str
    keys: list[str]  # of the seats of the table that is played
    foreign: list[str]  # keys that are good for neither table, or for watching only
    sockets: list[ClientConnection] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)

    def state(self) -> list[tuple[int, bytes]]:
        """Everything that must not change, as every viewer sees it."""
        path = f"/api/tables/{self.playing}"
        last = json.loads(ask(self.port, "GET", f"{path}/plies/0", key=self.keys[0])[1])["last"]
        looks = [_still(ask(self.port, "GET", f"{path}/plies/{last}", key=key)) for key in [*self.keys, ""]]
        return [*looks, _still(ask(self.port, "GET", f"/api/tables/{self.waiting}"))]

    @property
    def mover(self) -> int:
        view = json.loads(self.state()[0][1])["view"]
        return int(view["prompt"]["seat"])


def _still(answer: tuple[int, bytes]) -> tuple[int, bytes]:
    """Without who is there, which changes as sockets come and go."""
    status, data = answer
    said = json.loads(data)
    for seat in said.get("table", said).get("seats", []):
        seat["connected"] = True
        seat.pop("leaves_ms", None)
    return status, json.dumps(said).encode()


@contextmanager
def scene(port: int, game: str) -> Iterator[Scene]:
    """People at a listed table of a game that has begun, each with a socket; a spectator's socket comes last."""
    seats = load(game).spec.seats[0]
    wanted = [{"kind": "you"}, *[{"kind": "open"}] * (seats - 1)]

    def make(**more: Any) -> Any:
        body = {"game": game, "seats": wanted, "absent_s": None, **more}
        return json.loads(ask(port, "POST", "/api/tables", body)[1])

    made, waiting, other = make(listed=True), make(), make()
    table = made["table"]["id"]
    keys = [made["key"]]
    for link in made["links"]:
        body = {"name": "Eve", "key": link["href"].split("#")[1]}
        keys.append(json.loads(ask(port, "POST", f"/api/tables/{table}/join", body)[1])["key"])
    spent = [link["href"].split("#")[1] for link in made["links"]]
    foreign = [other["key"], made["watch"].split("#")[1], other["key"][:-3] + "AAA", "nonsense", *spent]
    here = Scene(port, table, waiting["table"]["id"], keys, foreign)
    with ExitStack() as stack:
        for key in [*keys, ""]:
            here.sockets.append(stack.enter_context(enter(port, table, key)))
        for socket in here.sockets[:-1]:
            socket.send(json.dumps({"type": "share", "entropy": "00" * 16}))
        while ply_of(here) == 0:
            time.sleep(0.02)
        for socket in here.sockets:
            drain(socket)
        yield here


@contextmanager
def enter(port: int, table: str, key: str) -> Iterator[ClientConnection]:
    address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
    # what the others say waits unread until it is this socket's turn
    with connect(address, max_size=None, max_queue=None, ping_interval=None, open_timeout=60) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": messages.PROTOCOL, "key": key, "language": "fr"}))
        yield socket


def ply_of(here: Scene) -> int:
    shown = ask(here.port, "GET", f"/api/tables/{here.playing}/plies/0")[1]
    return int(json.loads(shown)["last"])


def drain(socket: ClientConnection) -> list[dict[str, Any]]:
    """Everything that was said up to the answer to a message that is refused by a number of its own."""
    mark = next(MARKS)
    socket.send(json.dumps({"type": "travel", "ply": mark}))
    heard = []
    while True:
        heard.append(json.loads(socket.recv(QUIET_S)))
        if heard[-1].get("label", {}).get("values", {}).get("ply") == mark:
            return heard[:-1]


# ------------------------------------------------------------------ messages

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=6,
)
small = st.integers(-2, 400)


def well_formed(ply: int) -> st.SearchStrategy[dict[str, Any]]:
    """Messages as the table expects them, but for a position that is not the present one, or about nothing."""
    stale = st.integers(0, 500).filter(lambda n: n != ply)
    return st.one_of(
        st.fixed_dictionaries({"type": st.just("act"), "ply": stale, "actions": st.lists(small, max_size=5)}),
        st.fixed_dictionaries({"type": st.just("act"), "ply": stale, "text": st.text(max_size=220)}),
        st.fixed_dictionaries({"type": st.sampled_from(["undo", "restart", "commit"]), "ply": stale}),
        st.fixed_dictionaries({"type": st.just("sit"), "seat": small}),
        st.fixed_dictionaries({"type": st.just("peek"), "as": small | st.none()}),
        st.just({"type": "why"}),
        st.fixed_dictionaries({"type": st.just("travel"), "ply": small}, optional={"as": small | st.none()}),
        st.fixed_dictionaries({"type": st.just("say"), "text": st.text(max_size=60)}),
        st.fixed_dictionaries({"type": st.just("share"), "entropy": st.text("0123456789abcdefg", max_size=70)}),
        st.fixed_dictionaries({"type": st.just("open"), "entropy": st.text("0123456789abcdef", max_size=70)}),
        st.fixed_dictionaries({"type": st.sampled_from(["reclaim", "rematch", "hint"])}),
    )


def wrongly_typed(ply: int) -> st.SearchStrategy[dict[str, Any]]:
    """A known type with any fields; whatever could be a move is made a stale one."""
    fields = st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=8), json_values | small, max_size=5)

    def message(type: Any, rest: dict[str, Any]) -> dict[str, Any]:
        moved = {**rest, "type": type}
        if moved.get("ply") == ply:
            moved["ply"] = ply + 1
        return moved

    return st.builds(message, st.sampled_from(TYPES) | json_values, fields)


def texts(ply: int) -> st.SearchStrategy[str]:
    """What is sent: messages, messages cut short or changed in one place, and what is no message at all."""
    whole = st.one_of(well_formed(ply), wrongly_typed(ply)).map(json.dumps)

    def cut(text: str, at: int) -> str:
        return text[: at % max(1, len(text))]

    return st.one_of(
        whole,
        whole,
        st.builds(cut, whole, st.integers(0, 200)),
        json_values.map(json.dumps),
        st.text(max_size=80),
        st.integers(1, 1000).map(lambda n: "[" * n),
        st.integers(1, 60).map(lambda n: json.dumps({"type": "say", "text": "x" * n * 200})),
    )


def check_answers(here: Scene, heard: list[dict[str, Any]]) -> None:
    """No trouble of the server's own, and every refusal says something."""
    for message in heard:
        if message["type"] == "refused":
            here.answers[message["label"]["key"]] += 1
            assert message["label"]["key"] != TROUBLE, message
            assert message["text"], message


def puzzle_sockets(here: Scene, wanted: int, start: int) -> int:
    """Rows of messages on each socket in turn; returns how many were sent."""
    before, ply = here.state(), ply_of(here)
    sent = 0

    @seed(start)
    @settings(max_examples=max(1, wanted // ROW), deadline=None, database=None, phases=[Phase.generate, Phase.shrink],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(st.lists(texts(ply), min_size=ROW, max_size=ROW), st.sampled_from(here.sockets))
    def puzzle(row: list[str], socket: ClientConnection) -> None:
        nonlocal sent
        for text in row:
            socket.send(text)
        sent += len(row)
        check_answers(here, drain(socket))
        if sent % (ROW * BETWEEN) == 0:
            assert here.state() == before

    puzzle()
    assert here.state() == before
    return sent


def out_of_turn(here: Scene) -> int:
    """Legal decisions of the mover, sent by everybody else and, as old news, by the mover; all are refused."""
    before, ply, mover = here.state(), ply_of(here), here.mover
    key = here.keys[mover]
    with enter(here.port, here.playing, key) as socket:
        choices = json.loads(socket.recv(QUIET_S))["view"]["choices"]
    sent = 0
    for number, socket in enumerate(here.sockets):
        for choice in choices:
            at = ply - 1 if number == mover else ply
            socket.send(json.dumps({"type": "act", "ply": at, "actions": [choice["action"]]}))
            sent += 1
        for type in ("undo", "restart", "commit"):
            socket.send(json.dumps({"type": type, "ply": ply}))
            sent += 1
        heard = drain(socket)
        check_answers(here, heard)
        assert sum(message["type"] == "refused" for message in heard) == len(choices) + 3
    assert here.state() == before
    return sent


def too_large(here: Scene) -> int:
    """Messages beyond the limit end their socket, and nothing else."""
    before = here.state()
    for size in (20_000, 70_000, 1_000_000):
        with enter(here.port, here.playing, "") as socket:
            try:
                socket.send("x" * size)
                while True:
                    socket.recv(QUIET_S)
            except ConnectionClosed:
                here.answers["closed: too large"] += 1
    assert here.state() == before
    return 3


def replayed(here: Scene) -> int:
    """Messages that were accepted, sent again: each decision is made once."""
    mover = here.mover
    socket = here.sockets[mover]
    ply = ply_of(here)
    with enter(here.port, here.playing, here.keys[mover]) as own:
        action = json.loads(own.recv(QUIET_S))["view"]["choices"][0]["action"]
    move = json.dumps({"type": "act", "ply": ply, "actions": [action]})
    socket.send(move)
    check_answers(here, drain(socket))
    after = here.state()
    for _ in range(ROW):
        socket.send(move)
    heard = drain(socket)
    check_answers(here, heard)
    refused = [message["label"]["key"] for message in heard if message["type"] == "refused"]
    assert len(refused) == ROW, (refused, [message["type"] for message in heard])
    assert here.state() == after
    return ROW + 1


# ------------------------------------------------------------------ requests


def puzzle_requests(here: Scene, wanted: int, start: int) -> int:
    """Every operation of the description, with data that fits it and data that does not, and other people's keys."""
    schema = schemathesis.openapi.from_path(str(DESCRIPTION))
    before = here.state()
    chooser = random.Random(start)
    every = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
    operations = [each for each in every if each.definition.raw["operationId"] not in NOT_FUZZED]
    sent = 0
    for number, operation in enumerate(operations):
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            share = max(1, wanted // (2 * len(operations)))
            sent += _puzzle_operation(here, operation, mode, share, chooser, start + number)
            assert here.state() == before, operation.label
    return sent


def _puzzle_operation(
    here: Scene, operation: Any, mode: GenerationMode, share: int, chooser: random.Random, start: int
) -> int:
    sent = 0

    @seed(start)
    @settings(max_examples=share, deadline=None, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(operation.as_strategy(generation_mode=mode))
    def puzzle(case: Any) -> None:
        nonlocal sent
        sent += 1
        if "table" in (case.path_parameters or {}) and chooser.randrange(4):
            case.path_parameters["table"] = chooser.choice([here.playing, here.waiting])
        case.headers = {"Authorization": f"Bearer {chooser.choice(here.foreign)}", "Accept-Language": "fr"}
        answer = case.call(base_url=f"http://127.0.0.1:{here.port}")
        here.answers[f"status {answer.status_code}"] += 1
        assert answer.status_code < 500, (operation.label, answer.status_code)
        if answer.status_code >= 400 and answer.status_code != 405:
            assert json.loads(answer.content)["text"], operation.label

    with contextlib.suppress(Unsatisfiable):  # an operation with nothing to get wrong: no parameter, no body
        puzzle()
    return sent


def run(port: int, sockets: int, requests: int, start: int = 1, games: Sequence[str] = GAMES) -> Counter[str]:
    """Puzzles a table of every game in turn; returns what was answered, and how much was sent."""
    answers: Counter[str] = Counter()
    for number, game in enumerate(games):
        with scene(port, game) as here:
            sent = out_of_turn(here) + too_large(here)
            sent += puzzle_sockets(here, sockets // len(games), start + number)
            here.answers["sent: messages"] += sent + replayed(here)
            if number == 0 and requests:
                here.answers["sent: requests"] += puzzle_requests(here, requests, start)
            answers += here.answers
    return answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=90_000)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    started = time.monotonic()
    warnings.simplefilter(
        "ignore", HypothesisDeprecationWarning
    )  # sockets draw random masks, which is not ours to mend
    with tempfile.TemporaryDirectory() as folder:
        served = Served(f"sqlite:///{Path(folder) / 'fuzz.db'}")
        served.start()
        try:
            answers = run(served.port, chosen.messages, chosen.requests, chosen.seed)
        finally:
            served.stop()
    rows = [[what, str(times)] for what, times in sorted(answers.items())]
    command = f"python -m bench.server_fuzz --messages {chosen.messages} --requests {chosen.requests}"
    title = f"Nonsense: no 5xx, no change of any game, in {time.monotonic() - started:.0f} s"
    report.write(title, command, report.table(["answered", "times"], rows), "all used")


if __name__ == "__main__":
    main()
