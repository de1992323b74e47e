"""Seats that are offered to somebody one has played with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "offers",
        sa.Column("card_id", sa.Text, sa.ForeignKey("cards.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
