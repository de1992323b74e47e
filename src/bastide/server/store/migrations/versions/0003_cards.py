"""Player cards with their tables, and codes that are good once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "cards",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("number", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "card_tables",
        sa.Column("card_id", sa.Text, sa.ForeignKey("cards.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("number", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("card_tables_of_table", "card_tables", ["table_id"])
    op.create_table(
        "passes",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("passes_until", "passes", ["until"])
