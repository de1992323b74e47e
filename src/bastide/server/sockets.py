"""One socket per viewer: the first message is `hello`; requests are answered in order, broadcasts come between."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from bastide.core.catalogue import say_phrase
from bastide.core.state import NONE, SPECTATOR
from bastide.server import metrics
from bastide.server.clock import now_ms
from bastide.server.door import Guest, pack
from bastide.server.limits import Bucket, network_of
from bastide.server.logs import log, where_of
from bastide.server.page import language_of
from bastide.server.room import Room
from bastide.server.texts import known_language
from bastide.table import messages
from bastide.table.refused import Refused, Stale
from bastide.table.seen import answer_for, peek_for, reasons_for

if TYPE_CHECKING:
    from bastide.server.app import Server

HELLO_S = 15.0  # how long a socket may stay without saying who it is
PATIENCE = 100  # messages refused for their rate before the socket is closed
RESTART, POLICY, NO_TABLE, NO_ENTRY, OTHER_PROTOCOL = 1012, 1008, 4004, 4003, 4000

PASSING = {"table.refused.closing", "table.refused.storage"}

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(messages.AnyToServer)


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


async def serve_socket(server: Server, websocket: WebSocket) -> None:
    """The whole life of one socket."""
    address = network_of(websocket.client.host) if websocket.client else ""
    if not is_same_origin(websocket) or not server.socket_rate.take(address, time.monotonic()):
        await websocket.close(POLICY)
        return
    try:
        with server.socket_places.take(address):
            await _serve_admitted(server, websocket, address)
    except Refused:
        await websocket.close(POLICY)


async def _serve_admitted(server: Server, websocket: WebSocket, address: str) -> None:
    await websocket.accept()
    metrics.sockets_open.inc()
    language = language_of(websocket)
    try:
        hello = await _hello(websocket)
        language = known_language(hello.language)
        await _converse(server, websocket, hello, address)
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


async def _converse(server: Server, websocket: WebSocket, hello: messages.Hello, address: str) -> None:
    room = await _room_of(server, websocket.path_params["table"])
    visit = Visit(server, room, websocket, hello, address)
    try:
        await room.call(visit.enter)
        assert visit.guest is not None
        await _listen(server, websocket, room, visit.guest)
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
    """Pages connect again by themselves after what passes."""
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
        self._sending = asyncio.create_task(_send(self.websocket, guest))
        self.room.enter(guest, self.hello.seen)
        await self.room.come_back(guest)

    def leave(self) -> None:
        self._has_left = True
        if self.guest is not None:
            self.room.leave(self.guest)
        if self._sending is not None:
            self._sending.cancel()


async def _hello(websocket: WebSocket) -> messages.Hello:
    """The first message must say which protocol one speaks, and may bring a key."""
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
    """Everything that leaves, in order; ends with the guest."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (parcel := await guest.outgoing.get()) is not None:
            await websocket.send_text(parcel.data.decode())
            if guest.is_slow and guest.outgoing.empty():
                break
        await websocket.close(RESTART)


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
    """A message, or why it is none."""
    try:
        return decode(text)
    except Refused as refusal:
        return refusal


async def answer(server: Server, room: Room, guest: Guest, message: messages.ToServer | Refused) -> None:
    """One message, in its turn. What is wrong with it is said, and nothing is changed."""
    started = time.perf_counter()
    try:
        if isinstance(message, Refused):
            raise message
        await room.call(lambda: _reply(server, room, guest, message))
        if isinstance(message, messages.Act):
            metrics.answer_seconds.observe(time.perf_counter() - started)
    except Refused as refusal:
        room.views.refuse(guest, refusal)
    except Exception as error:
        metrics.troubles.labels("socket").inc()
        log.error("message", table=room.id, error=type(error).__name__, where=where_of(error))
        room.views.refuse(guest, Refused("table.refused.trouble"))


async def _reply(server: Server, room: Room, guest: Guest, message: messages.ToServer) -> None:
    """Who decided on an older position is sent the newer one: as a job of the room, so that it is stored."""
    try:
        await ANSWERS[type(message)](server, room, guest, message)
    except Stale as refusal:
        room.views.refuse(guest, refusal)
        room.views.show(guest)


def _seat_of(guest: Guest) -> int:
    if not guest.is_seated:
        raise Refused("table.refused.spectator")
    return guest.viewer


# ------------------------------------------------------------------ what each message asks for

Reply = Callable[["Server", Room, Guest, Any], Awaitable[None]]


async def _hello_again(_server: Server, _room: Room, _guest: Guest, _message: messages.Hello) -> None:
    raise Refused("table.refused.hello_again")


async def _act(_server: Server, room: Room, guest: Guest, message: messages.Act) -> None:
    seat = _seat_of(guest)
    if message.text and message.actions:
        raise Refused("table.refused.message")
    if room.table.state == "playing" and room.table.is_bots(seat):
        raise Refused("table.refused.left" if room.table.chairs[seat].left else "table.refused.held")
    row: list[int | str] = [message.text] if message.text else list(message.actions)
    await room.change(lambda at: room.table.act(seat, row, message.ply, at))


async def _undo(_server: Server, room: Room, guest: Guest, message: messages.Undo) -> None:
    seat = _seat_of(guest)
    await room.change(lambda at: room.table.undo(seat, message.ply, at))


async def _restart(_server: Server, room: Room, guest: Guest, message: messages.Restart) -> None:
    seat = _seat_of(guest)
    await room.change(lambda at: room.table.undo(seat, message.ply, at, whole=True))


async def _commit(_server: Server, room: Room, guest: Guest, message: messages.Commit) -> None:
    seat = _seat_of(guest)
    await room.change(lambda at: room.table.commit(seat, message.ply, at))


async def _confirm(_server: Server, room: Room, guest: Guest, message: messages.SetConfirm) -> None:
    seat = _seat_of(guest)
    await room.change(lambda at: room.table.set_confirm(seat, message.mode, at))


async def _sit(_server: Server, room: Room, guest: Guest, message: messages.Sit) -> None:
    if not guest.is_seated or message.seat not in room.table.seats_of(guest.link_seat):
        raise Refused("table.refused.not_your_seat", seat=message.seat + 1)
    guest.viewer = message.seat
    guest.sent = 0
    room.views.show(guest)


async def _share(_server: Server, room: Room, guest: Guest, message: messages.ShareEntropy) -> None:
    _seat_of(guest)
    await room.change(lambda at: room.table.share(guest.link_seat, message.seal, message.entropy, at))


async def _open(_server: Server, room: Room, guest: Guest, message: messages.OpenEntropy) -> None:
    _seat_of(guest)
    await room.change(lambda at: room.table.open_share(guest.link_seat, message.entropy, at))


async def _say(_server: Server, room: Room, guest: Guest, message: messages.Say) -> None:
    await room.chat.say(guest, message.text)


async def _mute(_server: Server, room: Room, guest: Guest, message: messages.Mute) -> None:
    seat = _seat_of(guest)
    whom = SPECTATOR if message.seat is None else message.seat
    await room.change(lambda at: room.table.mute(seat, whom, message.on, at))


async def _hint(_server: Server, room: Room, guest: Guest, _message: messages.AskHint) -> None:
    room.bots.start_hint(guest)


async def _ask(_server: Server, room: Room, guest: Guest, message: messages.Ask) -> None:
    guest.send(answer_for(room.table, guest.viewer, guest.language, message.text))


async def _peek(_server: Server, room: Room, guest: Guest, message: messages.Peek) -> None:
    eyes = SPECTATOR if message.eyes is None else message.eyes
    guest.send(messages.Peeked(message.eyes, peek_for(room.table, guest.viewer, eyes, now_ms())))


async def _why(_server: Server, room: Room, guest: Guest, _message: messages.AskWhy) -> None:
    guest.send(reasons_for(room.table, guest.viewer))


async def _travel(_server: Server, room: Room, guest: Guest, message: messages.Travel) -> None:
    eyes = guest.viewer
    if not isinstance(message.eyes, msgspec.UnsetType):
        eyes = SPECTATOR if message.eyes is None else message.eyes
    guest.send(messages.Past(*await room.views.look_back(guest.viewer, message.ply, eyes)))


async def _reclaim(_server: Server, room: Room, guest: Guest, _message: messages.Reclaim) -> None:
    seat = _seat_of(guest)
    await room.change(lambda at: room.table.reclaim(seat, at))


async def _resign(_server: Server, room: Room, guest: Guest, _message: messages.Resign) -> None:
    seat = _seat_of(guest)
    await room.change(lambda at: room.table.resign(seat, at))


async def _propose(server: Server, room: Room, guest: Guest, message: messages.Propose) -> None:
    by = _voice_of(guest)
    if message.what == "remove" and not guest.is_host:
        raise Refused("table.refused.not_host")
    seat = NONE if message.seat is None else message.seat
    await server.lobby.part(room, lambda at: room.table.propose(by, message.what, seat, at))


async def _vote(server: Server, room: Room, guest: Guest, message: messages.Vote) -> None:
    by = _voice_of(guest)
    await server.lobby.part(room, lambda at: room.table.vote(by, message.agree, at))


def _voice_of(guest: Guest) -> int:
    """The link that proposes or votes; NONE is a host who only watches."""
    if guest.is_seated:
        return guest.link_seat
    if guest.is_host:
        return NONE
    raise Refused("table.refused.spectator")


async def _resume(_server: Server, room: Room, guest: Guest, _message: messages.Resume) -> None:
    _voice_of(guest)
    await room.change(lambda at: room.table.resume(at))


async def _give_time(_server: Server, room: Room, guest: Guest, message: messages.GiveTime) -> None:
    by = _voice_of(guest)
    await room.change(lambda at: room.table.give_time(by, message.seat, at))


async def _spectators_chat(_server: Server, room: Room, guest: Guest, message: messages.AllowSpectatorsChat) -> None:
    if not guest.is_host:
        raise Refused("table.refused.not_host")
    await room.change(lambda at: room.table.allow_spectators_chat(message.on, at))


async def _rematch(server: Server, room: Room, guest: Guest, _message: messages.AskRematch) -> None:
    guest.send(messages.Again(await server.lobby.rematch(room, guest)))


COSTS: dict[type, float] = {  # what is not here costs 1
    messages.Say: 5.0,
    messages.Travel: 4.0,
    messages.Peek: 4.0,
    messages.Ask: 4.0,
    messages.AskWhy: 2.0,
    messages.AskHint: 40.0,
    messages.AskRematch: 10.0,
    messages.Propose: 5.0,
    messages.GiveTime: 5.0,
}
ANSWERS: dict[type, Reply] = {
    messages.Hello: _hello_again,
    messages.Act: _act,
    messages.Undo: _undo,
    messages.Restart: _restart,
    messages.Commit: _commit,
    messages.SetConfirm: _confirm,
    messages.Sit: _sit,
    messages.ShareEntropy: _share,
    messages.OpenEntropy: _open,
    messages.Say: _say,
    messages.Mute: _mute,
    messages.AskHint: _hint,
    messages.Ask: _ask,
    messages.Peek: _peek,
    messages.AskWhy: _why,
    messages.Travel: _travel,
    messages.Reclaim: _reclaim,
    messages.AskRematch: _rematch,
    messages.Resign: _resign,
    messages.Propose: _propose,
    messages.Vote: _vote,
    messages.Resume: _resume,
    messages.GiveTime: _give_time,
    messages.AllowSpectatorsChat: _spectators_chat,
}
