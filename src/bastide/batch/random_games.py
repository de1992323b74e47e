"""Uniformly random games in bulk: game k of a seed is the game that `Simulator.play(seed, k)` gives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bastide.batch.kernels import TEMPLATES, begin, play_told
from bastide.batch.threads import check_threads, spread
from bastide.core.game import check_count, check_seed
from bastide.core.jit import bind
from bastide.core.play import MAX_SEATS, digest_all
from bastide.core.state import int_array, new_states, raw_of

if TYPE_CHECKING:
    from bastide.core.game import Game


@dataclass(frozen=True)
class Played:
    """What came of many games: arrays by game, and by game and seat."""

    plies: Any
    decisions: Any
    points: Any
    places: Any
    digests: Any

    @property
    def digest(self) -> str:
        """One digest over all games, in order; the same on every target."""
        return digest_all(self.digests)


def play_numbers(
    states: Any, raw: Any, rng: Any, buf: Any, seats: int, options: Any, seed: int, start: int, first: int, last: int,
    limit: int, told: Any, points: Any,
) -> None:  # fmt: skip
    """Games first..last-1 of those that begin with number `start`, one after another in one state."""
    for k in range(first, last):
        begin(states[0], rng, seats, options, seed, start + k, told[k])
        play_told(states[0], raw[0], rng, buf, limit, told[k], points[k])


@cache
def loop(of: Game) -> Any:
    """The loop above, compiled for one game."""
    return bind((*TEMPLATES, play_numbers), of.kernel)


def check_ended(of: Game, told: Any) -> None:
    """Refuses to sum up games that the bound on plies cut."""
    cut = np.flatnonzero(told[:, 0] < 0)
    if len(cut):
        raise RuntimeError(f"{of.id}: random game {cut[0]} of these did not end in {of.spec.max_plies} plies")


def play_random(
    of: Game, games: int, *, seats: int | None = None, seed: int = 1, start: int = 0, threads: int | None = None,
    **options: object,
) -> Played:  # fmt: skip
    """Games start..start+games-1 of a seed, on all cores."""
    spec = of.spec
    count = spec.check_seats(spec.seats[0] if seats is None else seats)
    chosen = of.option_array(spec.check_options(options))
    number, first_number = check_count("games", games), check_seed(start)
    told = int_array((number, 3), np.int64)
    points = int_array((number, MAX_SEATS, 2), np.int32)
    play = loop(of).play_numbers

    def work(_worker: int, first: int, last: int) -> None:
        states = new_states(of.state)
        play(
            states, raw_of(states).view(np.int8), int_array(1, np.int64),
            int_array(of.buffer), count, chosen, check_seed(seed), first_number, first,
            last, spec.max_plies, told, points,
        )  # fmt: skip

    spread(number, check_threads(threads), work)
    told, points = np.asarray(told), np.asarray(points)[:, :count]
    check_ended(of, told)
    return Played(told[:, 0], told[:, 1], points[..., 0], points[..., 1], told[:, 2])
