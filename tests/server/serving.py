"""A real server in a thread of the test process, and players on real sockets."""

from __future__ import annotations

import atexit
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bastide.bots.worker import Worker
from bastide.server.app import make_app
from bastide.server.main import Ready, config_of, listen
from bastide.server.settings import Limits, Settings
from bastide.table.fairness import seal_of
from bastide.table.messages import PROTOCOL

GENEROUS = Limits(
    requests=10_000, requests_burst=10_000, sockets=10_000, sockets_burst=10_000, tables_an_hour=100_000,
    messages=10_000, messages_burst=10_000, outgoing=1_000_000, effort=1e6, effort_burst=10**6, connections=10_000,
)  # fmt: skip
START_S = 600  # the rules may have to be compiled first
PATIENCE_S = 300  # for what must come; only a test that fails waits so long


def poll(holds: Callable[[], object]) -> None:
    """Asks again and again until something holds, which it must."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


class Address:
    """Where a server listens, and what can be asked of it."""

    port: int

    def ask(
        self, method: str, path: str, body: Any = None, key: str = "", headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """One request; its status and what it answered."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        sent = {"content-type": "application/json", **(headers or {})}
        if key:
            sent["authorization"] = f"Bearer {key}"
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        line.request(method, path, data, sent)
        answer = line.getresponse()
        text = answer.read()
        line.close()
        is_json = "json" in (answer.getheader("content-type") or "")
        return answer.status, json.loads(text) if is_json and text else text

    def make(self, game: str, seats: list[dict[str, str]], **more: Any) -> dict[str, Any]:
        status, made = self.ask("POST", "/api/tables", {"game": game, "seats": seats, **more})
        assert status == 201, made
        assert isinstance(made, dict)
        return made

    def sit(self, table: str, key: str = "", **hello: Any) -> Player:
        return Player(self, table, key, **hello)


class Stock:
    """Processes in which bots think, lent to one server after another: each takes seconds to start."""

    def __init__(self) -> None:
        self.idle: list[Lent] = []

    def lend(self) -> Worker:
        return self.idle.pop() if self.idle else Lent(self)

    def close(self) -> None:
        for worker in self.idle:
            worker.end()


class Lent(Worker):
    """A worker that goes back to its stock where another would end."""

    def __init__(self, stock: Stock) -> None:
        super().__init__(start=START_S, prepare=START_S)
        self.stock = stock

    def close(self) -> None:
        self.cancel()
        with self.asking:  # the question under way is let go of
            self.stock.idle.append(self)

    def end(self) -> None:
        super().close()


WORKERS = Stock()
atexit.register(WORKERS.close)


class Running(Address):
    """A server that listens; `stop` is what SIGTERM does."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = make_app(settings, WORKERS.lend)
        self.port = 0
        self._up = threading.Event()
        config = config_of(self.app, settings)
        self.connections = config.connections
        self._server = Ready(config, self._ready)
        self._listener = listen("127.0.0.1", 0)
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],), daemon=True)
        self._thread.start()
        deadline = time.monotonic() + START_S
        while not self._up.wait(0.1):
            assert self._thread.is_alive(), "the server ended while starting"
            assert time.monotonic() < deadline, "the server did not start"

    def _ready(self, port: int) -> None:
        self.port = port
        self._up.set()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the server did not stop"
        self._listener.close()


class Player:
    """One viewer on one socket: a thread keeps view and log as a page does, and opens the seal when it is asked to."""

    def __init__(
        self, server: Address, table: str, key: str = "", share: str = "entropy", entropy: str = "", **hello: Any
    ) -> None:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        self.key = key
        self.entropy = entropy or secrets.token_hex(16)
        self.heard: list[dict[str, Any]] = []
        self.log: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}
        self.result: dict[str, Any] | None = None
        self.code: int | None = None  # with which the server closed
        self.cursor = 0  # messages that `until` has passed
        self._news = threading.Condition()
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, max_size=None, open_timeout=PATIENCE_S)
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.send("hello", **{"protocol": PROTOCOL, "key": key, **hello})
        self.until("welcome")
        if share and self.welcome["viewer"] is not None and self.welcome["table"]["state"] == "waiting":
            self.send("share", **{share: self.entropy if share == "entropy" else seal_of(self.entropy)})

    @property
    def hand(self) -> int:
        return int(self.welcome["seats"][0])

    @property
    def ply(self) -> int:
        return int(self.view["ply"])

    def heard_table(self) -> dict[str, Any]:
        """What was last told about the table."""
        newest: dict[str, Any] = next(each["table"] for each in reversed(self.heard) if "table" in each)
        return newest

    def send(self, type: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": type, **fields}))

    def _read(self) -> None:
        try:
            for text in self.socket:
                message = json.loads(text)
                with self._news:
                    self.heard.append(message)
                    self._take(message)
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        with self._news:
            self.code = self.socket.protocol.close_rcvd.code if self.socket.protocol.close_rcvd else 0
            self._news.notify_all()

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "welcome":
            self.welcome = message
        if message["type"] in ("welcome", "view"):
            self.view = message["view"]
            self.log = [line for line in self.log if line["ply"] < message["from"]] + message["log"]
        if message["type"] == "over":
            self.result = message["result"]
        if message["type"] in ("welcome", "table") and self._must_open(message["table"]):
            self.send("open", entropy=self.entropy)

    def _must_open(self, table: dict[str, Any]) -> bool:
        return bool(table["opening"] and self.welcome["seats"] and not table["shares"][self.hand]["opened"])

    def wait(self, holds: Callable[[], bool], timeout: float = PATIENCE_S) -> None:
        """Until something is so; messages come meanwhile."""
        with self._news:
            assert self._news.wait_for(lambda: holds() or self.code is not None, timeout), "waited in vain"
        assert holds(), f"the socket was closed with {self.code}"

    def until(self, type: str, timeout: float = PATIENCE_S) -> dict[str, Any]:
        """The next message of a type."""
        self.wait(lambda: any(message["type"] == type for message in self.heard[self.cursor :]), timeout)
        while True:
            self.cursor += 1
            if self.heard[self.cursor - 1]["type"] == type:
                return self.heard[self.cursor - 1]

    def ask(self, wanted: str, type: str, timeout: float = PATIENCE_S, **fields: Any) -> dict[str, Any]:
        """Sends a message, and waits for one of the type that answers it."""
        self.cursor = len(self.heard)
        self.send(type, **fields)
        return self.until(wanted, timeout)

    def refused(self, type: str, **fields: Any) -> str:
        """Sends a message that is refused; the key of what was said."""
        answer = self.ask("refused", type, **fields)
        assert answer["text"]
        return str(answer["label"]["key"])

    def until_asked(self) -> dict[str, Any]:
        """Waits for one's turn, or for the end."""
        self.wait(lambda: bool(self.view["choices"]) or self.result is not None)
        return self.view

    def act(self, index: int = 0) -> dict[str, Any]:
        """One decision, and the view that acknowledges it."""
        view = self.until_asked()
        self.send("act", ply=view["ply"], actions=[view["choices"][index]["action"]])
        self.wait(lambda: self.ply > view["ply"])
        return self.view

    def close(self) -> None:
        self._open.close()
        self._reader.join(PATIENCE_S)

    def closed_with(self) -> int:
        """The code the server closes the socket with, after everything it has to say."""
        with self._news:
            assert self._news.wait_for(lambda: self.code is not None, PATIENCE_S), "the socket stayed open"
        return self.code or 0


def play_on(players: list[Player], decisions: int = 100_000) -> None:
    """Whoever is asked decides, until the game is over or so many decisions are made; a shared device goes round."""
    deadline = time.monotonic() + PATIENCE_S
    while decisions > 0 and not all(player.result for player in players):
        assert time.monotonic() < deadline, "nobody was asked"
        for player in players:
            if player.view["choices"] and decisions > 0:
                player.act(len(player.view["choices"]) // 2)
                decisions -= 1
                deadline = time.monotonic() + PATIENCE_S
            elif player.view["turn"]["done"]:
                player.ask("view", "commit", ply=player.ply)
            elif player.view["prompt"]["seat"] in {*player.welcome["seats"]} - {player.view["viewer"]}:
                player.ask("view", "sit", seat=player.view["prompt"]["seat"])
        time.sleep(0.001)


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Running]:
    chosen = {
        "database": f"sqlite:///{folder / 'test.db'}",
        "pace_ms": (0, 0),
        "deadline_ms": 1000 * PATIENCE_S,
        "limits": GENEROUS,
        **settings,
    }
    running = Running(Settings(**{"compiles_apart": False, **chosen}))
    try:
        yield running
    finally:
        running.stop()
