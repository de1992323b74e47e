"""Uniformly random games in bulk: game k of a seed is the game that `Simulator.play(seed, k)` gives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bastide.batch.kernels import (
    DECISIONS,
    DIGEST,
    PLIES,
    TEMPLATES,
    UNENDED,
    Series,
    Setup,
    begin,
    digest_four,
    digest_last,
    points_shape,
    traces_shape,
)
from bastide.batch.threads import check_threads, spread
from bastide.core.game import check_count, check_seed
from bastide.core.jit import bind
from bastide.core.play import digest_all, draw, mix
from bastide.core.rng import random_below
from bastide.core.state import CHANCE, OVER, int_array, new_states, raw_of

if TYPE_CHECKING:
    from bastide.core.game import Game

game: Any = None  # stands for a game's rules; each compiled copy has its own

LANES = 4  # games whose digests are completed together


@dataclass(frozen=True)
class Played:
    """What came of many games: arrays by game, and by game and seat."""

    plies: Any
    decisions: Any
    points: Any
    places: Any
    digests: Any

    @classmethod
    def of(cls, traces: Any, points: Any, seats: int) -> Played:
        """From arrays of the host, shaped as `Games` has them."""
        seated = points[:, :seats]
        return cls(traces[:, PLIES], traces[:, DECISIONS], seated[..., 0], seated[..., 1], traces[:, DIGEST])

    @property
    def digest(self) -> str:
        """One digest over all games, in order; the same on every target."""
        return digest_all(self.digests)


class Worker(NamedTuple):
    """What one worker plays random games in: a few states, and the same memory as signed bytes."""

    states: Any
    raw: Any
    rng: Any
    buf: Any


def new_worker(of: Game) -> Worker:
    """A worker's own memory."""
    states = new_states(of.state, LANES)
    return Worker(states, signed_bytes(states), int_array(1, np.int64), int_array(of.buffer))


def play_traced(s: Any, rng: Any, buf: Any, limit: int, trace: Any) -> bool:
    """As `play_out`, in the order that a processor likes best: chance and decisions each in a branch of their own."""
    plies = decisions = 0
    digest = trace[DIGEST]
    mover = game.to_move(s)
    while mover != OVER and plies < limit:
        if mover == CHANCE:
            digest = mix(digest, draw(s, rng))
        else:
            a = int(buf[random_below(rng, game.legal(s, buf))])
            game.apply(s, a)
            digest = mix(digest, a)
            decisions += 1
        plies += 1
        mover = game.to_move(s)
    trace[PLIES] = plies if mover == OVER else UNENDED
    trace[DECISIONS] = decisions
    trace[DIGEST] = digest
    return mover == OVER


def play_numbers(first: int, last: int, series: Any, own: Any, traces: Any, points: Any) -> None:
    """Plays games first..last-1 of a series, one after another; the digests of four are completed together."""
    rng, buf = own.rng, own.buf
    setup, seed, start, limit = series.setup, series.seed, series.start, series.limit
    for k in range(first, last):
        lane = (k - first) % LANES
        s = own.states[lane]
        begin(s, rng, setup, seed, start + k, traces[k])
        if play_traced(s, rng, buf, limit, traces[k]):
            game.scores(s, points[k])
        if lane == LANES - 1:
            digest_four(own.raw, traces, k - lane)
    for lane in range((last - first) % LANES):
        digest_last(own.raw[lane], traces[last - (last - first) % LANES + lane])


@cache
def loop(of: Game) -> Any:
    """The loop above, compiled for one game."""
    return bind((*TEMPLATES, play_traced, play_numbers), of.kernel)


def check_ended(of: Game, traces: Any) -> None:
    """Refuses to sum up games that the bound on plies cut."""
    cut = np.flatnonzero(traces[:, PLIES] == UNENDED)
    if len(cut):
        raise RuntimeError(f"{of.id}: random game {cut[0]} of these did not end in {of.spec.max_plies} plies")


def signed_bytes(states: Any) -> Any:
    """The memory of some states as signed bytes, one row a state."""
    return raw_of(states).view(np.int8)


def series_of(of: Game, seats: int, options: Any, seed: object, start: object) -> Series:
    """A series of random games, checked."""
    return Series(Setup(seats, options), check_seed(seed), check_seed(start), of.spec.max_plies)


def play_random(
    of: Game, games: int, *, seats: int | None = None, seed: int = 1, start: int = 0, threads: int | None = None,
    **options: object,
) -> Played:  # fmt: skip
    """Games start..start+games-1 of a seed, on all cores."""
    spec = of.spec
    count = spec.choose_seats(seats)
    series = series_of(of, count, of.option_array(spec.check_options(options)), seed, start)
    number = check_count("games", games)
    traces = int_array(traces_shape(number), np.int64)
    points = int_array(points_shape(number), np.int32)
    play = loop(of).play_numbers

    def work(_worker: int, first: int, last: int) -> None:
        play(first, last, series, new_worker(of), traces, points)

    spread(number, check_threads(threads), work)
    check_ended(of, np.asarray(traces))
    return Played.of(np.asarray(traces), np.asarray(points), count)
