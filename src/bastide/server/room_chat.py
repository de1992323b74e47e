"""The chat of a room: lines are stored, then sent to all who have not muted their author."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from bastide.core.state import SPECTATOR
from bastide.server.clock import now_ms
from bastide.server.door import Guest
from bastide.server.store import CHAT_KEPT
from bastide.server.texts import clean
from bastide.table import messages, parts
from bastide.table.refused import Refused

if TYPE_CHECKING:
    from bastide.server.room import Room


class RoomChat:
    """The latest lines, and the number of the last one that was sent."""

    def __init__(self, room: Room, stored: list[tuple[int, parts.ChatLine]]) -> None:
        self.room = room
        self.lines: deque[parts.ChatLine] = deque((line for _, line in stored), CHAT_KEPT)
        self.number = stored[-1][0] if stored else 0

    async def say(self, guest: Guest, text: str) -> None:
        """Stores a line, then sends it to all who have not muted its author."""
        if not (guest.is_seated or guest.is_host or self.room.table.spectators_chat):
            raise Refused("table.refused.quiet")
        words = clean(text)
        if not words:
            raise Refused("table.refused.empty")
        seat = guest.viewer if guest.is_seated else None
        name = (self.room.table.chairs[guest.viewer].name or "") if guest.is_seated else ""
        line = parts.ChatLine(now_ms(), seat, name, words)
        self.broadcast([(await self.room.write(self.room.rooms.store.say(self.room.id, line)), line)])
        await self.room.note("said")

    async def catch_up(self) -> None:
        """Sends what another process has stored."""
        self.broadcast(await self.room.rooms.store.chat(self.room.id, self.number))

    def broadcast(self, chat: list[tuple[int, parts.ChatLine]]) -> None:
        """Sends those of these numbered lines that were not sent before."""
        for number, line in chat:
            if number > self.number:
                self.number = number
                self.lines.append(line)
                hearing = [guest for guest in self.room.guests if not self.is_muted(guest, line)]
                self.room.views.broadcast(messages.Said(line), hearing)

    def is_muted(self, guest: Guest, line: parts.ChatLine) -> bool:
        """Whether the guest does not want to read what the author of a line says."""
        whom = SPECTATOR if line.seat is None else line.seat
        return guest.is_seated and whom in self.room.table.chairs[guest.viewer].muted
