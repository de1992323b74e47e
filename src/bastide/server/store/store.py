"""The queries of a server: about a dozen, written once for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    BigInteger,
    Connection,
    Executable,
    Text,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from bastide.server.clock import now_ms
from bastide.server.store import chain, schema
from bastide.server.store.database import open_database
from bastide.server.store.files import file_of, make_private
from bastide.server.store.migrate import upgrade
from bastide.server.store.writer import Writer
from bastide.table.lines import AnyLine
from bastide.table.messages import ChatLine
from bastide.table.setup import Setup

TOUCHED = "touched"  # the value that is written to see whether anything can be
CHAT_KEPT = 200  # lines of chat sent to a client that connects


class Conflict(Exception):
    """Another process has appended to this log meanwhile: read it again, and retry."""


class DamagedLog(Exception):
    """A line of this log was changed or lost since it was written."""

    def __init__(self, table: str, n: int) -> None:
        super().__init__(f"table {table}: line {n}")


class TableRow(NamedTuple):
    """A table as the store keeps it, without its log."""

    id: str
    setup: Setup
    seed: str
    link_numbers: dict[str, str]
    state: str
    summary: str
    length: int
    created: int
    updated: int


class NewTableRow(NamedTuple):
    setup: Setup
    seed: str
    link_numbers: Mapping[str, str]


class LinkChange(NamedTuple):
    """A new number for one link, if it still has the old one (None: there was no such link)."""

    who: str
    old: str | None
    new: str | None  # None: there is no such link any more


class NewLines(NamedTuple):
    """What a command appends to a log, and what lists of tables show from now on.

    `seen_at` is None for what one seat alone has seen: a list must not tell that a player tries things out.
    """

    lines: Sequence[AnyLine]
    at: int
    state: str
    summary: str
    due: int | None
    seen_at: int | None = None


class StoredLine(NamedTuple):
    """A line as it lies in the database."""

    n: int
    at: int
    body: str
    chain: str


class Stored(NamedTuple):
    """All that the database has of one table, as it lies there at one moment."""

    id: str
    setup: str
    seed: str
    state: str
    length: int
    lines: list[StoredLine]
    snapshot: bytes | None


class KeptReview(NamedTuple):
    """A review as it lies in the database: compressed JSON."""

    refined: bool
    data: bytes


class Comment(NamedTuple):
    """What somebody who played says of a decision."""

    at: int
    ply: int
    seat: int
    text: str


class LogLine(NamedTuple):
    at: int
    line: AnyLine


class Kept(NamedTuple):
    """What there is of one table: a snapshot of the first `after` lines, and the lines that follow."""

    row: TableRow
    after: int
    snapshot: bytes | None
    lines: list[StoredLine]
    chat: list[tuple[int, ChatLine]]


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
            "setup": _json(row.setup),
            "seed": row.seed,
            "link_numbers": _json(row.link_numbers),
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
            _insert_lines(connection, row.setup.id, 0, new, chain.START)

        await self.writer.write(row.setup.id, job)

    async def append(
        self, table: str, length: int, new: NewLines, link: LinkChange | None = None
    ) -> dict[str, str] | None:
        """Adds lines after `length` others, and changes a link in the same transaction; returns the links' numbers.

        Conflict when the log is longer by now, or the link has another number.
        """
        values = {
            "of": table,
            "before": length,
            "last": length - 1,
            "after": length + len(new.lines),
            "now": new.state,
            "told": new.summary,
            "wake": new.due,
            "seen_at": new.seen_at,
        }

        def job(connection: Connection) -> tuple[bool, dict[str, str] | None]:
            numbers = None
            if link is not None and (numbers := _changed_links(connection, table, link)) is None:
                return False, None
            kept = None if numbers is None else _json(numbers)
            before = connection.execute(APPEND, {**values, "numbers": kept}).fetchone()
            if before is None:
                return False, None
            _insert_lines(connection, table, length, new, before[0] or chain.START)
            return True, numbers

        written: tuple[bool, dict[str, str] | None] = await self.writer.write(table, job)
        if not written[0]:
            raise Conflict(table)
        return written[1]

    async def change_link(self, table: str, link: LinkChange) -> dict[str, str] | None:
        """Compare and set: the numbers of all links afterwards; None when this one no longer had the old number."""

        def job(connection: Connection) -> dict[str, str] | None:
            numbers = _changed_links(connection, table, link)
            if numbers is not None:
                changed = update(schema.tables).where(schema.tables.c.id == table)
                connection.execute(changed.values(link_numbers=_json(numbers)))
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
            connection.execute(delete(schema.snapshots).where(schema.snapshots.c.table_id == table))
            connection.execute(insert(schema.snapshots).values(table_id=table, length=length, data=data))

        await self.writer.write(table, job)

    async def keep_review(self, table: str, refined: bool, data: bytes) -> None:
        """In place of the one before; a table that was deleted meanwhile has none."""

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.reviews).where(schema.reviews.c.table_id == table))
            if connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table)).fetchone():
                connection.execute(insert(schema.reviews).values(table_id=table, refined=refined, data=data))

        await self.writer.write(table, job)

    async def comment(self, table: str, comment: Comment) -> None:
        """Adds what somebody says of a decision; in place of what the same seat said of it before."""
        c = schema.comments.c
        same = and_(c.table_id == table, c.ply == comment.ply, c.seat == comment.seat)

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.comments).where(same))
            if comment.text:
                connection.execute(insert(schema.comments).values(table_id=table, **comment._asdict()))

        await self.writer.write(table, job)

    async def add_branch(self, table: str, branch: str) -> None:
        """Notes that a table goes on from a decision of another."""

        def job(connection: Connection) -> None:
            connection.execute(insert(schema.branches).values(table_id=table, branch_id=branch))

        await self.writer.write(table, job)

    async def lease(self, table: str, owner: str, now: int, until: int) -> bool:
        """Whether this process keeps the timers of a table until then."""
        if not self.is_shared:
            return True
        mine = or_(schema.tables.c.owner == owner, schema.tables.c.leased_until < now)
        statement = update(schema.tables).where(schema.tables.c.id == table, mine)
        return await self._execute(table, statement.values(owner=owner, leased_until=until)) == 1

    async def snooze(self, table: str, due: int | None) -> None:
        """When a sleeping table is to be looked at again."""
        await self._execute(table, update(schema.tables).where(schema.tables.c.id == table).values(due=due))

    async def set_meta(self, name: str, value: str) -> str:
        """A value of the whole installation, if nobody set it before; returns the one that holds."""
        if (held := await self.meta(name)) is not None:
            return held

        def job(connection: Connection) -> None:
            connection.execute(insert(schema.meta).values(name=name, value=value))

        try:
            await self.writer.write("", job)
        except Exception:  # another process was first
            if (held := await self.meta(name)) is not None:
                return held
            raise
        return value

    async def touch(self) -> None:
        """Writes one row to disk, as a move would be written; raises what a move would meet."""
        now = str(now_ms())
        if await self._execute("", update(schema.meta).where(schema.meta.c.name == TOUCHED).values(value=now)) == 0:
            await self.set_meta(TOUCHED, now)

    async def remove(self, table: str, never_begun: bool = False) -> bool:
        """A table with everything that belongs to it; with `never_begun` only if it still has not."""
        wanted = schema.tables.c.id == table
        if never_begun:
            wanted = and_(wanted, schema.tables.c.state == "waiting")
        return await self._execute(table, delete(schema.tables).where(wanted)) == 1

    async def _execute(self, table: str, statement: Any) -> int:
        def job(connection: Connection) -> int:
            return int(connection.execute(statement).rowcount)

        changed: int = await self.writer.write(table, job)
        return changed

    # ---- reading

    async def table(self, table: str) -> TableRow | None:
        rows = await self.rows(select(*ROW).where(schema.tables.c.id == table))
        return _row(rows[0]) if rows else None

    async def some(self, tables: Sequence[str]) -> list[TableRow]:
        """Those of these tables that there are."""
        if not tables:
            return []
        return [_row(row) for row in await self.rows(select(*ROW).where(schema.tables.c.id.in_(tables)))]

    async def lines(self, table: str, after: int = 0) -> list[LogLine]:
        """The log from line `after` on; DamagedLog where a line is not what was written."""
        return checked(table, await self.database.read(lambda connection: _lines(connection, table, after)), after)

    async def kept(self, table: str) -> Kept | None:
        """What waking a table takes, in one go: all but the part of the log that its snapshot holds."""

        def job(connection: Connection) -> Kept | None:
            row = connection.execute(TABLE, {"of": table}).fetchone()
            if row is None:
                return None
            found = connection.execute(SNAPSHOT, {"of": table}).fetchone()
            after, data = (0, None) if found is None else (found[0], bytes(found[1]))
            lines = _lines(connection, table, after)
            return Kept(_row(row), after, data, lines, _chat(connection.execute(CHAT, {"of": table, "after": 0})))

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

    async def ids(self, limit: int | None = None) -> list[str]:
        """Every table, the latest first."""
        newest = select(schema.tables.c.id).order_by(schema.tables.c.updated.desc(), schema.tables.c.id).limit(limit)
        return [row[0] for row in await self.rows(newest)]

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

    async def review(self, table: str) -> KeptReview | None:
        wanted = select(schema.reviews.c.refined, schema.reviews.c.data).where(schema.reviews.c.table_id == table)
        rows = await self.rows(wanted)
        return KeptReview(bool(rows[0][0]), bytes(rows[0][1])) if rows else None

    async def branches(self, table: str) -> list[TableRow]:
        """The tables that go on from decisions of this one, the first made first."""
        c = schema.branches.c
        wanted = select(*ROW).join(schema.branches, schema.tables.c.id == c.branch_id).where(c.table_id == table)
        return [_row(row) for row in await self.rows(wanted.order_by(c.id))]

    async def comments(self, table: str) -> list[Comment]:
        c = schema.comments.c
        wanted = select(c.at, c.ply, c.seat, c.text).where(c.table_id == table).order_by(c.ply, c.id)
        return [Comment(*row) for row in await self.rows(wanted)]

    async def listed(self, after: tuple[int, str] | None = None, limit: int = 100, game: str = "") -> list[TableRow]:
        """The lobby: listed tables that are not over, the latest first; those that come after one of them."""
        c = schema.tables.c
        wanted = select(*ROW).where(schema.OPEN)
        if game:
            wanted = wanted.where(c.game == game)
        if after is not None:
            updated, table = after
            wanted = wanted.where(or_(c.updated < updated, and_(c.updated == updated, c.id < table)))
        return [_row(row) for row in await self.rows(wanted.order_by(c.updated.desc(), c.id.desc()).limit(limit))]

    async def never_begun(self, listed: int, private: int, now: int, limit: int = 1000) -> list[str]:
        """Tables that wait for players since before then, and that no process has open."""
        c = schema.tables.c
        is_old = or_(and_(c.listed.is_(True), c.updated < listed), and_(c.listed.is_(False), c.updated < private))
        wanted = select(c.id).where(c.state == "waiting", is_old, c.leased_until < now)
        return [row[0] for row in await self.rows(wanted.limit(limit))]

    async def all_tables(self, limit: int = 10_000) -> list[TableRow]:
        wanted = select(*ROW).order_by(schema.tables.c.updated.desc()).limit(limit)
        return [_row(row) for row in await self.rows(wanted)]

    async def due(self, now: int, limit: int = 100_000) -> list[str]:
        """Tables that must be woken."""
        c = schema.tables.c
        rows = await self.rows(select(c.id).where(c.due <= now, c.leased_until < now).order_by(c.due).limit(limit))
        return [row[0] for row in rows]

    async def counts(self) -> dict[str, int]:
        """How many tables there are, by state."""
        rows = await self.rows(select(schema.tables.c.state, func.count()).group_by(schema.tables.c.state))
        return {state: int(n) for state, n in rows}

    async def latest(self) -> int:
        """The time of the latest change to any table."""
        c = schema.tables.c
        latest = [select(func.max(c.updated)).where(c.state == state).scalar_subquery() for state in schema.STATES]
        return max(each or 0 for each in (await self.rows(select(*latest)))[0])

    async def meta(self, name: str) -> str | None:
        rows = await self.rows(select(schema.meta.c.value).where(schema.meta.c.name == name))
        return rows[0][0] if rows else None

    async def rows(self, statement: Executable) -> Sequence[Any]:
        """What a statement finds."""
        return await self.database.read(lambda connection: connection.execute(statement).fetchall())


APPEND = (  # to a log that has `before` lines still; made once, since making a statement takes as long as running it
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("of"), schema.tables.c.length == bindparam("before"))
    .values(
        length=bindparam("after"),
        state=bindparam("now"),
        summary=bindparam("told"),
        due=bindparam("wake"),
        updated=func.coalesce(bindparam("seen_at", type_=BigInteger), schema.tables.c.updated),
        link_numbers=func.coalesce(bindparam("numbers", type_=Text), schema.tables.c.link_numbers),
    )
    .returning(
        select(schema.lines.c.chain)
        .where(schema.lines.c.table_id == bindparam("of"), schema.lines.c.n == bindparam("last"))
        .scalar_subquery()
    )
)
LINES = insert(schema.lines)
LINE = (schema.lines.c.n, schema.lines.c.at, schema.lines.c.body, schema.lines.c.chain)
ROW = (
    schema.tables.c.id,
    schema.tables.c.setup,
    schema.tables.c.seed,
    schema.tables.c.link_numbers,
    schema.tables.c.state,
    schema.tables.c.summary,
    schema.tables.c.length,
    schema.tables.c.created,
    schema.tables.c.updated,
)


TABLE = select(*ROW).where(schema.tables.c.id == bindparam("of"))
SNAPSHOT = select(schema.snapshots.c.length, schema.snapshots.c.data).where(
    schema.snapshots.c.table_id == bindparam("of")
)
LOG = (
    select(*LINE)
    .where(schema.lines.c.table_id == bindparam("of"), schema.lines.c.n >= bindparam("since"))
    .order_by(schema.lines.c.n)
)
CHAT = (
    select(schema.chat.c.id, schema.chat.c.at, schema.chat.c.seat, schema.chat.c.name, schema.chat.c.text)
    .where(schema.chat.c.table_id == bindparam("of"), schema.chat.c.id > bindparam("after"))
    .order_by(schema.chat.c.id.desc())
    .limit(CHAT_KEPT)
)


def _lines(connection: Connection, table: str, after: int) -> list[StoredLine]:
    """The log from line `after` on, and the line before it."""
    return [StoredLine(*row) for row in connection.execute(LOG, {"of": table, "since": after - 1})]


def checked(table: str, lines: list[StoredLine], after: int) -> list[LogLine]:
    """The lines after one that comes first, where there is one; DamagedLog where one is not what was written."""
    before, rest = chain.START, lines
    if after > 0:
        if not lines or lines[0].n != after - 1:
            raise DamagedLog(table, after - 1)
        before, rest = lines[0].chain, lines[1:]
    broken = chain.first_broken(rest, before, after)
    if broken is not None:
        raise DamagedLog(table, broken)
    return [LogLine(line.at, _lines_decoder.decode(line.body)) for line in rest]


_lines_decoder = msgspec.json.Decoder(AnyLine)


def _chat(rows: Iterable[Any]) -> list[tuple[int, ChatLine]]:
    """The earliest first."""
    return [(number, ChatLine(at, seat, name, text)) for number, at, seat, name, text in reversed(list(rows))]


def _row(row: Any) -> TableRow:
    identity, setup, seed, link_numbers, *rest = row
    return TableRow(
        identity,
        msgspec.json.decode(setup, type=Setup),
        seed,
        msgspec.json.decode(link_numbers, type=dict[str, str]),
        *rest,
    )


def _changed_links(connection: Connection, table: str, link: LinkChange) -> dict[str, str] | None:
    """The numbers with one changed, while the table's row is locked; None when it had another number."""
    c = schema.tables.c
    held = connection.execute(select(c.link_numbers).where(c.id == table).with_for_update()).scalar_one_or_none()
    numbers = {} if held is None else msgspec.json.decode(held, type=dict[str, str])
    if held is None or numbers.get(link.who) != link.old:
        return None
    if link.new is None:
        return {who: number for who, number in numbers.items() if who != link.who}
    return {**numbers, link.who: link.new}


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _insert_lines(connection: Connection, table: str, first: int, new: NewLines, before: str) -> None:
    rows = []
    for n, line in enumerate(new.lines, first):
        body = _json(line)
        before = chain.link(before, n, new.at, body)
        rows.append({"table_id": table, "n": n, "at": new.at, "body": body, "chain": before})
    if rows:
        connection.execute(LINES, rows)
