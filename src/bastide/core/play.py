"""Playing without a table: templates that are compiled once for each game.

Every function here names its game only through the global `game`; `entry_points(game)` gives the compiled copies that
Python calls. The first twelve call the rule of the same name on `states[0]`: arrays of records cross from Python, never
bare records (ten times slower).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bastide.core.jit import allocates, bind, brief, calling, rule
from bastide.core.rng import random_below, seed_rng
from bastide.core.state import CHANCE, NONE, OVER, action_list, int_array, new_states, raw_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    from bastide.core.game import Game

game: Any = None  # stands for a game's rules; each compiled copy has its own

ACTIONS = 2**15  # beyond any action id; a ply is packed as (seat + 1) * ACTIONS + action, an outcome as itself
PENDING = 64  # how many plies a desk has space for until they are taken over
HASH_START = 0x1505
HASH_MASK = (1 << 42) - 1
MAX_SEATS = 6

# `decide` returns two numbers in one: how many actions are legal, and mover + MOVER_BIAS
MOVER_BIAS = -CHANCE  # the lowest mover becomes 0
MOVER_MASK = 15
LEGAL_SHIFT = 4
REFUSED = -1
FULL = -2  # less what is returned otherwise: the plies on the desk are to be taken over before the next call
SETTLE = -1  # in place of what the last call returned: nobody decides, chance alone moves


@rule
def mix(h: int, x: int) -> int:
    """A digest with one more small number in it."""
    return ((h ^ x) * 1048583 + 12345) & HASH_MASK


@brief
@calling
def setup(states: Any, seats: int, options: Any) -> None:
    game.setup(states[0], seats, options)


@brief
@calling
def to_move(states: Any) -> int:
    return game.to_move(states[0])


@brief
@calling
def legal(states: Any, buf: Any) -> int:
    return game.legal(states[0], buf)


@brief
@calling
def apply(states: Any, a: int) -> None:
    game.apply(states[0], a)


@brief
@calling
def chance_total(states: Any) -> int:
    return game.chance_total(states[0])


@brief
@calling
def chance_pick(states: Any, r: int) -> int:
    return game.chance_pick(states[0], r)


@brief
@calling
def scores(states: Any, out: Any) -> None:
    game.scores(states[0], out)


@brief
@calling
def look(states: Any, seat: int, out: Any) -> None:
    game.look(states[0], seat, out)


@brief
@calling
def redeal(views: Any, seat: int, rng: Any, out: Any) -> None:
    game.redeal(views[0], seat, rng, out)


@brief
@calling
def opinion(states: Any, seat: int, out: Any) -> None:
    game.opinion(states[0], seat, out)


@brief
@calling
def features(states: Any, seat: int, out: Any) -> int:
    return game.features(states[0], seat, out)


@brief
@calling
def candidates(states: Any, seat: int, actions: Any, n: int) -> int:
    return game.candidates(states[0], seat, actions, n)


def draw(s: Any, rng: Any) -> int:
    """Chance moves, by weight; returns the outcome."""
    outcome: int = game.chance_pick(s, random_below(rng, game.chance_total(s)))
    game.apply(s, outcome)
    return outcome


def settle(s: Any, desk: Any) -> int:
    """Draws while chance is to move; returns mover and legal actions as `decide` does."""
    rng = desk[game.BUFFER :]
    plies = desk[game.BUFFER + 2 :]
    n = desk[game.BUFFER + 1]
    mover = game.to_move(s)
    while mover == CHANCE and rng[0] != 0 and n < PENDING:
        plies[n] = draw(s, rng)
        n += 1
        mover = game.to_move(s)
    desk[game.BUFFER + 1] = n
    packed = (game.legal(s, desk) if mover >= 0 else 0) << LEGAL_SHIFT | mover + MOVER_BIAS
    return packed if n < PENDING else FULL - packed


@brief
def decide(states: Any, desk: Any, a: int, packed: int) -> int:
    """One decision, then chance: a whole move in one call; REFUSED when `a` is not among the actions on the desk.

    The desk holds the legal actions, the generator (0: the caller draws), how many plies were played that nobody has
    taken over yet, and those. `packed` is what the last call returned, without FULL; or SETTLE, and then `a` is a seed
    to begin the generator with, or NONE.
    """
    s = states[0]
    if packed == SETTLE:
        if a != NONE:
            seed_rng(desk[game.BUFFER :], a, 0)
        return settle(s, desk)
    for k in range(packed >> LEGAL_SHIFT):
        if desk[k] == a:
            n = desk[game.BUFFER + 1]
            desk[game.BUFFER + 2 + n] = ((packed & MOVER_MASK) - MOVER_BIAS + 1) * ACTIONS + a
            desk[game.BUFFER + 1] = n + 1
            game.apply(s, a)
            return settle(s, desk)
    return REFUSED


def playout(s: Any, rng: Any, buf: Any, limit: int) -> int:
    """Uniformly random play to the end; returns decisions, or -1 when `limit` plies were not enough."""
    decisions = 0
    mover = game.to_move(s)
    while mover != OVER:
        if limit == 0:
            return -1
        limit -= 1
        if mover == CHANCE:
            draw(s, rng)
        else:
            game.apply(s, buf[random_below(rng, game.legal(s, buf))])
            decisions += 1
        mover = game.to_move(s)
    return decisions


def play_recorded(s: Any, rng: Any, buf: Any, limit: int, plies: Any) -> int:
    """As playout, with who moved and what written down; returns plies, or -1 when `limit` was not enough."""
    n = 0
    mover = game.to_move(s)
    while mover != OVER:
        if n == limit:
            return -1
        plies[n, 0] = mover
        if mover == CHANCE:
            plies[n, 1] = draw(s, rng)
        else:
            plies[n, 1] = buf[random_below(rng, game.legal(s, buf))]
            game.apply(s, plies[n, 1])
        n += 1
        mover = game.to_move(s)
    return n


def digest_game(raw: Any, plies: Any, n: int) -> int:
    """Forty-two bits over the plies and the last state's bytes."""
    h = HASH_START
    for i in range(n):
        h = mix(h, plies[i, 1])
    for i in range(raw.shape[1]):
        h = mix(h, raw[0, i])
    return h


def play_seeded(
    states: Any, rng: Any, buf: Any, plies: Any, points: Any,
    seats: int, options: Any, seed: int, number: int, limit: int,
) -> int:  # fmt: skip
    """Random game `number` of a seed, from the start; `plies` and `points` tell of it; returns plies or -1."""
    seed_rng(rng, seed, number)
    game.setup(states[0], seats, options)
    n = play_recorded(states[0], rng, buf, limit, plies)
    if n >= 0:
        game.scores(states[0], points)
    return n


def list_branches(s: Any, buf: Any) -> int:
    """Every legal action, or every distinct outcome of chance; returns how many."""
    mover = game.to_move(s)
    if mover == OVER:
        return 0
    if mover >= 0:
        return game.legal(s, buf)
    n = 0
    for r in range(game.chance_total(s)):
        outcome = game.chance_pick(s, r)
        if n == 0 or buf[n - 1] != outcome:
            buf[n] = outcome
            n += 1
    return n


@allocates
def perft(states: Any, branches: Any, depth: int) -> int:
    """How many lines of `depth` plies there are from states[0]; needs depth + 1 states and rows of branches."""
    left = np.zeros(depth + 1, np.int32)
    leaves = 0
    level = 0
    left[0] = list_branches(states[0], branches[0])
    if depth == 0:
        return 1
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        states[level + 1] = states[level]
        game.apply(states[level + 1], branches[level, left[level]])
        if level + 1 == depth:
            leaves += 1
        else:
            level += 1
            left[level] = list_branches(states[level], branches[level])
    return leaves


TEMPLATES: tuple[Callable[..., Any], ...] = (
    setup, to_move, legal, apply, chance_total, chance_pick,
    scores, look, redeal, opinion, features, candidates,
    draw, settle, decide, playout, play_recorded, digest_game, play_seeded,
    list_branches, perft,
)  # fmt: skip


@cache
def entry_points(of: Game) -> Any:
    """The templates above, compiled for one game; its older versions share them."""
    return _entry_points(of.kernel)


@cache
def _entry_points(kernel: ModuleType) -> Any:
    return bind(TEMPLATES, kernel)


@dataclass(frozen=True)
class Simulated:
    """One random game: its plies as (who, action) with chance included, points and places by seat, and digest."""

    number: int
    plies: list[list[int]]
    points: list[int]
    places: list[int]
    digest: int

    @property
    def decisions(self) -> int:
        return sum(who >= 0 for who, _ in self.plies)


class Simulator:
    """Random games of one seed, one after another; the same games on every target."""

    def __init__(self, of: Game, seats: int, options: Mapping[str, int]) -> None:
        self.game = of
        self.seats = seats
        self.options = of.option_array(options)
        self.states = new_states(of.state)
        self.rng = int_array(1, np.int64)
        self.buf = action_list(of.buffer)
        self.plies = int_array((of.spec.max_plies, 2))
        self.points = int_array((MAX_SEATS, 2), np.int32)
        self.entry = entry_points(of)

    def play(self, seed: int, number: int) -> Simulated:
        limit = self.game.spec.max_plies
        n = self.entry.play_seeded(
            self.states, self.rng, self.buf, self.plies, self.points,
            self.seats, self.options, seed, number, limit,
        )  # fmt: skip
        if n < 0:
            raise RuntimeError(f"{self.game.id}: random game {number} of seed {seed} did not end in {limit} plies")
        digest = self.entry.digest_game(raw_of(self.states), self.plies, n)
        points, places = self.points[: self.seats].T.tolist()
        return Simulated(number, self.plies[:n].tolist(), points, places, digest)


def digest_all(digests: list[int]) -> str:
    """One digest over many games, in order."""
    return hashlib.sha256(np.array(digests, np.int64).tobytes()).hexdigest()[:16]
