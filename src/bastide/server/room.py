"""A live table: one task takes jobs from a queue, one at a time; what a job changes is stored, then broadcast.

The table in memory is a cache of the log. From the first change of a command until its lines are stored the room is
*dirty*; if storing fails it stays so, and then it answers nothing and shows nothing until it has read the log again,
which it retries by itself. What a room sends its guests is made in `room_views`, its chat is kept in `room_chat`, its
bots think in `room_bots`, and `room_timers` does what becomes due.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from bastide.server import metrics
from bastide.server.bus import Note
from bastide.server.clock import now_ms
from bastide.server.door import Guest
from bastide.server.jobs import Jobs
from bastide.server.logs import log, where_of
from bastide.server.presence import Presence
from bastide.server.room_bots import RoomBots
from bastide.server.room_chat import RoomChat
from bastide.server.room_timers import RoomTimers
from bastide.server.room_views import NOTICED_BY_ALL, RoomViews
from bastide.server.store import Conflict, LinkChange, NewLines, TableRow
from bastide.server.summary import summary_of
from bastide.table import lines, parts
from bastide.table.lines import AnyLine
from bastide.table.refused import Refused
from bastide.table.snapshot import freeze
from bastide.table.table import Table

if TYPE_CHECKING:
    from bastide.server.rooms import Rooms

UNLISTED = {lines.Acted, lines.Undone, lines.ConfirmSet, lines.Muted}  # by themselves they show in no list
ATTEMPTS = 5  # to write when other processes write to the same table
SNAPSHOT_LINES = 64  # after so many more a snapshot is kept, so that waking after a crash is no long replay
RETRY_S = 0.5  # between attempts to read the log again, and before a failed task is restarted

T = TypeVar("T")
Command = Callable[[int], list[AnyLine]]
Renumber = Callable[[], LinkChange | None]


class Room:
    """One table, its guests, and the task that serves them."""

    def __init__(self, rooms: Rooms, row: TableRow, table: Table, chat: list[tuple[int, parts.ChatLine]]) -> None:
        self.rooms = rooms
        self.id = row.id
        self.link_numbers = row.link_numbers
        self.table = table
        self.chat = RoomChat(self, chat)
        self.presence = Presence(table)
        self.guests = self.presence.guests
        self.views = RoomViews(self)
        self.bots = RoomBots(self)
        self.timers = RoomTimers(self)
        self.active_at = time.monotonic()
        self.snapshot_length = -1
        self.is_dirty = False
        self.is_closed = False
        self._reload_at = 0.0  # not tried again before
        self._jobs = Jobs()
        self._task: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------ the task

    def start(self) -> None:
        self._task = asyncio.create_task(self._supervise(), name=f"table {self.id}")
        self.wake()

    def post(self, job: Callable[[], Awaitable[Any]]) -> None:
        """Runs a job in its turn, for nobody in particular; a dirty room drops it, since reloading does as much."""
        self._jobs.post(job)

    @property
    def is_idle(self) -> bool:
        """Nobody is here, waits or thinks."""
        return not self.guests and self._jobs.is_empty and not self.bots.is_thinking

    def wake(self) -> None:
        """Makes the task look again at what is due."""
        self._jobs.wake()

    async def call(self, job: Callable[[], Awaitable[Any]]) -> Any:
        """Runs a job in its turn, and returns what it returned."""
        if self.is_closed:
            raise Refused("table.refused.closing")
        return await self._jobs.call(job)

    async def _supervise(self) -> None:
        """Restarts the task when it fails: the log is read again first."""
        while not self.is_closed:
            try:
                await self._work()
            except Exception as error:
                self.is_dirty = True
                metrics.room_restarts.inc()
                log.error("room", table=self.id, error=type(error).__name__, where=where_of(error))
                await asyncio.sleep(RETRY_S)
        self._jobs.refuse_all(Refused("table.refused.closing"))

    async def _work(self) -> None:
        if self.rooms.store.is_shared:
            await self.note("who")
        while not self.is_closed:
            job = await self._jobs.next(self._seconds_to_wait())
            if self.is_dirty and not await self._recover():
                if job is not None:
                    job.refuse(Refused("table.refused.storage"))
                continue
            try:
                if job is not None:
                    self.active_at = time.monotonic()
                    await job.run()
                if not self.is_dirty:
                    await self.timers.run_due()
            except Exception as error:
                self._doubt(error)

    def _doubt(self, error: Exception) -> None:
        """Marks the room as dirty after an error that nobody waits for, so that the log is read again after a pause."""
        self.is_dirty = True
        self._reload_at = time.monotonic() + RETRY_S
        metrics.troubles.labels("room").inc()
        log.error("room", table=self.id, error=type(error).__name__, where=where_of(error))

    def _seconds_to_wait(self) -> float:
        if self.is_dirty:
            return max(0.0, self._reload_at - time.monotonic())
        return self.timers.seconds_to_wait()

    async def close(self) -> None:
        """Ends the job under way, keeps a snapshot, and asks every guest to connect again."""
        self.is_closed = True
        self.bots.close()
        if self._task and self._task is not asyncio.current_task():
            self.wake()
            await self._task
        for guest in self.guests:
            guest.dismiss()
        await self.keep()
        self._jobs.refuse_all(Refused("table.refused.closing"))

    async def keep(self) -> None:
        """Stores a snapshot, unless the last one is as good. It is only a cache: nothing is lost if that fails."""
        if self.snapshot_length != self.table.length and not self.is_dirty:
            self.snapshot_length = self.table.length
            with contextlib.suppress(Exception):
                await self.rooms.store.put_snapshot(self.id, self.table.length, freeze(self.table))

    # ------------------------------------------------------------------ changing

    async def change(self, command: Command, renumber: Renumber | None = None) -> list[AnyLine]:
        """Runs a command, stores its lines, then broadcasts them. A refusal changes nothing.

        `renumber` says which link gets a new number in the same transaction. When another process was first, the
        command is retried on what that one left: it checks everything again.
        """
        for _ in range(ATTEMPTS):
            made = await self._try_to_change(command, renumber)
            if made is not None:
                return made
        raise Refused("table.refused.busy")

    async def _try_to_change(self, command: Command, renumber: Renumber | None) -> list[AnyLine] | None:
        """What the command did; None when another process has written meanwhile."""
        length, at = self.table.length, now_ms()
        self.is_dirty = True
        try:
            made = command(at)
        except Refused:
            self.is_dirty = False
            raise
        link_numbers = None
        if made:
            seen_at = None if UNLISTED.issuperset(map(type, made)) else at
            summary = await self._summary()
            new = NewLines(made, at, self.table.state, summary, self.timers.due_at(at), seen_at)
            link = renumber() if renumber else None
            try:
                link_numbers = await self.write(self.rooms.store.append(self.id, length, new, link))
            except Conflict:
                await self._reach(self._reload())
                return None
            self._count(made)
            await self._announce(made)
            if self.table.length - self.snapshot_length > SNAPSHOT_LINES:
                self.post(self.keep)
            await self.note("moved")
        self.is_dirty = False
        if link_numbers is not None:
            await self._use_and_note(link_numbers)
        return made

    async def _summary(self) -> str:
        """What lists show of the table; made on a thread where the game is over: its whole log is gone through."""
        return await asyncio.to_thread(summary_of, self.table) if self.table.has_result else summary_of(self.table)

    async def delete(self) -> None:
        """Takes the table away for good, here and at every process; all connected clients are told."""
        await self.write(self.rooms.store.remove(self.id))
        for guest in list(self.guests):
            self.views.refuse(guest, Refused("table.refused.deleted"))
        await self.note("gone")
        await self.rooms.forget(self.id)

    async def change_link(self, change: LinkChange) -> None:
        """Gives a link a new number, if it still has the old one; the old link is dead at every process."""
        link_numbers = await self.write(self.rooms.store.change_link(self.id, change))
        if link_numbers is None:
            await self.refresh_links()
            raise Refused("table.refused.dead_link")
        await self._use_and_note(link_numbers)

    async def write(self, work: Awaitable[T]) -> T:
        """Writes; until it is known to be stored the room is dirty."""
        self.is_dirty = True
        started = time.perf_counter()
        result = await self._reach(work)
        self.is_dirty = False
        metrics.store_seconds.observe(time.perf_counter() - started)
        return result

    async def _reach(self, work: Awaitable[T]) -> T:
        """Awaits work of the store; when it fails, logs the error and refuses the request that needed it."""
        try:
            return await work
        except (Refused, Conflict):
            raise
        except Exception as error:
            metrics.troubles.labels("store").inc()
            log.error("store", table=self.id, error=type(error).__name__, where=where_of(error))
            raise Refused("table.refused.storage") from error

    async def _use_and_note(self, link_numbers: dict[str, str]) -> None:
        self._use_links(link_numbers)
        await self.note("keys")

    def _count(self, made: list[AnyLine]) -> None:
        acted = [line for line in made if isinstance(line, lines.Acted)]
        if acted:
            by = "bot" if self.table.is_bots(acted[0].seat) else "person"
            metrics.moves.labels(self.table.setup.game, by).inc(len(acted))
        if self.table.has_result and not NOTICED_BY_ALL.isdisjoint(map(type, made)):
            metrics.tables_over.labels(self.table.setup.game).inc()

    async def _announce(self, made: list[AnyLine]) -> None:
        """Sends what was done to those who can notice it; a bot may be asked now."""
        await self.views.announce(made)
        self.bots.consider()

    # ------------------------------------------------------------------ reading the log again

    async def _recover(self) -> bool:
        """Reloads a dirty room; False while that is not possible."""
        if time.monotonic() < self._reload_at:
            return False
        try:
            await self._reload()
        except Refused as refusal:  # the table was deleted
            for guest in self.guests:
                self.views.refuse(guest, refusal)
            await self.rooms.forget(self.id)
            return False
        except Exception as error:
            self._reload_at = time.monotonic() + RETRY_S
            log.error("reload", table=self.id, error=type(error).__name__, where=where_of(error))
            return False
        return True

    async def _reload(self) -> None:
        """Reads the log again and shows every guest what it says."""
        self.is_dirty = True
        row, table, chat, _ = await self.rooms.read(self.id)
        self.table, self.is_dirty = table, False
        metrics.reloads.inc()
        self._use_links(row.link_numbers)
        self.chat.broadcast(chat)
        for guest in list(self.guests):
            guest.sent = table.match.known_since(guest.viewer, min(guest.sent, table.ply(guest.viewer)))
        self.views.broadcast_table()
        await self.views.send(self.guests)
        if table.has_result:
            self.post(self.views.tell_result)
        self.bots.restart()

    async def refresh(self) -> None:
        """Notes of other processes may have been missed: reads what is new."""
        row = await self.rooms.store.table(self.id)
        if row is None:
            await self._reload()  # says that it was deleted
            return
        self._use_links(row.link_numbers)
        await self.catch_up()
        await self.chat.catch_up()

    async def catch_up(self) -> None:
        """Folds what another process has stored."""
        fresh = await self.rooms.store.lines(self.id, self.table.length)
        for at, line in fresh:
            self.table.fold(line, at)
        if fresh:
            await self._announce([line for _, line in fresh])

    # ------------------------------------------------------------------ presence

    def enter(self, guest: Guest, seen: int) -> None:
        """Welcomes a guest with all that it may see."""
        if len(self.guests) >= self.rooms.settings.limits.guests:
            raise Refused("table.refused.crowded")
        seats = self.table.seats_of(guest.link_seat) if guest.is_seated else []
        if seats:
            guest.viewer = self.table.mover if self.table.mover in seats else seats[0]
        is_first = self.presence.arrive(guest)
        guest.send(self.views.welcome(guest, seats, seen))
        if self.table.has_result:
            self.views.send_result([guest])
        if is_first:
            self._presence_changed()

    async def come_back(self, guest: Guest) -> None:
        """Gives an arriving player the seat back that a bot held meanwhile."""
        for seat in self.table.seats_of(guest.link_seat) if guest.is_seated else []:
            if self.table.state == "playing" and self.table.chairs[seat].held and not self.table.chairs[seat].left:
                await self.change(lambda at, seat=seat: self.table.reclaim(seat, at))  # type: ignore[misc]

    def leave(self, guest: Guest) -> None:
        """At any time, also while the room is dirty: the guest's socket is gone."""
        if self.presence.depart(guest):
            self.post(self._broadcast_presence)
        self.bots.cancel_hint(guest)

    async def _broadcast_presence(self) -> None:
        self._presence_changed()

    def _presence_changed(self) -> None:
        self.views.broadcast_table()
        self.timers.presence_sent_at = 0.0

    async def update_presence(self, note: Note) -> None:
        """Another process sent which seats are connected to it."""
        before = self.presence.connected(self.table)
        self.presence.update(note, self.table)
        if self.presence.connected(self.table) != before:
            self.views.broadcast_table()

    async def refresh_links(self) -> None:
        """Reads the numbers of the links again: another process may have revoked some, and moved meanwhile."""
        row = await self.rooms.store.table(self.id)
        if row is not None:
            self._use_links(row.link_numbers)
            if row.length > self.table.length:
                await self.catch_up()

    def _use_links(self, link_numbers: dict[str, str]) -> None:
        """Closes the sockets that were opened by a link that is now revoked."""
        self.link_numbers = link_numbers
        for guest in list(self.guests):
            if guest.link is not None and link_numbers.get(guest.link.who) != guest.link.number:
                self.views.refuse(guest, Refused("table.refused.dead_link"))
                guest.dismiss()

    # ------------------------------------------------------------------ the other processes

    async def note(self, what: Any, seats: tuple[int, ...] = ()) -> None:
        """Publishes to the other processes that something happened here; never what."""
        await self.rooms.bus.publish(Note(self.rooms.process, self.id, what, seats))
