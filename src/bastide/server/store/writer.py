"""One writer for a whole process: whatever waits is written in one transaction, so that one sync serves many tables."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from bastide.server.store.database import Database, Job

BATCH = 128  # jobs in one transaction


@dataclass
class Asked:
    """A job, where it sorts (rows are locked in one order by all processes), and who waits for it."""

    order: str
    job: Job
    done: asyncio.Future[Any]


class Writer:
    """A queue of jobs. A job that is wrong fails no other: the batch is then retried one by one.

    When the database itself fails, all of the batch fail: it may have been committed, and must not be written twice.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._waiting: list[Asked] = []
        self._called = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def write(self, order: str, job: Job) -> Any:
        """Runs a job; returns when its transaction is on disk."""
        if self._closing:
            raise ConnectionError("the store is closed")
        asked = Asked(order, job, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        self._called.set()
        return await asked.done

    async def close(self) -> None:
        """Writes what waits, then ends."""
        self._closing = True
        self._called.set()
        if self._task:
            await self._task

    async def _run(self) -> None:
        while not (self._closing and not self._waiting):
            await self._called.wait()
            self._called.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
                await self._write_batch(sorted(batch, key=lambda asked: asked.order))

    async def _write_batch(self, batch: list[Asked]) -> None:
        try:
            results = await self.database.transact([asked.job for asked in batch])
        except Exception as error:
            if len(batch) == 1 or is_outage(error):
                for asked in batch:
                    _answer(asked, error=error)
                return
            for asked in batch:
                await self._write_batch([asked])
        else:
            for asked, result in zip(batch, results, strict=True):
                _answer(asked, result=result)


def is_outage(error: Exception) -> bool:
    """The database could not be reached or could not write, whatever the job."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(error, OSError | OperationalError | InterfaceError | sqlite3.OperationalError)


def _answer(asked: Asked, result: Any = None, error: Exception | None = None) -> None:
    """Resolves the future of a request, unless it was cancelled."""
    if asked.done.done():
        return
    if error is None:
        asked.done.set_result(result)
    else:
        asked.done.set_exception(error)
