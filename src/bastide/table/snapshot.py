"""Snapshots: a table as bytes, so that an evicted one is loaded without a replay. The log alone is the truth."""

from __future__ import annotations

import hashlib

import msgspec

from bastide.core.decoding import read_msgpack
from bastide.core.game import Game
from bastide.core.state import form_of
from bastide.table.chair import Chair
from bastide.table.match import MatchSnapshot
from bastide.table.parting import Proposal
from bastide.table.parts import TableState
from bastide.table.setup import Setup
from bastide.table.table import Table
from bastide.table.timing import Times

FORMAT = 8  # raised when the shape changes: snapshots of another number are ignored
DIGEST_BYTES = hashlib.sha256().digest_size


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """All that a table has folded from its log, under the names that `FoldedLog` gives it."""

    format: int
    form: str  # of the game's states
    length: int
    state: TableState
    chairs: list[Chair]
    times: Times
    passed: dict[int, Times]
    stood_in: set[int]
    full_at: int | None
    done_at: int | None
    followed_by: str
    abandoned: bool
    spectators_chat: bool
    paused: bool
    proposal: Proposal | None
    match: MatchSnapshot


FOLDED = tuple(
    name for name in Snapshot.__struct_fields__ if name not in ("format", "form", "match")
)  # as `FoldedLog` has them


def with_digest(snapshot: Snapshot) -> bytes:
    """As bytes, after a digest by which damage is noticed."""
    data = msgspec.msgpack.encode(snapshot)
    return hashlib.sha256(data).digest() + data


def freeze(table: Table) -> bytes:
    """Serialises the table."""
    folded = {name: getattr(table, name) for name in FOLDED}
    return with_digest(Snapshot(FORMAT, form_of(table.game.state), match=table.match.snapshot(), **folded))


def is_whole(data: bytes) -> bool:
    return hashlib.sha256(data[DIGEST_BYTES:]).digest() == data[:DIGEST_BYTES]


def read_snapshot(data: bytes, game: Game) -> Snapshot | None:
    """What `freeze` wrote; None for damaged bytes, those of another release and states of another form."""
    if not is_whole(data):
        return None
    try:
        kept = read_msgpack(data[DIGEST_BYTES:], Snapshot)
    except msgspec.DecodeError:
        return None
    return kept if (kept.format, kept.form) == (FORMAT, form_of(game.state)) else None


def thaw(setup: Setup, seed: str, data: bytes) -> Table | None:
    """The table again; None for bytes that this release does not read, which costs a replay and nothing else."""
    table = Table(setup, seed)
    kept = read_snapshot(data, table.game)
    if kept is None:
        return None
    sizes = {len(state) for state in kept.match.states}
    if sizes != {table.game.state.itemsize}:
        return None
    table.match.restore(kept.match)
    for name in FOLDED:
        setattr(table, name, getattr(kept, name))
    return table
