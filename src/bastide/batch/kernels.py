"""What one game of a batch does in one call, for the CPU's loops and the GPU's threads alike.

Every function names its game only through the global `game` (`core.jit.bind`, `core.jit.bind_cuda`).

`told` is a row of three numbers about one game: plies, decisions, and a digest; it begins with the digest of nothing.
`raw` are the signed bytes of a state or of a view.
"""

from __future__ import annotations

from typing import Any

from bastide.core.observation import flatten, number_of
from bastide.core.play import HASH_START, draw, mix
from bastide.core.rng import random_below, seed_rng
from bastide.core.state import CHANCE, OVER, SPECTATOR

game: Any = None  # stands for a game's rules; each compiled copy has its own

PLIES, DECISIONS, DIGEST = range(3)  # of `told`
UNENDED = -1  # plies of a game that was cut


def begin(s: Any, rng: Any, seats: int, options: Any, seed: int, stream: int, told: Any) -> None:
    """A game at its start, before the first draw."""
    seed_rng(rng, seed, stream)
    game.setup(s, seats, options)
    told[PLIES] = 0
    told[DECISIONS] = 0
    told[DIGEST] = HASH_START


def settle_told(s: Any, rng: Any, told: Any) -> int:
    """Draws while chance is to move; returns who moves then."""
    mover = game.to_move(s)
    while mover == CHANCE:
        told[DIGEST] = mix(told[DIGEST], draw(s, rng))
        told[PLIES] += 1
        mover = game.to_move(s)
    return mover


def decide_told(s: Any, a: int, told: Any) -> None:
    """One decision."""
    game.apply(s, a)
    told[DIGEST] = mix(told[DIGEST], a)
    told[PLIES] += 1
    told[DECISIONS] += 1


def end_told(s: Any, raw: Any, told: Any, points: Any) -> None:
    """The last state's bytes go into the digest, as `core.play.digest_game` has it."""
    h = told[DIGEST]
    for i in range(len(raw)):
        h = mix(h, int(raw[i]) & 255)
    told[DIGEST] = h
    game.scores(s, points)


def observe(s: Any, seat: int, mover: int, view: Any, raw: Any, runs: Any, out: Any) -> None:
    """What a seat sees; `raw` are the bytes of `view`."""
    game.look(s, seat, view)
    out[0] = number_of(seat)
    out[1] = number_of(mover)
    flatten(raw, runs, out)


def mark_legal(s: Any, mover: int, buf: Any, mask: Any) -> None:
    """1 for each legal action; none when no seat is to move."""
    for a in range(len(mask)):
        mask[a] = 0
    if mover >= 0:
        for k in range(game.legal(s, buf)):
            mask[int(buf[k])] = 1


def present(
    s: Any, bytes_: Any, rng: Any, buf: Any, view: Any, raw: Any, runs: Any, mask: Any, out: Any, told: Any, points: Any
) -> int:
    """Draws, then shows the next mover what it sees and may do; at the end a spectator's view and the scores."""
    mover = settle_told(s, rng, told)
    mark_legal(s, mover, buf, mask)
    observe(s, mover if mover >= 0 else SPECTATOR, mover, view, raw, runs, out)
    if mover == OVER:
        end_told(s, bytes_, told, points)
    return mover


def begin_row(
    i: int, seed: int, states: Any, bytes_: Any, rngs: Any, buf: Any, view: Any, raw: Any, runs: Any, seats: int,
    options: Any, masks: Any, outs: Any, movers: Any, told: Any, points: Any,
) -> None:  # fmt: skip
    """Game i anew from a seed, up to its first decision."""
    begin(states[i], rngs[i], seats, options, seed, 0, told[i])
    movers[i] = present(
        states[i], bytes_[i], rngs[i], buf, view, raw, runs, masks[i], outs[i], told[i], points[i]
    )  # fmt: skip


def step_row(
    i: int, action: int, states: Any, bytes_: Any, rngs: Any, buf: Any, view: Any, raw: Any, runs: Any,
    masks: Any, outs: Any, movers: Any, told: Any, points: Any,
) -> None:  # fmt: skip
    """One decision in game i, up to the next."""
    decide_told(states[i], action, told[i])
    movers[i] = present(
        states[i], bytes_[i], rngs[i], buf, view, raw, runs, masks[i], outs[i], told[i], points[i]
    )  # fmt: skip


def choose_at_random(s: Any, mover: int, rng: Any, buf: Any) -> int:
    """An outcome by its weight, or any legal action, all alike."""
    n = game.chance_total(s) if mover == CHANCE else game.legal(s, buf)
    r = random_below(rng, n)
    if mover == CHANCE:
        return game.chance_pick(s, r)
    return int(buf[r])


def play_told(s: Any, raw: Any, rng: Any, buf: Any, limit: int, told: Any, points: Any) -> None:
    """Uniformly random play to the end; a game that `limit` plies did not end is told as UNENDED.

    Every rule is called from one place: threads of a GPU that draw and threads that decide meet again in `apply`.
    """
    while True:
        mover = game.to_move(s)
        if mover == OVER or told[PLIES] == limit:
            break
        a = choose_at_random(s, mover, rng, buf)
        game.apply(s, a)
        told[DIGEST] = mix(told[DIGEST], a)
        told[PLIES] += 1
        told[DECISIONS] += mover >= 0
    if mover == OVER:
        end_told(s, raw, told, points)
    else:
        told[PLIES] = UNENDED


TEMPLATES = (
    draw, begin, settle_told, decide_told, end_told, observe, mark_legal, present, begin_row, step_row,
    choose_at_random, play_told,
)  # fmt: skip
