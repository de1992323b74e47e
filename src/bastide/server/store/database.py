"""Where queries run: SQLite on threads of its own, PostgreSQL on the event loop's connections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

Job = Callable[[Connection], Any]
T = TypeVar("T")

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000", "temp_store=MEMORY")
PATIENCE = {"timeout": 5, "command_timeout": 15}  # seconds PostgreSQL may take to connect and to answer
READERS = 4  # of a file at a time
DRIVER = "postgresql+asyncpg:"


def upsert(
    connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]], key: Sequence[str], newer: Sequence[str]
) -> None:
    """Inserts rows; where one with the same key is there already, only its columns `newer` are changed."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    added = dialect.insert(table)
    changed = {name: added.excluded[name] for name in newer}
    connection.execute(added.on_conflict_do_update(index_elements=key, set_=changed), rows)


def driver_of(connection: Connection) -> Any:
    """The driver's own connection, for what every decision runs: SQLAlchemy takes four times as long as SQLite."""
    return connection.connection.driver_connection


class Database(Protocol):
    """Does jobs with a connection: several that write in one transaction, all of them or none; or one that reads."""

    async def transact(self, jobs: Sequence[Job]) -> list[Any]: ...

    async def read(self, job: Callable[[Connection], T], at_one_moment: bool = False) -> T: ...

    async def close(self) -> None: ...


class SharedDatabase:
    """PostgreSQL, with other processes."""

    def __init__(self, address: str) -> None:
        self.engine = shared_engine(address)

    async def transact(self, jobs: Sequence[Job]) -> list[Any]:
        async with self.engine.begin() as connection:
            return [await connection.run_sync(job) for job in jobs]

    async def read(self, job: Callable[[Connection], T], at_one_moment: bool = False) -> T:
        async with self.engine.connect() as connection:
            if at_one_moment:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            return await connection.run_sync(job)

    async def close(self) -> None:
        await self.engine.dispose()


def shared_engine(address: str) -> AsyncEngine:
    """Imported where it is asked for: a server on a file does without."""
    from sqlalchemy.ext.asyncio import create_async_engine

    url = DRIVER + address.removeprefix("postgresql:")
    return create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True, connect_args=PATIENCE)


def run_all(connection: Connection, kind: type, jobs: list[Job]) -> list[Any]:
    """Runs jobs of one kind in their order, or together where the kind says how."""
    run_together = getattr(kind, "run_together", None)
    return run_together(connection, jobs) if run_together else [job(connection) for job in jobs]


class FileDatabase:
    """A file. One hop to a thread does a whole job, where every statement of an event loop's driver is one."""

    def __init__(self, address: str) -> None:
        self.reading = file_engine(address, "BEGIN", READERS)
        # SQLite must know at the start that a transaction will write, or two may wait for each other.
        self.writing = file_engine(address, "BEGIN IMMEDIATE", 1)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self.writer_thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._held: Connection | None = None  # to write: fetching it from the pool takes longer than a transaction

    async def transact(self, jobs: Sequence[Job]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(self.writer_thread, self._transact, jobs)

    def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        connection = self.hold()
        try:
            with connection.begin():
                return [done for kind, run in groupby(jobs, type) for done in run_all(connection, kind, list(run))]
        except BaseException:  # nobody knows what state it was left in
            self._let_go()
            raise

    def hold(self) -> Connection:
        """The one connection that writes, on the thread that does."""
        if self._held is None:
            self._held = self.writing.connect()
        return self._held

    def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            held.close()

    async def read(self, job: Callable[[Connection], T], at_one_moment: bool = False) -> T:
        """A transaction of SQLite sees one moment anyway."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, job)

    def _read(self, job: Callable[[Connection], T]) -> T:
        with self.reading.connect() as connection:
            return job(connection)

    async def close(self) -> None:
        """The last connection to close folds what SQLite keeps beside the file into it: the one that may write."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.writer_thread, self._let_go)
        for engine, threads in ((self.reading, self._readers), (self.writing, self.writer_thread)):
            await loop.run_in_executor(threads, engine.dispose)
            threads.shutdown()


def file_engine(address: str, begin: str, connections: int) -> Engine:
    """Connections to a file, whose transactions begin as it is said here."""
    engine = create_engine(address, pool_size=connections, max_overflow=0)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    return engine


def open_database(address: str) -> Database:
    return FileDatabase(address) if address.startswith("sqlite") else SharedDatabase(address)
