"""What every rated game made of a card's rating."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "rated_games",
        sa.Column("card_id", sa.Text, sa.ForeignKey("cards.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
    )
    op.create_index("rated_games_of_card", "rated_games", ["card_id", "game", "at"])
    op.create_index("rated_games_of_table", "rated_games", ["table_id"])
