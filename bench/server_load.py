"""Many live tables at once, every seat a client on a real socket: how long a move takes, and what a table weighs.

`python -m bench.server_load --tables 300 --think 2` (one process on SQLite);
`python -m bench.server_load --tables 300 --think 2 --processes 2` (two on PostgreSQL, each table's seats at both).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bastide.games import GAMES
from bench import report
from bench.server_client import LOST, Seat, View, decide, enter, make_table, read
from bench.server_postgres import postgres
from bench.server_process import Served

MAKING = 8  # tables made at once
SETTLE_S = 3.0
WARM_S = 4.0


@dataclass
class Measured:
    """Seconds from a move to its acknowledgement, and to each other player's view of it."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    tables_over: int = 0
    lost: int = 0  # sockets that the server closed


@dataclass
class Board:
    """One table, from its players' side."""

    people: list[Seat]
    sent: tuple[int, int, float] = (-1, -1, 0.0)  # the latest decision: seat, ply, when


async def play(served: Served, board: Board, seat: Seat, think: float, chooser: random.Random, to: Measured) -> None:
    """Decides when asked, after some thought; notes when its own and the others' decisions arrive."""
    try:
        async with await enter(served.ws, seat) as socket:
            known = 0
            async for text in socket:
                message = read(text)
                if message.view is not None:
                    note(board, seat, message.view, known, to)
                    known = message.view.ply
                    if message.view.choices and seat.under_way is None:
                        await asyncio.sleep(chooser.expovariate(1 / think) if think else 0)
                        row = decide(seat, message.view, chooser)
                        board.sent = (seat.seat, message.view.ply, time.perf_counter())
                        await socket.send(row)
                if message.type == "over":
                    seat.is_over = True
                    return
    except LOST:
        to.lost += 1


def note(board: Board, seat: Seat, view: View, known: int, to: Measured) -> None:
    """A view has come: which wait has it ended?"""
    mover, ply, when = board.sent
    if seat.hear(view):
        to.acknowledged.append(time.perf_counter() - when)
    elif mover != seat.seat and known <= ply < view.ply:
        to.seen.append(time.perf_counter() - when)


async def keep_playing(
    served: list[Served], board: Board, think: float, chooser: random.Random, to: Measured
) -> None:  # fmt: skip
    """One table after another, so that the load stays."""
    while True:
        await asyncio.gather(
            *(play(served[seat.seat % len(served)], board, seat, think, chooser, to) for seat in board.people)
        )
        if not all(seat.is_over for seat in board.people):
            return
        to.tables_over += 1
        board = Board(await make_table(served[0].http, chooser.choice(GAMES)))


async def make_boards(served: list[Served], count: int) -> list[Board]:
    """As many tables of each game as of any other."""
    gate = asyncio.Semaphore(MAKING)

    async def make(number: int) -> Board:
        async with gate:
            return Board(await make_table(served[number % len(served)].http, GAMES[number % len(GAMES)]))

    return list(await asyncio.gather(*(make(number) for number in range(count))))


async def warm_up(served: list[Served], chooser: random.Random) -> None:
    """A table of each game for a moment: what a process touches once and for all is no table's weight."""
    boards = await make_boards(served, len(GAMES))
    tasks = [asyncio.create_task(keep_playing(served, board, 0, chooser, Measured())) for board in boards]
    await asyncio.sleep(WARM_S)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@dataclass
class Outcome:
    """What one run showed."""

    measured: Measured
    seconds: float
    live_bytes: float  # memory of the processes for each live table
    cpu_seconds: float  # of the server processes, while it was measured
    making_seconds: float  # of processor time, to make one table and seat everybody
    ended: int  # games that ended while it was measured, each followed by a new table

    @property
    def cpu(self) -> float:
        """Cores used by the server processes."""
        return self.cpu_seconds / self.seconds


async def run(served: list[Served], tables: int, think: float, seconds: float, seed: int = 1) -> Outcome:
    """Fills the tables, lets them settle, then measures."""
    chooser = random.Random(seed)
    await warm_up(served, chooser)
    empty = sum(each.resident_bytes() for each in served)
    cpu = cpu_seconds(served)
    boards = await make_boards(served, tables)
    making = (cpu_seconds(served) - cpu) / tables
    measured = Measured()
    tasks = [asyncio.create_task(keep_playing(served, board, think, chooser, measured)) for board in boards]
    await asyncio.sleep(SETTLE_S + think)
    measured.acknowledged.clear()
    measured.seen.clear()
    measured.tables_over = 0
    started, cpu = time.perf_counter(), cpu_seconds(served)
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - started, cpu_seconds(served) - cpu
    decisions, ended = len(measured.acknowledged), measured.tables_over
    full = sum(each.resident_bytes() for each in served)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    del measured.acknowledged[decisions:]
    return Outcome(measured, took, (full - empty) / tables, used, making, ended)


def cpu_seconds(served: list[Served]) -> float:
    """Of the server processes alone: bots think in others, and there are none here."""
    return sum(each.cpu_seconds() for each in served)


@contextmanager
def serving(processes: int, folder: Path) -> Iterator[list[Served]]:
    """One process on a SQLite file, or several on a PostgreSQL."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres()) if processes > 1 else f"sqlite:///{folder / 'load.db'}"
        served = [Served(database) for _ in range(processes)]
        for each in served:
            each.start()
            stack.callback(each.stop)
        yield served


def weigh_sleepers(folder: Path) -> tuple[int, float, float]:
    """Tables in the file, and what each adds to the memory of a process that lets them sleep, and to the disk."""
    import sqlite3

    file = folder / "load.db"
    with sqlite3.connect(file) as connection:
        tables = int(connection.execute("SELECT count(*) FROM tables").fetchone()[0])
        connection.execute("UPDATE tables SET due = NULL")  # a clock or a deal would wake some
    connection.close()
    weights = []
    for database in (file, folder / "empty.db"):
        served = Served(f"sqlite:///{database}")
        served.start()
        time.sleep(SETTLE_S)
        weights.append(served.resident_bytes())
        served.stop()
    return tables, (weights[0] - weights[1]) / tables, file.stat().st_size / tables


def spread(values: list[float]) -> str:
    """Median, 95th and 99th percentile in milliseconds."""
    ranked = sorted(values)
    return " / ".join(f"{ranked[int(len(ranked) * share)] * 1000:.1f}" for share in (0.5, 0.95, 0.99))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--think", type=float, default=2.0, help="mean seconds before a decision; 0 for none")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(chosen.processes, folder) as served:
            outcome = asyncio.run(run(served, chosen.tables, chosen.think, chosen.seconds))
        to = outcome.measured
        anew = outcome.ended * outcome.making_seconds / len(to.acknowledged)
        rows = [
            ["moves a second", f"{len(to.acknowledged) / outcome.seconds:.0f}"],
            ["move to acknowledgement, ms (median / 95 % / 99 %)", spread(to.acknowledged)],
            ["move to another player's view, ms", spread(to.seen)],
            ["cores used by the server", f"{outcome.cpu:.2f}"],
            ["processor time a decision, ms", f"{outcome.cpu_seconds / len(to.acknowledged) * 1000:.2f}"],
            [f"of it, tables made anew ({outcome.ended} games ended)", f"{anew * 1000:.2f}"],
            ["memory per live table", f"{outcome.live_bytes / 1024:.0f} KiB"],
            ["sockets lost", str(to.lost)],
        ]
        if chosen.processes == 1:
            sleeping, memory, disk = weigh_sleepers(folder)
            rows.append([f"per sleeping table ({sleeping} of them)", f"{max(0.0, memory) / 1024:.1f} KiB memory"])
            rows.append(["per table on disk", f"{disk / 1024:.1f} KiB"])
    place = "one process on SQLite" if chosen.processes == 1 else f"{chosen.processes} processes on PostgreSQL"
    command = f"python -m bench.server_load --tables {chosen.tables} --think {chosen.think:g} "
    command += f"--seconds {chosen.seconds:g} --processes {chosen.processes}"
    title = f"{chosen.tables} live tables, {place}"
    report.write(title, command, report.table(["clients on the same cores", ""], rows), "all used")


if __name__ == "__main__":
    main()
