"""The queries of notices: who is newly asked, which channels are due, and what each has to tell.

Nothing is queued while somebody moves: that a card's owner is asked follows from the tables themselves. A process that
is killed loses nothing, since the next one finds the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from bastide.server.store import schema
from bastide.server.store.database import upsert
from bastide.server.store.store import Store

SOME = 200  # asked tables, looked at in one go


class ChannelRow(NamedTuple):
    id: str
    card_id: str
    kind: str
    address: str
    code: str
    confirmed: bool
    sent: int
    failures: int
    due: int | None
    leased_until: int


class Candidate(NamedTuple):
    """A table on a card that has changed: perhaps its owner is asked."""

    card: str
    table: str
    who: str
    noticed: int
    summary: str
    updated: int


class Waiting(NamedTuple):
    """What a channel may have to tell: of which asking, and how the table stands now."""

    table: str
    asked_at: int
    who: str
    game: str
    setup: str
    state: str
    summary: str


class NoticeStore:
    """Channels and notices in the same database as the tables."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # ---- finding out who is asked

    async def changed_since(self, moment: int, after: tuple[int, str, str]) -> list[Candidate]:
        """Tables on cards that are played and have changed since a moment, oldest first, after one of them."""
        c, k = schema.tables.c, schema.card_tables.c
        is_after = (c.updated > after[0]) | (
            (c.updated == after[0]) & ((c.id > after[1]) | ((c.id == after[1]) & (k.card_id > after[2])))
        )
        wanted = (
            select(k.card_id, k.table_id, k.who, k.noticed, c.summary, c.updated)
            .select_from(schema.tables.join(schema.card_tables, k.table_id == c.id))
            .where(c.state == "playing", c.updated >= moment, k.quiet.is_(False), is_after)
            .order_by(c.updated, c.id, k.card_id)
            .limit(SOME)
        )
        return [Candidate(*row) for row in await self.store.rows(wanted)]

    async def notice(self, candidate: Candidate, asked_at: int, due: int) -> bool:
        """Queues one asking for every channel of a card; False where another process was first."""
        k = schema.card_tables.c
        is_new = (k.card_id == candidate.card) & (k.table_id == candidate.table) & (k.noticed < asked_at)
        first = update(schema.card_tables).where(is_new).values(noticed=asked_at)
        c = schema.channels.c
        confirmed = select(c.id, c.due).where(c.card_id == candidate.card, c.confirmed.is_(True))

        def job(connection: Connection) -> bool:
            if connection.execute(first).rowcount != 1:
                return False
            for channel, already in connection.execute(confirmed).fetchall():
                _queue(connection, channel, candidate.table, asked_at)
                at = due if already is None else min(due, already)
                connection.execute(update(schema.channels).where(c.id == channel).values(due=at))
            return True

        is_first: bool = await self.store.writer.write(candidate.table, job)
        return is_first

    # ---- sending

    async def due(self, now: int, limit: int) -> list[ChannelRow]:
        """Channels with something to tell that nobody is sending to, those that have waited longest first."""
        c = schema.channels.c
        wanted = select(*c).where(c.due <= now, c.leased_until <= now).order_by(c.due).limit(limit)
        return [ChannelRow(*row) for row in await self.store.rows(wanted)]

    async def claim(self, channel: ChannelRow, now: int, until: int, sent: int) -> bool:
        """Whether this process is the one to send: nobody has claimed or told anything since the channel was read.

        `sent` is what is to stand there if nobody comes back from sending.
        """
        c = schema.channels.c
        is_as_read = (c.due == channel.due) & (c.sent == channel.sent) & (c.leased_until <= now)
        free = update(schema.channels).where(c.id == channel.id, is_as_read)
        return await self.store.execute(channel.id, free.values(leased_until=until, sent=sent)) == 1

    async def waiting(self, channel: str) -> list[Waiting]:
        n, t, k, c = schema.notices.c, schema.tables.c, schema.card_tables.c, schema.channels.c
        joined = (
            schema.notices.join(schema.channels, c.id == n.channel_id)
            .join(schema.tables, t.id == n.table_id)
            .join(schema.card_tables, (k.card_id == c.card_id) & (k.table_id == n.table_id))
        )
        wanted = select(n.table_id, n.asked_at, k.who, t.game, t.setup, t.state, t.summary).select_from(joined)
        rows = await self.store.rows(wanted.where(n.channel_id == channel).order_by(n.asked_at))
        return [Waiting(*row) for row in rows]

    async def told(self, channel: ChannelRow, told: Iterable[Waiting]) -> None:
        """Drops what was told or is no longer true; anything queued meanwhile stays, and the channel stays due."""
        n, c = schema.notices.c, schema.channels.c
        done = [(each.table, each.asked_at) for each in told]
        of_channel = n.channel_id == channel.id
        free = update(schema.channels).where(c.id == channel.id)

        def job(connection: Connection) -> None:
            for table, asked_at in done:
                connection.execute(
                    delete(schema.notices).where(of_channel, n.table_id == table, n.asked_at == asked_at)
                )
            left = connection.execute(select(n.table_id).where(of_channel).limit(1)).fetchone()
            due = {} if left is not None else {"due": None}
            connection.execute(free.values(leased_until=0, sent=channel.sent, failures=channel.failures, **due))

        await self.store.writer.write(channel.id, job)

    async def put_off(self, channel: ChannelRow, due: int) -> None:
        """Postpones a channel: it is looked at again later."""
        later = update(schema.channels).where(schema.channels.c.id == channel.id)
        values = {"due": due, "sent": channel.sent, "failures": channel.failures, "leased_until": 0}
        await self.store.execute(channel.id, later.values(values))

    # ---- channels

    async def add(self, channel: ChannelRow) -> None:
        await self.store.execute(channel.card_id, insert(schema.channels).values(channel._asdict()))

    async def of_card(self, card: str) -> list[ChannelRow]:
        c = schema.channels.c
        rows = await self.store.rows(select(*c).where(c.card_id == card).order_by(c.kind, c.id))
        return [ChannelRow(*row) for row in rows]

    async def remove(self, channel: str, card: str | None = None) -> bool:
        c = schema.channels.c
        wanted = c.id == channel if card is None else (c.id == channel) & (c.card_id == card)
        return await self.store.execute(channel, delete(schema.channels).where(wanted)) == 1

    async def confirm(self, code: str) -> bool:
        c = schema.channels.c
        good = update(schema.channels).where(c.code == code, c.kind == "mail").values(confirmed=True)
        return await self.store.execute(code, good) == 1

    async def end(self, code: str) -> bool:
        c = schema.channels.c
        return await self.store.execute(code, delete(schema.channels).where(c.code == code, c.kind == "mail")) == 1

    async def language(self, card: str) -> str:
        rows = await self.store.rows(select(schema.cards.c.language).where(schema.cards.c.id == card))
        return rows[0][0] if rows else ""


def _queue(connection: Connection, channel: str, table: str, asked_at: int) -> None:
    row = {"channel_id": channel, "table_id": table, "asked_at": asked_at}
    upsert(connection, schema.notices, [row], ["channel_id", "table_id"], ["asked_at"])
