"""The live tables of one process: loaded for the first client, evicted when none is connected."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine
from typing import Any

from bastide.server import metrics
from bastide.server.bus import Bus, Note
from bastide.server.clock import now_ms
from bastide.server.links import is_table_id
from bastide.server.loading import LoadedTable, load_table
from bastide.server.logs import log, where_of
from bastide.server.minds import Minds
from bastide.server.readiness import Readiness
from bastide.server.room import Room
from bastide.server.settings import Settings
from bastide.server.store import Store
from bastide.server.store.lists import TableLists
from bastide.table.refused import Refused

ALARM_S = 2.0  # how often the store is asked for tables with something due
LOADED_AT_ONCE = 4  # of the tables that are due
DAY_MS = 86_400_000
EXPIRY_MS = 600_000  # how often tables that never began are looked for
SNOOZE_MS = 600_000  # until one that could not be loaded is tried again


class Rooms:
    """Every live table has one room here; all else is in the store."""

    def __init__(self, settings: Settings, store: Store, bus: Bus, minds: Minds, readiness: Readiness) -> None:
        self.settings = settings
        self.store = store
        self.lists = TableLists(store)
        self.bus = bus
        self.minds = minds
        self.readiness = readiness
        self.process = secrets.token_hex(6)
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Future[Room]] = {}
        self._alarm: asyncio.Task[None] | None = None
        self._asides: set[asyncio.Task[None]] = set()
        self.is_closing = False
        self._expires_at = 0

    def __len__(self) -> int:
        return len(self._rooms)

    def get(self, table: str) -> Room | None:
        return self._rooms.get(table)

    async def start(self) -> None:
        await self.bus.start(self._on_note, self._on_resume)
        self._alarm = asyncio.create_task(self._load_what_is_due(), name="alarm")

    async def close(self) -> None:
        """Nothing is lost: every room ends its job, keeps a snapshot, and asks its guests to connect again."""
        self.is_closing = True
        if self._alarm:
            self._alarm.cancel()
        await asyncio.gather(*(room.close() for room in list(self._rooms.values())))
        self._rooms.clear()
        await self.bus.close()

    # ---- loading and evicting

    async def open(self, table: str) -> Room:
        """The room of a table, loaded from the store if it is not in memory."""
        if self.is_closing:
            raise Refused("table.refused.closing")
        if not is_table_id(table):
            raise Refused("table.refused.no_such_table")
        room = self._rooms.get(table)
        if room is not None:
            return room
        opening = self._opening.get(table)
        if opening is None:
            opening = self._opening[table] = asyncio.ensure_future(self._load(table))
            opening.add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(opening)

    async def _load(self, table: str) -> Room:
        try:
            loaded = await self.read(table)
        except Refused:
            raise
        except Exception as error:
            metrics.troubles.labels("store").inc()
            log.error("load", table=table, error=type(error).__name__, where=where_of(error))
            raise Refused("table.refused.storage") from error
        room = self._rooms[table] = Room(self, loaded.row, loaded.table, loaded.chat)
        room.snapshot_length = loaded.kept
        room.start()
        metrics.tables_live.set(len(self._rooms))
        return room

    async def read(self, table: str) -> LoadedTable:
        return await load_table(self.store, table, self.readiness.wait)

    async def evict(self, room: Room) -> None:
        """Drops a room from memory; it is loaded again for the next client."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            metrics.tables_live.set(len(self._rooms))
            await room.close()

    async def forget(self, table: str) -> None:
        """Drops the room of a table that was deleted."""
        room = self._rooms.pop(table, None)
        if room is not None:
            room.snapshot_length = room.table.length
            await room.close()

    async def _load_what_is_due(self) -> None:
        while True:
            try:
                await self._load_all(await self.lists.due(now_ms()))
                if now_ms() >= self._expires_at:
                    self._expires_at = now_ms() + EXPIRY_MS
                    await self.expire(now_ms())
            except Exception as error:
                log.error("alarm", error=type(error).__name__, where=where_of(error))
            await asyncio.sleep(ALARM_S)

    async def expire(self, now: int) -> None:
        """Deletes tables that never began, a while after a player last sat down there; none that a client watches."""
        settings = self.settings
        listed, private = (now - int(days * DAY_MS) for days in (settings.listed_days, settings.private_days))
        for table in await self.lists.never_begun(listed, private, now):
            if table not in self._rooms and await self.store.remove(table, never_begun=True):
                metrics.tables_expired.inc()

    async def _load_all(self, tables: list[str]) -> None:
        """Loads a few rooms at a time, so that a client who connects meanwhile does not wait for all of them."""
        places = asyncio.Semaphore(LOADED_AT_ONCE)

        async def one(table: str) -> None:
            async with places:
                await self._load_one(table)

        await asyncio.gather(*(one(table) for table in tables if table not in self._rooms))

    async def _load_one(self, table: str) -> None:
        if table in self._rooms:
            return
        try:
            await self.open(table)
        except Exception as error:
            log.error("cannot load", table=table, error=type(error).__name__, where=where_of(error))
            await self.store.snooze(table, now_ms() + SNOOZE_MS)

    # ---- notes of other processes

    def _on_note(self, note: Note) -> None:
        room = self._rooms.get(note.table)
        if note.process == self.process or room is None:
            return
        if note.what == "here":
            room.post(lambda: room.update_presence(note))
        elif note.what == "moved":
            room.post(room.catch_up)
        elif note.what == "said":
            room.post(room.chat.catch_up)
        elif note.what == "who":
            room.timers.presence_sent_at = 0.0
            room.wake()
        elif note.what == "keys":
            room.post(room.refresh_links)
        else:
            self._do(self.forget(note.table))

    def _on_resume(self) -> None:
        """After a break notes may have been missed: every room reads what is new."""
        for room in self._rooms.values():
            room.post(room.refresh)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)
