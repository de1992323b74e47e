"""A database with many games in it: how long a server takes to start, to list tables, and to wake some of them.

`python -m bench.server_stored --games 100000 --tables 1000`; with `--postgres` the same on PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, insert

from bastide.games import GAMES, load
from bastide.server.links import WATCH, new_number, new_table_id
from bastide.server.room import SNAPSHOT_LINES
from bastide.server.store import Store, chain, schema
from bastide.server.summary import summary_of
from bastide.table.fairness import commitment_of
from bastide.table.lines import AnyLine
from bastide.table.setup import Setup
from bastide.table.snapshot import freeze
from bastide.table.table import Table
from bench import report
from bench.server_postgres import postgres
from bench.server_process import Served, free_port

CHUNK = 2000  # tables written in one transaction
SHORT = 12  # lines kept of a finished game: starting and listing never read them
LISTED = 500  # tables in the lobby
DECISIONS = 60  # made at a table that is woken
ASKED = 60  # times a list is asked for
NOW = 1_794_700_000_000


class Told(NamedTuple):
    """A game as the store keeps it."""

    table: Table
    lines: list[AnyLine]
    snapshot: tuple[int, bytes] | None


def play(name: str, seed: int, decisions: int | None) -> Told:
    """A game between people, for so many decisions or to its end, with the snapshot that a server would have kept."""
    game, chooser = load(name), random.Random(seed)
    seats = game.spec.seats[0]
    secret = f"{seed:064x}"
    options = game.spec.check_options({})
    table = Table(
        Setup(new_table_id(), name, game.spec.rules_version, seats, options, commitment_of(secret), host=0), secret
    )
    log: list[AnyLine] = []
    for seat in range(seats):
        log += table.sit(seat, "person", NOW, name=f"P{seat}")
    for seat in range(seats):
        log += table.share(seat, None, f"{seat + 1:032x}", NOW)
    kept = None
    while table.state == "playing" and decisions != 0:
        seat = table.mover
        log += table.act(seat, [chooser.choice(table.match.position.legal)], table.ply(seat), NOW)
        decisions = None if decisions is None else decisions - 1
        if len(log) - (kept[0] if kept else 0) > SNAPSHOT_LINES:
            kept = (len(log), freeze(table))
    return Told(table, log, kept)


class Row(NamedTuple):
    """A table to be stored: its id, its game, whether the lobby shows it, and how much of its log is kept."""

    id: str
    told: Told
    listed: bool
    most: int | None


def write_all(connection: Connection, rows: list[Row]) -> None:
    """Tables with their logs and snapshots, as fast as the database takes them."""
    connection.execute(insert(schema.tables), [table_values(row) for row in rows])
    connection.execute(insert(schema.lines), [line for row in rows for line in line_values(row)])
    snapshots = [
        {"table_id": row.id, "length": row.told.snapshot[0], "data": row.told.snapshot[1]}
        for row in rows
        if row.told.snapshot and row.most is None
    ]
    if snapshots:
        connection.execute(insert(schema.snapshots), snapshots)


def table_values(row: Row) -> dict[str, Any]:
    table = row.told.table
    setup = msgspec.structs.replace(table.setup, id=row.id, listed=row.listed)
    at = NOW - secrets.randbelow(10**9)
    return {
        "id": row.id, "setup": msgspec.json.encode(setup).decode(), "seed": table.seed,
        "link_numbers": msgspec.json.encode({WATCH: new_number(), "0": new_number()}).decode(),
        "game": setup.game, "listed": row.listed, "state": "waiting" if row.listed else table.state,
        "summary": summary_of(table), "length": len(row.told.lines[: row.most]), "created": at, "updated": at,
        "due": None, "owner": None, "leased_until": 0,
    }  # fmt: skip


def line_values(row: Row) -> Iterator[dict[str, Any]]:
    before = chain.START
    for n, line in enumerate(row.told.lines[: row.most]):
        body = msgspec.json.encode(line).decode()
        before = chain.link(before, n, NOW, body)
        yield {"table_id": row.id, "n": n, "at": NOW, "body": body, "chain": before}


async def fill(database: str, games: int, tables: int) -> list[str]:
    """Finished games, a lobby, and tables in the midst of a game, whose ids are returned."""
    store = Store(database)
    await store.start()
    over = [play(name, seed, None) for name in GAMES for seed in range(2)]
    stored = [Row(new_table_id(), over[i % len(over)], False, SHORT) for i in range(games)]
    stored += [Row(new_table_id(), over[i % len(over)], True, SHORT) for i in range(LISTED)]
    live = [Row(new_table_id(), play(GAMES[i % len(GAMES)], i, DECISIONS), False, None) for i in range(tables)]
    for first in range(0, games + LISTED, CHUNK):
        some = stored[first : first + CHUNK]
        await store.database.transact([lambda connection, some=some: write_all(connection, some)])  # type: ignore[misc]
    for first in range(0, tables, CHUNK // 10):
        some = live[first : first + CHUNK // 10]
        await store.database.transact([lambda connection, some=some: write_all(connection, some)])  # type: ignore[misc]
    await store.close()
    return [row.id for row in live]


def ask(address: str) -> float:
    """Seconds that one request took."""
    started = time.perf_counter()
    urllib.request.urlopen(address, timeout=120).read()
    return time.perf_counter() - started


@contextmanager
def started(database: str, to: list[float]) -> Iterator[str]:
    """`bastide serve` as anybody starts it; how long until it answered goes into the list."""
    port = free_port()
    begun = time.perf_counter()
    program = [sys.executable, "-m", "bastide", "serve", "--port", str(port), "--log-level", "error"]
    process = subprocess.Popen([*program, "--database", database], env={**os.environ, "BASTIDE_LANG": "en"})
    address = f"http://127.0.0.1:{port}"
    while True:
        try:
            ask(f"{address}/api/health")
            break
        except OSError:
            if process.poll() is not None:
                raise RuntimeError("the server ended while starting") from None
            time.sleep(0.02)
    to.append(time.perf_counter() - begun)
    try:
        yield address
    finally:
        process.terminate()
        process.wait()


def wake(database: str, tables: list[str]) -> tuple[float, float]:
    """Seconds until all tables are in memory, nobody looking at them, and the processor time of each."""
    served = Served(database)
    served.start()
    line = HTTPConnection("127.0.0.1", served.port, timeout=60)
    before, begun = served.cpu_seconds(), time.perf_counter()
    for table in tables:
        line.request("GET", f"/api/tables/{table}")
        assert line.getresponse().read()
    took, cpu = time.perf_counter() - begun, served.cpu_seconds() - before
    served.stop()
    return took, cpu / len(tables)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--postgres", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, postgres() if chosen.postgres else nullcontext("") as shared:
        database = shared or f"sqlite:///{Path(name) / 'stored.db'}"
        tables = asyncio.run(fill(database, chosen.games, chosen.tables))
        starts: list[float] = []
        lists: list[float] = []
        for _ in range(3):
            with started(database, starts) as address:
                lists += [ask(f"{address}/api/tables") for _ in range(ASKED)]
        took, each = wake(database, tables)
    lists.sort()
    rows = [
        ["`bastide serve` until it answers, s (best of 3)", f"{min(starts):.2f}"],
        ["a page of the lobby, ms (median / 95 %)", f"{lists[len(lists) // 2] * 1000:.1f} / "
         f"{lists[int(len(lists) * 0.95)] * 1000:.1f}"],
        [f"waking {len(tables)} tables after {DECISIONS} decisions each, one after the other, s", f"{took:.1f}"],
        ["processor time for each, requests included, ms", f"{each * 1000:.2f}"],
    ]  # fmt: skip
    place = "PostgreSQL" if chosen.postgres else "SQLite"
    command = f"python -m bench.server_stored --games {chosen.games} --tables {chosen.tables}"
    command += " --postgres" if chosen.postgres else ""
    title = f"{chosen.games} stored games, {place}"
    report.write(title, command, report.table([f"logs of finished games cut to {SHORT} lines", ""], rows), "all used")


if __name__ == "__main__":
    main()
