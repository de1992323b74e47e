"""The lobby has an index of its own, with only those tables in it that it shows, however many are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.drop_index("tables_lobby", "tables")
    listed = "listed IS 1" if op.get_bind().dialect.name == "sqlite" else "listed IS true"
    is_open = sa.text(f"{listed} AND state != 'over'")
    op.create_index("tables_open", "tables", ["updated", "id"], sqlite_where=is_open, postgresql_where=is_open)
