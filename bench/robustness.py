"""Judged bots against players without sense: `python -m bench.robustness [GAME]... [--games N] [--workers N]`.

Games of the Champion, with few iterations, and of level 5 against uniform, greedy and a bot that does what its judge
likes least; every game must end, and what the judged ones win is printed.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from bastide.batch.threads import count_cores
from bastide.bots import make_bot
from bastide.bots.judged import Judged
from bastide.core.game import Game
from bastide.core.view import View
from bastide.games import GAMES, load
from bastide.judge import judge_of
from bastide.judge.net import UTILITY
from bench import report

GAMES_EACH = 10_000
JUDGED = ("champion:4", "level5")
SENSELESS = ("uniform", "greedy", "silly")
SEED = 77


class Silly(Judged):
    """Takes what its judge likes least."""

    def choose(self, view: View) -> int:
        n = len(view.legal)
        self.buf[:n] = view.legal
        rng = self.dice.shake()
        n = self.kernel.weigh_judged(
            view.states, self.states, rng, view.seat, self.buf, n, self.mind, self.sums, 1, UTILITY
        )
        return int(self.buf[self.sums[:n].argmin()])


def make_senseless(name: str, game: Game, seed: int) -> Any:
    judge = judge_of(game)
    return make_bot(name, game, seed) if name != "silly" or judge is None else Silly(game, judge, seed)


def play_one(name: str, number: int) -> tuple[str, str, float]:
    """One game between two kinds, in every other seat; what the judged kind takes of the first place."""
    game = load(name)
    low, high = game.spec.seats
    seats = low + number % (high - low + 1)
    judged, senseless = JUDGED[number % 2], SENSELESS[number // 2 % 3]
    mine = [(p + number // 6) % 2 == 0 for p in range(seats)]
    m = game.new(seats, seed=SEED + number)
    bots = [
        make_bot(judged, game, number * 8 + p) if mine[p] else make_senseless(senseless, game, number * 8 + p)
        for p in range(seats)
    ]
    while not m.is_over:
        m.apply(bots[m.to_move].choose(m.view(m.to_move)))
    winners = [score.seat for score in m.scores() if score.place == 1]
    return judged, senseless, sum(mine[seat] for seat in winners) / len(winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all when left out")
    parser.add_argument("--games", type=int, default=GAMES_EACH, help="of each game")
    parser.add_argument("--workers", type=int, default=count_cores())
    given = parser.parse_args()
    rows = []
    with ProcessPoolExecutor(given.workers) as pool:
        for name in given.names or GAMES:
            played = list(pool.map(partial(play_one, name), range(given.games), chunksize=20))
            for pair in [(judged, senseless) for judged in JUDGED for senseless in SENSELESS]:
                shares = [share for *kinds, share in played if tuple(kinds) == pair]
                rows.append([name, *pair, f"{len(shares):,}", f"{100 * sum(shares) / len(shares):.1f} %"])
    print(report.table(["game", "judged", "senseless", "games", "first places"], rows))


if __name__ == "__main__":
    main()
