"""The hash chain, the migrations and `bastide admin check` on PostgreSQL: as on a file."""

from __future__ import annotations

import asyncio
import lzma
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Table, insert, text

from bastide.cli import run
from bastide.server.store import Store, schema
from bastide.server.store.database import shared_engine
from bastide.server.store.lists import TableLists
from bastide.server.store.migrate import FOLDER as MIGRATIONS
from bastide.server.store.migrate import VERSIONS, version_of
from bench.server_postgres import NoPostgres, postgres
from tests.server.test_kept_database import FOLDER, RELEASES

pytestmark = pytest.mark.xdist_group("processes")
FIRST = {"meta": schema.meta, "tables": schema.tables, "lines": schema.lines, "chat": schema.chat}
DAMAGES = {  # one after the other: the first line that does not fit is named
    "DELETE FROM lines WHERE n = 2": "line 2 is missing, or is not what was written",
    "UPDATE lines SET at = at + 1 WHERE n = 1": "line 1 is missing, or is not what was written",
}


def do(address: str, work: Callable[[Connection], Any]) -> Any:
    """Some work in one transaction."""

    async def transact() -> Any:
        engine = shared_engine(address)
        async with engine.begin() as connection:
            done = await connection.run_sync(work)
        await engine.dispose()
        return done

    return asyncio.run(transact())


def in_first_shape(connection: Connection) -> None:
    """As the release left it whose file is kept: before there were hashes."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")


def kept_rows(file: Path) -> dict[str, list[dict[str, Any]]]:
    with closing(sqlite3.connect(file)) as old:
        old.row_factory = sqlite3.Row
        rows = {name: [dict(row) for row in old.execute(f"SELECT * FROM {name}")] for name in FIRST}
    for table in rows["tables"]:
        table["listed"] = bool(table["listed"])
    return rows


def write(table: Table, rows: list[dict[str, Any]], connection: Connection) -> None:
    if rows:
        connection.execute(insert(table), rows)


@pytest.fixture
def older(tmp_path: Path) -> Iterator[str]:
    """A PostgreSQL that holds what an earlier release wrote."""
    file = tmp_path / "old.db"
    file.write_bytes(lzma.decompress((FOLDER / f"{RELEASES[0]}.db.xz").read_bytes()))
    rows = kept_rows(file)
    try:
        with postgres() as address:
            do(address, in_first_shape)
            for name, table in FIRST.items():
                do(address, partial(write, table, rows[name]))
            yield address
    except NoPostgres as reason:
        pytest.skip(str(reason))


async def lobby_of(address: str) -> tuple[int, int]:
    """How many tables are listed, and when the latest of all was changed."""
    store = Store(address)
    await store.start()
    found = len(await TableLists(store).listed()), await TableLists(store).latest()
    await store.close()
    return found


def test_an_older_postgres_gets_its_hashes_and_damage_is_named(older: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["admin", "check", "--database", older, "--lang", "en"]) == 0, capsys.readouterr().out
    assert do(older, version_of) == VERSIONS[-1]
    unchained = "SELECT count(*) FROM lines WHERE chain = ''"
    assert do(older, lambda connection: connection.execute(text(unchained)).scalar_one()) == 0
    listed, latest = asyncio.run(lobby_of(older))
    shown = "SELECT count(*) FROM tables WHERE listed AND state <> 'over'"
    assert listed == do(older, lambda connection: connection.execute(text(shown)).scalar_one())
    assert latest == do(older, lambda connection: connection.execute(text("SELECT max(updated) FROM tables")).scalar())
    for damage, told in DAMAGES.items():
        do(older, lambda connection, damage=damage: connection.execute(text(damage)))  # type: ignore[misc]
        capsys.readouterr()
        assert run(["admin", "check", "--database", older, "--lang", "en"]) == 2
        assert told in capsys.readouterr().out
