"""The opinion is good enough that greedy play beats uniform play (docs/log.md has the figure of a longer run)."""

from __future__ import annotations

import pytest

from bastide.bots import make_bot
from bastide.games.batisseurs import GAME


def first_places(games: int, seats: int, seed: int) -> float:
    """How often one greedy bot among uniform ones comes first, its seat going round; a shared place counts in part."""
    total = 0.0
    for number in range(games):
        m = GAME.new(seats, seed=seed + number)
        names = ["greedy" if p == number % seats else "uniform" for p in range(seats)]
        bots = [make_bot(name, GAME, seed + 7 * number + p) for p, name in enumerate(names)]
        while not m.is_over:
            m.apply(bots[m.to_move].choose(m.view(m.to_move)))
        winners = [score.seat for score in m.scores() if score.place == 1]
        total += (number % seats in winners) / len(winners)
    return total / games


@pytest.mark.compiled
def test_one_greedy_bot_beats_uniform_ones() -> None:
    assert first_places(12, 3, 100) >= 0.9


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("seats", [3, 4])
def test_one_greedy_bot_beats_uniform_ones_in_nine_games_of_ten(seats: int) -> None:
    assert first_places(300, seats, 1000) >= 0.9


if __name__ == "__main__":
    for table in (3, 4):
        print(f"{table} seats: {100 * first_places(1000, table, 5000):.1f} % of 1000 games")
