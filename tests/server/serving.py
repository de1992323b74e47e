"""A real server in a thread of the test process, and players on real sockets."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bastide.server.app import make_app
from bastide.server.main import Ready, listen
from bastide.server.settings import Limits, Settings
from bastide.table.fairness import seal_of

GENEROUS = Limits(
    requests=10_000, requests_burst=10_000, sockets=10_000, sockets_burst=10_000, tables_an_hour=100_000,
    messages=10_000, messages_burst=10_000,
)  # fmt: skip
START_S = 60


class Running:
    """A server that listens; `stop` is what SIGTERM does."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = make_app(settings)
        self.port = 0
        self._up = threading.Event()
        config = uvicorn.Config(
            self.app, ws="websockets-sansio", ws_max_size=settings.limits.message_bytes, log_config=None,
            access_log=False, timeout_graceful_shutdown=5,
        )  # fmt: skip
        self._server = Ready(config, self._ready)
        self._listener = listen("127.0.0.1", 0)
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],), daemon=True)
        self._thread.start()
        assert self._up.wait(START_S), "the server did not start"

    def _ready(self, port: int) -> None:
        self.port = port
        self._up.set()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(30)
        assert not self._thread.is_alive(), "the server did not stop"
        self._listener.close()

    def ask(
        self, method: str, path: str, body: Any = None, key: str = "", headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """One request; its status and what it answered."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=30)
        sent = {"content-type": "application/json", **(headers or {})}
        if key:
            sent["authorization"] = f"Bearer {key}"
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        line.request(method, path, data, sent)
        answer = line.getresponse()
        text = answer.read()
        line.close()
        is_json = "json" in (answer.getheader("content-type") or "")
        return answer.status, json.loads(text) if is_json else text

    def make(self, game: str, seats: list[dict[str, str]], **more: Any) -> dict[str, Any]:
        status, made = self.ask("POST", "/api/tables", {"game": game, "seats": seats, **more})
        assert status == 201, made
        assert isinstance(made, dict)
        return made

    def sit(self, table: str, key: str = "", **hello: Any) -> Player:
        return Player(self, table, key, **hello)


class Player:
    """One viewer on one socket."""

    def __init__(self, server: Running, table: str, key: str = "", share: str = "entropy", **hello: Any) -> None:
        self.address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(connect(self.address, max_size=None, open_timeout=30))
        self.key = key
        self.entropy = secrets.token_hex(16)
        self.log: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.send("hello", **{"protocol": 1, "key": key, **hello})
        self.welcome = self.until("welcome")
        self.result: dict[str, Any] | None = None
        if share and self.welcome["viewer"] is not None and self.welcome["table"]["state"] == "waiting":
            self.send("share", **{share: self.entropy if share == "entropy" else seal_of(self.entropy)})

    def send(self, type: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": type, **fields}))

    def next(self, timeout: float = 30) -> dict[str, Any]:
        """The next message; keeps view and log as a page does, and opens the seal when it is asked for."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if message["type"] in ("welcome", "view"):
            self.view = message["view"]
            self.log = [line for line in self.log if line["ply"] < message["from"]] + message["log"]
        if message["type"] == "table" and message["table"]["opening"] and self.is_sealed(message["table"]):
            self.send("open", entropy=self.entropy)
        if message["type"] == "over":
            self.result = message["result"]
        return message

    def is_sealed(self, table: dict[str, Any]) -> bool:
        """Our part of the shuffle is there, and closed."""
        return bool(self.welcome["seats"]) and not table["shares"][self.hand]["opened"]

    @property
    def hand(self) -> int:
        return int(self.welcome["seats"][0])

    def until(self, type: str, timeout: float = 30, **wanted: Any) -> dict[str, Any]:
        """The next message of a type."""
        while True:
            message = self.next(timeout)
            if message["type"] == type and all(message.get(name) == value for name, value in wanted.items()):
                return message

    def until_asked(self) -> dict[str, Any]:
        """Waits for one's turn; a view with choices."""
        while not self.view.get("choices") and self.result is None:
            self.next()
        return self.view

    def act(self, index: int = 0) -> dict[str, Any]:
        """One decision, and the view that acknowledges it."""
        view = self.until_asked()
        ply = view["ply"]
        self.send("act", ply=ply, actions=[view["choices"][index]["action"]])
        while self.view["ply"] <= ply and self.result is None:
            self.next()
        return self.view

    def close(self) -> None:
        self._open.close()

    def closed_with(self) -> int:
        """The code the server closed the socket with, after everything it had to say."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Running]:
    chosen = {"database": f"sqlite:///{folder / 'test.db'}", "pace_ms": (0, 0), "limits": GENEROUS, **settings}
    running = Running(Settings(**chosen))
    try:
        yield running
    finally:
        running.stop()
