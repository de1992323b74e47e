"""What travels in requests about the deal of the day."""

from __future__ import annotations

from bastide.table.parts import Part


class DealResult(Part, frozen=True):
    place: int
    name: str
    points: int
    won: bool
    table: str


class Deal(Part, frozen=True):
    """Today's deal: what it is, how others did, one's own table (`mine`); and the results of yesterday's."""

    day: str
    game: str
    seats: int
    level: str
    played: int
    middle: int | None
    results: list[DealResult]
    mine: str | None
    yesterday: list[DealResult]
    yesterday_game: str
