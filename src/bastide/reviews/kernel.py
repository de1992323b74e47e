"""What a review asks of the compiled rules and the judge; every template names its game through the global `game`.

All shares are by seat and add up to 1. `calm` is the exponent that makes the judge's shares frequencies (figures.json).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from bastide.bots.greedy import settle_chance
from bastide.core.game import Game
from bastide.core.jit import bind, calling, rule
from bastide.core.play import draw
from bastide.core.rng import seed_rng
from bastide.core.state import CHANCE, OVER
from bastide.judge.after import show_after
from bastide.judge.net import SHARE, UTILITY, Mind, judge_after, tell_result

game: Any = None  # stands for a game's rules; each compiled copy has its own


class ReviewScratch(NamedTuple):
    """What a review works on."""

    states: Any  # two: the line being played, and one to try a draw on
    actions: Any  # the moves that are weighed
    buf: Any  # actions worth a look
    mind: Mind


class Draws(NamedTuple):
    """What may be drawn, one row each."""

    outcomes: Any
    weights: Any  # how likely it is
    shares: Any  # each seat's share after it


@rule
def tell_shares(mind: Any, seat: int, seats: int, calm: float, out: Any) -> None:
    """Each seat's share of what the judge has just said through a seat's eyes."""
    total = 0.0
    for q in range(seats):
        share = mind.said[SHARE + q]
        if calm != 1.0 and share > 0.0:
            share = share**calm
        out[(seat + q) % seats] = share
        total += share
    for p in range(seats):
        out[p] /= total


def foresee(states: Any, scratch: Any, calm: float, out: Any) -> None:
    """Each seat's share where a seat decides: after what is best for it, as it sees that; at the end the result."""
    s = states[0]
    mind = scratch.mind
    buf = scratch.buf
    mover = game.to_move(s)
    if mover == OVER:
        game.scores(s, mind.points)
        tell_result(mind, 0, s.seats)
        tell_shares(mind, 0, s.seats, calm, out)
        return
    n = game.candidates(s, mover, buf, game.legal(s, buf))
    best = -1.0
    for k in range(n):
        judge_after(s, buf[k], mover, mind)
        if mind.said[SHARE] > best:
            best = mind.said[SHARE]
            tell_shares(mind, mover, s.seats, calm, out)


def weigh_deal(views: Any, seat: int, scratch: Any, rng: Any, calm: float, shares: Any) -> None:
    """shares[k] = each seat's share right after action k, in one deal of what the chooser cannot see."""
    game.redeal(views[0], seat, rng, scratch.states)
    s = scratch.states[0]
    for k in range(len(shares)):
        judge_after(s, scratch.actions[k], seat, scratch.mind)
        tell_shares(scratch.mind, seat, s.seats, calm, shares[k])


def play_judged(scratch: Any, rng: Any, decisions: int) -> None:
    """So many decisions, each what the judge likes best in the eyes of its mover; draws in between."""
    s = scratch.states[0]
    buf = scratch.buf
    mind = scratch.mind
    settle_chance(s, rng)
    while decisions > 0 and game.to_move(s) != OVER:
        mover = game.to_move(s)
        n = game.candidates(s, mover, buf, game.legal(s, buf))
        action = buf[0]
        best = -1e30
        for k in range(n):
            if n > 1:
                judge_after(s, buf[k], mover, mind)
                if mind.said[UTILITY] > best:
                    best = mind.said[UTILITY]
                    action = buf[k]
        game.apply(s, action)
        settle_chance(s, rng)
        decisions -= 1


@calling
def weigh_moves(
    views: Any, seat: int, scratch: Any, rng: Any, calm: float, shares: Any, seed: int, stream: int, decisions: int
) -> None:
    """shares[d, k] = each seat's share after action k in deal d: right after it, or so many decisions more.

    With decisions to come, every action meets the same deals and the same luck. Both are one function, since most of
    what either is compiled from is the other's, too.
    """
    deals, n, _ = shares.shape
    for d in range(deals):
        if decisions == 0:
            weigh_deal(views, seat, scratch, rng, calm, shares[d])
            continue
        for k in range(n):
            seed_rng(rng, seed, stream + d)
            game.redeal(views[0], seat, rng, scratch.states)
            game.apply(scratch.states[0], scratch.actions[k])
            play_judged(scratch, rng, decisions)
            foresee(scratch.states, scratch, calm, shares[d, k])


def list_outcomes(s: Any, outcomes: Any, weights: Any) -> int:
    """Distinct outcomes of a draw and how likely each is; 0 when there are more than fit."""
    total = game.chance_total(s)
    n = 0
    last = -1
    for r in range(total):
        outcome = game.chance_pick(s, r)
        if outcome != last:
            if n == len(outcomes):
                return 0
            outcomes[n] = outcome
            weights[n] = 0.0
            last = outcome
            n += 1
        weights[n - 1] += 1.0 / total
    return n


@calling
def expect_draws(scratch: Any, rng: Any, calm: float, draws: Any, samples: int) -> int:
    """Fills `draws` with those that may come now.

    The first state is before the draw, the second is for trying. Where one draw of few outcomes comes, each is tried
    and the number of them returned; else some are drawn, and the number is negative. Where none comes, the shares are
    those of the first state itself.
    """
    states = scratch.states
    if game.to_move(states[0]) != CHANCE:
        foresee(states[0:1], scratch, calm, draws.shares[0])
        draws.weights[0] = 1.0
        return 1
    listed = list_outcomes(states[0], draws.outcomes, draws.weights)
    is_exact = listed > 0
    for i in range(listed):
        states[1] = states[0]
        game.apply(states[1], draws.outcomes[i])
        is_exact = is_exact and game.to_move(states[1]) != CHANCE
        if is_exact:
            foresee(states[1:2], scratch, calm, draws.shares[i])
    if is_exact:
        return listed
    for i in range(samples):
        states[1] = states[0]
        settle_chance(states[1], rng)
        foresee(states[1:2], scratch, calm, draws.shares[i])
        draws.weights[i] = 1.0 / samples
    return -samples


TEMPLATES = (
    draw, settle_chance, show_after, judge_after, foresee, weigh_deal, play_judged, weigh_moves, list_outcomes,
    expect_draws,
)  # fmt: skip


@cache
def review_kernel(of: Game) -> Any:
    """The templates above, compiled for one game."""
    return bind(TEMPLATES, of.kernel)
