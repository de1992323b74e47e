"""What the store is given and gives back, and how a table's row is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bastide.core.decoding import read_json
from bastide.server.store import schema
from bastide.table.lines import AnyLine
from bastide.table.parts import ChatLine
from bastide.table.setup import Setup


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


def row_of(row: Any) -> TableRow:
    identity, setup, seed, link_numbers, *rest = row
    return TableRow(
        identity,
        read_json(setup, Setup),
        seed,
        read_json(link_numbers, dict[str, str]),
        *rest,
    )


def to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
