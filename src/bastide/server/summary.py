"""What lists of tables say of one, kept beside its log so that no table is woken for a list."""

from __future__ import annotations

import msgspec

from bastide.core.decoding import read_json
from bastide.core.state import SPECTATOR
from bastide.server.requests import TableLine
from bastide.table.parting import rank
from bastide.table.parts import Part, SeatInfo, TableState
from bastide.table.remembered import openings_of, sources_of
from bastide.table.seen import seats_of
from bastide.table.table import Table


class Summary(Part, frozen=True):
    """`since` is when whoever is waited for was asked, `falls_at` when their time is up.

    Places and points are there once there is a result, and with them what players' statistics are made of: the points
    of every seat by their source, and how every seat began.
    """

    seats: list[SeatInfo]
    state: TableState
    waiting_for: list[int]
    since: int = 0
    falls_at: int | None = None
    places: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    stood_in: bool = False  # a bot has decided in somebody's name
    sources: dict[str, list[int]] = msgspec.field(default_factory=dict)
    openings: list[list[str]] = msgspec.field(default_factory=list)


def summary_of(table: Table) -> str:
    """As JSON."""
    waiting_for = [table.mover] if table.mover >= 0 else []
    summary = Summary(
        seats=seats_of(table),
        state=table.state,
        waiting_for=waiting_for,
        since=table.times.since if table.times.running in waiting_for else 0,
        falls_at=table.falls_at(),
        stood_in=bool(table.stood_in),
    )
    if table.has_result:
        final = table.match.position.scores()
        gone = [p for p, chair in enumerate(table.chairs) if chair.left]
        places = tuple(rank([score.place for score in final], gone))
        summary = msgspec.structs.replace(
            summary,
            places=places,
            points=tuple(score.points for score in final),
            sources=sources_of(table),
            openings=openings_of(table),
        )
    return msgspec.json.encode(summary).decode()


def read_summary(text: str) -> Summary:
    return read_json(text, Summary)


def table_line(
    table: str,
    game: str,
    name: str,
    summary_text: str,
    updated: int,
    seat: int,
    href: str,
    note: str = "",
    quiet: bool = False,
) -> TableLine:
    """A table in a list, as whoever has a seat there (or SPECTATOR) sees it."""
    summary = read_summary(summary_text)
    return TableLine(
        id=table,
        game=game,
        name=name,
        seats=summary.seats,
        state=summary.state,
        your_turn=seat in summary.waiting_for,
        waiting_for=summary.waiting_for,
        since=updated,
        href=href,
        seat=None if seat == SPECTATOR else seat,
        asked_at=summary.since,
        falls_at=summary.falls_at,
        places=summary.places,
        points=summary.points,
        stood_in=summary.stood_in,
        note=note,
        quiet=quiet,
    )
