"""Random play: in bulk, one move a call, a clone, the wait for the first move; OpenSpiel runs in the same process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np
import pyspiel

from bastide.core.game import Game
from bastide.core.jit import bind
from bastide.core.play import draw, playout
from bastide.core.rng import new_rng
from bastide.core.state import int_array, new_states, raw_of
from bastide.games import GAMES, load
from bench import report
from bench.peers import Rollouts, play_once
from bench.report import SEATS

ROUNDS = 7
SECONDS = 0.6
FIRST_MOVE = """
import sys, time
start = time.perf_counter()
import bastide
m = bastide.load(sys.argv[1]).new(seed=1)
m.apply(m.legal[0])
print(time.perf_counter() - start)
"""


game: Any = None  # stands for a game's rules; each compiled copy has its own


def play_bulk(states: Any, rng: Any, buf: Any, seats: int, options: Any, games: int, limit: int) -> int:
    """Many random games with nothing recorded; returns decisions (an unfinished game ends the count as -1)."""
    total = 0
    for _ in range(games):
        game.setup(states[0], seats, options)
        decisions = playout(states[0], rng, buf, limit)
        if decisions < 0:
            return -1
        total += decisions
    return total


def copy_many(states: Any, raw: Any, times: int) -> None:
    """Clones a state to and fro, a byte of it changed each time so that no copy can be left out: for measuring one."""
    for i in range(times):
        states[1] = states[0]
        raw[1, i % raw.shape[1]] ^= 1
        states[0] = states[1]
        raw[0, (i * 7) % raw.shape[1]] ^= 1


def bulk(game: Game) -> report.Work:
    """Whole random games inside compiled code."""
    states, rng = new_states(game.state), new_rng(1)
    buf = int_array(game.buffer)
    options = game.option_array(game.spec.check_options({}))
    play = bind((draw, playout, play_bulk), game.kernel).play_bulk
    return lambda: play(states, rng, buf, SEATS[game.id], options, 200, game.spec.max_plies)


def by_call(game: Game) -> report.Work:
    """Whole random games through the Python face, one move a call."""
    rng = random.Random(1)

    def play() -> float:
        m = game.new(SEATS[game.id], seed=rng.randrange(2**40))
        decisions = 0
        while m.legal:
            m.apply(rng.choice(m.legal))
            decisions += 1
        return decisions

    return play


def clone_nanoseconds(game: Game) -> float:
    """One copy of a state inside compiled code."""
    states = new_states(game.state, 2)
    copy = bind((copy_many,), game.kernel).copy_many
    raw = raw_of(states)
    copy(states, raw, 1)
    times = []
    for _ in range(9):
        start = time.perf_counter()
        copy(states, raw, 500_000)
        times.append((time.perf_counter() - start) / 1_000_000)
    return float(np.median(times) * 1e9)


def first_move_seconds(game: Game, cache: str | None) -> float:
    """A fresh process from nothing to its first move; a cache folder of its own means compiling everything."""
    environment = dict(os.environ, **({"BASTIDE_CACHE": cache} if cache else {}))
    run = subprocess.run(
        [sys.executable, "-c", FIRST_MOVE, game.id], env=environment, capture_output=True, text=True, check=True
    )
    return float(run.stdout)


def measure_bulk(games: list[Game]) -> None:
    hearts, backgammon = Rollouts("hearts"), Rollouts("backgammon")
    works: dict[str, report.Work] = {"hearts": hearts.run, "backgammon": backgammon.run}
    works.update({game.id: bulk(game) for game in games})
    speeds = report.alternate(works, ROUNDS, SECONDS)
    rows = [
        [
            name,
            f"{speed / 1e6:.2f} M",
            f"{speed / speeds['hearts']:.2f}",
            f"{speed / speeds['backgammon']:.1f}",
        ]
        for name, speed in speeds.items()
    ]
    head = ["random play in bulk", "decisions/s", "ratio to OpenSpiel C++ hearts", "to OpenSpiel C++ backgammon"]
    report.write("Random play in bulk", "make bench", report.table(head, rows))


def measure_calls(games: list[Game]) -> None:
    hearts, rng = pyspiel.load_game("hearts"), random.Random(1)
    works: dict[str, report.Work] = {"OpenSpiel hearts": lambda: play_once(hearts, rng)}
    works.update({game.id: by_call(game) for game in games})
    speeds = report.alternate(works, ROUNDS, SECONDS)
    peer = speeds["OpenSpiel hearts"]
    rows = [[name, f"{speed / 1e3:.0f} k", f"{speed / peer:.2f}"] for name, speed in speeds.items()]
    head = ["one move a call from Python, whole games", "decisions/s", "ratio to OpenSpiel hearts"]
    report.write("One move a call", "make bench", report.table(head, rows))


def measure_waits(games: list[Game]) -> None:
    rows = []
    for game in games:
        with tempfile.TemporaryDirectory() as folder:
            cold = first_move_seconds(game, folder)
            warm = min(first_move_seconds(game, folder) for _ in range(3))
        rows.append(
            [game.id, str(game.state.itemsize), f"{clone_nanoseconds(game):.1f} ns", f"{warm:.2f} s", f"{cold:.1f} s"]
        )
    head = ["game", "state bytes", "clone", "first move, warm cache", "first move, compiling"]
    report.write("State, clone and waits", "make bench", report.table(head, rows))


def main() -> None:
    report.pin_to_one_core()
    games = [load(name) for name in GAMES]
    measure_bulk(games)
    measure_calls(games)
    measure_waits(games)


if __name__ == "__main__":
    main()
