"""The queries about many tables: those in the lobby, those that are due, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import and_, func, or_, select

from bastide.server.store import schema
from bastide.server.store.rows import ROW, TableRow, row_of
from bastide.server.store.store import Store


class TableLists:
    """Tables by what they have in common."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def some(self, tables: Sequence[str]) -> list[TableRow]:
        """Those of these tables that there are."""
        if not tables:
            return []
        return [row_of(row) for row in await self.store.rows(select(*ROW).where(schema.tables.c.id.in_(tables)))]

    async def ids(self, limit: int | None = None) -> list[str]:
        """Every table, the latest first."""
        newest = select(schema.tables.c.id).order_by(schema.tables.c.updated.desc(), schema.tables.c.id).limit(limit)
        return [row[0] for row in await self.store.rows(newest)]

    async def listed(
        self, after: tuple[int, str] | None = None, limit: int = 100, game: str = "", clock: str = ""
    ) -> list[TableRow]:
        """The lobby: listed tables that are not over, the latest first; those that come after one of them.

        Of one game, or with one kind of clock, where that is asked for.
        """
        c = schema.tables.c
        wanted = select(*ROW).where(schema.OPEN)
        if game:
            wanted = wanted.where(c.game == game)
        if clock:
            wanted = wanted.where(c.setup.contains(f'"clock":{{"kind":"{clock}"', autoescape=True))
        if after is not None:
            updated, table = after
            wanted = wanted.where(or_(c.updated < updated, and_(c.updated == updated, c.id < table)))
        return [
            row_of(row) for row in await self.store.rows(wanted.order_by(c.updated.desc(), c.id.desc()).limit(limit))
        ]

    async def never_begun(self, listed: int, private: int, now: int, limit: int = 1000) -> list[str]:
        """Tables that wait for players since before then, and that no process has open."""
        c = schema.tables.c
        is_old = or_(and_(c.listed.is_(True), c.updated < listed), and_(c.listed.is_(False), c.updated < private))
        wanted = select(c.id).where(c.state == "waiting", is_old, c.leased_until < now)
        return [row[0] for row in await self.store.rows(wanted.limit(limit))]

    async def all_tables(self, limit: int = 10_000) -> list[TableRow]:
        wanted = select(*ROW).order_by(schema.tables.c.updated.desc()).limit(limit)
        return [row_of(row) for row in await self.store.rows(wanted)]

    async def due(self, now: int, limit: int = 100_000) -> list[str]:
        """Tables with a timer that is due, which must be loaded."""
        c = schema.tables.c
        rows = await self.store.rows(
            select(c.id).where(c.due <= now, c.leased_until < now).order_by(c.due).limit(limit)
        )
        return [row[0] for row in rows]

    async def counts(self) -> dict[str, int]:
        """How many tables there are, by state."""
        rows = await self.store.rows(select(schema.tables.c.state, func.count()).group_by(schema.tables.c.state))
        return {state: int(n) for state, n in rows}

    async def latest(self) -> int:
        """The time of the latest change to any table."""
        c = schema.tables.c
        latest = [select(func.max(c.updated)).where(c.state == state).scalar_subquery() for state in schema.STATES]
        return max(each or 0 for each in (await self.store.rows(select(*latest)))[0])
