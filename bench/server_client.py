"""Players for the scripts: they read only what they need of a message, and never think."""

from __future__ import annotations

import asyncio
import random
import secrets
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bastide.games import load
from bastide.table.messages import PROTOCOL


class Choice(msgspec.Struct):
    action: int


class View(msgspec.Struct):
    ply: int
    choices: list[Choice]


class Info(msgspec.Struct):
    id: str
    state: str


class Message(msgspec.Struct):
    """The parts of a message that a player without a mind looks at."""

    type: str
    view: View | None = None
    table: Info | None = None


_messages = msgspec.json.Decoder(Message)


@dataclass
class Seat:
    """One person at one table."""

    table: str
    key: str
    seat: int
    is_over: bool = False
    under_way: tuple[int, int] | None = None  # ply and action that were sent on this socket
    acknowledged: dict[int, int] = field(default_factory=dict)  # ply: action
    in_doubt: dict[int, set[int]] = field(default_factory=dict)  # ply: actions that were under way when a socket died
    one_of: dict[int, set[int]] = field(default_factory=dict)  # ply: actions of which one must have been stored

    def hear(self, view: View) -> bool:
        """A higher ply on the same socket acknowledges what was sent; returns whether something was."""
        if self.under_way is None or view.ply <= self.under_way[0]:
            return False
        ply, action = self.under_way
        self.under_way = None
        others = self.in_doubt.get(ply, set()) - {action}
        if others:  # sent twice, differently: the higher ply does not say which of them counts
            self.one_of[ply] = others | {action}
        else:
            self.acknowledged[ply] = action
        return True

    def lose(self) -> None:
        """The socket is gone; whether what was under way arrived is not known."""
        if self.under_way is not None:
            ply, action = self.under_way
            self.in_doubt.setdefault(ply, set()).add(action)
            self.under_way = None


async def request(http: str, path: str, body: Any, key: str = "") -> Any:
    """One POST, on a thread: the scripts make few."""
    import urllib.request

    def post() -> Any:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})
        asked = urllib.request.Request(http + path, msgspec.json.encode(body), headers)
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return msgspec.json.decode(answer.read())

    return await asyncio.to_thread(post)


async def make_table(http: str, game: str, seats: int | None = None) -> list[Seat]:
    """A table of people, all seats by link."""
    count = seats or load(game).spec.seats[0]
    wanted = [{"kind": "you", "name": "P0"}, *[{"kind": "open"}] * (count - 1)]
    made = await request(http, "/api/tables", {"game": game, "seats": wanted, "absent_s": None})
    table = made["table"]["id"]
    people = [Seat(table, made["key"], 0)]
    for link in made["links"]:
        body = {"name": f"P{link['seat']}", "key": link["href"].split("#")[1]}
        joined = await request(http, f"/api/tables/{table}/join", body)
        people.append(Seat(table, joined["key"], link["seat"]))
    return people


async def enter(ws: str, seat: Seat) -> ClientConnection:
    """A socket that has said hello and added its entropy."""
    socket = await connect(f"{ws}/api/tables/{seat.table}/socket", max_size=None, compression=None, open_timeout=60)
    await socket.send(msgspec.json.encode({"type": "hello", "protocol": PROTOCOL, "key": seat.key}).decode())
    await socket.send(msgspec.json.encode({"type": "share", "entropy": secrets.token_hex(16)}).decode())
    return socket


def read(text: str | bytes) -> Message:
    return _messages.decode(text)


def decide(seat: Seat, view: View, chooser: random.Random) -> str:
    """A decision to send, noted as under way."""
    action = chooser.choice(view.choices).action
    seat.under_way = (view.ply, action)
    return msgspec.json.encode({"type": "act", "ply": view.ply, "actions": [action]}).decode()


LOST = (WebSocketException, OSError, EOFError)
