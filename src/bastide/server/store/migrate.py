"""Brings a database to the newest shape. Several processes may try at once: they wait for one another."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

FOLDER = Path(__file__).parent / "migrations"
VERSIONS = sorted(file.stem.partition("_")[0] for file in FOLDER.glob("versions/[0-9]*.py"))
ADVISORY_LOCK = 0x62617374  # any number, the same in every process


class NewerDatabase(Exception):
    """A later release has changed this database."""


def version_of(connection: Connection) -> str:
    """The latest change that was made to this database; empty for a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none() or "")


def upgrade(connection: Connection) -> None:
    """Runs what is missing, inside the caller's transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ADVISORY_LOCK})
    version = version_of(connection)
    if version == VERSIONS[-1]:
        return
    if version and version not in VERSIONS:
        raise NewerDatabase(version)
    from alembic import command  # imported only where something is missing: it takes as long as the rest of a start
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
