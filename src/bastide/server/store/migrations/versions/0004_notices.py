"""Where the owner of a card is told that it is their turn, and what waits to be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("card_tables", sa.Column("quiet", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("card_tables", sa.Column("noticed", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("tables_changed", "tables", ["state", "updated"])
    op.create_table(
        "channels",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("card_id", sa.Text, sa.ForeignKey("cards.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("sent", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("leased_until", sa.BigInteger, nullable=False),
    )
    op.create_index("channels_of_card", "channels", ["card_id"])
    op.create_index("channels_due", "channels", ["due"])
    op.create_index("channels_code", "channels", ["code"])
    op.create_table(
        "notices",
        sa.Column("channel_id", sa.Text, sa.ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
    )
