"""Snapshots: a table as bytes, so that an evicted one is loaded without a replay. The log alone is the truth."""

from __future__ import annotations

import msgspec

from bastide.table.chair import Chair
from bastide.table.match import MatchSnapshot
from bastide.table.messages import TableState
from bastide.table.parting import Proposal
from bastide.table.table import Setup, Table
from bastide.table.timing import Times

FORMAT = 4  # raised when the shape changes: snapshots of another number are ignored


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """All that a table has folded from its log."""

    format: int
    length: int
    state: TableState
    chairs: list[Chair]
    times: Times
    passed: dict[int, Times]
    full_at: int | None
    done_at: int | None
    followed_by: str
    abandoned: bool
    spectators_chat: bool
    proposal: Proposal | None
    match: MatchSnapshot


def freeze(table: Table) -> bytes:
    """Serialises the table."""
    return msgspec.msgpack.encode(
        Snapshot(
            FORMAT,
            table.length,
            table.state,
            table.chairs,
            table.times,
            table.passed,
            table.full_at,
            table.done_at,
            table.followed_by,
            table.abandoned,
            table.spectators_chat,
            table.proposal,
            table.match.snapshot(),
        )
    )


def thaw(setup: Setup, seed: str, data: bytes) -> Table | None:
    """The table again; None for bytes that this release does not read, which costs a replay and nothing else."""
    try:
        kept = msgspec.msgpack.decode(data, type=Snapshot)
    except msgspec.DecodeError:
        return None
    table = Table(setup, seed)
    sizes = {len(state) for state in kept.match.states}
    if kept.format != FORMAT or sizes != {table.game.state.itemsize}:
        return None
    table.match.restore(kept.match)
    table.length, table.state, table.chairs = kept.length, kept.state, kept.chairs
    table.times, table.passed = kept.times, dict(kept.passed)
    table.full_at, table.done_at, table.followed_by = kept.full_at, kept.done_at, kept.followed_by
    table.abandoned, table.spectators_chat, table.proposal = kept.abandoned, kept.spectators_chat, kept.proposal
    return table
