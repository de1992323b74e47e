"""The queries of offers: a seat for somebody one has played with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select

from bastide.server.store import schema
from bastide.server.store.database import upsert
from bastide.server.store.store import Store


class OfferRow(NamedTuple):
    """An offer, and the table as it stands now."""

    table: str
    seat: int
    by: str
    game: str
    setup: str
    state: str
    summary: str
    link_numbers: str
    updated: int


class OfferStore:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def companions(self, card: str, table: str, seat: int) -> list[str]:
        """The other cards that had a seat of a table that is on a card."""
        k = schema.card_tables.c
        own = select(k.table_id).where(k.card_id == card, k.table_id == table)
        others = select(k.card_id).where(k.table_id.in_(own), k.who == str(seat), k.card_id != card)
        return [row[0] for row in await self.store.rows(others)]

    async def count(self, table: str) -> int:
        return int((await self.store.rows(select(func.count()).where(schema.offers.c.table_id == table)))[0][0])

    async def make(self, cards: Sequence[str], table: str, seat: int, by: str, at: int) -> None:
        rows = [{"card_id": card, "table_id": table, "seat": seat, "by": by, "made": at} for card in cards]

        def job(connection: Connection) -> None:
            upsert(connection, schema.offers, rows, ["card_id", "table_id"], ["seat", "by", "made"])

        if rows:
            await self.store.writer.write(table, job)

    async def to_card(self, card: str) -> list[OfferRow]:
        """Offers of tables that still wait, the latest first."""
        o, t = schema.offers.c, schema.tables.c
        joined = schema.offers.join(schema.tables, t.id == o.table_id)
        wanted = select(o.table_id, o.seat, o.by, t.game, t.setup, t.state, t.summary, t.link_numbers, t.updated)
        rows = await self.store.rows(
            wanted.select_from(joined).where(o.card_id == card, t.state == "waiting").order_by(o.made.desc())
        )
        return [OfferRow(*row) for row in rows]

    async def decline(self, card: str, table: str) -> None:
        o = schema.offers.c
        await self.store.execute(table, delete(schema.offers).where(o.card_id == card, o.table_id == table))
