"""Adding lines to a log: compare its length, then write. On a file a whole run of tables takes three statements.

SQLite's driver gives the interpreter to another thread at every row it writes, and has to wait for it to come back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import BigInteger, Connection, Text, bindparam, func, select, update

from bastide.core.decoding import read_json
from bastide.server.store import chain, schema
from bastide.server.store.database import driver_of
from bastide.server.store.log import linked, write_lines
from bastide.server.store.rows import LinkChange, NewLines, to_json

TOGETHER = 16  # tables in one statement: the driver keeps those of all sizes prepared
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


class Appended(NamedTuple):
    """Whether the log was as long as it was thought to be, and the links' numbers where one was changed."""

    is_done: bool
    link_numbers: dict[str, str] | None = None


class Head(NamedTuple):
    """Where a log ends: how many lines it has, and the hash of the last."""

    length: int
    chain: str


@dataclass(frozen=True, slots=True)
class Append:
    """A job: adds lines after `length` others, and changes a link in the same transaction."""

    table: str
    length: int
    new: NewLines
    link: LinkChange | None = None

    def __call__(self, connection: Connection) -> Appended:
        numbers = None
        if self.link is not None and (numbers := changed_links(connection, self.table, self.link)) is None:
            return Appended(False)
        values = {
            "of": self.table,
            "before": self.length,
            "last": self.length - 1,
            "after": self.length + len(self.new.lines),
            "now": self.new.state,
            "told": self.new.summary,
            "wake": self.new.due,
            "seen_at": self.new.seen_at,
            "numbers": None if numbers is None else to_json(numbers),
        }
        before = connection.execute(APPEND, values).fetchone()
        if before is None:
            return Appended(False)
        write_lines(connection, linked(self.table, self.length, self.new, before[0] or chain.START))
        return Appended(True, numbers)

    @staticmethod
    def run_together(connection: Connection, jobs: Sequence[Append]) -> list[Appended]:
        """Does the same for several tables, some at a time."""
        if len({job.table for job in jobs}) < len(jobs) or any(job.link is not None for job in jobs):
            return [job(connection) for job in jobs]
        driver = driver_of(connection)
        some = [jobs[first : first + TOGETHER] for first in range(0, len(jobs), TOGETHER)]
        return [done for each in some for done in _append_all(driver, each)]


def _append_all(driver: Any, jobs: Sequence[Append]) -> list[Appended]:
    """Adds the lines of different tables; those of a log that is not as long as it was thought to be are left out."""
    heads = _heads(driver, [job.table for job in jobs])
    fit = [job.table in heads and heads[job.table].length == job.length for job in jobs]
    fitting = list(compress(jobs, fit))
    if fitting:
        driver.execute(_append_text(len(fitting)), [value for job in fitting for value in _row(job)])
    rows = [row for job in fitting for row in linked(job.table, job.length, job.new, heads[job.table].chain)]
    if rows:
        driver.execute(_lines_text(len(rows)), [value for row in rows for value in row])
    return [Appended(each) for each in fit]


def _heads(driver: Any, tables: Sequence[str]) -> dict[str, Head]:
    """Where the logs of some tables end, read in one row; nothing for a table that is not there."""
    found = driver.execute(_heads_text(len(tables)), tables).fetchone()[0]
    return {table: Head(length, last or chain.START) for table, length, last in msgspec.json.decode(found)}


def _row(job: Append) -> tuple[Any, ...]:
    """What the row of a table becomes."""
    new = job.new
    return job.table, job.length + len(new.lines), new.state, new.summary, new.due, new.seen_at


@cache
def _heads_text(n: int) -> str:
    return (
        "SELECT json_group_array(json_array(tables.id, tables.length, lines.chain)) FROM tables "
        "LEFT JOIN lines ON lines.table_id = tables.id AND lines.n = tables.length - 1 "
        f"WHERE tables.id IN ({', '.join('?' * n)})"
    )


@cache
def _append_text(n: int) -> str:
    return (
        f"WITH new(of, after, now, told, wake, seen_at) AS (VALUES {_places(n, 6)}) "
        "UPDATE tables SET length = new.after, state = new.now, summary = new.told, due = new.wake, "
        "updated = coalesce(new.seen_at, updated) FROM new WHERE tables.id = new.of"
    )


@cache
def _lines_text(n: int) -> str:
    return f"INSERT INTO lines (table_id, n, at, body, chain) VALUES {_places(n, 5)}"


def _places(rows: int, columns: int) -> str:
    """Room for so many rows of values in a statement."""
    return ", ".join([f"({', '.join('?' * columns)})"] * rows)


def changed_links(connection: Connection, table: str, link: LinkChange) -> dict[str, str] | None:
    """The numbers with one changed, while the table's row is locked; None when it had another number."""
    c = schema.tables.c
    held = connection.execute(select(c.link_numbers).where(c.id == table).with_for_update()).scalar_one_or_none()
    numbers = {} if held is None else read_json(held, dict[str, str])
    if held is None or numbers.get(link.who) != link.old:
        return None
    if link.new is None:
        return {who: number for who, number in numbers.items() if who != link.who}
    return {**numbers, link.who: link.new}
