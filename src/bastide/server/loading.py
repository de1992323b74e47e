"""A table as the store has it: from its snapshot and what came after, or from its whole log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bastide.core.errors import ForeignVersion
from bastide.server.logs import log
from bastide.server.store import DamagedLog, LogLine, Store, TableRow
from bastide.table.messages import ChatLine
from bastide.table.refused import Refused
from bastide.table.snapshot import thaw
from bastide.table.table import BrokenLog, Table


class LoadedTable(NamedTuple):
    """`kept` is the length of the log up to which there is a snapshot, or -1."""

    row: TableRow
    table: Table
    chat: list[tuple[int, ChatLine]]
    kept: int


async def load_table(store: Store, table: str, ready: Callable[[str], Awaitable[None]] | None = None) -> LoadedTable:
    """Refused where there is no such table, none that this release can play, or one whose log is damaged.

    `ready` waits for a game's rules.
    """
    row = await store.table(table)
    if row is None:
        raise Refused("table.refused.no_such_table")
    if ready:
        await ready(row.setup.game)
    data = await store.snapshot(table)
    try:
        live, kept = await asyncio.to_thread(_start_from, row, data)
    except ForeignVersion:
        raise Refused("table.refused.version", version=row.setup.rules_version) from None
    try:
        stored = await store.lines(table, live.length)
        await asyncio.to_thread(_fold_all, live, stored)  # a long game takes its time, and others are playing
    except (DamagedLog, BrokenLog) as error:
        log.error("damaged", table=table, error=type(error).__name__)
        raise Refused("table.refused.damaged") from error
    return LoadedTable(row, live, await store.chat(table), kept)


def _start_from(row: TableRow, data: bytes | None) -> tuple[Table, int]:
    """The table of a snapshot that can be used, and how much of the log it holds; else an empty one."""
    live = thaw(row.setup, row.seed, data) if data else None
    if live is None or live.length > row.length:
        return Table(row.setup, row.seed), -1
    return live, live.length


def _fold_all(live: Table, log: list[LogLine]) -> None:
    for at, line in log:
        live.fold(line, at)
