"""kill -9 under load: every acknowledged decision is there after the restart, and none is there twice.

`python -m bench.server_kills --kills 200` (a short form runs in the tests); PostgreSQL and two processes are stopped
and killed by `bench.server_outages`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import msgspec

from bastide.core.state import CHANCE
from bastide.games import GAMES
from bastide.table.lines import AnyLine
from bastide.table.setup import Setup
from bastide.table.table import Table
from bench import report
from bench.server_client import LOST, Seat, decide, enter, make_table, read
from bench.server_process import Served

MOST_BETWEEN = 200  # decisions between two kills


class Outcome(NamedTuple):
    """What came of it; `lost` and `doubled` must be empty."""

    kills: int
    tables: int
    finished: int
    acknowledged: int
    in_doubt: int  # sent when the server died, and found afterwards
    lost: list[str]
    unexplained: list[str]


async def play(served: Served, seat: Seat, chooser: random.Random, ended: asyncio.Event) -> None:
    """Decides whenever asked; comes back whenever the server is."""
    while not ended.is_set() and not seat.is_over:
        try:
            async with await enter(served.ws, seat) as socket:
                async for text in socket:
                    message = read(text)
                    if message.view is not None:
                        seat.hear(message.view)
                        if message.view.choices and seat.under_way is None:
                            await socket.send(decide(seat, message.view, chooser))
                    seat.is_over = message.type == "over"
                    if ended.is_set() or seat.is_over:
                        return
        except LOST:
            await asyncio.sleep(0.05)
        finally:
            seat.lose()


async def run(kills: int, tables: int, folder: Path, seed: int = 1) -> Outcome:
    """Kills a server that is being played on, again and again; then reads what it kept."""
    chooser = random.Random(seed)
    file = folder / "kills.db"
    served = Served(f"sqlite:///{file}")
    served.start()
    ended = asyncio.Event()
    seats: list[Seat] = []
    tasks: list[asyncio.Task[None]] = []

    async def fill() -> None:
        """Finished tables are followed by new ones, so that the load stays."""
        live = {seat.table for seat in seats if not seat.is_over}
        while len(live) < tables:
            people = await make_table(served.http, chooser.choice(GAMES))
            live.add(people[0].table)
            seats.extend(people)
            tasks.extend(asyncio.create_task(play(served, each, chooser, ended)) for each in people)

    async def play_on(decisions: int) -> None:
        """Until so many more are acknowledged, however long that takes."""
        wanted = acknowledged(seats) + decisions
        while acknowledged(seats) < wanted:
            await fill()
            await asyncio.sleep(0.002)

    for _ in range(kills):
        await play_on(chooser.randrange(1, MOST_BETWEEN))
        served.kill()
        await asyncio.to_thread(served.start)
    await play_on(MOST_BETWEEN)
    ended.set()
    served.stop()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return compare(file, seats, kills)


def compare(file: Path, seats: list[Seat], kills: int) -> Outcome:
    """What the players know against what the log says."""
    kept = {table: plies_of(file, table) for table in {seat.table for seat in seats}}
    lost, unexplained, in_doubt = find_lost(kept, seats)
    finished = len({seat.table for seat in seats if seat.is_over})
    return Outcome(kills, len(kept), finished, acknowledged(seats), in_doubt, lost, unexplained)


def acknowledged(seats: list[Seat]) -> int:
    return sum(len(seat.acknowledged) for seat in seats)


def find_lost(kept: dict[str, list[tuple[int, int]]], seats: list[Seat]) -> tuple[list[str], list[str], int]:
    """Acknowledged decisions that are not in the log, plies of the log that nobody sent, and how many were in doubt."""
    lost, explained, in_doubt = [], set(), 0
    for seat in seats:
        plies = kept[seat.table]
        for ply, action in seat.acknowledged.items():
            explained.add((seat.table, ply))
            if ply >= len(plies) or plies[ply] != (seat.seat, action):
                lost.append(f"{seat.table} ply {ply}")
        for ply, actions in seat.one_of.items():
            explained.add((seat.table, ply))
            if ply >= len(plies) or plies[ply] not in {(seat.seat, action) for action in actions}:
                lost.append(f"{seat.table} ply {ply}")
        for ply, actions in seat.in_doubt.items():
            if ply < len(plies) and plies[ply][0] == seat.seat and plies[ply][1] in actions:
                explained.add((seat.table, ply))
                in_doubt += 1
    unexplained = [
        f"{table} ply {ply}"
        for table, plies in kept.items()
        for ply, (who, _) in enumerate(plies)
        if who != CHANCE and (table, ply) not in explained
    ]
    return lost, unexplained, in_doubt


def plies_of(file: Path, table: str) -> list[tuple[int, int]]:
    """A table's plies, from its log alone: the fold itself refuses a line that does not fit."""
    with sqlite3.connect(file) as connection:
        setup, seed = connection.execute("SELECT setup, seed FROM tables WHERE id = ?", (table,)).fetchone()
        rows = connection.execute("SELECT n, at, body FROM lines WHERE table_id = ? ORDER BY n", (table,)).fetchall()
    connection.close()
    assert [n for n, _, _ in rows] == list(range(len(rows)))
    live = Table(msgspec.json.decode(setup, type=Setup), seed)
    for _, at, body in rows:
        live.fold(msgspec.json.decode(body, type=AnyLine), at)
    return [(ply.who, ply.action) for ply in live.match.position.plies]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outcome = asyncio.run(run(chosen.kills, chosen.tables, Path(folder), chosen.seed))
    rows = [
        ["kills, in seconds", f"{outcome.kills}, {time.monotonic() - started:.0f}"],
        ["tables (played to the end)", f"{outcome.tables} ({outcome.finished})"],
        ["decisions acknowledged", str(outcome.acknowledged)],
        ["more that were under way, and found", str(outcome.in_doubt)],
        ["acknowledged and lost", str(len(outcome.lost))],
        ["doubled, or never sent", str(len(outcome.unexplained))],
    ]
    command = f"python -m bench.server_kills --kills {chosen.kills} --tables {chosen.tables} --seed {chosen.seed}"
    report.write("kill -9 under load", command, report.table(["SQLite, one process", ""], rows), "all used")
    if outcome.lost or outcome.unexplained:
        raise SystemExit(f"lost: {outcome.lost[:5]}; unexplained: {outcome.unexplained[:5]}")


if __name__ == "__main__":
    main()
