"""Random games by the million: in pieces on the cores of this machine or on a Ray cluster, summed up in order."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial
from typing import Any

import msgspec
import numpy as np

from bastide.arena.local import check_workers, run_local, run_threads
from bastide.batch import Played, play_random
from bastide.core.jit import TARGET
from bastide.core.play import digest_all
from bastide.games import load

SMALLEST, LARGEST = 256, 8192  # games of a piece that a thread plays
PIECES = 256  # enough that nobody waits long for the last


class Series(msgspec.Struct, frozen=True):
    """Which random games: game k of a series is always the same game."""

    game: str
    seats: int
    options: dict[str, int]
    seed: int


class Piece(msgspec.Struct, frozen=True):
    """Games first..first+count-1 of a series."""

    first: int
    count: int


class Tally(msgspec.Struct, frozen=True):
    """What came of a piece: sums, points and places by seat, and each game's digest (int64, the lowest byte first)."""

    first: int
    games: int
    decisions: int
    plies: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    digests: bytes

    @classmethod
    def of(cls, first: int, played: Played) -> Tally:
        return cls(
            first,
            len(played.digests),
            int(played.decisions.sum()),
            int(played.plies.sum()),
            tuple(played.points.sum(axis=0).tolist()),
            tuple(played.places.sum(axis=0).tolist()),
            np.ascontiguousarray(played.digests, "<i8").tobytes(),
        )


def cut(games: int, size: int) -> list[Piece]:
    """Pieces of that size that are games 0..games-1 together."""
    return [Piece(first, min(size, games - first)) for first in range(0, games, size)]


def play_piece(series: Series, piece: Piece) -> Tally:
    """One piece, on one core."""
    played = play_random(
        load(series.game), piece.count, seats=series.seats, seed=series.seed, start=piece.first, threads=1,
        **series.options,
    )  # fmt: skip
    return Tally.of(piece.first, played)


def play_series(
    series: Series, games: int, workers: int | None = None, ray: str | None = None
) -> Generator[Tally, None, None]:
    """What came of games 0..games-1, piece by piece as they come.

    Compiled rules release the interpreter: threads are enough for all cores. Interpreted ones need processes.
    """
    count = check_workers(workers)
    work = partial(play_piece, series)
    size = min(LARGEST, games // PIECES)
    if ray is not None:
        from bastide.arena.ray import run_ray

        return run_ray(work, cut(games, max(1, size)), ray)
    if TARGET == "python":
        return run_local(work, cut(games, max(1, size)), count)
    return run_threads(work, cut(games, max(SMALLEST, size)), count)


def add_up(tallies: Iterable[Tally]) -> Tally:
    """All pieces as one; the order in which they came does not matter."""
    found = sorted(tallies, key=lambda tally: tally.first)
    return Tally(
        0,
        sum(tally.games for tally in found),
        sum(tally.decisions for tally in found),
        sum(tally.plies for tally in found),
        tuple(map(sum, zip(*(tally.points for tally in found), strict=True))),
        tuple(map(sum, zip(*(tally.places for tally in found), strict=True))),
        b"".join(tally.digests for tally in found),
    )


def digest_of(tally: Tally) -> str:
    """One digest over all games, in order; the same on every target and however the games were spread."""
    digests: Any = np.frombuffer(tally.digests, "<i8")
    return digest_all(digests)
