"""`bastide admin`: for the operator of a server, also while it runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cyclopts import App
from rich.console import Console
from rich.table import Table as Grid

from bastide.cli.language import choose_language
from bastide.core.errors import BastideError

if TYPE_CHECKING:
    from bastide.server.store import Store

admin = App(name="admin", help="Look after the tables of a server.")
DATA = Path("bastide.db")
Result = TypeVar("Result")


def _with_store(data: Path, database: str | None, work: Callable[[Store], Awaitable[Result]]) -> Result:
    """Opens the store that a server uses, and does one thing with it."""
    import anyio

    from bastide.server.store import Store

    if database is None and not data.exists():
        raise BastideError(f"there is no file {data}")

    async def run() -> Result:
        store = Store(database or f"sqlite:///{data.expanduser().resolve()}")
        await store.start()
        try:
            return await work(store)
        finally:
            await store.close()

    return anyio.run(run)


@admin.command(name="list")
def list_tables(*, data: Path = DATA, database: str | None = None, state: str = "") -> None:
    """List tables, the latest first.

    Parameters
    ----------
    data
        The server's file.
    database
        The server's database, where it is not a file.
    state
        Only those waiting, playing or over.
    """
    rows = _with_store(data, database, lambda store: store.all_tables())
    grid = Grid("table", "game", "rules", "state", "seats", "lines", "last move", box=None)
    for row in rows:
        if state in ("", row.state):
            last = datetime.fromtimestamp(row.updated / 1000, UTC).strftime("%Y-%m-%d %H:%M")
            grid.add_row(
                row.id,
                row.setup.game,
                str(row.setup.rules_version),
                row.state,
                str(row.setup.seats),
                str(row.length),
                last,
            )
    Console(width=200, highlight=False).print(grid)


@admin.command
def export(table: str, file: Path, /, *, data: Path = DATA, database: str | None = None) -> None:
    """Write the record of a finished game to a file.

    Parameters
    ----------
    table
        The table's id.
    file
        Where to.
    data
        The server's file.
    database
        The server's database, where it is not a file.
    """
    from bastide.server.reading import read_table
    from bastide.table.refused import Refused

    try:
        live = _with_store(data, database, lambda store: read_table(store, table)).table
        file.write_text(live.record().to_json(), encoding="utf-8")
    except Refused as refusal:
        from bastide.core.catalogue import say_phrase

        raise BastideError(f"{table}: {say_phrase(choose_language(None), refusal.label)}") from None
    Console(highlight=False).print(f"{file}: {live.match.position.ply} plies")


@admin.command
def delete(table: str, /, *, data: Path = DATA, database: str | None = None) -> None:
    """Delete a table with its log and its chat, for ever.

    Parameters
    ----------
    table
        The table's id.
    data
        The server's file.
    database
        The server's database, where it is not a file.
    """
    if not _with_store(data, database, lambda store: store.remove(table)):
        raise BastideError(f"there is no table {table}")
    Console(highlight=False).print(f"{table} deleted")


@admin.command
def backup(file: Path, /, *, data: Path = DATA) -> None:
    """Copy a server's file to another, whole and consistent, while the server runs.

    Parameters
    ----------
    file
        Where to; it must not exist.
    data
        The server's file.
    """
    if not data.exists():
        raise BastideError(f"there is no file {data}")
    if file.exists():
        raise BastideError(f"{file} exists already; a backup overwrites nothing")
    with sqlite3.connect(data) as source, sqlite3.connect(file) as target:
        source.backup(target)
    for connection in (source, target):
        connection.close()
    Console(highlight=False).print(f"{file}: {file.stat().st_size} bytes")
