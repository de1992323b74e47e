"""The timers of a room, and the lease by which one process at a time keeps them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bastide.server import metrics
from bastide.server.clock import now_ms
from bastide.server.logs import log, where_of
from bastide.table.table import Table

if TYPE_CHECKING:
    from bastide.server.room import Room

FOREVER = 1 << 62  # milliseconds
ALONE_S = 86_400.0  # a lease where there is no other process
HEARTBEAT_S = 15.0  # how often presence is sent again to the other processes


class RoomTimers:
    """Clocks, late deals, absent players, presence, and the eviction of a room that nobody watches."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.is_owner = False  # this process keeps the timers and the bots
        self.leased_until = 0.0
        self.presence_sent_at = 0.0

    def due_at(self, at: int) -> int | None:
        """When something must happen here although nobody asks: stored, so that an evicted table is loaded in time."""
        table = self.room.table
        mover = table.mover
        if mover >= 0 and table.is_bots(mover):
            return at
        return min(self._dues(), default=None)

    def _dues(self) -> list[int]:
        table = self.room.table
        return [due for due in (table.falls_at(), table.commits_at(), table.deals_at()) if due is not None]

    def seconds_to_wait(self) -> float:
        """Until a timer, the lease or the eviction."""
        room, at = self.room, now_ms()
        waits = [max(0.5, self.leased_until - time.monotonic())]
        if self.is_owner:
            waits += [(due - at) / 1000 for due in self._dues()]
            waits += [ms / 1000 for ms in room.presence.leaves(room.table).values()]
        if not room.guests:
            waits.append(max(0.05, room.active_at + room.rooms.settings.sleep_after_s - time.monotonic()))
        return max(0.0, min(waits))

    async def run_due(self) -> None:
        """Does what is due by now."""
        room = self.room
        await self.renew_lease()
        await self._send_presence()
        if self.is_owner:
            room.bots.consider()
            if min(self._dues(), default=FOREVER) <= now_ms():
                for late in (Table.deal_late, Table.commit_late, Table.fall):
                    await room.change(lambda at, late=late: late(room.table, at))  # type: ignore[misc]
            for seat, ms in room.presence.leaves(room.table).items():
                if ms <= 0:
                    await room.change(lambda at, seat=seat: room.table.hold(seat, "absent", at))  # type: ignore[misc]
        idle = time.monotonic() - room.active_at
        if room.is_idle and idle > room.rooms.settings.sleep_after_s:
            await room.rooms.evict(room)

    async def _send_presence(self) -> None:
        if self.room.rooms.store.is_shared and time.monotonic() - self.presence_sent_at > HEARTBEAT_S:
            self.presence_sent_at = time.monotonic()
            seats = {guest.link_seat for guest in self.room.guests if guest.is_seated}
            await self.room.note("here", tuple(sorted(seats)))

    async def renew_lease(self) -> None:
        """Only one process at a time keeps the timers and bots of a table; none while the store cannot be reached."""
        rooms = self.room.rooms
        lease_s = rooms.settings.lease_s if rooms.store.is_shared else ALONE_S
        if time.monotonic() < self.leased_until - lease_s / 2:
            return
        at = now_ms()
        try:
            self.is_owner = await rooms.store.lease(self.room.id, rooms.process, at, at + int(lease_s * 1000))
            self.leased_until = time.monotonic() + lease_s
        except Exception as error:
            self.is_owner, self.leased_until = False, 0.0
            metrics.troubles.labels("lease").inc()
            log.error("lease", table=self.room.id, error=type(error).__name__, where=where_of(error))
        self.room.bots.consider()
