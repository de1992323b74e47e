"""Every line of a log carries a hash of all lines up to it; those that are there already get theirs now.

Snapshots get a digest: those without one are dropped, and made again from the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

from bastide.server.store.chain import START, link

revision = "0002"
down_revision = "0001"
BATCH = 500  # tables at once

lines = sa.table(
    "lines",
    sa.column("table_id", sa.Text),
    sa.column("n", sa.Integer),
    sa.column("at", sa.BigInteger),
    sa.column("body", sa.Text),
    sa.column("chain", sa.Text),
)


def upgrade() -> None:
    op.add_column("lines", sa.Column("chain", sa.Text, nullable=False, server_default=""))
    op.execute("DELETE FROM snapshots")
    connection = op.get_bind()
    c = lines.c
    wanted = sa.and_(c.table_id == sa.bindparam("of"), c.n == sa.bindparam("number"))
    change = sa.update(lines).where(wanted).values(chain=sa.bindparam("hash"))
    tables = [row[0] for row in connection.execute(sa.text("SELECT id FROM tables ORDER BY id"))]
    for first in range(0, len(tables), BATCH):
        some = tables[first : first + BATCH]
        read = sa.select(c.table_id, c.n, c.at, c.body).where(c.table_id.in_(some)).order_by(c.table_id, c.n)
        if hashes := list(_hashes(connection.execute(read))):
            connection.execute(change, hashes)


def _hashes(rows: Any) -> Iterator[dict[str, Any]]:
    for table, log in groupby(rows, key=lambda row: row[0]):
        before = START
        for _, n, at, body in log:
            before = link(before, n, at, body)
            yield {"of": table, "number": n, "hash": before}
