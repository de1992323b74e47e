"""A live table: one task that takes what comes in one by one, stores what it did, and only then tells it.

The table in memory is a cache of the log. Whenever storing fails, or another process was first, it is thrown away and
read again.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any

from bastide.bots.worker import Failed
from bastide.core.catalogue import LANGUAGES, say_phrase
from bastide.core.state import SPECTATOR
from bastide.server import metrics
from bastide.server.bus import Note
from bastide.server.clock import now_ms
from bastide.server.door import EVERYBODY, Guest, Parcel, pack
from bastide.server.logs import log, where_of
from bastide.server.presence import Presence
from bastide.server.seats import bot_seed, hint_message
from bastide.server.store import Conflict, TableRow, Told
from bastide.server.summary import summary_of
from bastide.table import lines, messages
from bastide.table.lines import AnyLine
from bastide.table.refused import Refused
from bastide.table.snapshot import freeze
from bastide.table.table import Table

if TYPE_CHECKING:
    from bastide.server.rooms import Rooms

NOTICED_BY_ALL = (lines.Committed, lines.Drawn, lines.Began, lines.Held, lines.Reclaimed)
CHANGE_THE_TABLE = (
    lines.Sat,
    lines.Shared,
    lines.Opened,
    lines.Began,
    lines.Held,
    lines.Reclaimed,
    lines.FollowedBy,
)
ATTEMPTS = 5  # to write when other processes write to the same table
HEARTBEAT_S = 15.0  # presence is told again to the other processes

Job = Callable[[], Awaitable[None]]


class Room:
    """One table, those who are there, and the task that serves them."""

    def __init__(self, rooms: Rooms, row: TableRow, table: Table, chat: list[tuple[int, messages.ChatLine]]) -> None:
        self.rooms = rooms
        self.id = row.id
        self.keys = row.keys
        self.table = table
        self.chat = [line for _, line in chat]
        self.chat_number = chat[-1][0] if chat else 0
        self.presence = Presence(table)
        self.guests = self.presence.guests
        self.is_owner = False  # this process keeps the timers and the bots
        self.leased_until = 0.0
        self.busy_at = time.monotonic()
        self.told_here = 0.0
        self.snapshot_length = -1
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._thinking: asyncio.Task[None] | None = None
        self._thought = (-1, -1, -1)
        self._task: asyncio.Task[None] | None = None
        self._asides: set[asyncio.Task[Any]] = set()
        self.is_closed = False

    # ------------------------------------------------------------------ the task

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")

    def post(self, job: Job) -> None:
        """To be done after what waits already."""
        self._jobs.put_nowait(job)

    async def ask(self, job: Callable[[], Awaitable[Any]]) -> Any:
        """Does a job in its turn, and waits for it."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                result = await job()
            except BaseException as error:
                if not done.done():
                    done.set_exception(error)
                if not isinstance(error, Exception):
                    raise
            else:
                if not done.done():
                    done.set_result(result)

        self.post(run)
        return await done

    async def _run(self) -> None:
        await self._lease()
        if self.rooms.store.is_shared:
            await self._note("who")
        while not self.is_closed:
            try:
                job = await asyncio.wait_for(self._jobs.get(), self._seconds_to_wait())
            except TimeoutError:
                job = None
            try:
                if job is not None:
                    self.busy_at = time.monotonic()
                    await job()
                await self._do_what_is_due()
            except Exception as error:
                metrics.troubles.labels("room").inc()
                log.error("room", table=self.id, error=type(error).__name__, where=where_of(error))
                await self._reload_in_spite_of_trouble()

    async def _reload_in_spite_of_trouble(self) -> None:
        try:
            await self._reload()
        except Refused as refusal:  # the table is no more
            for guest in self.guests:
                self.refuse(guest, refusal)
            await self.rooms.forget(self.id)
        except Exception as error:
            log.error("reload", table=self.id, error=type(error).__name__, where=where_of(error))
            await asyncio.sleep(1.0)

    async def close(self) -> None:
        """Lets the job under way end, keeps a snapshot, and asks everybody to come again."""
        self.is_closed = True
        if self._thinking:
            self._thinking.cancel()
        for aside in self._asides:
            aside.cancel()
        if self._task and self._task is not asyncio.current_task():
            self.post(_nothing)
            await self._task
        for guest in self.guests:
            guest.dismiss()
        await self.keep()

    async def keep(self) -> None:
        """A snapshot, unless the last one is as good."""
        if self.snapshot_length != self.table.length:
            self.snapshot_length = self.table.length
            await self.rooms.store.put_snapshot(self.id, self.table.length, freeze(self.table))

    # ------------------------------------------------------------------ changing

    async def change(self, command: Callable[[int], list[AnyLine]]) -> list[AnyLine]:
        """Does a command, stores what it did, then tells it. A refusal changes nothing.

        When another process was first, the command is tried again on what that one left: it checks everything anew.
        """
        for _ in range(ATTEMPTS):
            made = await self._try_to_change(command)
            if made is not None:
                return made
        raise Refused("table.refused.busy")

    async def _try_to_change(self, command: Callable[[int], list[AnyLine]]) -> list[AnyLine] | None:
        """What the command did; None when somebody else has written meanwhile."""
        length = self.table.length
        at = now_ms()
        made = command(at)
        if not made:
            return []
        told = Told(made, at, self.table.state, summary_of(self.table), self.due_at(at))
        started = time.perf_counter()
        try:
            await self.rooms.store.append(self.id, length, told)
        except Conflict:
            await self._reload()
            return None
        except Exception:
            await self._reload()
            raise
        metrics.store_seconds.observe(time.perf_counter() - started)
        self._count(made)
        self._announce(made)
        await self._note("moved")
        return made

    def _count(self, made: list[AnyLine]) -> None:
        acted = [line for line in made if isinstance(line, lines.Acted)]
        if acted:
            by = "bot" if self.table.is_bots(acted[0].seat) else "person"
            metrics.moves.labels(self.table.setup.game, by).inc(len(acted))
        if any(isinstance(line, NOTICED_BY_ALL) for line in made) and self.table.state == "over":
            metrics.tables_over.labels(self.table.setup.game).inc()

    async def _reload(self) -> None:
        """Reads the log again and shows everybody what it says."""
        row, table, chat, _ = await self.rooms.read(self.id)
        self.table, self.keys = table, row.keys
        for line in (line for number, line in chat if number > self.chat_number):
            self._hear(line)
        self.chat_number = max([self.chat_number, *(number for number, _ in chat)])
        for guest in list(self.guests):
            guest.sent = table.match.known_since(guest.viewer, min(guest.sent, table.ply(guest.viewer)))
        self._tell_table()
        self._tell_views(self.guests)
        if table.state == "over":
            self._tell_result(self.guests)
        self._consider_bot()

    async def catch_up(self) -> None:
        """Another process has moved at this table: folds what it stored."""
        fresh = await self.rooms.store.lines(self.id, self.table.length)
        for at, line in fresh:
            self.table.fold(line, at)
        if fresh:
            self._announce([line for _, line in fresh])

    # ------------------------------------------------------------------ telling

    def _announce(self, made: list[AnyLine]) -> None:
        """Tells those who can notice what was done."""
        if any(isinstance(line, CHANGE_THE_TABLE) for line in made):
            self._tell_table()
        self._tell_views(self._noticing(made))
        if self.table.state == "over" and not isinstance(made[0], lines.FollowedBy | lines.Muted | lines.ConfirmSet):
            self._tell_result(self.guests)
        self._consider_bot()

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

    def _tell_views(self, guests: Iterable[Guest]) -> None:
        """Each viewer's view is made once, however many sockets look at it."""
        at = now_ms()
        made: dict[tuple[int, int], Parcel] = {}
        for guest in list(guests):
            wanted = (guest.viewer, guest.sent)
            if wanted not in made:
                view = self.table.view(guest.viewer, at)
                log_lines = self.table.log(guest.viewer, guest.sent)
                made[wanted] = pack(messages.ViewChanged(view, guest.sent, log_lines), guest.viewer)
            guest.sent = self.table.ply(guest.viewer)
            guest.deliver(made[wanted])

    def show(self, guest: Guest) -> None:
        """One guest's view, anew."""
        self._tell_views([guest])

    def _tell_table(self) -> None:
        parcel = pack(messages.TableChanged(self.info()), EVERYBODY)
        for guest in list(self.guests):
            guest.deliver(parcel)

    def _tell_result(self, guests: Iterable[Guest]) -> None:
        parcel = pack(messages.Over(self.table.result()), EVERYBODY)
        for guest in list(guests):
            guest.deliver(parcel)

    def refuse(self, guest: Guest, refusal: Refused) -> None:
        """Says why not, in the guest's language."""
        metrics.refused.labels(refusal.label.key).inc()
        names = [chair.name or "" for chair in self.table.chairs]
        text = say_phrase(guest.language, refusal.label, [name or f"{i + 1}" for i, name in enumerate(names)])
        guest.tell(messages.NotDone(refusal.label, refusal.clause, text))

    def info(self) -> messages.TableInfo:
        return self.table.info(self.presence.connected(self.table), self.presence.leaves(self.table))

    # ------------------------------------------------------------------ who is there

    def enter(self, guest: Guest, seen: int) -> None:
        """Welcomes a guest with all that it may see."""
        if len(self.guests) >= self.rooms.settings.limits.guests:
            raise Refused("table.refused.crowded")
        seats = self.table.seats_of(guest.hand) if guest.is_seated else []
        if seats:
            guest.viewer = self.table.mover if self.table.mover in seats else seats[0]
        is_first = self.presence.arrive(guest)
        since = self.table.match.known_since(guest.viewer, min(seen, self.table.ply(guest.viewer)))
        guest.sent = self.table.ply(guest.viewer)
        muted = self.table.chairs[guest.viewer].muted if guest.is_seated else set()
        guest.tell(
            messages.Welcome(
                protocol=messages.PROTOCOL,
                table=self.info(),
                viewer=guest.viewer if guest.is_seated else None,
                seats=seats,
                host=guest.is_host,
                view=self.table.view(guest.viewer, now_ms()),
                since=since,
                log=self.table.log(guest.viewer, since),
                chat=[line for line in self.chat if not self._is_muted(guest, line)],
                muted=sorted(
                    (None if whom == SPECTATOR else whom for whom in muted), key=lambda whom: (whom is None, whom)
                ),
            )
        )
        if self.table.state == "over":
            self._tell_result([guest])
        if is_first:
            self._presence_changed()

    async def come_back(self, guest: Guest) -> None:
        """Whoever arrives has their seat again, if it was held because they were away."""
        for seat in self.table.seats_of(guest.hand) if guest.is_seated else []:
            if self.table.state == "playing" and self.table.chairs[seat].held:
                await self.change(lambda at, seat=seat: self.table.reclaim(seat, at))  # type: ignore[misc]

    def leave(self, guest: Guest) -> None:
        if self.presence.depart(guest):
            self._presence_changed()

    def _presence_changed(self) -> None:
        self._tell_table()
        self.told_here = 0.0

    def hear_presence(self, note: Note) -> None:
        """Another process told which seats are there."""
        before = self.presence.connected(self.table)
        self.presence.hear(note, self.table)
        if self.presence.connected(self.table) != before:
            self._tell_table()

    async def keep_company(self) -> None:
        """Another process asks who is here; the answer goes out with what is due."""

    async def renew_keys(self) -> None:
        """Some link was revoked: whoever came by it must go."""
        row = await self.rooms.store.table(self.id)
        if row is not None:
            self.use_keys(row.keys)

    def use_keys(self, keys: dict[str, str]) -> None:
        self.keys = keys
        for guest in list(self.guests):
            if guest.link is not None and keys.get(guest.link.who) != guest.link.number:
                self.refuse(guest, Refused("table.refused.dead_link"))
                guest.dismiss()

    # ------------------------------------------------------------------ chat

    async def say(self, guest: Guest, text: str) -> None:
        """Stored, then told to all who want to hear it."""
        words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if not words:
            raise Refused("table.refused.empty")
        seat = guest.viewer if guest.is_seated else None
        name = (self.table.chairs[guest.viewer].name or "") if guest.is_seated else ""
        line = messages.ChatLine(now_ms(), seat, name, words)
        self.chat_number = await self.rooms.store.say(self.id, line)
        self._hear(line)
        await self._note("said")

    async def catch_up_chat(self) -> None:
        for number, line in await self.rooms.store.chat(self.id, self.chat_number):
            self.chat_number = number
            self._hear(line)

    def _hear(self, line: messages.ChatLine) -> None:
        self.chat.append(line)
        parcel = pack(messages.Said(line), EVERYBODY)
        for guest in list(self.guests):
            if not self._is_muted(guest, line):
                guest.deliver(parcel)

    def _is_muted(self, guest: Guest, line: messages.ChatLine) -> bool:
        whom = SPECTATOR if line.seat is None else line.seat
        return guest.is_seated and whom in self.table.chairs[guest.viewer].muted

    # ------------------------------------------------------------------ hints

    def start_hint(self, guest: Guest) -> None:
        """A bot that sees what the guest sees advises; the table goes on meanwhile."""
        if not guest.is_seated or self.table.mover != guest.viewer or self.table.match.is_done:
            raise Refused("table.refused.no_hint")
        if guest.is_hinting:
            raise Refused("table.refused.thinking")
        guest.is_hinting = True
        self._aside(self._give_hint(guest, guest.viewer, self.table.ply(guest.viewer)))

    async def _give_hint(self, guest: Guest, viewer: int, ply: int) -> None:
        try:
            view = self.table.match.view(viewer)
            hint = await self.rooms.thinkers.hint(view, bot_seed(self.id))  # the secret is not for whoever asks
            if guest.viewer == viewer:
                guest.tell(messages.Hinted(hint_message(hint, ply)))
        except Failed:
            self.refuse(guest, Refused("table.refused.hint_failed"))
        finally:
            guest.is_hinting = False

    def _aside(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    # ------------------------------------------------------------------ bots and timers

    def _consider_bot(self) -> None:
        """Has the bot think whose turn it is; what it thought about an older position is dropped."""
        seat = self.table.mover
        wanted = (-1, -1, -1)
        if seat >= 0 and self.table.is_bots(seat) and self.is_owner and not self.is_closed:
            wanted = (seat, self.table.ply(seat), len(self.table.match.rewinds))
        if wanted == self._thought:
            return
        self._thought = wanted
        if self._thinking:
            self._thinking.cancel()
            self._thinking = None
        if seat >= 0 and wanted[0] >= 0:
            self._thinking = asyncio.create_task(self._think(seat, wanted))

    async def _think(self, seat: int, wanted: tuple[int, int, int]) -> None:
        low, high = self.rooms.settings.pace_ms
        ready = time.monotonic() + random.uniform(low, high) / 1000
        view, level = self.table.match.view(seat), self.table.level_of(seat)
        action = await self.rooms.thinkers.choose(level, view, bot_seed(self.table.seed), wanted[1])
        await asyncio.sleep(max(0.0, ready - time.monotonic()))
        self.post(lambda: self._bot_moves(seat, wanted, action))

    async def _bot_moves(self, seat: int, wanted: tuple[int, int, int], action: int) -> None:
        if wanted == self._thought and self.is_owner:
            self._thinking = None
            self._thought = (-1, -1, -1)
            await self.change(lambda at: self.table.act(seat, [action], wanted[1], at))

    def due_at(self, at: int) -> int | None:
        """When something must happen here although nobody asks: for waking a table that sleeps."""
        mover = self.table.mover
        if mover >= 0 and self.table.is_bots(mover):
            return at
        dues = (self.table.falls_at(), self.table.commits_at(), self.table.deals_at())
        return min((due for due in dues if due is not None), default=None)

    def _seconds_to_wait(self) -> float:
        """Until a timer, a lease or a bedtime."""
        at = now_ms()
        dues = [
            due for due in (self.table.falls_at(), self.table.commits_at(), self.table.deals_at()) if due is not None
        ]
        waits = [(due - at) / 1000 for due in dues] if self.is_owner else []
        waits += [ms / 1000 for ms in self.presence.leaves(self.table).values()] if self.is_owner else []
        waits.append(max(0.5, self.leased_until - time.monotonic()))
        if not self.guests:
            waits.append(max(0.05, self.busy_at + self.rooms.settings.sleep_after_s - time.monotonic()))
        return max(0.0, min(waits))

    async def _do_what_is_due(self) -> None:
        await self._lease()
        if self.rooms.store.is_shared and time.monotonic() - self.told_here > HEARTBEAT_S:
            self.told_here = time.monotonic()
            await self._note("here", tuple(sorted({guest.hand for guest in self.guests if guest.is_seated})))
        if self.is_owner:
            self._consider_bot()
            await self.change(lambda at: self.table.deal_late(at))
            await self.change(lambda at: self.table.commit_late(at))
            await self.change(lambda at: self.table.fall(at))
            for seat, ms in self.presence.leaves(self.table).items():
                if ms <= 0:
                    await self.change(lambda at, seat=seat: self.table.hold(seat, "absent", at))  # type: ignore[misc]
        idle = time.monotonic() - self.busy_at
        if not self.guests and self._thinking is None and idle > self.rooms.settings.sleep_after_s:
            await self.rooms.put_to_sleep(self)

    async def _lease(self) -> None:
        """Only one process at a time keeps the timers and bots of a table."""
        lease_s = self.rooms.settings.lease_s
        if time.monotonic() < self.leased_until - lease_s / 2:
            return
        at = now_ms()
        until = at + int(lease_s * 1000)
        self.is_owner = await self.rooms.store.lease(self.id, self.rooms.process, at, until)
        self.leased_until = time.monotonic() + lease_s
        if self.is_owner:
            self._consider_bot()

    async def _note(self, what: Any, seats: tuple[int, ...] = ()) -> None:
        await self.rooms.bus.tell(Note(self.rooms.process, self.id, what, seats))


async def _nothing() -> None:
    """Wakes the task so that it sees it is over."""


def known_language(language: str) -> str:
    return language if language in LANGUAGES else LANGUAGES[0]
