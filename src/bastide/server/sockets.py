"""One socket per viewer: the first message is `hello`; requests are answered in order, broadcasts come between."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from bastide.core.catalogue import say_phrase
from bastide.core.decoding import json_decoder
from bastide.server import metrics
from bastide.server.answers import COSTS, reply
from bastide.server.connections import SEND_NOW
from bastide.server.door import Guest, never, pack
from bastide.server.limits import Bucket, network_of
from bastide.server.logs import log, where_of
from bastide.server.page import language_of
from bastide.server.room import Room
from bastide.server.texts import known_language
from bastide.table import messages
from bastide.table.refused import Refused

if TYPE_CHECKING:
    from bastide.server.app import Server

HELLO_S = 15.0  # how long a socket may stay without saying who it is
PATIENCE = 100  # messages refused for their rate before the socket is closed
RESTART, POLICY, NO_TABLE, NO_ENTRY, OTHER_PROTOCOL = 1012, 1008, 4004, 4003, 4000

PASSING = {"table.refused.closing", "table.refused.storage"}

_decoder: msgspec.json.Decoder[Any] = json_decoder(messages.AnyToServer)


class Closing(Exception):
    """The socket is to be closed, after a word why."""

    def __init__(self, code: int, refusal: Refused) -> None:
        super().__init__(refusal.label.key)
        self.code = code
        self.refusal = refusal


def decode(text: str) -> messages.ToServer:
    """Parses a message; what cannot be parsed is refused."""
    try:
        message: messages.ToServer = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise Refused("table.refused.message") from None
    return message


async def serve_socket(server: Server, websocket: WebSocket, table: str) -> None:
    """The whole life of one socket."""
    address = network_of(websocket.client.host) if websocket.client else ""
    if not is_same_origin(websocket) or not server.socket_rate.take(address, time.monotonic()):
        await websocket.close(POLICY)
        return
    try:
        with server.socket_places.take(address):
            await _serve_admitted(server, websocket, address, table)
    except Refused:
        await websocket.close(POLICY)


async def _serve_admitted(server: Server, websocket: WebSocket, address: str, table: str) -> None:
    await websocket.accept()
    metrics.sockets_open.inc()
    language = language_of(websocket)
    try:
        hello = await _hello(websocket)
        language = known_language(hello.language)
        visit = Visit(server, await _room_of(server, table), websocket, hello, address)
        websocket.scope["headers"].clear()  # nobody asks for them again
        await _converse(visit)
    except Closing as closing:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            refusal = closing.refusal
            message = messages.NotDone(refusal.label, refusal.clause, say_phrase(language, refusal.label))
            await websocket.send_text(pack(message, None).data.decode())
            await websocket.close(closing.code)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone without a word
    finally:
        metrics.sockets_open.dec()


def is_same_origin(websocket: WebSocket) -> bool:
    """Pages of other sites may not speak for our visitors; programs send no origin."""
    origin = websocket.headers.get("origin")
    return origin is None or origin.split("://", 1)[-1] == websocket.headers.get("host")


async def _converse(visit: Visit) -> None:
    try:
        await visit.room.call(visit.enter)
        assert visit.guest is not None
        await _listen(visit.server, visit.websocket, visit.room, visit.guest)
    except Refused as refusal:
        raise Closing(_code_of(refusal, NO_ENTRY), refusal) from None
    finally:
        visit.leave()


async def _room_of(server: Server, table: str) -> Room:
    try:
        return await server.rooms.open(table)
    except Refused as refusal:
        raise Closing(_code_of(refusal, NO_TABLE), refusal) from None


def _code_of(refusal: Refused, lasting: int) -> int:
    """The closing code: one after which pages reconnect by themselves where the reason will pass."""
    return RESTART if refusal.label.key in PASSING else lasting


class Visit:
    """A socket at a room: entering is a job of the room, leaving is possible at any moment."""

    def __init__(self, server: Server, room: Room, websocket: WebSocket, hello: messages.Hello, address: str) -> None:
        self.server, self.room, self.websocket, self.hello, self.address = server, room, websocket, hello, address
        self.guest: Guest | None = None
        self._sending: asyncio.Task[None] | None = None
        self._has_left = False

    async def enter(self) -> None:
        guest = await self.server.admit(self.room, self.hello, self.address)
        if self._has_left:
            return
        await self.room.views.get_ready(guest.viewer)
        if self._has_left:
            return
        self.guest = guest
        guest.send_now = self.websocket.scope["extensions"].get(SEND_NOW, never)
        guest.send_waiting = self._send_waiting
        self.room.enter(guest, self.hello.seen)
        await self.room.come_back(guest)

    def _send_waiting(self) -> None:
        assert self.guest is not None
        self._sending = asyncio.create_task(_send(self.websocket, self.guest))

    def leave(self) -> None:
        self._has_left = True
        if self.guest is not None:
            self.room.leave(self.guest)
        if self._sending is not None:
            self._sending.cancel()


async def _hello(websocket: WebSocket) -> messages.Hello:
    """Reads the first message, which must name the protocol and may bring a key."""
    try:
        message = decode(await asyncio.wait_for(websocket.receive_text(), HELLO_S))
    except (TimeoutError, KeyError):
        raise Closing(POLICY, Refused("table.refused.hello")) from None
    except Refused as refusal:
        raise Closing(POLICY, refusal) from None
    if not isinstance(message, messages.Hello):
        raise Closing(POLICY, Refused("table.refused.hello"))
    if message.protocol != messages.PROTOCOL:
        raise Closing(OTHER_PROTOCOL, Refused("table.refused.protocol", ours=messages.PROTOCOL))
    return message


async def _send(websocket: WebSocket, guest: Guest) -> None:
    """Everything that waits, in order; closes the socket of a guest that was dismissed, or that is too slow."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while guest.outgoing:
            parcel = guest.outgoing.pop(0)
            if parcel is not None:
                await websocket.send_text(parcel.data.decode())
            if parcel is None or (guest.is_slow and not guest.outgoing):
                await websocket.close(RESTART)
                return
        guest.is_waiting = False


async def _listen(server: Server, websocket: WebSocket, room: Room, guest: Guest) -> None:
    limits = server.settings.limits
    rate = Bucket.full(limits.messages, limits.messages_burst, time.monotonic())
    patience = PATIENCE
    while True:
        try:
            text = await websocket.receive_text()
        except KeyError:  # bytes, where text was expected
            text = ""
        now = time.monotonic()
        message = read(text)
        cost = COSTS.get(type(message), 1.0)
        if not (rate.take(now) and server.effort_rate.take(guest.address, now, cost)):
            patience -= 1
            if patience == 0:
                raise Closing(POLICY, Refused("table.refused.rate"))
            room.views.refuse(guest, Refused("table.refused.rate"))
            continue
        await answer(server, room, guest, message)


def read(text: str) -> messages.ToServer | Refused:
    """A message, or the refusal of what cannot be parsed, to be answered in its turn."""
    try:
        return decode(text)
    except Refused as refusal:
        return refusal


async def answer(server: Server, room: Room, guest: Guest, message: messages.ToServer | Refused) -> None:
    """Handles one message; a refusal is sent back and changes nothing."""
    started = time.perf_counter()
    try:
        if isinstance(message, Refused):
            raise message
        await room.call(lambda: reply(server, room, guest, message))
        if isinstance(message, messages.Act):
            metrics.answer_seconds.observe(time.perf_counter() - started)
    except Refused as refusal:
        room.views.refuse(guest, refusal)
    except Exception as error:
        metrics.troubles.labels("socket").inc()
        log.error("message", table=room.id, error=type(error).__name__, where=where_of(error))
        room.views.refuse(guest, Refused("table.refused.trouble"))
