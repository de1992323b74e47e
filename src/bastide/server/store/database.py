"""Where queries run: SQLite on threads of its own, PostgreSQL on the event loop's connections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, Table, UpdateBase, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

Job = Callable[[Connection], Any]
T = TypeVar("T")

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")
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


def run_often(connection: Connection, statement: UpdateBase, values: Mapping[str, Any] | list[dict[str, Any]]) -> Any:
    """Runs what every decision runs, for each of a list of rows where it is one; gives what its rows can be read from.

    On a file its driver does it alone: SQLAlchemy takes four times as long as SQLite. Errors are the driver's then.
    """
    if connection.dialect.name != "sqlite":
        return connection.execute(statement, values)
    driver: Any = connection.connection.driver_connection
    text = _text_of(statement)
    return driver.executemany(text, values) if isinstance(values, list) else driver.execute(text, values)


@lru_cache
def _text_of(statement: UpdateBase) -> str:
    """A statement as SQLite reads it, with its values by name."""
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))


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


class FileDatabase:
    """A file. One hop to a thread does a whole job, where every statement of an event loop's driver is one."""

    def __init__(self, address: str) -> None:
        self.reading = file_engine(address, "BEGIN", READERS)
        # SQLite must know at the start that a transaction will write, or two may wait for each other.
        self.writing = file_engine(address, "BEGIN IMMEDIATE", 1)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")

    async def transact(self, jobs: Sequence[Job]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._transact, jobs)

    def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        with self.writing.begin() as connection:
            return [job(connection) for job in jobs]

    async def read(self, job: Callable[[Connection], T], at_one_moment: bool = False) -> T:
        """A transaction of SQLite sees one moment anyway."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, job)

    def _read(self, job: Callable[[Connection], T]) -> T:
        with self.reading.connect() as connection:
            return job(connection)

    async def close(self) -> None:
        """The last connection to close folds what SQLite keeps beside the file into it: the one that may write."""
        loop = asyncio.get_running_loop()
        for engine, threads in ((self.reading, self._readers), (self.writing, self._writer)):
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
