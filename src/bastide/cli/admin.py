"""`bastide admin`: for the operator of a server, also while it runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cyclopts import App
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from bastide.cli.language import choose_language
from bastide.cli.writing import writing
from bastide.core.catalogue import say, say_phrase
from bastide.core.errors import BastideError
from bastide.table.result import record_of

if TYPE_CHECKING:
    from bastide.core.record import Record
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
    from bastide.server.store.lists import TableLists

    rows = _with_store(data, database, lambda store: TableLists(store).all_tables())
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
    from bastide.server.app import SIGNING
    from bastide.server.loading import load_table
    from bastide.table.refused import Refused
    from bastide.table.signature import Signer

    async def read(store: Store) -> Record:
        live = (await load_table(store, table)).table
        secret = await store.meta(SIGNING)
        record = record_of(live)
        return record if secret is None or live.setup.imported else Signer(secret).sign(record)

    try:
        record = _with_store(data, database, read)
        with writing(file):
            file.write_text(record.to_json(), encoding="utf-8")
    except Refused as refusal:
        raise BastideError(f"{table}: {say_phrase(choose_language(None), refusal.label)}") from None
    Console(highlight=False).print(f"{file}: {len(record.plies)} plies")


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
def check(*, data: Path = DATA, database: str | None = None, lang: str | None = None) -> None:
    """Check every stored game: its hashes, a replay of its log, its snapshot. Says which are damaged.

    Parameters
    ----------
    data
        The server's file; the server may be running.
    database
        The server's database, where it is not a file.
    lang
        en or fr.
    """
    from bastide.server.starting import why_not

    language = choose_language(lang)
    console = Console(highlight=False)

    async def walk(store: Store) -> tuple[int, int]:
        from bastide.server.checking import check_tables
        from bastide.server.store.lists import TableLists

        if reason := await store.unsound():
            raise BastideError(say(language, "table.damage.file", place=str(data), reason=reason))
        tables, damaged = await TableLists(store).ids(), 0
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(say(language, "table.check.progress"), total=len(tables))
            async for checked in check_tables(store, tables):
                progress.advance(task)
                damaged += bool(checked.damages)
                for damage in checked.damages:
                    console.print(f"{checked.table}: {say_phrase(language, damage)}", markup=False, soft_wrap=True)
        return len(tables), damaged

    try:
        n, damaged = _with_store(data, database, walk)
    except BastideError:
        raise
    except Exception as error:
        reason = why_not(error, database or f"sqlite:///{data}")
        raise BastideError(say_phrase(language, reason.label)) from None
    if damaged:
        raise BastideError(say(language, "table.check.damaged", n=n, damaged=damaged))
    console.print(say(language, "table.check.sound", n=n), soft_wrap=True)


@admin.command
def backup(file: Path, /, *, data: Path = DATA) -> None:
    """Copy a server's file to another, whole and consistent, while the server runs; the copy is tried out.

    Parameters
    ----------
    file
        Where to; it must not exist.
    data
        The server's file.
    """
    from bastide.server.backups import back_up

    if not data.exists():
        raise BastideError(f"there is no file {data}")
    if file.exists():
        raise BastideError(f"{file} exists already; a backup overwrites nothing")
    try:
        games = back_up(data, file)
    except (OSError, sqlite3.Error) as error:
        raise BastideError(f"{file}: {error}") from None
    Console(highlight=False).print(f"{file}: {games} games, {file.stat().st_size} bytes")
