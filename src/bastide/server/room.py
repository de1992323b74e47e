"""A live table: one task takes jobs from a queue, one at a time; what a job changes is stored, then broadcast.

The table in memory is a cache of the log. From the first change of a command until its lines are stored the room is
*dirty*; if storing fails it stays so, and then it answers nothing and shows nothing until it has read the log again,
which it retries by itself. Whatever reads the table for a viewer runs as a job, so nothing is shown that is not stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from bastide.core.catalogue import LANGUAGES, say_phrase
from bastide.core.state import SPECTATOR
from bastide.server import metrics
from bastide.server.bus import Note
from bastide.server.clock import now_ms
from bastide.server.door import BROADCAST, Guest, Parcel, pack
from bastide.server.jobs import Jobs
from bastide.server.logs import log, where_of
from bastide.server.presence import Presence
from bastide.server.room_bots import RoomBots
from bastide.server.room_timers import RoomTimers
from bastide.server.store import CHAT_KEPT, Conflict, LinkChange, NewLines, TableRow
from bastide.server.summary import summary_of
from bastide.server.texts import clean
from bastide.table import lines, messages
from bastide.table.lines import AnyLine
from bastide.table.refused import Refused
from bastide.table.result import result_of
from bastide.table.seen import drawn_for, info_of, log_for, past_for, past_log_for, view_for
from bastide.table.snapshot import freeze
from bastide.table.table import Table

if TYPE_CHECKING:
    from bastide.server.rooms import Rooms

NOTICED_BY_ALL = (
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
)
WITHOUT_RESULT = (lines.FollowedBy, lines.Muted, lines.ConfirmSet, lines.SpectatorsChat)  # what a result may precede
CHANGE_THE_TABLE = (
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
)
UNSEEN = (lines.Acted, lines.Undone, lines.ConfirmSet, lines.Muted)  # by themselves they show in no list
ATTEMPTS = 5  # to write when other processes write to the same table
SNAPSHOT_LINES = 64  # after so many more a snapshot is kept, so that waking after a crash is no long replay
RETRY_S = 0.5  # between attempts to read the log again, and before a failed task is restarted

T = TypeVar("T")
Command = Callable[[int], list[AnyLine]]
Renumber = Callable[[], LinkChange | None]


class Dirty(Exception):
    """The table in memory is ahead of its log: it must not be shown."""


class Room:
    """One table, its guests, and the task that serves them."""

    def __init__(self, rooms: Rooms, row: TableRow, table: Table, chat: list[tuple[int, messages.ChatLine]]) -> None:
        self.rooms = rooms
        self.id = row.id
        self.link_numbers = row.link_numbers
        self.table = table
        self.chat: deque[messages.ChatLine] = deque((line for _, line in chat), CHAT_KEPT)
        self.chat_number = chat[-1][0] if chat else 0
        self.presence = Presence(table)
        self.guests = self.presence.guests
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
        """Something failed that nobody waits for: what is in memory is read again, but not in a hot loop."""
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
            seen_at = at if any(not isinstance(line, UNSEEN) for line in made) else None
            new = NewLines(made, at, self.table.state, summary_of(self.table), self.timers.due_at(at), seen_at)
            link = renumber() if renumber else None
            try:
                link_numbers = await self._store(self.rooms.store.append(self.id, length, new, link))
            except Conflict:
                await self._reach(self._reload())
                return None
            self._count(made)
            self._announce(made)
            if self.table.length - self.snapshot_length > SNAPSHOT_LINES:
                self.post(self.keep)
            await self.note("moved")
        self.is_dirty = False
        if link_numbers is not None:
            await self._use_and_note(link_numbers)
        return made

    async def delete(self) -> None:
        """Takes the table away for good, here and at every process; all connected clients are told."""
        await self._store(self.rooms.store.remove(self.id))
        for guest in list(self.guests):
            self.refuse(guest, Refused("table.refused.deleted"))
        await self.note("gone")
        await self.rooms.forget(self.id)

    async def change_link(self, change: LinkChange) -> None:
        """Gives a link a new number, if it still has the old one; the old link is dead at every process."""
        link_numbers = await self._store(self.rooms.store.change_link(self.id, change))
        if link_numbers is None:
            await self.refresh_links()
            raise Refused("table.refused.dead_link")
        await self._use_and_note(link_numbers)

    async def _store(self, write: Awaitable[T]) -> T:
        """Writes; until it is known to be stored the room is dirty."""
        self.is_dirty = True
        started = time.perf_counter()
        result = await self._reach(write)
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
        if any(isinstance(line, NOTICED_BY_ALL) for line in made) and self.table.has_result:
            metrics.tables_over.labels(self.table.setup.game).inc()

    # ------------------------------------------------------------------ reading the log again

    async def _recover(self) -> bool:
        """Reloads a dirty room; False while that is not possible."""
        if time.monotonic() < self._reload_at:
            return False
        try:
            await self._reload()
        except Refused as refusal:  # the table was deleted
            for guest in self.guests:
                self.refuse(guest, refusal)
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
        self._broadcast_chat(chat)
        for guest in list(self.guests):
            guest.sent = table.match.known_since(guest.viewer, min(guest.sent, table.ply(guest.viewer)))
        self.broadcast_table()
        self._send_views(self.guests)
        if table.has_result:
            self.post(self._tell_result)
        self.bots.restart()

    async def refresh(self) -> None:
        """Notes of other processes may have been missed: reads what is new."""
        row = await self.rooms.store.table(self.id)
        if row is None:
            await self._reload()  # says that it was deleted
            return
        self._use_links(row.link_numbers)
        await self.catch_up()
        await self.catch_up_chat()

    async def catch_up(self) -> None:
        """Folds what another process has stored."""
        fresh = await self.rooms.store.lines(self.id, self.table.length)
        for at, line in fresh:
            self.table.fold(line, at)
        if fresh:
            self._announce([line for _, line in fresh])

    # ------------------------------------------------------------------ broadcasting

    def _check_clean(self) -> None:
        if self.is_dirty:
            raise Dirty(self.id)

    def _announce(self, made: list[AnyLine]) -> None:
        """Sends what was done to those who can notice it."""
        if any(isinstance(line, CHANGE_THE_TABLE) for line in made):
            self.broadcast_table()
        self._send_views(self._noticing(made))
        if self.table.has_result and not isinstance(made[0], WITHOUT_RESULT):
            self.post(self._tell_result)
        self.bots.consider()

    def _noticing(self, made: list[AnyLine]) -> set[Guest]:
        """Whose view has changed: a turn that is still tried out is seen by its seat alone."""
        noticing: set[Guest] = set()
        for line in made:
            if isinstance(line, lines.Undone):
                noticing |= {guest for guest in self.guests if guest.sent > line.ply}
                for guest in noticing:
                    guest.sent = min(guest.sent, line.ply)
            elif isinstance(line, lines.Acted | lines.ConfirmSet):
                noticing |= {guest for guest in self.guests if guest.viewer == line.seat}
            elif isinstance(line, NOTICED_BY_ALL):
                noticing |= self.guests
        return noticing

    def _send_views(self, guests: Iterable[Guest]) -> None:
        """Each viewer's view is serialised once, however many sockets show it."""
        self._check_clean()
        at = now_ms()
        made: dict[tuple[int, int], Parcel] = {}
        for guest in list(guests):
            wanted = (guest.viewer, guest.sent)
            if wanted not in made:
                view = view_for(self.table, guest.viewer, at)
                log_lines, drawn = log_for(self.table, *wanted), drawn_for(self.table, *wanted)
                made[wanted] = pack(messages.ViewChanged(view, guest.sent, log_lines, drawn), guest.viewer)
            guest.sent = self.table.ply(guest.viewer)
            guest.deliver(made[wanted])

    def show(self, guest: Guest) -> None:
        """Sends one guest its view again."""
        self._send_views([guest])

    def broadcast_table(self) -> None:
        self._check_clean()
        self._broadcast(messages.TableChanged(self.info()), self.guests)

    async def _tell_result(self) -> None:
        """The end of a game, with its proof, which is made aside: a game is replayed for it, and others are playing."""
        await asyncio.to_thread(result_of, self.table)
        self._send_result(self.guests)

    def _send_result(self, guests: Iterable[Guest]) -> None:
        self._check_clean()
        self._broadcast(messages.Over(result_of(self.table)), guests)

    def _broadcast(self, message: messages.FromServer, guests: Iterable[Guest]) -> None:
        parcel = pack(message, BROADCAST)
        for guest in list(guests):
            guest.deliver(parcel)

    def refuse(self, guest: Guest, refusal: Refused) -> None:
        """Says why not, in the guest's language."""
        metrics.refused.labels(refusal.label.key).inc()
        names = [chair.name or "" for chair in self.table.chairs]
        text = say_phrase(guest.language, refusal.label, [name or f"{i + 1}" for i, name in enumerate(names)])
        guest.send(messages.NotDone(refusal.label, refusal.clause, text))

    async def look_back(self, viewer: int, ply: int, eyes: int) -> tuple[messages.View, list[messages.LogEvent]]:
        """An earlier position and what led to it; aside, since a long game takes its time and others are playing."""
        table, at = self.table, now_ms()
        return await asyncio.to_thread(
            lambda: (past_for(table, viewer, ply, eyes, at), past_log_for(table, viewer, ply, eyes))
        )

    async def get_ready(self, viewer: int) -> None:
        """The story of a long game is told aside, before its first view is asked for; so is the proof of its end."""
        await asyncio.to_thread(self.table.match.chronicle, viewer)
        if self.table.has_result:
            await asyncio.to_thread(result_of, self.table)

    def info(self) -> messages.TableInfo:
        return info_of(self.table, self.presence.connected(self.table), self.presence.leaves(self.table))

    # ------------------------------------------------------------------ presence

    def enter(self, guest: Guest, seen: int) -> None:
        """Welcomes a guest with all that it may see."""
        if len(self.guests) >= self.rooms.settings.limits.guests:
            raise Refused("table.refused.crowded")
        seats = self.table.seats_of(guest.link_seat) if guest.is_seated else []
        if seats:
            guest.viewer = self.table.mover if self.table.mover in seats else seats[0]
        is_first = self.presence.arrive(guest)
        guest.send(self._welcome(guest, seats, seen))
        if self.table.has_result:
            self._send_result([guest])
        if is_first:
            self._presence_changed()

    def _welcome(self, guest: Guest, seats: list[int], seen: int) -> messages.Welcome:
        self._check_clean()
        since = self.table.match.known_since(guest.viewer, min(seen, self.table.ply(guest.viewer)))
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
            log=log_for(self.table, guest.viewer, since),
            drawn=drawn_for(self.table, guest.viewer, since),
            chat=[line for line in self.chat if not self._is_muted(guest, line)],
            muted=sorted(
                (None if whom == SPECTATOR else whom for whom in muted), key=lambda whom: (whom is None, whom)
            ),
        )

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
        self.broadcast_table()
        self.timers.presence_sent_at = 0.0

    async def update_presence(self, note: Note) -> None:
        """Another process sent which seats are connected to it."""
        before = self.presence.connected(self.table)
        self.presence.update(note, self.table)
        if self.presence.connected(self.table) != before:
            self.broadcast_table()

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
                self.refuse(guest, Refused("table.refused.dead_link"))
                guest.dismiss()

    # ------------------------------------------------------------------ chat

    async def say(self, guest: Guest, text: str) -> None:
        """Stores a line, then sends it to all who have not muted its author."""
        if not (guest.is_seated or guest.is_host or self.table.spectators_chat):
            raise Refused("table.refused.quiet")
        words = clean(text)
        if not words:
            raise Refused("table.refused.empty")
        seat = guest.viewer if guest.is_seated else None
        name = (self.table.chairs[guest.viewer].name or "") if guest.is_seated else ""
        line = messages.ChatLine(now_ms(), seat, name, words)
        self._broadcast_chat([(await self._store(self.rooms.store.say(self.id, line)), line)])
        await self.note("said")

    async def catch_up_chat(self) -> None:
        self._broadcast_chat(await self.rooms.store.chat(self.id, self.chat_number))

    def _broadcast_chat(self, chat: list[tuple[int, messages.ChatLine]]) -> None:
        for number, line in chat:
            if number > self.chat_number:
                self.chat_number = number
                self.chat.append(line)
                self._broadcast(messages.Said(line), [each for each in self.guests if not self._is_muted(each, line)])

    def _is_muted(self, guest: Guest, line: messages.ChatLine) -> bool:
        whom = SPECTATOR if line.seat is None else line.seat
        return guest.is_seated and whom in self.table.chairs[guest.viewer].muted

    async def note(self, what: Any, seats: tuple[int, ...] = ()) -> None:
        """Publishes to the other processes that something happened here; never what."""
        await self.rooms.bus.publish(Note(self.rooms.process, self.id, what, seats))


def known_language(language: str) -> str:
    return language if language in LANGUAGES else LANGUAGES[0]
