"""A queue of jobs that one task runs one by one, and those who wait for their results."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from bastide.server.inbox import Inbox
from bastide.table.refused import Refused

Work = Callable[[], Awaitable[Any]]


class Job(NamedTuple):
    """Something to do, and who waits for it; nobody for what was posted."""

    work: Work
    done: asyncio.Future[Any] | None

    async def run(self) -> None:
        """Runs the job; an error goes to the awaiting caller, or is raised here when there is none."""
        if self.done is None:
            await self.work()
            return
        if self.done.done():
            return  # the caller has gone away
        try:
            result = await self.work()
        except Exception as error:
            if not self.done.done():
                self.done.set_exception(error)
        else:
            if not self.done.done():
                self.done.set_result(result)

    def refuse(self, refusal: Refused) -> None:
        if self.done is not None and not self.done.done():
            self.done.set_exception(refusal)


class Jobs:
    """First in, first out; `None` in the queue only wakes the task."""

    def __init__(self) -> None:
        self._queue: Inbox[Job | None] = Inbox()
        self._refusal: Refused | None = None

    @property
    def is_empty(self) -> bool:
        return not self._queue

    def post(self, work: Work) -> None:
        self._queue.put(Job(work, None))

    def wake(self) -> None:
        self._queue.put(None)

    async def call(self, work: Work) -> Any:
        if self._refusal is not None:
            raise self._refusal
        job = Job(work, asyncio.get_running_loop().create_future())
        self._queue.put(job)
        assert job.done is not None
        return await job.done

    async def next(self, timeout_s: float) -> Job | None:
        """The next job; None after the timeout, or when woken. Other tables come first, however many jobs wait here."""
        await asyncio.sleep(0)
        return await self._queue.get_within(timeout_s)

    def refuse_all(self, refusal: Refused) -> None:
        """Closes the queue: refuses the jobs that wait and those still to come."""
        self._refusal = refusal
        while self._queue:
            job = self._queue.take()
            if job is not None:
                job.refuse(refusal)
