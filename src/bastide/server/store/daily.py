"""The queries of the deal of the day."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from bastide.server.store import schema
from bastide.server.store.store import Store


class Played(NamedTuple):
    """A table of the deal, and how it stands."""

    table: str
    card: str
    state: str
    summary: str


class DailyStore:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def enter(self, day: str, card: str, table: str) -> bool:
        """Notes at which table a card plays the deal; False where it plays it at another already."""
        try:
            await self.store.execute(table, insert(schema.daily).values(day=day, card_id=card, table_id=table))
        except IntegrityError:
            return False
        return True

    async def played(self, day: str) -> list[Played]:
        """Every table of a day's deal."""
        d, t = schema.daily.c, schema.tables.c
        joined = schema.daily.join(schema.tables, t.id == d.table_id)
        wanted = select(d.table_id, d.card_id, t.state, t.summary).select_from(joined).where(d.day == day)
        return [Played(*row) for row in await self.store.rows(wanted)]
