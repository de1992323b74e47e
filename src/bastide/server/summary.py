"""What lists of tables say of one, kept beside its log so that no table is woken for a list."""

from __future__ import annotations

import msgspec

from bastide.table.messages import SeatInfo, TableState, Wire
from bastide.table.table import Table


class Summary(Wire, frozen=True):
    seats: list[SeatInfo]
    state: TableState
    waiting_for: list[int]


def summary_of(table: Table) -> str:
    """As JSON."""
    waiting_for = [table.mover] if table.mover >= 0 else []
    return msgspec.json.encode(Summary(table.info().seats, table.state, waiting_for)).decode()


def read_summary(text: str) -> Summary:
    return msgspec.json.decode(text, type=Summary)
