"""A table as the store has it: from its snapshot and what came after, or from its whole log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bastide.core.errors import ForeignVersion
from bastide.server.logs import log
from bastide.server.store import DamagedLog, Kept, LogLine, Store, TableRow, checked
from bastide.table.folded import BrokenLog
from bastide.table.parts import ChatLine
from bastide.table.refused import Refused
from bastide.table.snapshot import thaw
from bastide.table.table import Table


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
    kept = await store.kept(table)
    if kept is None:
        raise Refused("table.refused.no_such_table")
    row = kept.row
    if ready:
        await ready(row.setup.game)
    try:
        live = await asyncio.to_thread(_thawed, kept)  # a long game takes its time, and others are playing
        if live is not None:
            return LoadedTable(row, live, kept.chat, kept.after)
        whole = await store.lines(table)
        return LoadedTable(row, await asyncio.to_thread(_replayed, row, whole), kept.chat, -1)
    except ForeignVersion:
        raise Refused("table.refused.version", version=row.setup.rules_version) from None
    except (DamagedLog, BrokenLog) as error:
        log.error("damaged", table=table, error=type(error).__name__)
        raise Refused("table.refused.damaged") from error


def _thawed(kept: Kept) -> Table | None:
    """From the snapshot, where there is one that can be used, and what was decided since."""
    if kept.snapshot is None or kept.after > kept.row.length:
        return None
    live = thaw(kept.row.setup, kept.row.seed, kept.snapshot)
    if live is None or live.length != kept.after:
        return None
    _fold_all(live, checked(kept.row.id, kept.lines, kept.after))
    return live


def _replayed(row: TableRow, log: list[LogLine]) -> Table:
    """From its whole log."""
    live = Table(row.setup, row.seed)
    _fold_all(live, log)
    return live


def _fold_all(live: Table, log: list[LogLine]) -> None:
    for at, line in log:
        live.fold(line, at)
