"""A batch in which one seat decides and compiled bots play the others, each as its single self does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bastide.batch.batch import Batch, Scratch
from bastide.batch.kernels import TEMPLATES, begin, decide_told, end_told, mark_legal, observe, settle_told
from bastide.bots import BOTS, LEVELS
from bastide.bots import greedy as greedy_bot
from bastide.bots.greedy import DEALS, pick_best, pick_slipping, weigh_actions
from bastide.bots.levels import level_of
from bastide.core.errors import BadSeat, BastideError
from bastide.core.jit import bind
from bastide.core.numbers import whole_in
from bastide.core.rng import random_below, seed_rng
from bastide.core.state import OVER, int_array, new_states

if TYPE_CHECKING:
    from bastide.core.game import Game

game: Any = None  # stands for a game's rules; each compiled copy has its own

UNIFORM, GREEDY = range(2)  # how an opponent chooses
SEATS_A_SEED = 8


class UncompiledBot(BastideError):
    def __init__(self, name: object, known: Sequence[str]) -> None:
        super().__init__(f"{name!r} does not play in batches; the bots that do are {', '.join(known)}")


def bot_seed(seed: int, seat: int) -> int:
    """The seed of the bot in a seat of the game with that seed."""
    return seed % 2**59 * SEATS_A_SEED + seat + 1


def compiled_bots(of: Game) -> tuple[str, ...]:
    """The bots that decide without a tree: only they are compiled into a batch."""
    return tuple(name for name in BOTS if name not in LEVELS or level_of(name, of).iterations == 0)


def manner_of(name: str, of: Game) -> tuple[int, float]:
    """How a bot chooses, and how much it may overlook (the sum over its deals)."""
    if name not in compiled_bots(of):
        raise UncompiledBot(name, compiled_bots(of))
    if name == "uniform":
        return UNIFORM, 0.0
    return GREEDY, level_of(name, of).slip * DEALS if name in LEVELS else 0.0


def answer(
    s: Any, p: int, manner: int, slip: float, luck: Any, buf: Any, view: Any, trials: Any, terms: Any, sums: Any,
    deals: int,
) -> int:  # fmt: skip
    """What the bot in seat p chooses; `luck` is its generator for this decision."""
    if manner == UNIFORM:
        return int(buf[random_below(luck, game.legal(s, buf))])
    game.look(s, p, view)
    n = game.legal(view[0], buf)
    weigh_actions(view, trials, luck, p, buf, n, terms, sums, deals)
    if slip > 0.0:
        return int(buf[pick_slipping(sums, n, luck, slip)])
    return int(buf[pick_best(sums, n, luck)])


def meet(
    s: Any, bytes_: Any, rng: Any, seat: int, manners: Any, slips: Any, seeds: Any, decisions: Any, luck: Any,
    buf: Any, view: Any, raw: Any, trials: Any, terms: Any, sums: Any, deals: int, runs: Any, mask: Any, out: Any,
    told: Any, points: Any,
) -> int:  # fmt: skip
    """Chance and the other seats move until `seat` decides or the game is over; then shows the seat what it sees."""
    mover = settle_told(s, rng, told)
    while mover not in (seat, OVER):
        seed_rng(luck, seeds[mover], decisions[mover])
        decisions[mover] += 1
        a = answer(s, mover, manners[mover], slips[mover], luck, buf, view, trials, terms, sums, deals)
        decide_told(s, a, told)
        mover = settle_told(s, rng, told)
    mark_legal(s, mover, buf, mask)
    observe(s, seat, mover, view, raw, runs, out)
    if mover == OVER:
        end_told(s, bytes_, told, points)
    return mover


def begin_seats(
    rows: Any, given: Any, first: int, last: int, seats: int, options: Any,
    states: Any, bytes_: Any, rngs: Any, seat: int, manners: Any, slips: Any, seeds: Any, decisions: Any, luck: Any,
    buf: Any, view: Any, raw: Any, trials: Any, terms: Any, sums: Any, deals: int, runs: Any, masks: Any, outs: Any,
    movers: Any, told: Any, points: Any,
) -> None:  # fmt: skip
    """Games anew up to the seat's first decision; `given` are their seeds."""
    for k in range(first, last):
        i = rows[k]
        begin(states[i], rngs[i], seats, options, given[k], 0, told[i])
        for p in range(seats):
            decisions[i, p] = 0
        movers[i] = meet(
            states[i], bytes_[i], rngs[i], seat, manners, slips, seeds[i], decisions[i], luck, buf, view, raw[0],
            trials, terms, sums, deals, runs, masks[i], outs[i], told[i], points[i],
        )  # fmt: skip


def step_seats(
    rows: Any, actions: Any, first: int, last: int,
    states: Any, bytes_: Any, rngs: Any, seat: int, manners: Any, slips: Any, seeds: Any, decisions: Any, luck: Any,
    buf: Any, view: Any, raw: Any, trials: Any, terms: Any, sums: Any, deals: int, runs: Any, masks: Any, outs: Any,
    movers: Any, told: Any, points: Any,
) -> None:  # fmt: skip
    """One decision of the seat in each of these games, up to its next."""
    for k in range(first, last):
        i = rows[k]
        decide_told(states[i], actions[i], told[i])
        movers[i] = meet(
            states[i], bytes_[i], rngs[i], seat, manners, slips, seeds[i], decisions[i], luck, buf, view, raw[0],
            trials, terms, sums, deals, runs, masks[i], outs[i], told[i], points[i],
        )  # fmt: skip


@cache
def seat_loops(of: Game) -> Any:
    """The loops above, compiled for one game."""
    bots = tuple(template for template in greedy_bot.TEMPLATES if template not in TEMPLATES)
    return bind((*TEMPLATES, *bots, answer, meet, begin_seats, step_seats), of.kernel)


class SeatScratch(Scratch):
    """What one worker needs for itself, and for the bots."""

    def __init__(self, of: Game) -> None:
        super().__init__(of)
        self.luck = int_array(1, np.int64)
        self.trials = new_states(of.state, 2)
        self.terms = int_array(max(1, len(of.terms)), np.int32)
        self.sums = int_array(len(self.buf), np.int64)


class SeatBatch(Batch):
    """As `Batch`, but only `seat` is asked; `movers` is that seat, or OVER. A finished game still shows its own view.

    Game i is the one that this seat plays through `Position` against `make_bot(name, game, bot_seed(seed, p))`.
    """

    scratch = SeatScratch

    def __init__(
        self, of: Game, seeds: Sequence[int], seats: int | None = None, *, seat: int = 0,
        opponents: str | Sequence[str] = "uniform", threads: int | None = None, **options: object,
    ) -> None:  # fmt: skip
        count = of.spec.check_seats(of.spec.seats[0] if seats is None else seats)
        self.seat = check_seat(seat, count)
        self.opponents = name_opponents(opponents, count, self.seat)
        manners = [manner_of(name, of) if name else (UNIFORM, 0.0) for name in self.opponents]
        self._manners = np.array([manner for manner, _ in manners], np.int64)
        self._slips = np.array([slip for _, slip in manners])
        self._bot_seeds = np.zeros((len(seeds), count), np.int64)
        self._decisions = np.zeros((len(seeds), count), np.int64)
        self._seat_loops = seat_loops(of)
        super().__init__(of, seeds, count, threads=threads, **options)

    def _shared(self, own: Any) -> tuple[Any, ...]:
        return (
            self.states, self._bytes, self._rngs, self.seat, self._manners, self._slips, self._bot_seeds,
            self._decisions, own.luck, own.buf, own.view, own.raw, own.trials, own.terms, own.sums, DEALS,
            self.layout.runs, self.masks, self.observations, self.movers, self._told, self._points,
        )  # fmt: skip

    def _begin(self, rows: Any, seeds: Any, worker: int, first: int, last: int) -> None:
        for p in range(self.seats):
            self._bot_seeds[rows[first:last], p] = bot_seed(seeds[first:last], p)
        shared = self._shared(self._scratch[worker])
        self._seat_loops.begin_seats(rows, seeds, first, last, self.seats, self._options, *shared)

    def _step(self, rows: Any, actions: Any, worker: int, first: int, last: int) -> None:
        self._seat_loops.step_seats(rows, actions, first, last, *self._shared(self._scratch[worker]))


def check_seat(seat: object, seats: int) -> int:
    """A seat of the table."""
    number = whole_in(seat, 0, seats - 1)
    if number is None:
        raise BadSeat(seat, seats)
    return number


def name_opponents(opponents: str | Sequence[str], seats: int, seat: int) -> list[str]:
    """A bot's name for every seat but one, which has none; one name may stand for all."""
    if isinstance(opponents, str):
        return ["" if p == seat else opponents for p in range(seats)]
    names = list(opponents) if isinstance(opponents, Sequence) else [opponents]
    if len(names) != seats - 1:
        raise BastideError(f"{len(names)} opponents are named for {seats - 1} seats; one name may stand for all")
    return [*names[:seat], "", *names[seat:]]
