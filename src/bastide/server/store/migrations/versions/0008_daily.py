"""The deal of the day: which card played it at which table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "daily",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("card_id", sa.Text, sa.ForeignKey("cards.id", ondelete="CASCADE"), nullable=False),
        sa.UniqueConstraint("day", "card_id", name="daily_once"),
    )
