"""Brings a database to the newest shape. Several processes may try at once: they wait for one another."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

FOLDER = Path(__file__).parent / "migrations"
ADVISORY_LOCK = 0x62617374  # any number, the same in every process


def upgrade(connection: Connection) -> None:
    """Runs what is missing, inside the caller's transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ADVISORY_LOCK})
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
