"""The scorer: rates finished tables that all agreed to rate, once, in the order in which they ended."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from bastide.server import metrics
from bastide.server.logs import log, where_of
from bastide.server.ratings.model import Strength, bots_of, update
from bastide.server.store.ratings import OverTable, RatingStore
from bastide.server.summary import Summary, read_summary

OVERLAP_MS = 10_000  # other processes may write a little in the past


class Scorer:
    """One task per process; a table is rated by whichever comes first."""

    def __init__(self, store: RatingStore, every_s: float) -> None:
        self.store = store
        self.every_s = every_s
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="scorer")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as error:
                metrics.troubles.labels("scorer").inc()
                log.error("scorer", error=type(error).__name__, where=where_of(error))
            await asyncio.sleep(self.every_s)

    async def look(self) -> None:
        """Rates what has ended since the last look."""
        looked = await self.store.looked()
        after, newest = (-1, ""), looked
        while tables := await self.store.finished_since(looked - OVERLAP_MS, after):
            for table in tables:
                await self._rate(table)
            after, newest = (tables[-1].updated, tables[-1].id), max(newest, tables[-1].updated)
        if newest > looked:
            await self.store.keep_looked(newest)

    async def _rate(self, table: OverTable) -> None:
        summary = read_summary(table.summary)
        claims = await self.store.seats(table.id)
        cards = {who: card for card, who in claims}
        if is_rateable(summary, table.game, len(claims), cards):
            await self.store.rate(table, list(cards.values()), lambda known: rate(summary, table.game, cards, known))


def is_rateable(summary: Summary, game: str, claims: int, cards: Mapping[str, str]) -> bool:
    """A result nobody stood in for, one card for every person, and bots whose strength was measured."""
    people = [seat.seat for seat in summary.seats if seat.kind == "person"]
    bots = [seat.level for seat in summary.seats if seat.kind == "bot"]
    return (
        bool(summary.places)
        and not summary.stood_in
        and len(summary.seats) > 1
        and claims == len(cards) == len(set(cards.values())) == len(people)
        and all(str(seat) in cards for seat in people)
        and all(level in bots_of(game) for level in bots)
    )


def rate(
    summary: Summary, game: str, cards: Mapping[str, str], known: Mapping[str, tuple[float, float]]
) -> dict[str, tuple[float, float]]:
    """The strengths of the cards after a game; bots keep theirs."""
    before = [
        bots_of(game)[seat.level] if seat.kind == "bot" else Strength(*known.get(cards[str(seat.seat)], Strength()))
        for seat in summary.seats
    ]
    after = update(before, summary.places)
    return {cards[str(seat.seat)]: after[seat.seat] for seat in summary.seats if seat.kind == "person"}
