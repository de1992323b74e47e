"""Whether stored games are what was written: the chain of hashes, a replay of every log, snapshots against logs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple

import msgspec

from bastide.core.decoding import read_json
from bastide.core.errors import BastideError, ForeignVersion
from bastide.core.words import Phrase
from bastide.server.store import Store, Stored, StoredLine
from bastide.server.store.chain import first_broken
from bastide.table.fairness import commitment_of
from bastide.table.folded import BrokenLog
from bastide.table.lines import AnyLine
from bastide.table.setup import Setup
from bastide.table.snapshot import Snapshot, freeze, is_whole, read_snapshot
from bastide.table.table import Table


class Checked(NamedTuple):
    """One table, and what is wrong with it: nothing, or all that was found."""

    table: str
    damages: list[Phrase]


async def check_tables(store: Store, tables: list[str]) -> AsyncIterator[Checked]:
    """Each of some tables; one that was deleted meanwhile has nothing wrong with it."""
    for table in tables:
        stored = await store.stored(table)
        yield Checked(table, [] if stored is None else damages_of(stored))


def damages_of(stored: Stored) -> list[Phrase]:
    """What is wrong with a table, from its log up."""
    try:
        setup = read_json(stored.setup, Setup)
    except msgspec.DecodeError:
        return [Phrase("table.damage.setup")]
    try:
        table = Table(setup, stored.seed)
    except ForeignVersion:
        return [Phrase("table.damage.version", {"version": setup.rules_version})]
    except BastideError:
        return [Phrase("table.damage.setup")]
    found = _damages_of_log(stored)
    if not setup.imported and not _is_behind(stored.seed, setup.commitment):
        found.append(Phrase("table.damage.seed"))
    return found or _damages_of_replay(stored, table)


def _damages_of_log(stored: Stored) -> list[Phrase]:
    found = []
    if len(stored.lines) != stored.length:
        found.append(Phrase("table.damage.length", {"found": len(stored.lines), "told": stored.length}))
    if (broken := first_broken(stored.lines)) is not None:
        found.append(Phrase("table.damage.chain", {"n": broken}))
    return found


def _is_behind(seed: str, commitment: str) -> bool:
    try:
        return commitment_of(seed) == commitment
    except ValueError:
        return False


def _damages_of_replay(stored: Stored, table: Table) -> list[Phrase]:
    kept = None if stored.snapshot is None else read_snapshot(stored.snapshot, table.game)
    then: Snapshot | None = None
    for stored_line in stored.lines:
        if (wrong := _fold(table, stored_line)) is not None:
            return [wrong]
        if kept is not None and table.length == kept.length:
            then = read_snapshot(freeze(table), table.game)  # a copy: later lines change the chairs
    found = []
    if table.state != stored.state:
        found.append(Phrase("table.damage.state", {"found": table.state, "told": stored.state}))
    if kept != then or not (stored.snapshot is None or is_whole(stored.snapshot)):
        found.append(Phrase("table.damage.snapshot"))
    return found


def _fold(table: Table, stored: StoredLine) -> Phrase | None:
    """Does one line; what is wrong with it, if something is."""
    try:
        line = read_json(stored.body, AnyLine)
    except msgspec.DecodeError:
        return Phrase("table.damage.line", {"n": stored.n})
    try:
        table.fold(line, stored.at)
    except (BrokenLog, BastideError, LookupError):
        return Phrase("table.damage.replay", {"n": stored.n})
    return None
