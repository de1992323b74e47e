"""`bastide simulate --json` as a user calls it, on one core and on all of them; OpenSpiel's hearts runs in turns."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time

from bastide.batch import play_random
from bastide.batch.threads import count_cores
from bastide.games import GAMES, load
from bench import report
from bench.peers import Rollouts
from bench.report import SEATS

ROUNDS = 5
SECONDS = 1.0  # of play in each run
GUESS = 200  # games that tell how many fit


def simulate(name: str, seats: int, games: int, workers: int | None = None) -> float:
    """Decisions a second of one run of the command, by its own clock."""
    command = [
        sys.executable,
        "-m",
        "bastide",
        "simulate",
        name,
        "--seats",
        str(seats),
        "--games",
        str(games),
        "--json",
    ]
    command += ["--workers", str(workers)] if workers else []
    done = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return float(done["decisions"]) / max(float(done["seconds"]), 0.001)


def games_in(name: str, seats: int, seconds: float) -> int:
    """How many games take about that long."""
    game = load(name)
    play_random(game, GUESS, seats=seats, threads=1)
    start = time.perf_counter()
    play_random(game, GUESS, seats=seats, threads=1)
    return max(GUESS, int(GUESS * seconds / (time.perf_counter() - start)))


def hearts_speed(hearts: Rollouts) -> float:
    """Decisions a second of the peer."""
    done, start = 0.0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        done += hearts.run()
    return done / (time.perf_counter() - start)


def measure_one_core(tables: list[tuple[str, int]]) -> None:
    """The peer and each table in turns, all on one core; medians."""
    hearts = Rollouts("hearts")
    counts = {table: games_in(*table, SECONDS) for table in tables}
    peer: list[float] = []
    speeds: dict[tuple[str, int], list[float]] = {table: [] for table in tables}
    for _ in range(ROUNDS):
        peer.append(hearts_speed(hearts))
        for table in tables:
            speeds[table].append(simulate(*table, counts[table], workers=1))
    base = statistics.median(peer)
    rows = [["OpenSpiel C++ hearts", "4", f"{base / 1e6:.2f} M", "1.00"]]
    for (name, seats), found in speeds.items():
        speed = statistics.median(found)
        rows.append([name, str(seats), f"{speed / 1e6:.2f} M", f"{speed / base:.2f}"])
    head = ["`bastide simulate --json --workers 1`, one core", "seats", "decisions/s", "ratio to OpenSpiel C++ hearts"]
    report.write("The command on one core", "python -m bench.simulate", report.table(head, rows))


def measure_all_cores(tables: list[tuple[str, int]]) -> None:
    """One worker and one for each core, in turns; medians."""
    rows = []
    for name, seats in tables:
        games = games_in(name, seats, 2 * SECONDS)
        runs = [(simulate(name, seats, games, 1), simulate(name, seats, games)) for _ in range(ROUNDS)]
        one, every = (statistics.median(column) for column in zip(*runs, strict=True))
        rows.append([name, str(seats), f"{one / 1e6:.2f} M", f"{every / 1e6:.2f} M", f"{every / one:.2f}"])
    head = ["`bastide simulate --json`", "seats", "one worker, decisions/s", f"{count_cores()} cores", "ratio"]
    report.write("The command on all cores", "python -m bench.simulate", report.table(head, rows), "all used")


def main() -> None:
    usual = [(name, SEATS[name]) for name in GAMES if name in SEATS]
    fewest = [(name, load(name).spec.seats[0]) for name, _ in usual]
    measure_all_cores(usual)
    report.pin_to_one_core()
    measure_one_core(list(dict.fromkeys([*usual, *fewest])))


if __name__ == "__main__":
    main()
