"""The queries of ratings. A table is rated once, all its cards in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from bastide.server.store import schema
from bastide.server.store.database import upsert
from bastide.server.store.store import Store

LOOKED = "rated-until"  # up to which change of a table was looked
SOME = 200


class OverTable(NamedTuple):
    """A finished table that wants to be rated."""

    id: str
    game: str
    setup: str
    summary: str
    updated: int


class Rated(NamedTuple):
    """A card's strength after a game."""

    table: str
    game: str
    at: int
    mu: float
    sigma: float


Rate = Callable[[Mapping[str, tuple[float, float]]], Mapping[str, tuple[float, float]]]


class RatingStore:
    """Ratings in the same database as the tables."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def looked(self) -> int:
        return int(await self.store.meta(LOOKED) or 0)

    async def keep_looked(self, until: int) -> None:
        def job(connection: Connection) -> None:
            upsert(connection, schema.meta, [{"name": LOOKED, "value": str(until)}], ["name"], ["value"])

        await self.store.writer.write(LOOKED, job)

    async def finished_since(self, moment: int, after: tuple[int, str]) -> list[OverTable]:
        """Finished tables that all agreed to rate, oldest first, after one of them."""
        c = schema.tables.c
        is_after = (c.updated > after[0]) | ((c.updated == after[0]) & (c.id > after[1]))
        wanted = select(c.id, c.game, c.setup, c.summary, c.updated).where(
            c.state == "over", c.updated >= moment, is_after, c.setup.contains('"rated":true')
        )
        return [OverTable(*row) for row in await self.store.rows(wanted.order_by(c.updated, c.id).limit(SOME))]

    async def seats(self, table: str) -> list[tuple[str, str]]:
        """The cards at a table, and who each is there."""
        k = schema.card_tables.c
        rows = await self.store.rows(select(k.card_id, k.who).where(k.table_id == table))
        return [(card, who) for card, who in rows]

    async def rate(self, table: OverTable, cards: Sequence[str], rate: Rate) -> bool:
        """Rates a table, unless it has been; strengths are read and written in one transaction."""
        r = schema.rated_games.c
        already = select(r.card_id).where(r.table_id == table.id).limit(1)

        def job(connection: Connection) -> bool:
            if connection.execute(already).fetchone() is not None:
                return False
            known = {}
            for card in sorted(cards):
                latest = select(r.mu, r.sigma).where(r.card_id == card, r.game == table.game)
                row = connection.execute(latest.order_by(r.at.desc(), r.table_id.desc()).limit(1)).fetchone()
                if row is not None:
                    known[card] = (row[0], row[1])
            after = [
                {"card_id": card, "table_id": table.id, "game": table.game, "at": table.updated, "mu": mu, "sigma": s}
                for card, (mu, s) in rate(known).items()
            ]
            connection.execute(insert(schema.rated_games), after)
            return True

        done: bool = await self.store.writer.write(table.id, job)
        return done

    async def of_card(self, card: str) -> list[Rated]:
        """Every rated game of a card, oldest first."""
        r = schema.rated_games.c
        wanted = select(r.table_id, r.game, r.at, r.mu, r.sigma).where(r.card_id == card)
        return [Rated(*row) for row in await self.store.rows(wanted.order_by(r.at, r.table_id))]
