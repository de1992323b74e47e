"""One table in the database: its row, log, chat and snapshot; written once for SQLite and PostgreSQL.

The queries about many tables stand in `lists`, those about a finished game in `reviews`; those of cards, notices,
offers, ratings and the day's deal in modules of those names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Executable, and_, bindparam, delete, insert, or_, select, update

from bastide.server.clock import now_ms
from bastide.server.store import chain, schema
from bastide.server.store.append import Append, Appended, changed_links
from bastide.server.store.database import open_database
from bastide.server.store.files import file_of, make_private
from bastide.server.store.log import LINE, checked, linked, read_lines, write_lines
from bastide.server.store.migrate import upgrade
from bastide.server.store.rows import (
    ROW,
    Conflict,
    Kept,
    LinkChange,
    LogLine,
    NewLines,
    NewTableRow,
    Stored,
    StoredLine,
    TableRow,
    row_of,
    to_json,
)
from bastide.server.store.writer import Writer
from bastide.table.parts import ChatLine

TOUCHED = "touched"  # the value that is written to see whether anything can be
CHAT_KEPT = 200  # lines of chat sent to a client that connects


class Store:
    """A database. Whatever is acknowledged to a player has returned from `append` first."""

    def __init__(self, database: str) -> None:
        self.file = file_of(database)
        self.is_shared = self.file is None
        self.database = open_database(database)
        self.writer = Writer(self.database)

    async def start(self) -> None:
        if self.file is not None:
            make_private(self.file)
        await self.database.transact([upgrade])
        self.writer.start()

    async def close(self) -> None:
        await self.writer.close()
        await self.database.close()

    # ---- writing

    async def create(self, row: NewTableRow, new: NewLines) -> None:
        """A new table with its first lines."""
        values = {
            "id": row.setup.id,
            "setup": to_json(row.setup),
            "seed": row.seed,
            "link_numbers": to_json(row.link_numbers),
            "game": row.setup.game,
            "listed": row.setup.listed,
            "state": new.state,
            "summary": new.summary,
            "length": len(new.lines),
            "created": new.at,
            "updated": new.at,
            "due": new.due,
            "owner": None,
            "leased_until": 0,
        }

        def job(connection: Connection) -> None:
            connection.execute(insert(schema.tables).values(values))
            write_lines(connection, linked(row.setup.id, 0, new, chain.START))

        await self.writer.write(row.setup.id, job)

    async def append(
        self, table: str, length: int, new: NewLines, link: LinkChange | None = None
    ) -> dict[str, str] | None:
        """Adds lines after `length` others, and changes a link in the same transaction; returns the links' numbers.

        Conflict when the log is longer by now, or the link has another number.
        """
        written: Appended = await self.writer.write(table, Append(table, length, new, link))
        if not written.is_done:
            raise Conflict(table)
        return written.link_numbers

    async def change_link(self, table: str, link: LinkChange) -> dict[str, str] | None:
        """Compare and set: the numbers of all links afterwards; None when this one no longer had the old number."""

        def job(connection: Connection) -> dict[str, str] | None:
            numbers = changed_links(connection, table, link)
            if numbers is not None:
                changed = update(schema.tables).where(schema.tables.c.id == table)
                connection.execute(changed.values(link_numbers=to_json(numbers)))
            return numbers

        numbers: dict[str, str] | None = await self.writer.write(table, job)
        return numbers

    async def say(self, table: str, line: ChatLine) -> int:
        """One line of chat; returns its number."""
        values = {"table_id": table, "at": line.at, "seat": line.seat, "name": line.name, "text": line.text}
        statement = insert(schema.chat).values(values).returning(schema.chat.c.id)

        def job(connection: Connection) -> int:
            return int(connection.execute(statement).scalar_one())

        number: int = await self.writer.write(table, job)
        return number

    async def put_snapshot(self, table: str, length: int, data: bytes) -> None:
        """A cache: the newest one is enough."""

        def job(connection: Connection) -> None:
            connection.execute(FORGET, {"of": table})
            connection.execute(KEEP, {"table_id": table, "length": length, "data": data})

        await self.writer.write(table, job)

    async def lease(self, table: str, owner: str, now: int, until: int) -> bool:
        """Whether this process keeps the timers of a table until then."""
        if not self.is_shared:
            return True
        mine = or_(schema.tables.c.owner == owner, schema.tables.c.leased_until < now)
        statement = update(schema.tables).where(schema.tables.c.id == table, mine)
        return await self.execute(table, statement.values(owner=owner, leased_until=until)) == 1

    async def snooze(self, table: str, due: int | None) -> None:
        """When a sleeping table is to be looked at again."""
        await self.execute(table, update(schema.tables).where(schema.tables.c.id == table).values(due=due))

    async def set_meta(self, name: str, value: str) -> str:
        """A value of the whole installation, if nobody set it before; returns the one that holds."""
        if (held := await self.meta(name)) is not None:
            return held
        try:
            await self.execute("", insert(schema.meta).values(name=name, value=value))
        except Exception:  # another process was first
            if (held := await self.meta(name)) is not None:
                return held
            raise
        return value

    async def touch(self) -> None:
        """Writes one row to disk, as a move would be written; raises what a move would meet."""
        now = str(now_ms())
        if await self.execute("", update(schema.meta).where(schema.meta.c.name == TOUCHED).values(value=now)) == 0:
            await self.set_meta(TOUCHED, now)

    async def remove(self, table: str, never_begun: bool = False) -> bool:
        """A table with everything that belongs to it; with `never_begun` only if it still has not."""
        wanted = schema.tables.c.id == table
        if never_begun:
            wanted = and_(wanted, schema.tables.c.state == "waiting")
        return await self.execute(table, delete(schema.tables).where(wanted)) == 1

    async def execute(self, order: str, statement: Executable) -> int:
        """Writes what one statement says, after all else of the same order; returns how many rows it changed."""

        def job(connection: Connection) -> int:
            return int(connection.execute(statement).rowcount)

        changed: int = await self.writer.write(order, job)
        return changed

    # ---- reading

    async def table(self, table: str) -> TableRow | None:
        rows = await self.rows(select(*ROW).where(schema.tables.c.id == table))
        return row_of(rows[0]) if rows else None

    async def lines(self, table: str, after: int = 0) -> list[LogLine]:
        """The log from line `after` on; DamagedLog where a line is not what was written."""
        return checked(table, await self.database.read(lambda connection: read_lines(connection, table, after)), after)

    async def kept(self, table: str) -> Kept | None:
        """What waking a table takes, in one go: all but the part of the log that its snapshot holds."""

        def job(connection: Connection) -> Kept | None:
            row = connection.execute(TABLE, {"of": table}).fetchone()
            if row is None:
                return None
            found = connection.execute(SNAPSHOT, {"of": table}).fetchone()
            after, data = (0, None) if found is None else (found[0], bytes(found[1]))
            lines = read_lines(connection, table, after)
            return Kept(row_of(row), after, data, lines, _chat(connection.execute(CHAT, {"of": table, "after": 0})))

        return await self.database.read(job, at_one_moment=True)

    async def stored(self, table: str) -> Stored | None:
        """Everything of one table, read at one moment and not yet believed."""
        c = schema.tables.c
        kept = select(schema.snapshots.c.data).where(schema.snapshots.c.table_id == table)
        log = select(*LINE).where(schema.lines.c.table_id == table).order_by(schema.lines.c.n)
        whole = select(c.id, c.setup, c.seed, c.state, c.length).where(c.id == table)

        def job(connection: Connection) -> Stored | None:
            row = connection.execute(whole).fetchone()
            if row is None:
                return None
            lines = [StoredLine(*line) for line in connection.execute(log)]
            return Stored(*row, lines, connection.execute(kept).scalar_one_or_none())

        return await self.database.read(job, at_one_moment=True)

    async def unsound(self) -> str:
        """What the database itself finds wrong with its file; empty when nothing is."""
        if self.is_shared:
            return ""

        def job(connection: Connection) -> str:
            found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one()
            return "" if found == "ok" else str(found)

        return await self.database.read(job)

    async def chat(self, table: str, after: int = 0) -> list[tuple[int, ChatLine]]:
        """The latest lines of chat, numbered."""
        asked = {"of": table, "after": after}
        return await self.database.read(lambda connection: _chat(connection.execute(CHAT, asked)))

    async def meta(self, name: str) -> str | None:
        rows = await self.rows(select(schema.meta.c.value).where(schema.meta.c.name == name))
        return rows[0][0] if rows else None

    async def rows(self, statement: Executable) -> Sequence[Any]:
        """What a statement finds."""
        return await self.database.read(lambda connection: connection.execute(statement).fetchall())


TABLE = select(*ROW).where(schema.tables.c.id == bindparam("of"))
SNAPSHOT = select(schema.snapshots.c.length, schema.snapshots.c.data).where(
    schema.snapshots.c.table_id == bindparam("of")
)
FORGET = delete(schema.snapshots).where(schema.snapshots.c.table_id == bindparam("of"))
KEEP = insert(schema.snapshots)
CHAT = (
    select(schema.chat.c.id, schema.chat.c.at, schema.chat.c.seat, schema.chat.c.name, schema.chat.c.text)
    .where(schema.chat.c.table_id == bindparam("of"), schema.chat.c.id > bindparam("after"))
    .order_by(schema.chat.c.id.desc())
    .limit(CHAT_KEPT)
)


def _chat(rows: Iterable[Any]) -> list[tuple[int, ChatLine]]:
    """The earliest first."""
    return [(number, ChatLine(at, seat, name, text)) for number, at, seat, name, text in reversed(list(rows))]
