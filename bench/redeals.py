"""The slowest re-deal of each game over many positions: `python -m bench.redeals [GAME]... [--positions N]`.

Positions are those of games between bots of all levels, seen by every seat at every decision. Of a few re-deals of each
the fastest is taken, so that what is found is the position's cost and not the machine's.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count

from bastide.batch.threads import count_cores
from bastide.bots import LEVELS, make_bot
from bastide.core.play import entry_points
from bastide.core.rng import new_rng
from bastide.core.state import new_states
from bastide.core.view import View
from bastide.games import GAMES, load
from bench import report

POSITIONS = 1_000_000
TRIES = 4
SEED = 1_000_003


def slowest(name: str, wanted: int, part: int) -> tuple[float, int, float]:
    """The slowest re-deal in microseconds, how many positions were looked at, and their mean."""
    game = load(name)
    low, high = game.spec.seats
    play, rng, truth = entry_points(game), new_rng(SEED, part), new_states(game.state)

    def cost(view: View) -> float:
        spans = []
        for _ in range(TRIES):
            started = time.perf_counter()
            play.redeal(view.states, view.seat, rng, truth)
            spans.append(time.perf_counter() - started)
        return 1e6 * min(spans)

    worst, total, seen = 0.0, 0.0, 0
    for number in count():
        seats = low + number % (high - low + 1)
        seed = SEED + (part << 32) + number
        m = game.new(seats, seed=seed)
        bots = [make_bot(LEVELS[(number + p) % len(LEVELS)], game, seed + p) for p in range(seats)]
        while not m.is_over:
            spent = [cost(m.view(seat)) for seat in range(seats)]
            worst, total, seen = max(worst, *spent), total + sum(spent), seen + seats
            if seen >= wanted:
                return worst, seen, total / seen
            m.apply(bots[m.to_move].choose(m.view(m.to_move)))
    raise AssertionError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all when left out")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--workers", type=int, default=count_cores())
    given = parser.parse_args()
    rows = []
    with ProcessPoolExecutor(given.workers) as pool:
        for name in given.names or GAMES:
            found = list(pool.map(partial(slowest, name, given.positions // given.workers), range(given.workers)))
            seen = sum(n for _worst, n, _mean in found)
            mean = sum(n * mean for _worst, n, mean in found) / seen
            rows.append([name, f"{seen:,}", f"{mean:.1f} µs", f"{max(worst for worst, _n, _mean in found):.1f} µs"])
    print(report.table(["game", "positions", "mean re-deal", "slowest"], rows))


if __name__ == "__main__":
    main()
