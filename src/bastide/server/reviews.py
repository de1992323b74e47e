"""Reviews of finished games: computed in a process of their own, kept with the game, dropped when nobody looks."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

import msgspec

from bastide.core.decoding import read_json
from bastide.core.record import Record
from bastide.core.words import Phrase
from bastide.reviews import Review
from bastide.reviews.program import COMMAND, NOTHING, Progress
from bastide.server.logs import log
from bastide.server.requests import ReviewState
from bastide.server.store.reviews import ReviewStore

PATIENCE_S = 20.0  # a review that nobody has asked about for so long is dropped
LOOK_S = 1.0  # how often that is looked at while the program says nothing
LONGEST_LINE = 1 << 24  # bytes
FAILED = ReviewState(refused=Phrase("review.refused.failed"))


@dataclass
class Work:
    """A review under way, and when somebody last asked about it."""

    asked_at: float
    state: ReviewState = field(default_factory=ReviewState)
    task: asyncio.Task[None] | None = None


class Reviews:
    """One at a time is computed; the others wait. What is done is read from the store."""

    def __init__(
        self,
        store: ReviewStore,
        command: Sequence[str] = COMMAND,
        clock: Callable[[], float] = time.monotonic,
        look_s: float = LOOK_S,
    ) -> None:
        self.store = store
        self.command = command
        self.clock = clock
        self.look_s = look_s
        self._works: dict[str, Work] = {}
        self._place = asyncio.Semaphore(1)

    async def ask(self, table: str, make_record: Callable[[], Record]) -> ReviewState:
        """How far the review of a finished game is; whoever asks first begins it, and asking keeps it going."""
        work = self._works.get(table)
        if work is None:
            kept = await self.store.review(table)
            if kept is not None and kept.refined:
                return ReviewState(_unpacked(kept.data), True)
            work = self._works.setdefault(table, Work(self.clock()))
            if work.task is None:
                work.state = ReviewState(None if kept is None else _unpacked(kept.data))
                work.task = asyncio.create_task(self._run(table, work, make_record), name=f"review {table}")
        work.asked_at = self.clock()
        if work.state.refused is not None:
            del self._works[table]
        return work.state

    async def kept(self, table: str) -> Review | None:
        """What is kept of a review, read."""
        kept = await self.store.review(table)
        if kept is None:
            return None
        return await asyncio.to_thread(lambda: read_json(zlib.decompress(kept.data), Review))

    @property
    def under_way(self) -> list[str]:
        return sorted(self._works)

    async def close(self) -> None:
        tasks = [work.task for work in self._works.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, table: str, work: Work, make_record: Callable[[], Record]) -> None:
        try:
            async with self._place:
                record = await asyncio.to_thread(lambda: make_record().to_json().encode())
                await self._compute(table, work, record)
        except Exception as error:
            work.state = FAILED
            log.error("review failed", table=table, error=type(error).__name__)
        finally:
            if work.state.refused is None:
                self._works.pop(table, None)

    async def _compute(self, table: str, work: Work, record: bytes) -> None:
        process = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(record)
            process.stdin.write_eof()
            while (line := await self._next_line(process.stdout, work)) is not None:
                await self._receive(table, work, read_json(line, Progress))
            if not (work.state.refined or work.state.refused or self._is_forgotten(work)):
                work.state = FAILED
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def _next_line(self, lines: asyncio.StreamReader, work: Work) -> bytes | None:
        """What the program says next; None when it has ended, or when nobody looks any more."""
        reading = asyncio.ensure_future(lines.readline())
        try:
            while not (await asyncio.wait([reading], timeout=self.look_s))[0]:
                if self._is_forgotten(work):
                    return None
            return reading.result() or None
        finally:
            reading.cancel()

    def _is_forgotten(self, work: Work) -> bool:
        return self.clock() - work.asked_at > PATIENCE_S

    async def _receive(self, table: str, work: Work, news: Progress) -> None:
        """Stores a review as far as it is, and shows how far that is."""
        review = work.state.review
        if bytes(news.review) != bytes(NOTHING):
            review = cast(Review, news.review)
            data = await asyncio.to_thread(zlib.compress, bytes(news.review))
            await self.store.keep_review(table, news.refined, data)
        work.state = ReviewState(review, news.refined, news.done, news.of, news.compiling, news.refused)


def _unpacked(data: bytes) -> Review:
    """As it was written: what is sent on is not read here."""
    return cast(Review, msgspec.Raw(zlib.decompress(data)))
