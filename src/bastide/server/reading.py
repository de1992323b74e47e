"""A table as the store has it: from its snapshot and what came after, or from its whole log."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.errors import ForeignVersion
from bastide.server.store import Store, TableRow
from bastide.table.messages import ChatLine
from bastide.table.refused import Refused
from bastide.table.snapshot import thaw
from bastide.table.table import Table


class Reading(NamedTuple):
    """`kept` is the length of the log up to which there is a snapshot, or -1."""

    row: TableRow
    table: Table
    chat: list[tuple[int, ChatLine]]
    kept: int


async def read_table(store: Store, table: str) -> Reading:
    """Refused where there is no such table, or none that this release can play."""
    row = await store.table(table)
    if row is None:
        raise Refused("table.refused.no_such_table")
    data = await store.snapshot(table)
    try:
        live = thaw(row.setup, row.seed, data) if data else None
        kept = -1 if live is None else live.length
        if live is None or live.length > row.length:
            live, kept = Table(row.setup, row.seed), -1
    except ForeignVersion:
        raise Refused("table.refused.version", version=row.setup.rules_version) from None
    for at, line in await store.lines(table, live.length):
        live.fold(line, at)
    return Reading(row, live, await store.chat(table), kept)
