"""What one game of a batch does in one call, for the CPU's loops and the GPU's threads alike.

Every function names its game only through the global `game` (`core.jit.bind`, `core.jit.bind_cuda`). Arrays that belong
together travel as one NamedTuple: Numba compiles it away, and a place is found by its name.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bastide.core.observation import flatten, number_of
from bastide.core.play import HASH_START, MAX_SEATS, draw, mix
from bastide.core.rng import random_below, seed_rng
from bastide.core.state import CHANCE, OVER, SPECTATOR

game: Any = None  # stands for a game's rules; each compiled copy has its own

PLIES, DECISIONS, DIGEST = range(3)  # the numbers of a trace
TRACE = 3
UNENDED = -1  # plies of a game that was cut


class Games(NamedTuple):
    """The arrays of a batch, by game."""

    states: Any
    raw: Any  # the same memory as signed bytes
    rngs: Any
    masks: Any  # 1 for each legal action
    observations: Any
    movers: Any
    traces: Any  # plies, decisions and digest so far
    points: Any  # points and places by seat, once a game is over


class Scratch(NamedTuple):
    """What a worker of the CPU, or a thread of the GPU, needs to look at a game: a row for each of them."""

    bufs: Any  # legal actions
    views: Any
    raw: Any  # the views' memory as signed bytes
    runs: Any  # where the numbers of an observation lie in a view (`Layout.runs`); one for all


class Setup(NamedTuple):
    """What a game's `setup` is given besides the state."""

    seats: int
    options: Any


class Series(NamedTuple):
    """Random games of one seed, from number `start` on, each cut after `limit` plies."""

    setup: Setup
    seed: int
    start: int
    limit: int


def traces_shape(games: int) -> tuple[int, int]:
    """The shape of `Games.traces` (int64)."""
    return games, TRACE


def points_shape(games: int) -> tuple[int, int, int]:
    """The shape of `Games.points` (int32): points and place by seat."""
    return games, MAX_SEATS, 2


def begin(s: Any, rng: Any, setup: Any, seed: int, stream: int, trace: Any) -> None:
    """Sets up a game, before the first draw, and its trace: no plies, and the digest of nothing."""
    seed_rng(rng, seed, stream)
    game.setup(s, setup.seats, setup.options)
    trace[PLIES] = 0
    trace[DECISIONS] = 0
    trace[DIGEST] = HASH_START


def settle_traced(s: Any, rng: Any, trace: Any) -> int:
    """Draws while chance is to move; returns who moves then."""
    mover = game.to_move(s)
    while mover == CHANCE:
        trace[DIGEST] = mix(trace[DIGEST], draw(s, rng))
        trace[PLIES] += 1
        mover = game.to_move(s)
    return mover


def decide_traced(s: Any, a: int, trace: Any) -> None:
    """Applies one decision."""
    game.apply(s, a)
    trace[DIGEST] = mix(trace[DIGEST], a)
    trace[PLIES] += 1
    trace[DECISIONS] += 1


def digest_last(raw: Any, trace: Any) -> None:
    """The bytes of a game's last state go into its digest, as `core.play.digest_game` has it."""
    h = trace[DIGEST]
    for i in range(len(raw)):
        h = mix(h, int(raw[i]) & 255)
    trace[DIGEST] = h


def digest_absent(n: int, trace: Any) -> None:
    """As `digest_last`, for so many bytes of seats that nobody holds: they are 0."""
    h = trace[DIGEST]
    for _ in range(n):
        h = mix(h, 0)
    trace[DIGEST] = h


def digest_four(raw: Any, traces: Any, first: int) -> None:
    """As `digest_last`, for four games at once: each number of a digest waits for the one before, four do not."""
    h0, h1 = traces[first, DIGEST], traces[first + 1, DIGEST]
    h2, h3 = traces[first + 2, DIGEST], traces[first + 3, DIGEST]
    for i in range(raw.shape[1]):
        h0 = mix(h0, int(raw[0, i]) & 255)
        h1 = mix(h1, int(raw[1, i]) & 255)
        h2 = mix(h2, int(raw[2, i]) & 255)
        h3 = mix(h3, int(raw[3, i]) & 255)
    traces[first, DIGEST], traces[first + 1, DIGEST] = h0, h1
    traces[first + 2, DIGEST], traces[first + 3, DIGEST] = h2, h3


def finish(s: Any, raw: Any, trace: Any, points: Any) -> None:
    """Scores a game that is over, and completes its digest."""
    digest_last(raw, trace)
    game.scores(s, points)


def mark_legal(s: Any, mover: int, buf: Any, mask: Any) -> None:
    """Writes 1 for each legal action; none when no seat is to move."""
    for a in range(len(mask)):
        mask[a] = 0
    if mover >= 0:
        for k in range(game.legal(s, buf)):
            mask[int(buf[k])] = 1


def start(s: Any, rng: Any, setup: Any, seed: int, trace: Any) -> int:
    """Begins a game from a seed and draws up to its first decision; returns who moves."""
    begin(s, rng, setup, seed, 0, trace)
    return settle_traced(s, rng, trace)


def advance(s: Any, rng: Any, a: int, trace: Any) -> int:
    """Applies one decision and draws up to the next; returns who moves."""
    decide_traced(s, a, trace)
    return settle_traced(s, rng, trace)


def viewer_of(mover: int) -> int:
    """Who is shown a game: its mover, or a spectator once it is over."""
    return mover if mover >= 0 else SPECTATOR


def observe(s: Any, seat: int, mover: int, view: Any, raw: Any, runs: Any, out: Any) -> None:
    """Writes what a seat sees as a row of numbers; `raw` are the bytes of `view`."""
    game.look(s, seat, view)
    out[0] = number_of(seat)
    out[1] = number_of(mover)
    flatten(raw, runs, out)


def choose_at_random(s: Any, mover: int, rng: Any, buf: Any) -> int:
    """Draws an outcome by its weight, or any legal action, all alike."""
    n = game.chance_total(s) if mover == CHANCE else game.legal(s, buf)
    r = random_below(rng, n)
    if mover == CHANCE:
        return game.chance_pick(s, r)
    return int(buf[r])


def play_out(s: Any, rng: Any, buf: Any, limit: int, trace: Any) -> bool:
    """Plays uniformly at random to the end; a game that `limit` plies did not end is traced as UNENDED.

    Every rule is called from one place: threads of a GPU that draw and threads that decide meet again in `apply`.
    """
    plies = decisions = 0
    digest = trace[DIGEST]
    mover = game.to_move(s)
    while mover != OVER and plies < limit:
        a = choose_at_random(s, mover, rng, buf)
        game.apply(s, a)
        digest = mix(digest, a)
        plies += 1
        decisions += mover >= 0
        mover = game.to_move(s)
    trace[PLIES] = plies if mover == OVER else UNENDED
    trace[DECISIONS] = decisions
    trace[DIGEST] = digest
    return mover == OVER


TEMPLATES = (
    draw, begin, settle_traced, decide_traced, digest_last, digest_absent, digest_four, finish, mark_legal, start,
    advance, viewer_of, observe, choose_at_random, play_out,
)  # fmt: skip
