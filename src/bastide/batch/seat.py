"""A batch in which one seat decides and compiled bots play the others, each as its single self does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bastide.batch.batch import Batch, new_scratch, present_rows
from bastide.batch.kernels import TEMPLATES, advance, start
from bastide.bots import greedy as greedy_bot
from bastide.bots.greedy import DEALS, pick_best, pick_slipping, weigh_actions
from bastide.bots.levels import CLASSICS, classic_of
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
    """The bots that decide without a tree and without a judge: only they are compiled into a batch."""
    return ("uniform", "greedy", *(name for name in CLASSICS if classic_of(name, of).iterations == 0))


def manner_of(name: str, of: Game) -> tuple[int, float]:
    """How a bot chooses, and how much it may overlook (the sum over its deals)."""
    if name not in compiled_bots(of):
        raise UncompiledBot(name, compiled_bots(of))
    if name == "uniform":
        return UNIFORM, 0.0
    return GREEDY, classic_of(name, of).slip * DEALS if name in CLASSICS else 0.0


class Opponents(NamedTuple):
    """The compiled bots of a batch, and the seat that they leave free."""

    seat: int
    manners: Any  # by seat: UNIFORM or GREEDY
    slips: Any  # by seat: how much a greedy one may overlook
    seeds: Any  # by game and seat
    decisions: Any  # by game and seat: how often it has chosen


class BotScratch(NamedTuple):
    """A `Scratch`, and what the bots of one worker need to choose."""

    bufs: Any
    views: Any
    raw: Any
    runs: Any
    rng: Any  # the generator of one choice
    trials: Any  # two states to try actions on
    terms: Any  # an opinion
    sums: Any  # by legal action: opinions added up


def choose_greedily(s: Any, p: int, slip: float, own: Any) -> int:
    """The action that a greedy bot in seat p chooses with the generator `own.rng`."""
    buf = own.bufs[0]
    game.look(s, p, own.views)
    n = game.legal(own.views[0], buf)
    weigh_actions(own.views, own.trials, own.rng, p, buf, n, own.terms, own.sums, DEALS)
    if slip > 0.0:
        return int(buf[pick_slipping(own.sums, n, own.rng, slip)])
    return int(buf[pick_best(own.sums, n, own.rng)])


def play_to_seat(rows: Any, first: int, last: int, games: Any, bots: Any, own: Any) -> None:
    """Lets the bots move in these games until the free seat decides or they are over; shows that seat its views.

    Each decision of a bot has a generator of its own, as it has alone.
    """
    buf = own.bufs[0]
    for k in range(first, last):
        i = rows[k]
        s, rng, trace, mover = games.states[i], games.rngs[i], games.traces[i], games.movers[i]
        while mover not in (bots.seat, OVER):
            seed_rng(own.rng, bots.seeds[i, mover], bots.decisions[i, mover])
            bots.decisions[i, mover] += 1
            if bots.manners[mover] == UNIFORM:
                a = int(buf[random_below(own.rng, game.legal(s, buf))])
            else:
                a = choose_greedily(s, mover, bots.slips[mover], own)
            mover = advance(s, rng, a, trace)
        games.movers[i] = mover
    present_rows(rows, first, last, bots.seat, games, own)


def begin_seats(rows: Any, seeds: Any, first: int, last: int, setup: Any, games: Any, bots: Any, own: Any) -> None:
    """Begins some games, each up to the seat's first decision; `seeds` goes with `rows`."""
    for k in range(first, last):
        i = rows[k]
        games.movers[i] = start(games.states[i], games.rngs[i], setup, seeds[k], games.traces[i])
        for p in range(setup.seats):
            bots.decisions[i, p] = 0
    play_to_seat(rows, first, last, games, bots, own)


def step_seats(rows: Any, actions: Any, first: int, last: int, games: Any, bots: Any, own: Any) -> None:
    """Applies one decision of the seat in each of these games, and plays up to its next."""
    for k in range(first, last):
        i = rows[k]
        games.movers[i] = advance(games.states[i], games.rngs[i], actions[i], games.traces[i])
    play_to_seat(rows, first, last, games, bots, own)


@cache
def seat_loops(of: Game) -> Any:
    """The loops above, compiled for one game."""
    bots = tuple(template for template in greedy_bot.TEMPLATES if template not in TEMPLATES)
    return bind((*TEMPLATES, present_rows, *bots, choose_greedily, play_to_seat, begin_seats, step_seats), of.kernel)


def new_bot_scratch(of: Game) -> BotScratch:
    """What one worker needs for itself, and for the bots."""
    return BotScratch(
        *new_scratch(of),
        rng=int_array(1, np.int64),
        trials=new_states(of.state, 2),
        terms=int_array(max(1, len(of.terms)), np.int32),
        sums=int_array(of.buffer, np.int64),
    )


class SeatBatch(Batch):
    """As `Batch`, but only `seat` is asked; `movers` is that seat, or OVER. A finished game still shows its own view.

    Game i is the one that this seat plays through `Position` against `make_bot(name, game, bot_seed(seed, p))`.
    """

    def __init__(
        self, of: Game, seeds: Sequence[int], seats: int | None = None, *, seat: int = 0,
        opponents: str | Sequence[str] = "uniform", threads: int | None = None, **options: object,
    ) -> None:  # fmt: skip
        count = of.spec.choose_seats(seats)
        self.seat = check_seat(seat, count)
        self.opponents = name_opponents(opponents, count, self.seat)
        manners = [manner_of(name, of) if name else (UNIFORM, 0.0) for name in self.opponents]
        self._bots = Opponents(
            seat=self.seat,
            manners=np.array([manner for manner, _ in manners], np.int64),
            slips=np.array([slip for _, slip in manners]),
            seeds=np.zeros((len(seeds), count), np.int64),
            decisions=np.zeros((len(seeds), count), np.int64),
        )
        super().__init__(of, seeds, count, threads=threads, **options)

    def _new_scratch(self) -> Any:
        return new_bot_scratch(self.game)

    def _bind(self) -> Any:
        return seat_loops(self.game)

    def _begin(self, rows: Any, seeds: Any, worker: int, first: int, last: int) -> None:
        for p in range(self.seats):
            self._bots.seeds[rows[first:last], p] = bot_seed(seeds[first:last], p)
        own = self._scratch[worker]
        self._loops.begin_seats(rows, seeds, first, last, self._setup, self._games, self._bots, own)

    def _step(self, rows: Any, actions: Any, worker: int, first: int, last: int) -> None:
        self._loops.step_seats(rows, actions, first, last, self._games, self._bots, self._scratch[worker])


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
