"""The courier: looks who is newly asked, and sends what is due; a slow or dead address delays nobody's move."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from bastide.core.catalogue import LANGUAGES
from bastide.server import metrics
from bastide.server.clock import now_ms
from bastide.server.links import seat_of
from bastide.server.logs import log, where_of
from bastide.server.notices.addresses import Failed, Gone, Unsure
from bastide.server.notices.carriers import Carriers
from bastide.server.notices.words import message_of, still_asked
from bastide.server.store.notices import Candidate, ChannelRow, NoticeStore, Waiting
from bastide.server.summary import read_summary

if TYPE_CHECKING:
    from bastide.server.rooms import Rooms

MINUTE = 60_000
GRACE_MS = MINUTE  # who decides within it is told nothing
GAP_MS = {"push": 10 * MINUTE, "mail": 60 * MINUTE, "hook": 5 * MINUTE}  # between two messages: a digest, not a flood
LEASE_MS = MINUTE  # how long one process has to send
BACK_OFF_MS = MINUTE  # after a failure; doubled with each that follows
LONGEST_MS = 6 * 60 * MINUTE
GIVE_UP = 20  # failures in a row: four days of an address that never answers
OVERLAP_MS = 10_000  # other processes may write a little in the past
AT_ONCE = 64  # messages under way: addresses that hang for their whole time hold up no others
MOST = 512  # messages begun, those that wait for their turn included
SEEN_TWICE = ("hook",)  # kinds whose readers would see a message again that comes again: an attempt counts as a message


class Courier:
    """One task per process; several processes share the work by claiming channels."""

    def __init__(self, store: NoticeStore, carriers: Carriers, rooms: Rooms, every_s: float) -> None:
        self.store = store
        self.carriers = carriers
        self.rooms = rooms
        self.every_s = every_s
        self._seen_until = 0  # tables that changed before have been looked at
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._task: asyncio.Task[None] | None = None
        self._sending: dict[str, asyncio.Task[None]] = {}  # by channel

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="courier")

    async def close(self) -> None:
        tasks = [*([self._task] if self._task else []), *self._sending.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.carriers.close()

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
                await self._begin_due()
            except Exception as error:
                metrics.troubles.labels("courier").inc()
                log.error("courier", error=type(error).__name__, where=where_of(error))
            await asyncio.sleep(self.every_s)

    # ---- who is asked

    async def look(self) -> None:
        """Queues a notice for everybody who was asked since the last look."""
        moment, newest = self._seen_until - OVERLAP_MS, self._seen_until
        after = (-1, "", "")
        while True:
            candidates = await self.store.changed_since(moment, after)
            for candidate in candidates:
                await self._consider(candidate)
                newest = max(newest, candidate.updated)
            if not candidates:
                break
            last = candidates[-1]
            after = (last.updated, last.table, last.card)
        self._seen_until = newest

    async def _consider(self, candidate: Candidate) -> None:
        summary = read_summary(candidate.summary)
        if seat_of(candidate.who) in summary.waiting_for and summary.since > candidate.noticed:
            await self.store.notice(candidate, summary.since, summary.since + GRACE_MS)

    # ---- telling them

    async def send_due(self) -> None:
        """Sends what is due, and waits until it has been."""
        await self._begin_due()
        await asyncio.gather(*self._sending.values())

    async def _begin_due(self) -> None:
        """Sends what is due, beside what is still under way."""
        free = MOST - len(self._sending)
        due = await self.store.due(now_ms(), limit=MOST)
        for channel in [each for each in due if each.id not in self._sending][:free]:
            task = asyncio.create_task(self._send(channel), name=f"notice {channel.id}")
            self._sending[channel.id] = task
            task.add_done_callback(partial(self._sent, channel.id))

    def _sent(self, channel: str, _task: asyncio.Task[None]) -> None:
        del self._sending[channel]

    async def _send(self, channel: ChannelRow) -> None:
        """One message; what goes wrong here is this channel's alone."""
        try:
            await self._send_once(channel)
        except Exception as error:
            metrics.troubles.labels("courier").inc()
            log.error("courier", error=type(error).__name__, where=where_of(error))

    async def _send_once(self, channel: ChannelRow) -> None:
        async with self._at_once:
            now = now_ms()
            earliest = channel.sent + GAP_MS[channel.kind]
            attempt = channel._replace(sent=now) if channel.kind in SEEN_TWICE else channel
            if channel.sent and now < earliest:
                await self.store.put_off(channel, earliest)
            elif await self.store.claim(channel, now, now + LEASE_MS, attempt.sent):
                await self._tell(channel, attempt)

    async def _tell(self, channel: ChannelRow, attempt: ChannelRow) -> None:
        """Sends one message for all that still waits; `attempt`: the row to keep if nobody knows whether it arrived."""
        waiting = await self.store.waiting(channel.id)
        asked = [each for each in waiting if still_asked(each)]
        moot = [each for each in waiting if not still_asked(each)]
        absent = [each for each in asked if not self._is_there(each)]
        if not absent:
            await self.store.told(channel, moot)
            if asked:
                await self.store.put_off(channel, now_ms() + GRACE_MS)
            return
        language = await self.store.language(channel.card_id)
        language = language if language in LANGUAGES else LANGUAGES[0]
        try:
            await self.carriers.carry(
                channel.kind, channel.address, channel.code, message_of(absent, language), language
            )
        except Gone:
            metrics.notices.labels(channel.kind, "gone").inc()
            await self.store.remove(channel.id)
        except Unsure as failure:
            await self._fail(attempt, failure)
        except Failed as failure:
            await self._fail(channel, failure)
        else:
            metrics.notices.labels(channel.kind, "sent").inc()
            await self.store.told(channel._replace(sent=now_ms(), failures=0), [*moot, *absent])

    def _is_there(self, waiting: Waiting) -> bool:
        """Whether the player has the table open, and needs no notice."""
        room = self.rooms.get(waiting.table)
        return room is not None and int(waiting.who) in room.presence.links_here()

    async def _fail(self, channel: ChannelRow, failure: Failed) -> None:
        metrics.notices.labels(channel.kind, "failed").inc()
        log.warning("notice failed", kind=channel.kind, error=str(failure), failures=channel.failures + 1)
        if channel.failures + 1 >= GIVE_UP:
            await self.store.remove(channel.id)
            return
        wait = min(LONGEST_MS, BACK_OFF_MS * 2**channel.failures)
        await self.store.put_off(channel._replace(failures=channel.failures + 1), now_ms() + wait)
