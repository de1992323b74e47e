"""Random and policy-driven batches on one GPU, every game compared with the CPU's: `python -m bench.gpu [GAME ...]`.

Speeds are those of the card's own work, results left in its memory; the digests of many games are compared with those
of the CPU, which plays them on all its cores.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from bastide.batch import gpu, play, play_random
from bastide.core.game import Game
from bastide.core.jit import find_cuda
from bastide.games import GAMES, load
from bench import report
from bench.report import SEATS

GAMES_AT_ONCE = 1 << 22
COMPARED = 20_000
COMPARED_STEPPED = 500
ROUNDS = 5
STEPPED = 1 << 17  # games of a policy-driven batch
STEPS = 30


def seconds(work: Callable[[], None]) -> float:
    """How long the card takes, from a launch to its last thread."""
    card = find_cuda()
    card.synchronize()
    start = time.perf_counter()
    work()
    card.synchronize()
    return time.perf_counter() - start


def measure_random(game: Game) -> list[str]:
    """Where the states lie, decisions and games a second, whether every game compared is the CPU's, and compiling."""
    seats = SEATS[game.id]
    compiling = seconds(lambda: gpu.GpuSimulator(game, 1, seats).launch())
    same = gpu.play_random(game, COMPARED, seats=seats).digest == play_random(game, COMPARED, seats=seats).digest
    simulator = gpu.GpuSimulator(game, GAMES_AT_ONCE, seats)
    simulator.launch(seed=2)
    took = statistics.median(seconds(lambda: simulator.launch(seed=3)) for _ in range(ROUNDS))
    decisions = float(simulator.played().decisions.sum())
    blocks, block, shared = simulator.shape
    registers = max(simulator.kernel.get_regs_per_thread().values())
    return [
        f"{'shared' if shared else 'global'}, {blocks} × {block} threads, {registers} registers",
        f"{decisions / took / 1e9:.2f} G",
        f"{GAMES_AT_ONCE / took / 1e6:.2f} M",
        f"{COMPARED:,} equal" if same else "DIFFERENT",
        f"{compiling:.0f} s",
    ]


def measure_steps(game: Game) -> float:
    """Decisions a second, one a game and call: a policy on the card, observations and masks written every time."""
    batch = gpu.GpuBatch(game, range(STEPPED), SEATS[game.id])
    policy = gpu.RandomPolicy(batch)
    batch.step(policy(batch.observations, batch.masks))

    def work() -> None:
        for _ in range(STEPS):
            batch.step(policy(batch.observations, batch.masks), wait=False)

    before = batch.played().decisions.sum()
    took = seconds(work)
    return float(batch.played().decisions.sum() - before) / took


def last_legal(_observations: Any, masks: Any) -> Any:
    """A policy for both: the legal action with the highest id."""
    host = gpu.fetch(masks) if hasattr(masks, "copy_to_host") else masks
    return host.shape[1] - 1 - host[:, ::-1].argmax(axis=1)


def compare_steps(game: Game) -> str:
    """Whether policy-driven games on the card are those on the CPU."""
    seeds, seats = range(COMPARED_STEPPED), SEATS[game.id]
    same = gpu.play(game, last_legal, seeds, seats).digest == play(game, last_legal, seeds, seats).digest
    return f"{COMPARED_STEPPED:,} equal" if same else "DIFFERENT"


def describe(game: Game) -> list[str]:
    head = [game.id, str(SEATS[game.id]), str(game.state.itemsize)]
    return [*head, *measure_random(game), f"{measure_steps(game) / 1e6:.0f} M", compare_steps(game)]


def main() -> None:
    card = find_cuda().get_current_device()
    head = [
        "game", "seats", "state bytes", "states in memory", "random decisions/s", "random games/s",
        "digests against the CPU", "compiling", "policy-driven decisions/s", "their digests",
    ]  # fmt: skip
    rows = []
    for name in sys.argv[1:] or GAMES:
        rows.append(describe(load(name)))
        print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)
    model = card.name.decode() if isinstance(card.name, bytes) else card.name
    where = f"{model}, {card.MULTIPROCESSOR_COUNT} processors"
    report.write("On a GPU", "python -m bench.gpu", f"{where}.\n\n{report.table(head, rows)}")


if __name__ == "__main__":
    main()
