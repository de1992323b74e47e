"""Random games on a card, from beginning to end without the host.

Where a game's record is small enough, the states lie in the fast memory that the threads of one processor share, each
with room for the seats of its table and a few bytes more, so that neighbours do not queue for one bank; otherwise they
lie in the card's memory. What bounds the speed is that the threads of a warp are in different phases of their games:
there they wait for one another where a turn begins.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bastide.batch.gpu.memory import BLOCK, WARP, card_states, fetch, padded
from bastide.batch.kernels import (
    DECISIONS,
    DIGEST,
    PLIES,
    TEMPLATES,
    TRACE,
    UNENDED,
    begin,
    choose_at_random,
    digest_absent,
    finish,
    play_out,
    points_shape,
    traces_shape,
)
from bastide.batch.random_games import Played, check_ended, series_of
from bastide.core.game import check_count
from bastide.core.jit import TARGET, bind_cuda, find_cuda
from bastide.core.play import mix
from bastide.core.state import OVER, seated

if TYPE_CHECKING:
    from bastide.core.game import Game

game: Any = None  # stands for a game's rules in kernels,
cuda: Any = None  # and this for Numba's CUDA

BLOCKS_A_PROCESSOR = 12  # of those whose states lie in the card's memory; more would only push them out of its cache
FEWEST_WARPS = 6  # a processor with fewer waits too often: then the card's memory is better
MOST_BLOCKS = 32  # that CUDA keeps on one processor
BUFFER = 1  # constants of a bound copy: places for legal actions,
RECORD = np.dtype(np.int8)  # the record with its padding,
STRIDE = 1  # its bytes,
BYTES = 1  # those without the padding,
ABSENT = 0  # and those that a full table's record has more


def play_next(state: Any, raw: Any, begun: Any, series: Any, traces: Any, points: Any) -> None:
    """A thread plays the next game that is not begun, and so on, in a state of its own; `raw` is its memory as bytes.

    So no thread waits long for another at the end. Within a warp all wait for the longest game before they begin the
    next: games that begin together stay in step, which is worth more than the waiting costs.
    """
    rng = cuda.local.array(1, np.int64)
    trace = cuda.local.array(TRACE, np.int64)
    buf = cuda.local.array(BUFFER, np.int16)
    number = cuda.atomic.add(begun, 0, 1)
    while number < len(traces):
        begin(state, rng, series.setup, series.seed, series.start + number, trace)
        if play_out(state, rng, buf, series.limit, trace):
            finish(state, raw, trace, points[number])
        for i in range(TRACE):
            traces[number, i] = trace[i]
        number = cuda.atomic.add(begun, 0, 1)


def play_in_step(s: Any, rng: Any, buf: Any, limit: int, trace: Any, warp: int) -> None:
    """As `play_out`, for the threads of a warp together: all wait where a turn of their own game begins.

    A thread whose limit is 0 only waits.
    """
    plies = decisions = 0
    digest = trace[DIGEST]
    mover = game.to_move(s)
    while cuda.any_sync(warp, mover != OVER and plies < limit):
        waits = mover == OVER or plies >= limit
        while not waits:
            a = choose_at_random(s, mover, rng, buf)
            game.apply(s, a)
            digest = mix(digest, a)
            plies += 1
            decisions += mover >= 0
            mover = game.to_move(s)
            waits = mover == OVER or plies >= limit or game.begins_turn(s)
    trace[PLIES] = plies if mover == OVER else UNENDED
    trace[DECISIONS] = decisions
    trace[DIGEST] = digest


def play_next_together(state: Any, raw: Any, begun: Any, series: Any, traces: Any, points: Any) -> None:
    """As `play_next`, for a block that is one warp; `raw` ends with the last seat that is held."""
    rng = cuda.local.array(1, np.int64)
    trace = cuda.local.array(TRACE, np.int64)
    buf = cuda.local.array(BUFFER, np.int16)
    warp = (1 << cuda.blockDim.x) - 1
    number = cuda.atomic.add(begun, 0, 1)
    while cuda.any_sync(warp, number < len(traces)):
        plays = number < len(traces)
        if plays:
            begin(state, rng, series.setup, series.seed, series.start + number, trace)
        play_in_step(state, rng, buf, series.limit if plays else 0, trace, warp)
        if plays:
            if trace[PLIES] != UNENDED:
                finish(state, raw, trace, points[number])
                digest_absent(ABSENT, trace)
            for i in range(TRACE):
                traces[number, i] = trace[i]
        number = cuda.atomic.add(begun, 0, 1)


def random_games(states: Any, raw: Any, begun: Any, series: Any, traces: Any, points: Any) -> None:
    """Random games, their states in the card's memory."""
    t = cuda.grid(1)
    play_next(states[t], raw[t], begun, series, traces, points)


def random_games_shared(begun: Any, series: Any, traces: Any, points: Any) -> None:
    """Random games, the states of a block in the memory that its threads share; `raw` is that memory too."""
    states = cuda.shared.array(0, RECORD)
    raw = cuda.shared.array(0, np.int8)
    k = cuda.threadIdx.x
    for i in range(k * STRIDE, (k + 1) * STRIDE):
        raw[i] = 0
    own = raw[k * STRIDE : k * STRIDE + BYTES]
    play_next_together(states[k], own, begun, series, traces, points)


@cache
def launcher(of: Game) -> Any:
    """Random games in the card's memory, compiled for one game."""
    return bind_cuda((*TEMPLATES, play_next), (random_games,), of.kernel, BUFFER=of.buffer).random_games


@cache
def shared_launcher(of: Game, seats: int) -> Any:
    """Random games in shared memory, compiled for one game and number of seats."""
    own = seated(of.state, seats)
    record = padded(own)
    sizes = {"BUFFER": of.buffer, "STRIDE": record.itemsize, "BYTES": own.itemsize}
    sizes["ABSENT"] = of.state.itemsize - own.itemsize
    templates = (*TEMPLATES, play_in_step, play_next_together)
    return bind_cuda(templates, (random_games_shared,), of.kernel, RECORD=record, **sizes).random_games_shared


class Shape(NamedTuple):
    """How random games are spread over a card."""

    blocks: int
    block: int  # threads
    shared: int  # bytes of shared memory a block; 0: the states lie in the card's memory


def shape_for(of: Game, games: int, seats: int) -> Shape:
    """As many games at once as the card can hold, near its processors where that is enough of them."""
    device = find_cuda().get_current_device()
    block = min(WARP, games)
    shared = block * padded(seated(of.state, seats)).itemsize
    if TARGET == "cpu":
        memory = device.MAX_SHARED_MEMORY_PER_MULTIPROCESSOR
        fit = min(MOST_BLOCKS, memory // (shared + device.RESERVED_SHARED_MEMORY_PER_BLOCK))
        if fit >= FEWEST_WARPS:
            return Shape(min(-(-games // block), fit * device.MULTIPROCESSOR_COUNT), block, shared)
    block = min(BLOCK, games)
    processors = device.MULTIPROCESSOR_COUNT if TARGET == "cpu" else 1  # the simulator names none
    return Shape(min(-(-games // block), BLOCKS_A_PROCESSOR * processors), block, 0)


class GpuSimulator:
    """Random games of a seed, so many at a time, in memory of the card that stays where it is."""

    def __init__(self, of: Game, games: int, seats: int | None = None, **options: object) -> None:
        spec = of.spec
        self.game = of
        self.games = check_count("games", games)
        self.seats = spec.choose_seats(seats)
        chosen = of.option_array(spec.check_options(options))
        card = find_cuda()
        self.shape = shape_for(of, self.games, self.seats)
        self._options = card.to_device(np.asarray(chosen))
        self._states = () if self.shape.shared else card_states(of, self.shape.blocks * self.shape.block)
        self._begun = card.device_array(1, np.int64)
        self._traces = card.device_array(traces_shape(self.games), np.int64)
        self._points = card.device_array(points_shape(self.games), np.int32)

    @property
    def kernel(self) -> Any:
        """The kernel that plays them."""
        return shared_launcher(self.game, self.seats) if self.shape.shared else launcher(self.game)

    def launch(self, seed: int = 1, start: int = 0) -> None:
        """Sets the card to games start, start + 1, ... of a seed, without waiting for it."""
        blocks, block, shared = self.shape
        self._begun.copy_to_device(np.zeros(1, np.int64))
        series = series_of(self.game, self.seats, self._options, seed, start)
        self.kernel[blocks, block, 0, shared](*self._states, self._begun, series, self._traces, self._points)

    def played(self) -> Played:
        """What came of the games, once the card has played them."""
        traces = fetch(self._traces)
        check_ended(self.game, traces)
        return Played.of(traces, fetch(self._points), self.seats)


def play_random(
    of: Game, games: int, *, seats: int | None = None, seed: int = 1, start: int = 0, **options: object
) -> Played:
    """As `bastide.batch.play_random`, on the GPU: the same games, the same digests."""
    simulator = GpuSimulator(of, games, seats, **options)
    simulator.launch(seed, start)
    return simulator.played()
