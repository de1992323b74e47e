"""What each message from a socket asks for. Each answer runs as a job of the room."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from bastide.core.state import NONE, SPECTATOR
from bastide.server.clock import now_ms
from bastide.server.door import Guest
from bastide.server.room import Room
from bastide.table import messages
from bastide.table.refused import Refused, Stale
from bastide.table.seen import answer_for, peek_for, reasons_for

if TYPE_CHECKING:
    from bastide.server.app import Server

Reply = Callable[["Server", Room, Guest, Any], Awaitable[None]]


async def reply(server: Server, room: Room, guest: Guest, message: messages.ToServer) -> None:
    """Answers a message; a client that decided on an older position is sent the newer one."""
    try:
        await ANSWERS[type(message)](server, room, guest, message)
    except Stale as refusal:
        room.views.refuse(guest, refusal)
        await room.views.show(guest)


def _seat_of(guest: Guest) -> int:
    if not guest.is_seated:
        raise Refused("table.refused.spectator")
    return guest.viewer


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
    await room.views.show(guest)


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
    guest.send(messages.Again(await server.afterwards.rematch(room, guest)))


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
