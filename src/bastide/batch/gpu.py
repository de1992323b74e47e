"""Batches on one NVIDIA GPU: the same rules, translated for CUDA; one thread plays one game at a time.

Where a game's record is small enough, the states of random games lie in the fast memory that the threads of one
processor share, each a few bytes longer than its record so that neighbours do not queue for one bank; otherwise they
lie in the card's memory. What bounds the speed is that the threads of a warp are in different phases of their games.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bastide.batch.batch import BadBatch, check_actions, check_rows, check_seeds, refusal
from bastide.batch.kernels import (
    TEMPLATES,
    TRACE,
    Games,
    Scratch,
    Setup,
    advance,
    begin,
    finish,
    mark_legal,
    observe,
    play_out,
    points_shape,
    start,
    traces_shape,
    viewer_of,
)
from bastide.batch.random_games import Played, check_ended, series_of
from bastide.core.game import check_count
from bastide.core.jit import TARGET, bind_cuda, find_cuda
from bastide.core.observation import layout_of
from bastide.core.rng import new_rng, random_below
from bastide.core.state import OVER, CheckedRecords, Dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bastide.batch.play import Policy
    from bastide.core.game import Game

cuda: Any = None  # stands for Numba's CUDA in kernels

BLOCK = 64  # threads that start together
BLOCKS_A_PROCESSOR = 12  # of those whose states lie in the card's memory; more would only push them out of its cache
WARP = 32
FEWEST_WARPS = 8  # a processor with fewer waits too often: then the card's memory is better
MOST_BLOCKS = 32  # that CUDA keeps on one processor
BANK = 4  # bytes
BUFFER = 1  # constants of a bound copy: places for legal actions,
RECORD = np.dtype(np.int8)  # the record with its padding,
STRIDE = 1  # its bytes,
BYTES = 1  # and those without the padding


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
    play_next(states[k], own, begun, series, traces, points)


def present(games: Any, i: int, scratch: Any, mover: int) -> None:
    """Writes what the mover of game i sees and may do, or a spectator once it is over; then also its scores."""
    s = games.states[i]
    games.movers[i] = mover
    mark_legal(s, mover, scratch.bufs[i], games.masks[i])
    view, raw = scratch.views[i : i + 1], scratch.raw[i]
    observe(s, viewer_of(mover), mover, view, raw, scratch.runs, games.observations[i])
    if mover == OVER:
        finish(s, games.raw[i], games.traces[i], games.points[i])


def begin_games(rows: Any, seeds: Any, setup: Any, games: Any, scratch: Any) -> None:
    """Begins some games, one a thread; `seeds` goes with `rows`."""
    k = cuda.grid(1)
    if k < len(rows):
        i = rows[k]
        mover = start(games.states[i], games.rngs[i], setup, seeds[k], games.traces[i])
        present(games, i, scratch, mover)


def count_illegal(actions: Any, masks: Any, movers: Any, refused: Any) -> None:
    """How many games are given an action that is not legal; refused[1] is one of those games."""
    i = cuda.grid(1)
    if i < len(movers) and movers[i] >= 0:
        a = actions[i]
        if a < 0 or a >= masks.shape[1] or masks[i, a] == 0:
            cuda.atomic.add(refused, 0, 1)
            cuda.atomic.max(refused, 1, i)


def step_games(actions: Any, games: Any, scratch: Any) -> None:
    """Applies one decision a thread, in the games that are not over."""
    i = cuda.grid(1)
    if i < len(games.movers) and games.movers[i] >= 0:
        mover = advance(games.states[i], games.rngs[i], actions[i], games.traces[i])
        present(games, i, scratch, mover)


def choose_uniformly(masks: Any, movers: Any, rngs: Any, actions: Any) -> None:
    """One of the legal actions a game, all alike."""
    i = cuda.grid(1)
    if i < len(movers) and movers[i] >= 0:
        n = 0
        for a in range(masks.shape[1]):
            n += int(masks[i, a])
        left = random_below(rngs[i], n)
        for a in range(masks.shape[1]):
            if masks[i, a] != 0:
                if left == 0:
                    actions[i] = a
                left -= 1


DEVICE = (*TEMPLATES, play_next, present)
KERNELS = (random_games, begin_games, count_illegal, step_games, choose_uniformly)


@cache
def launchers(of: Game) -> Any:
    """The kernels above, compiled for one game."""
    return bind_cuda(DEVICE, KERNELS, of.kernel, BUFFER=of.buffer)


@cache
def shared_launcher(of: Game) -> Any:
    """Random games in shared memory, compiled for one game."""
    record = padded(of.state)
    sizes = {"BUFFER": of.buffer, "STRIDE": record.itemsize, "BYTES": of.state.itemsize}
    return bind_cuda(DEVICE, (random_games_shared,), of.kernel, RECORD=record, **sizes).random_games_shared


def padded(dtype: Dtype) -> Dtype:
    """The record, lengthened to an odd number of banks (or of pairs of them, where it holds fields of 8 bytes)."""
    assert dtype.fields is not None
    names = list(dtype.names or ())
    formats = [dtype.fields[name][0] for name in names]
    offsets = [dtype.fields[name][1] for name in names]

    def lengthened(size: int) -> Dtype:
        parts: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": size}
        return np.dtype(parts, align=True)

    unit = max(BANK, lengthened(dtype.itemsize).alignment)
    units = -(-dtype.itemsize // unit)
    return lengthened(unit * (units + (units + 1) % 2))


def card_states(of: Game, n: int) -> tuple[Any, Any]:
    """n states in the card's memory, and the same memory as signed bytes, one row a state."""
    raw = find_cuda().to_device(np.zeros((n, of.state.itemsize), np.int8))  # bytes between fields are 0 everywhere
    if TARGET == "python":  # the simulator's card is host memory, and interpreted rules want their records
        return CheckedRecords(raw._ary.view(of.state)[:, 0]), raw
    return raw.view(of.state).reshape(n), raw


def fetch(array: Any) -> Any:
    """A copy of the card's array on the host."""
    return array.copy_to_host()


def fetch_states(of: Game, raw: Any) -> Any:
    """A copy of the card's states on the host, as the rules of this target index them."""
    states = fetch(raw).view(of.state).reshape(len(raw))
    return CheckedRecords(states) if TARGET == "python" else states


def card_games(of: Game, n: int) -> Games:
    """The arrays of n games in the card's memory."""
    card = find_cuda()
    states, raw = card_states(of, n)
    return Games(
        states=states,
        raw=raw,
        rngs=card.device_array((n, 1), np.int64),
        masks=card.device_array((n, of.spec.num_actions), np.int8),
        observations=card.device_array((n, layout_of(of).size), np.int32),
        movers=card.device_array(n, np.int8),
        traces=card.device_array(traces_shape(n), np.int64),
        points=card.device_array(points_shape(n), np.int32),
    )


def card_scratch(of: Game, n: int) -> Scratch:
    """What n threads need to look at their games."""
    card = find_cuda()
    views, raw = card_states(of, n)
    return Scratch(card.device_array((n, of.buffer), np.int16), views, raw, card.to_device(layout_of(of).runs))


class Shape(NamedTuple):
    """How random games are spread over a card."""

    blocks: int
    block: int  # threads
    shared: int  # bytes of shared memory a block; 0: the states lie in the card's memory


def shape_for(of: Game, games: int) -> Shape:
    """As many games at once as the card can hold, near its processors where that is enough of them."""
    device = find_cuda().get_current_device()
    block = min(WARP, games)
    shared = block * padded(of.state).itemsize
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
        self.seats = spec.check_seats(spec.seats[0] if seats is None else seats)
        chosen = of.option_array(spec.check_options(options))
        card = find_cuda()
        self.shape = shape_for(of, self.games)
        self._options = card.to_device(np.asarray(chosen))
        self._states = () if self.shape.shared else card_states(of, self.shape.blocks * self.shape.block)
        self._begun = card.device_array(1, np.int64)
        self._traces = card.device_array(traces_shape(self.games), np.int64)
        self._points = card.device_array(points_shape(self.games), np.int32)

    @property
    def kernel(self) -> Any:
        """The kernel that plays them."""
        return shared_launcher(self.game) if self.shape.shared else launchers(self.game).random_games

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


class GpuBatch:
    """As `Batch`, on the GPU. `observations`, `masks` and `movers` are arrays in the card's memory, which torch, CuPy
    and JAX read without a copy (`__cuda_array_interface__`); `fetch` copies one to the host.
    """

    def __init__(self, of: Game, seeds: Sequence[int], seats: int | None = None, **options: object) -> None:
        spec = of.spec
        self.game = of
        self.seats = spec.check_seats(spec.seats[0] if seats is None else seats)
        self.options = spec.check_options(options)
        checked = check_seeds(seeds)
        self.n = n = len(checked)
        self.layout = layout_of(of)
        self._card = card = find_cuda()
        self._games = card_games(of, n)
        self._scratch = card_scratch(of, n)
        self.observations = self._games.observations
        self.masks = self._games.masks
        self.movers = self._games.movers
        self._setup = Setup(self.seats, card.to_device(np.asarray(of.option_array(self.options))))
        self._launch = launchers(of)
        self.restart(np.arange(n), checked)

    @property
    def is_over(self) -> bool:
        """Whether every game has ended; waits for the card."""
        return bool((fetch(self.movers) < 0).all())

    def restart(self, rows: Any, seeds: Any) -> None:
        """Begins some games again, each from its own seed."""
        where, given = check_rows(rows, self.n), check_seeds(seeds)
        if len(where) != len(given):
            raise BadBatch(f"{len(where)} games begin again, but {len(given)} seeds are given")
        self._launch.begin_games[self.shape(len(where))](
            self._card.to_device(where), self._card.to_device(given), self._setup, self._games, self._scratch
        )

    def step(self, actions: Any) -> None:
        """One decision in every game that is not over; `actions` lie on the host or on the card.

        When one is illegal, nothing changes in any game.
        """
        given = self._take(actions)
        self._check_legal(given)
        self.step_unchecked(given)

    def step_unchecked(self, actions: Any) -> None:
        """As `step`, for int64 actions on the card that were taken from the masks: nothing is checked or waited for."""
        self._launch.step_games[self.shape(self.n)](actions, self._games, self._scratch)

    def played(self) -> Played:
        """What came of every game so far; digests and scores are final where a game is over."""
        return Played.of(fetch(self._games.traces), fetch(self._games.points), self.seats)

    def _take(self, actions: Any) -> Any:
        """Actions in the card's memory, one int64 a game."""
        if not hasattr(actions, "__cuda_array_interface__"):
            return self._card.to_device(check_actions(actions, self.n))
        if actions.shape != (self.n,) or actions.dtype != np.int64:
            raise BadBatch(f"actions on the card are int64 of shape ({self.n},), not {actions.dtype} {actions.shape}")
        return self._card.as_cuda_array(actions)

    def _check_legal(self, actions: Any) -> None:
        refused = self._card.to_device(np.array([0, -1], np.int64))
        self._launch.count_illegal[self.shape(self.n)](actions, self.masks, self.movers, refused)
        row = int(fetch(refused)[1])
        if row >= 0:
            raise refusal(self.game, fetch_states(self.game, self._games.raw), row, fetch(actions))

    def shape(self, n: int) -> tuple[int, int]:
        """Blocks, and threads a block, for n games."""
        return -(-n // BLOCK), min(n, BLOCK)


class RandomPolicy:
    """Uniform over the legal actions, chosen on the card; for one batch."""

    def __init__(self, batch: GpuBatch, seed: int = 0) -> None:
        rngs = np.array([new_rng(seed, row) for row in range(batch.n)])
        self.batch = batch
        self.rngs = find_cuda().to_device(rngs)
        self.actions = find_cuda().to_device(np.zeros(batch.n, np.int64))

    def __call__(self, _observations: Any, masks: Any) -> Any:
        batch = self.batch
        launchers(batch.game).choose_uniformly[batch.shape(batch.n)](masks, batch.movers, self.rngs, self.actions)
        return self.actions


def play(of: Game, policy: Policy, seeds: Sequence[int], seats: int | None = None, **options: object) -> Played:
    """Every game to its end with one policy for all seats.

    It is given all games, those that are over too (their masks are empty and what it answers for them is not read).
    """
    batch = GpuBatch(of, seeds, seats, **options)
    while not batch.is_over:
        batch.step(policy(batch.observations, batch.masks))
    return batch.played()
