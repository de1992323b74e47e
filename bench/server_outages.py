"""Outages under load: PostgreSQL and either of two processes are stopped and killed while people play.

Every acknowledged decision must be in the log, no table may be stuck ten seconds after both processes say that they
are well, and no link may be wrong after two processes have changed it at the same time.
`python -m bench.server_outages --outages 200 --races 1000` (a short form runs in the tests).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from typing import Any, NamedTuple

import msgspec
from rich.progress import track

from bastide.games import GAMES, load
from bastide.server.store import Store
from bastide.table.table import Table
from bench import report
from bench.server_client import LOST, Seat, decide, enter, make_table, read, request
from bench.server_kills import find_lost
from bench.server_postgres import Cluster, cluster
from bench.server_process import Served

STUCK_S = 10.0  # after which a table that does not move is stuck
QUICK = min(GAMES, key=lambda name: load(name).spec.num_actions)


class Outcome(NamedTuple):
    """What came of it; `lost`, `unexplained`, `stuck` and `wrong` must be empty."""

    outages: int
    tables: int
    finished: int
    acknowledged: int
    lost: list[str]
    unexplained: list[str]
    stuck: list[str]
    races: int
    wrong: list[str]


async def play(servers: list[Served], seat: Seat, chooser: random.Random, ended: asyncio.Event) -> None:
    """Decides whenever asked, at either process; what was refused is sent again, as a page would."""
    while not ended.is_set() and not seat.is_over:
        try:
            async with await enter(chooser.choice(servers).ws, seat) as socket:
                async for text in socket:
                    message = read(text)
                    if message.view is not None:
                        seat.hear(message.view)
                        if message.view.choices and seat.under_way is None:
                            await socket.send(decide(seat, message.view, chooser))
                    elif message.type == "refused" and seat.under_way is not None:
                        ply, action = seat.under_way
                        seat.in_doubt.setdefault(ply, set()).add(action)
                        await asyncio.sleep(0.05)
                        again = {"type": "act", "ply": ply, "actions": [action]}
                        await socket.send(msgspec.json.encode(again).decode())
                    seat.is_over = message.type == "over"
                    if ended.is_set() or seat.is_over:
                        return
        except LOST:
            await asyncio.sleep(0.05)
        finally:
            seat.lose()


async def disturb(servers: list[Served], database: Cluster, chooser: random.Random) -> None:
    """One outage: the database, or one of the processes."""
    victim = chooser.randrange(3)
    if victim == 2:
        await asyncio.to_thread(database.stop)
        await asyncio.sleep(chooser.uniform(0.0, 1.5))
        await asyncio.to_thread(database.start)
    else:
        servers[victim].kill()
        await asyncio.to_thread(servers[victim].start)


async def run(outages: int, tables: int, races: int, seed: int = 1) -> Outcome:
    chooser = random.Random(seed)
    with cluster() as database:
        servers = [Served(database.address), Served(database.address)]
        try:
            for served in servers:
                await asyncio.to_thread(served.start)
            seats = await outlast(servers, database, outages, tables, chooser)
            stuck = await find_stuck(servers, seats)
            wrong = await race(servers, races, chooser)
            plies = await logged(database.address, seats)
        finally:
            for served in servers:
                served.stop()
    lost, unexplained, _ = find_lost(plies, seats)
    finished = len({seat.table for seat in seats if seat.is_over})
    acknowledged = sum(len(seat.acknowledged) for seat in seats)
    return Outcome(outages, len(plies), finished, acknowledged, lost, unexplained, stuck, races, wrong)


async def outlast(
    servers: list[Served], database: Cluster, outages: int, tables: int, chooser: random.Random
) -> list[Seat]:
    """Plays on while one thing after another fails."""
    ended = asyncio.Event()
    seats: list[Seat] = []
    tasks: list[asyncio.Task[None]] = []
    for _ in track(range(outages), "outages"):
        live = {seat.table for seat in seats if not seat.is_over}
        while len(live) < tables:
            people = await make_table(chooser.choice(servers).http, chooser.choice(GAMES))
            live.add(people[0].table)
            seats.extend(people)
            tasks.extend(asyncio.create_task(play(servers, each, chooser, ended)) for each in people)
        await asyncio.sleep(chooser.uniform(0.1, 1.2))
        await disturb(servers, database, chooser)
        await healthy(servers)
    await asyncio.sleep(1.0)
    ended.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seats


async def healthy(servers: list[Served]) -> None:
    """Until both processes say that they are."""
    for served in servers:
        while not await asyncio.to_thread(served.answers):
            await asyncio.sleep(0.05)


async def find_stuck(servers: list[Served], seats: list[Seat]) -> list[str]:
    """The running tables at which nobody can decide any more, although everybody is there."""
    await healthy(servers)
    running: dict[str, list[Seat]] = {}
    for seat in seats:
        if not seat.is_over:
            running.setdefault(seat.table, []).append(seat)
    moved = await asyncio.gather(*(moves(servers, people) for people in running.values()))
    return [table for table, has_moved in zip(running, moved, strict=True) if not has_moved]


async def moves(servers: list[Served], people: list[Seat]) -> bool:
    """Whether one of a table's people decides, and is told so, in time."""
    done = asyncio.Event()
    chooser = random.Random(0)

    async def sit(number: int, seat: Seat) -> None:
        while not done.is_set():
            try:
                async with await enter(servers[number % 2].ws, seat) as socket:
                    async for text in socket:
                        message = read(text)
                        if message.type == "over" or (message.view is not None and seat.hear(message.view)):
                            done.set()
                        elif message.view is not None and message.view.choices and seat.under_way is None:
                            await socket.send(decide(seat, message.view, chooser))
                        if done.is_set():
                            return
            except LOST:
                await asyncio.sleep(0.05)
            finally:
                seat.lose()

    sitting = [asyncio.create_task(sit(number, seat)) for number, seat in enumerate(people)]
    try:
        await asyncio.wait_for(done.wait(), STUCK_S)
    except TimeoutError:
        return False
    finally:
        for task in sitting:
            task.cancel()
        await asyncio.gather(*sitting, return_exceptions=True)
    return True


# ------------------------------------------------------------------ links


async def race(servers: list[Served], races: int, chooser: random.Random) -> list[str]:
    """Joins and renewals of one table's links at both processes at once; afterwards each key is good, or is not."""
    wrong: list[str] = []
    for number in track(range(races), "races of links"):
        made = await request(servers[0].http, "/api/tables", two_seats())
        table, own, invitation = made["table"]["id"], made["key"], made["links"][0]["href"].split("#")[1]
        calls = [
            renew(servers[0], table, own),
            renew(servers[1], table, own),
            join(servers[chooser.randrange(2)], table, invitation),
            join(servers[chooser.randrange(2)], table, invitation),
        ]
        renewed, again, joined, twice = await asyncio.gather(*calls)
        good = [key for key in (renewed or again, joined or twice) if key]
        if (renewed and again) or (joined and twice) or len(good) != 2:
            wrong.append(f"race {number}: not one of each was done")
        for served in servers:
            told = await request(served.http, "/api/tables/mine", {"keys": [own, invitation, *good]})
            if len(told["tables"]) != 2:
                wrong.append(f"race {number}: {len(told['tables'])} keys are good, not 2")
    return wrong


def two_seats() -> dict[str, Any]:
    count = load(QUICK).spec.seats[0]
    rest = [{"kind": "bot", "level": "uniform"}] * (count - 2)
    return {"game": QUICK, "seats": [{"kind": "you", "name": "A"}, {"kind": "open"}, *rest], "absent_s": None}


async def renew(served: Served, table: str, key: str) -> str:
    """The new key, or nothing where it was refused."""
    try:
        answer = await request(served.http, f"/api/tables/{table}/link", None, key)
    except OSError:
        return ""
    return str(answer["key"])


async def join(served: Served, table: str, key: str) -> str:
    try:
        answer = await request(served.http, f"/api/tables/{table}/join", {"name": "B", "key": key})
    except OSError:
        return ""
    return str(answer["key"])


async def logged(address: str, seats: list[Seat]) -> dict[str, list[tuple[int, int]]]:
    """Every table's plies, from its log alone."""
    store = Store(address)
    kept = {}
    for table in {seat.table for seat in seats}:
        row = await store.table(table)
        assert row is not None
        live = Table(row.setup, row.seed)
        for at, line in await store.lines(table):
            live.fold(line, at)
        kept[table] = [(ply.who, ply.action) for ply in live.match.position.plies]
    await store.database.close()
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--outages", type=int, default=200)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--races", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    started = time.monotonic()
    outcome = asyncio.run(run(chosen.outages, chosen.tables, chosen.races, chosen.seed))
    rows = [
        ["outages and kills, in seconds", f"{outcome.outages}, {time.monotonic() - started:.0f}"],
        ["tables (played to the end)", f"{outcome.tables} ({outcome.finished})"],
        ["decisions acknowledged", str(outcome.acknowledged)],
        ["acknowledged and lost", str(len(outcome.lost))],
        ["doubled, or never sent", str(len(outcome.unexplained))],
        ["tables stuck 10 s after both processes were well", str(len(outcome.stuck))],
        ["races of link changes; wrong links", f"{outcome.races}; {len(outcome.wrong)}"],
    ]
    command = (
        f"python -m bench.server_outages --outages {chosen.outages} --tables {chosen.tables} "
        f"--races {chosen.races} --seed {chosen.seed}"
    )
    report.write("outages under load", command, report.table(["PostgreSQL, two processes", ""], rows), "all used")
    bad = [*outcome.lost, *outcome.unexplained, *outcome.stuck, *outcome.wrong]
    if bad:
        raise SystemExit(f"wrong: {bad[:8]}")


if __name__ == "__main__":
    main()
