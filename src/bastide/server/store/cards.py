"""The queries of player cards, of the tables on them, and of codes that are good once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, case, delete, func, insert, or_, select, update

from bastide.core.decoding import read_json
from bastide.server.store import schema
from bastide.server.store.database import upsert
from bastide.server.store.store import Store
from bastide.table.setup import Setup


class CardRow(NamedTuple):
    id: str
    number: str
    name: str
    language: str
    created: int


class KeptTable(NamedTuple):
    """A table on a card: what lists say of it, and by which link its owner has it."""

    id: str
    game: str
    setup: str
    state: str
    summary: str
    link_numbers: str
    updated: int
    who: str
    number: str
    note: str
    quiet: bool

    @property
    def name(self) -> str:
        return read_json(self.setup, Setup).name


class Seat(NamedTuple):
    """Who one is at a table, by a link that was good when it was shown."""

    table: str
    who: str
    number: str


class CardStore:
    """Cards in the same database as the tables."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # ---- writing

    async def create(self, card: CardRow) -> None:
        await self.store.execute(card.id, insert(schema.cards).values(card._asdict()))

    async def change(self, card: str, **values: str) -> None:
        await self.store.execute(card, update(schema.cards).where(schema.cards.c.id == card).values(**values))

    async def remove(self, card: str) -> None:
        await self.store.execute(card, delete(schema.cards).where(schema.cards.c.id == card))

    async def add(self, card: str, seats: Sequence[Seat]) -> None:
        """Puts tables on a card; one that is on it gets the newer link, and keeps its note."""
        rows = [
            {"card_id": card, "table_id": seat.table, "who": seat.who, "number": seat.number, "note": ""}
            for seat in seats
        ]

        def job(connection: Connection) -> None:
            upsert(connection, schema.card_tables, rows, ["card_id", "table_id"], ["who", "number"])

        if rows:
            await self.store.writer.write(card, job)

    async def change_table(self, card: str, table: str, values: dict[str, Any]) -> None:
        await self.store.execute(card, update(schema.card_tables).where(_kept(card, table)).values(values))

    async def forget(self, card: str, table: str) -> bool:
        return await self.store.execute(card, delete(schema.card_tables).where(_kept(card, table))) == 1

    async def issue(self, code_hash: str, body: str, until: int, now: int) -> None:
        """Keeps what a code hands over; those whose time is up are dropped."""
        c = schema.passes

        def job(connection: Connection) -> None:
            connection.execute(delete(c).where(c.c.until <= now))
            connection.execute(insert(c).values(hash=code_hash, body=body, until=until))

        await self.store.writer.write(code_hash, job)

    async def redeem(self, code_hash: str, now: int) -> str | None:
        """What a code hands over, once: of two who bring it, one gets it."""
        c = schema.passes.c
        spent = delete(schema.passes).where(c.hash == code_hash, c.until > now).returning(c.body)

        def job(connection: Connection) -> str | None:
            return connection.execute(spent).scalar_one_or_none()

        body: str | None = await self.store.writer.write(code_hash, job)
        return body

    # ---- reading

    async def card(self, card: str) -> CardRow | None:
        rows = await self.store.rows(select(*schema.cards.c).where(schema.cards.c.id == card))
        return CardRow(*rows[0]) if rows else None

    async def counts(self, card: str) -> tuple[int, int]:
        """How many tables on a card run, and how many are over."""
        over = func.sum(case((schema.tables.c.state == "over", 1), else_=0))
        joined = select(func.count(), over).select_from(JOINED).where(schema.card_tables.c.card_id == card)
        [(everything, finished)] = await self.store.rows(joined)
        return int(everything) - int(finished or 0), int(finished or 0)

    async def one(self, card: str, table: str) -> list[KeptTable]:
        """A table, if it is on the card."""
        return await self._tables(card, schema.tables.c.id == table)

    async def running(self, card: str) -> list[KeptTable]:
        """Every table on a card that is not over."""
        return await self._tables(card, schema.tables.c.state != "over")

    async def finished(
        self, card: str, game: str, since: int, until: int, after: tuple[int, str] | None, limit: int
    ) -> list[KeptTable]:
        """Those that are over, the latest first: a page of them, of one game or all, within two times."""
        c = schema.tables.c
        wanted = [IS_OVER, c.updated >= since, c.updated < until]
        if game:
            wanted.append(c.game == game)
        if after is not None:
            updated, table = after
            wanted.append(or_(c.updated < updated, and_(c.updated == updated, c.id < table)))
        return await self._tables(card, *wanted, limit=limit)

    async def _tables(self, card: str, *wanted: Any, limit: int | None = None) -> list[KeptTable]:
        c = schema.tables.c
        asked = select(*KEPT).select_from(JOINED).where(schema.card_tables.c.card_id == card, *wanted)
        rows = await self.store.rows(asked.order_by(c.updated.desc(), c.id.desc()).limit(limit))
        return [KeptTable(*row) for row in rows]


# Written so that no index of all tables fits: a card's own rows are few, finished tables are many.
IS_OVER = func.coalesce(schema.tables.c.state, "") == "over"
JOINED = schema.card_tables.join(schema.tables, schema.tables.c.id == schema.card_tables.c.table_id)
KEPT = (
    schema.tables.c.id,
    schema.tables.c.game,
    schema.tables.c.setup,
    schema.tables.c.state,
    schema.tables.c.summary,
    schema.tables.c.link_numbers,
    schema.tables.c.updated,
    schema.card_tables.c.who,
    schema.card_tables.c.number,
    schema.card_tables.c.note,
    schema.card_tables.c.quiet,
)


def _kept(card: str, table: str) -> Any:
    return and_(schema.card_tables.c.card_id == card, schema.card_tables.c.table_id == table)
