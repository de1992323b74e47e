"""Copies of a server's file, made while it serves: whole, tried out, and only so many of them kept."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bastide.core.errors import BastideError
from bastide.server import metrics
from bastide.server.checking import check_tables
from bastide.server.clock import now_ms
from bastide.server.logs import log, where_of
from bastide.server.settings import BackupPlan
from bastide.server.store import Store
from bastide.server.store.files import make_private
from bastide.server.store.lists import TableLists

NAME = "bastide-%Y%m%dT%H%M%SZ.db"
TRIED_TABLES = 50  # of the newest, replayed from a fresh copy
RETRY_MS = 600_000  # after one that failed


class BadBackup(BastideError):
    """A copy from which a server could not go on."""


def copy_file(source: Path, target: Path) -> None:
    """One consistent file, for its owner alone; the server goes on writing meanwhile."""
    make_private(target)
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)


async def try_out(path: Path) -> int:
    """Opens a copy as a server would: its pages and its newest games are checked; returns how many games it has."""
    store = Store(f"sqlite:///{path.resolve()}")
    lists = TableLists(store)
    await store.start()
    try:
        if reason := await store.unsound():
            raise BadBackup(f"{path}: {reason}")
        async for checked in check_tables(store, await lists.ids(TRIED_TABLES)):
            if checked.damages:
                raise BadBackup(f"{path}: table {checked.table}: {checked.damages[0].key}")
        return sum((await lists.counts()).values())
    finally:
        await store.close()


def back_up(source: Path, target: Path) -> int:
    """A copy that was tried out; nothing is left behind where it fails. Returns how many games it has."""
    part = target.with_name(f".{target.name}.part")
    try:
        copy_file(source, part)
        games = asyncio.run(try_out(part))
        os.replace(part, target)
    finally:
        for left in target.parent.glob(f"{part.name}*"):
            left.unlink()
    return games


class Backups:
    """The plan, carried out: when the next is due follows from the copies that are there, by whichever process."""

    def __init__(self, source: Path, plan: BackupPlan, now: Callable[[], int] = now_ms) -> None:
        self.source = source
        self.plan = plan
        self._now = now
        self._failed_at: int | None = None

    def copies(self) -> list[Path]:
        """Those of the plan, the oldest first."""
        return sorted(path for path in self.plan.folder.glob("bastide-*.db") if _made_at(path) is not None)

    def due_at(self) -> int:
        """When the next copy is to be made, in milliseconds."""
        copies = self.copies()
        newest = _made_at(copies[-1]) if copies else None
        due = 0 if newest is None else newest + int(self.plan.every_s * 1000)
        return due if self._failed_at is None else max(due, self._failed_at + RETRY_MS)

    def make(self) -> bool:
        """Makes one now, and drops the oldest beyond the number to keep; False where it failed, which is logged."""
        at = self._now()
        try:
            self.plan.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            name = datetime.fromtimestamp(at / 1000, UTC).strftime(NAME)
            games = back_up(self.source, self.plan.folder / name)
        except Exception as error:
            self._failed_at = at
            metrics.backups.labels("failed").inc()
            log.error("backup", error=type(error).__name__, where=where_of(error))
            return False
        self._failed_at = None
        metrics.backups.labels("made").inc()
        metrics.backup_at.set(at / 1000)
        log.info("backup", count=games)
        for old in self.copies()[: -self.plan.keep]:
            old.unlink()
        return True

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            wait_ms = self.due_at() - self._now()
            if wait_ms > 0:
                await asyncio.sleep(wait_ms / 1000)
            else:
                await asyncio.to_thread(self.make)


def _made_at(path: Path) -> int | None:
    """When a copy was made, from its name; None for a file that is none."""
    try:
        return int(datetime.strptime(path.name, NAME).replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        return None
