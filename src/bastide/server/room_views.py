"""What a room sends its guests: views to those who can notice a change, the table and the result to all.

Whatever reads the table for a viewer runs as a job of the room, and only while the room is clean.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from bastide.core.catalogue import say_phrase
from bastide.core.state import SPECTATOR
from bastide.server import metrics
from bastide.server.clock import now_ms
from bastide.server.door import BROADCAST, Guest, Parcel, pack
from bastide.table import lines, messages, parts
from bastide.table.lines import AnyLine
from bastide.table.refused import Refused
from bastide.table.result import result_of
from bastide.table.seen import drawn_for, info_of, log_start, past_for, past_log_for, view_for, written_log
from bastide.table.table import Table

if TYPE_CHECKING:
    from bastide.server.room import Room

NOTICED_BY_ALL = {
    lines.Committed,
    lines.Drawn,
    lines.Began,
    lines.Held,
    lines.Reclaimed,
    lines.Left,
    lines.Abandoned,
    lines.Paused,
    lines.Resumed,
    lines.TimeGiven,
}
NOTICED_BY_ITS_SEAT = (lines.Acted, lines.ConfirmSet)
WITHOUT_RESULT = (lines.FollowedBy, lines.Muted, lines.ConfirmSet, lines.SpectatorsChat)  # what a result may precede
CHANGE_THE_TABLE = {
    lines.Sat,
    lines.Shared,
    lines.Opened,
    lines.Began,
    lines.Held,
    lines.Reclaimed,
    lines.FollowedBy,
    lines.Left,
    lines.Proposed,
    lines.Voted,
    lines.Abandoned,
    lines.Paused,
    lines.Resumed,
    lines.SpectatorsChat,
}


class Dirty(Exception):
    """The table in memory is ahead of its log: it must not be shown."""


class RoomViews:
    """The one place from which a room's table is read for its guests."""

    def __init__(self, room: Room) -> None:
        self.room = room

    @property
    def table(self) -> Table:
        """The room's; another object once the log has been read again."""
        return self.room.table

    def _check_clean(self) -> None:
        if self.room.is_dirty:
            raise Dirty(self.room.id)

    async def announce(self, made: list[AnyLine]) -> None:
        """Sends what was done to those who can notice it."""
        if not CHANGE_THE_TABLE.isdisjoint(map(type, made)):
            self.broadcast_table()
        await self.send(self._noticing(made))
        if self.table.has_result and not isinstance(made[0], WITHOUT_RESULT):
            self.room.post(self.tell_result)

    def _noticing(self, made: list[AnyLine]) -> set[Guest]:
        """Whose view has changed: a turn that is still tried out is seen by its seat alone."""
        noticing: set[Guest] = set()
        for line in made:
            if isinstance(line, lines.Undone):
                noticing |= {guest for guest in self.room.guests if guest.sent > line.ply}
                for guest in noticing:
                    guest.sent = min(guest.sent, line.ply)
            elif isinstance(line, NOTICED_BY_ITS_SEAT):
                noticing |= {guest for guest in self.room.guests if guest.viewer == line.seat}
        return noticing if NOTICED_BY_ALL.isdisjoint(map(type, made)) else set(self.room.guests)

    async def send(self, guests: Iterable[Guest]) -> None:
        """Each view is serialised once, however many sockets show it; between two, other tables have their turn."""
        at = now_ms()
        sharing: dict[tuple[int, int], list[Guest]] = {}
        for guest in guests:
            sharing.setdefault((guest.viewer, guest.sent), []).append(guest)
        for number, (wanted, sharers) in enumerate(sharing.items()):
            if number:
                await asyncio.sleep(0)
            parcel = self._changed(*wanted, at)
            for guest in sharers:
                guest.sent = self.table.ply(guest.viewer)
                guest.deliver(parcel)

    def _changed(self, viewer: int, since: int, at: int) -> Parcel:
        """A viewer's view, and what led to it since a ply."""
        self._check_clean()
        table = self.table
        log_lines, drawn = written_log(table, viewer, since), drawn_for(table, viewer, since)
        view = view_for(table, viewer, at)
        if not table.match.is_over:
            view = msgspec.structs.replace(view, scores=table.match.chronicle(viewer).written_scores())
        return pack(messages.ViewChanged(view, since, log_lines, drawn), viewer)

    async def show(self, guest: Guest) -> None:
        """Sends one guest its view again."""
        await self.send([guest])

    def broadcast_table(self) -> None:
        self._check_clean()
        self.broadcast(messages.TableChanged(self.info()), self.room.guests)

    async def tell_result(self) -> None:
        """The end of a game, with its proof, which is made aside: a game is replayed for it, and others are playing."""
        await asyncio.to_thread(result_of, self.table)
        self.send_result(self.room.guests)

    def send_result(self, guests: Iterable[Guest]) -> None:
        self._check_clean()
        self.broadcast(messages.Over(result_of(self.table)), guests)

    def broadcast(self, message: messages.FromServer, guests: Iterable[Guest]) -> None:
        """Sends guests a message that is the same for all, serialised once."""
        parcel = pack(message, BROADCAST)
        for guest in list(guests):
            guest.deliver(parcel)

    def welcome(self, guest: Guest, seats: list[int], seen: int) -> messages.Welcome:
        """All that a guest may see, with the log from the ply on that the guest has not seen."""
        self._check_clean()
        known = self.table.match.known_since(guest.viewer, min(seen, self.table.ply(guest.viewer)))
        since = log_start(self.table, known)
        guest.sent = self.table.ply(guest.viewer)
        muted = self.table.chairs[guest.viewer].muted if guest.is_seated else set()
        return messages.Welcome(
            protocol=messages.PROTOCOL,
            table=self.info(),
            viewer=guest.viewer if guest.is_seated else None,
            seats=seats,
            host=guest.is_host,
            view=view_for(self.table, guest.viewer, now_ms()),
            since=since,
            log=written_log(self.table, guest.viewer, since),
            drawn=drawn_for(self.table, guest.viewer, known),
            chat=[line for line in self.room.chat.lines if not self.room.chat.is_muted(guest, line)],
            muted=sorted(
                (None if whom == SPECTATOR else whom for whom in muted), key=lambda whom: (whom is None, whom)
            ),
        )

    def refuse(self, guest: Guest, refusal: Refused) -> None:
        """Sends a refusal, in the guest's language."""
        metrics.refused.labels(refusal.label.key).inc()
        names = [chair.name or "" for chair in self.table.chairs]
        text = say_phrase(guest.language, refusal.label, [name or f"{i + 1}" for i, name in enumerate(names)])
        guest.send(messages.NotDone(refusal.label, refusal.clause, text))

    async def look_back(self, viewer: int, ply: int, eyes: int) -> tuple[parts.View, list[parts.LogEvent]]:
        """An earlier position and what led to it; aside, since a long game takes its time and others are playing."""
        table, at = self.table, now_ms()
        return await asyncio.to_thread(
            lambda: (past_for(table, viewer, ply, eyes, at), past_log_for(table, viewer, ply, eyes))
        )

    async def get_ready(self, viewer: int) -> None:
        """Makes the events of a long game, and the proof of its end, on a thread before its first view is asked for."""
        await asyncio.to_thread(self.table.match.chronicle, viewer)
        if self.table.has_result:
            await asyncio.to_thread(result_of, self.table)

    def info(self) -> parts.TableInfo:
        presence, bots = self.room.presence, self.room.bots
        connected, leaves = presence.connected(self.table), presence.leaves(self.table)
        return info_of(self.table, connected, leaves, bots.unready, preparing=bots.is_preparing)
