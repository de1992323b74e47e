"""The queries of what follows a game: its review, comments on its decisions, and the games that go on from one."""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, insert, select

from bastide.server.store import schema
from bastide.server.store.rows import ROW, Comment, KeptReview, TableRow, row_of
from bastide.server.store.store import Store


class ReviewStore:
    """Reviews, comments and branches in the same database as the tables."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def keep_review(self, table: str, refined: bool, data: bytes) -> None:
        """In place of the one before; a table that was deleted meanwhile has none."""

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.reviews).where(schema.reviews.c.table_id == table))
            if connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table)).fetchone():
                connection.execute(insert(schema.reviews).values(table_id=table, refined=refined, data=data))

        await self.store.writer.write(table, job)

    async def review(self, table: str) -> KeptReview | None:
        wanted = select(schema.reviews.c.refined, schema.reviews.c.data).where(schema.reviews.c.table_id == table)
        rows = await self.store.rows(wanted)
        return KeptReview(bool(rows[0][0]), bytes(rows[0][1])) if rows else None

    async def comment(self, table: str, comment: Comment) -> None:
        """Adds what somebody says of a decision; in place of what the same seat said of it before."""
        c = schema.comments.c
        same = and_(c.table_id == table, c.ply == comment.ply, c.seat == comment.seat)

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.comments).where(same))
            if comment.text:
                connection.execute(insert(schema.comments).values(table_id=table, **comment._asdict()))

        await self.store.writer.write(table, job)

    async def comments(self, table: str) -> list[Comment]:
        c = schema.comments.c
        wanted = select(c.at, c.ply, c.seat, c.text).where(c.table_id == table).order_by(c.ply, c.id)
        return [Comment(*row) for row in await self.store.rows(wanted)]

    async def add_branch(self, table: str, branch: str) -> None:
        """Notes that a table goes on from a decision of another."""
        await self.store.execute(table, insert(schema.branches).values(table_id=table, branch_id=branch))

    async def branches(self, table: str) -> list[TableRow]:
        """The tables that go on from decisions of this one, the first made first."""
        c = schema.branches.c
        wanted = select(*ROW).join(schema.branches, schema.tables.c.id == c.branch_id).where(c.table_id == table)
        return [row_of(row) for row in await self.store.rows(wanted.order_by(c.id))]
