"""Batches on one NVIDIA GPU: the same rules, translated for CUDA; one thread plays one game at a time.

Where a game's record is small enough, the states of random games lie in the fast memory that the threads of one
processor share, each a few bytes longer than its record so that neighbours do not queue for one bank; otherwise they
lie in the card's memory. What bounds the speed is that the threads of a warp are in different phases of their games.
"""

from __future__ import annotations

from functools import cache, cached_property
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
from bastide.core.observation import layout_of, number_of
from bastide.core.rng import new_rng, random_below
from bastide.core.state import NONE, OVER, CheckedRecords, Dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bastide.batch.play import Policy
    from bastide.core.game import Game

game: Any = None  # stands for a game's rules in kernels,
cuda: Any = None  # and this for Numba's CUDA

BLOCK = 64  # threads that start together
BLOCKS_A_PROCESSOR = 12  # of those whose states lie in the card's memory; more would only push them out of its cache
WARP = 32
FEWEST_WARPS = 8  # a processor with fewer waits too often: then the card's memory is better
MOST_BLOCKS = 32  # that CUDA keeps on one processor
BANK = 4  # bytes
BUFFER = 1  # constants of a bound copy: places for legal actions,
RECORD = np.dtype(np.int8)  # the record with its padding,
STRIDE = 1  # its bytes,
BYTES = 1  # and those without the padding,
GROUP = 1  # games that a block stages,
WORD = np.dtype(np.int8)  # what it carries at a time,
WORDS = 1  # how many of these a record is,
STRIDE_WORDS = 1  # and a padded one,
ACTIONS = 1  # the numbers of a mask,
SIZE = 1  # and of an observation
STAGE_BYTES = 48 << 10  # of shared memory that any block may have
MOST_WARPS = 8  # of a block that stages large records: they only carry
BUSY_WARPS = 32  # of a processor, enough to have its memory busy
LOOK_EVERY = 16  # steps of `play` between two looks whether all games are over
CUDA_MEMORY = (2, 13)  # DLPack's numbers for a card's memory, plain and managed
LEGACY_STREAM = 1  # DLPack's number for the stream that this file works on


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


def find_illegal(actions: Any, masks: Any, movers: Any, refused: Any) -> None:
    """Notes one game that is given an action that is not legal, and the action, unless one is noted already."""
    i = cuda.grid(1)
    if i < len(movers) and movers[i] >= 0:
        a = actions[i]
        if (a < 0 or a >= masks.shape[1] or masks[i, a] == 0) and cuda.atomic.compare_and_swap(
            refused, NONE, i
        ) == NONE:
            refused[1] = a


def step_games(actions: Any, refused: Any, games: Any, scratch: Any) -> None:
    """Applies one decision a thread, in the games that are not over; in none once an illegal one is noted."""
    i = cuda.grid(1)
    if refused[0] == NONE and i < len(games.movers) and games.movers[i] >= 0:
        mover = advance(games.states[i], games.rngs[i], actions[i], games.traces[i])
        present(games, i, scratch, mover)


# Staged kernels: a block of threads carries some states into the memory that it shares, plays there, and carries
# states, masks and observations back, neighbours side by side. A thread by itself would touch a line for every byte.


def number_at(raw: Any, at: int, width: int) -> int:
    """A number of some bytes, the lowest first."""
    value = int(raw[at + width - 1])
    for byte in range(width - 2, -1, -1):
        value = value * 256 + (int(raw[at + byte]) & 255)
    return value


def show_staged(moved: bool, games: Any, spots: Any, states: Any, raw: Any, words: Any, rows: Any, first: int) -> None:
    """Stores the states of a block, then what their movers may do and see; `moved`: this thread's game has gone on."""
    t, threads = cuda.threadIdx.x, cuda.blockDim.x
    count = min(GROUP, len(rows) - first)
    i = rows[first + t] if t < count else 0
    buf = cuda.local.array(BUFFER, np.int16)
    if moved and games.movers[i] == OVER:
        finish(states[t], raw[t * STRIDE : t * STRIDE + BYTES], games.traces[i], games.points[i])
    cuda.syncthreads()
    for k in range(t, count * WORDS, threads):
        g = k // WORDS
        games.words[rows[first + g], k - g * WORDS] = words[g * STRIDE_WORDS + k - g * WORDS]
    for k in range(t, count * ACTIONS, threads):
        g = k // ACTIONS
        games.masks[rows[first + g], k - g * ACTIONS] = 0
    cuda.syncthreads()
    if t < count:
        mover = games.movers[i]
        if mover >= 0:
            for k in range(game.legal(states[t], buf)):
                games.masks[i, int(buf[k])] = 1
        game.look(states[t], viewer_of(mover), states[t : t + 1])
    cuda.syncthreads()
    for k in range(t, count * SIZE, threads):
        g = k // SIZE
        j = k - g * SIZE
        row = rows[first + g]
        if j < 2:
            mover = games.movers[row]
            games.observations[row, j] = number_of(viewer_of(mover) if j == 0 else mover)
        else:
            games.observations[row, j] = number_at(raw, g * STRIDE + spots[j, 0], spots[j, 1])


def begin_staged(rows: Any, seeds: Any, setup: Any, games: Any, spots: Any) -> None:
    """Begins some games; `seeds` goes with `rows`."""
    states = cuda.shared.array(0, RECORD)
    raw = cuda.shared.array(0, np.int8)
    words = cuda.shared.array(0, WORD)
    t, first = cuda.threadIdx.x, cuda.blockIdx.x * GROUP
    for k in range(t, GROUP * STRIDE, cuda.blockDim.x):
        raw[k] = 0
    cuda.syncthreads()
    moved = t < GROUP and first + t < len(rows)
    if moved:
        i = rows[first + t]
        games.movers[i] = start(states[t], games.rngs[i], setup, seeds[first + t], games.traces[i])
    show_staged(moved, games, spots, states, raw, words, rows, first)


def step_staged(actions: Any, refused: Any, rows: Any, games: Any, spots: Any) -> None:
    """Applies one decision in each game that is not over; in none once an illegal one is noted. `rows` is all games."""
    states = cuda.shared.array(0, RECORD)
    raw = cuda.shared.array(0, np.int8)
    words = cuda.shared.array(0, WORD)
    t, first = cuda.threadIdx.x, cuda.blockIdx.x * GROUP
    if refused[0] != NONE:
        return
    count = min(GROUP, len(rows) - first)
    for k in range(t, count * WORDS, cuda.blockDim.x):
        g = k // WORDS
        words[g * STRIDE_WORDS + k - g * WORDS] = games.words[first + g, k - g * WORDS]
    cuda.syncthreads()
    moved = t < count and games.movers[first + t] >= 0
    if moved:
        i = first + t
        games.movers[i] = advance(states[t], games.rngs[i], actions[i], games.traces[i])
    show_staged(moved, games, spots, states, raw, words, rows, first)


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


def copy_actions(source: Any, target: Any) -> None:
    """Whole numbers of any type and layout, as the other kernels take them."""
    i = cuda.grid(1)
    if i < len(target):
        target[i] = source[i]


DEVICE = (*TEMPLATES, play_next, present, number_at, show_staged)
KERNELS = (random_games, begin_games, find_illegal, step_games, choose_uniformly, copy_actions)


@cache
def launchers(of: Game) -> Any:
    """The kernels above, compiled for one game as they are launched."""
    return bind_cuda(DEVICE, KERNELS, of.kernel, BUFFER=of.buffer)


class Stage(NamedTuple):
    """How a batch is staged: games of a block, its threads, its shared memory."""

    group: int
    threads: int
    shared: int

    @classmethod
    def of(cls, game: Game) -> Stage:
        """As many games a block as fit, and as many threads as keep a processor busy."""
        device = find_cuda().get_current_device()
        size = padded(game.state).itemsize
        group = WARP
        while group * size > STAGE_BYTES:
            group //= 2
        taken = group * size + device.RESERVED_SHARED_MEMORY_PER_BLOCK
        warps = max(1, min(MOST_WARPS, BUSY_WARPS * taken // device.MAX_SHARED_MEMORY_PER_MULTIPROCESSOR))
        return cls(group, WARP * warps, group * size)

    def launch(self, games: int) -> tuple[int, int, int, int]:
        """Blocks, threads, stream and shared memory for so many games."""
        return -(-games // self.group), self.threads, 0, self.shared


@cache
def staged_launchers(of: Game) -> Any:
    """The staged kernels, compiled for one game."""
    record, layout = padded(of.state), layout_of(of)
    word = word_of(of)
    constants: dict[str, Any] = {
        "BUFFER": of.buffer,
        "RECORD": record,
        "STRIDE": record.itemsize,
        "BYTES": of.state.itemsize,
        "GROUP": Stage.of(of).group,
        "WORD": word,
        "WORDS": of.state.itemsize // word.itemsize,
        "STRIDE_WORDS": record.itemsize // word.itemsize,
        "ACTIONS": of.spec.num_actions,
        "SIZE": layout.size,
    }
    return bind_cuda(DEVICE, (begin_staged, step_staged), of.kernel, **constants)


def word_of(of: Game) -> Any:
    """The widest number that a record is a whole number of; rows of them lie one after another."""
    kinds = (np.int32, np.int16, np.int8)
    return next(np.dtype(kind) for kind in kinds if of.state.itemsize % np.dtype(kind).itemsize == 0)


def spots_of(of: Game) -> Any:
    """Where each number of an observation lies in a view, and how wide it is; the two at the head lie nowhere."""
    spots = [(0, 1), (0, 1)]
    for place, width, count in layout_of(of).runs.tolist():
        spots += [(place + k * width, width) for k in range(count)]
    return np.array(spots, np.int32)


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
        observations=card.device_array((n, layout_of(of).size), layout_of(of).narrow),
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


class Staged(NamedTuple):
    """The arrays of a batch that staged kernels work on; `words` is the memory of the states."""

    words: Any
    rngs: Any
    masks: Any
    observations: Any
    movers: Any
    traces: Any
    points: Any


def lend(array: Any) -> Any:
    """An array of the card that other libraries can take without a copy, by DLPack too."""
    if TARGET == "python":  # the simulator's arrays lie on the host
        return array
    from cuda.core.utils import StridedMemoryView

    view = StridedMemoryView.from_cuda_array_interface(array, stream_ptr=-1)

    def export(*, stream: int | None = None, **asked: Any) -> Any:
        if stream not in (None, LEGACY_STREAM, -1):
            find_cuda().synchronize()  # who takes it works on a stream of its own
        return view.__dlpack__(stream=-1, **asked)

    array.__dlpack__ = export
    array.__dlpack_device__ = view.__dlpack_device__
    return array


def borrow(array: Any) -> Any:
    """Somebody else's array in the card's memory as one of Numba's, without a copy; None for one on the host."""
    card = find_cuda()
    if hasattr(array, "__cuda_array_interface__"):
        return card.as_cuda_array(array)
    if TARGET == "python" or not hasattr(array, "__dlpack_device__") or array.__dlpack_device__()[0] not in CUDA_MEMORY:
        return None
    from cuda.core.utils import StridedMemoryView

    view = StridedMemoryView.from_dlpack(array, stream_ptr=LEGACY_STREAM)
    kind = np.dtype(view.dtype)
    steps = None if view.strides is None else tuple(step * kind.itemsize for step in view.strides)
    told = {"shape": tuple(view.shape), "strides": steps, "typestr": kind.str, "data": (view.ptr, True), "version": 3}
    return card.from_cuda_array_interface(told, owner=(array, view))


class GpuBatch:
    """As `Batch`, on the GPU. Plain attributes, to be read only and valid until the next step, are arrays in the card's
    memory: torch, CuPy and JAX take them without a copy (`__cuda_array_interface__`, DLPack), `fetch` copies one.

    `observations` (games, size) of the narrowest type that holds them, `masks` (games, actions) int8, `movers` (games,)
    int8: as in `Batch`. `results` (games, seats of the largest table, 2) int32: points and place, once a game is over.
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
        self._games = games = card_games(of, n)
        self.observations = lend(games.observations)
        self.masks = lend(games.masks)
        self.movers = lend(games.movers)
        self.results = lend(games.points)
        self._actions = card.device_array(n, np.int64)
        self._refused = card.to_device(np.array([NONE, NONE], np.int64))
        self._setup = Setup(self.seats, card.to_device(np.asarray(of.option_array(self.options))))
        self._launch = launchers(of)
        self._steps = PlainSteps(self) if TARGET == "python" else StagedSteps(self)
        self.restart(np.arange(n), checked)

    @property
    def is_over(self) -> bool:
        """Whether every game has ended; waits for the card."""
        self.check()
        return bool((fetch(self.movers) < 0).all())

    def restart(self, rows: Any, seeds: Any) -> None:
        """Begins some games again, each from its own seed."""
        where, given = check_rows(rows, self.n), check_seeds(seeds)
        if len(where) != len(given):
            raise BadBatch(f"{len(where)} games begin again, but {len(given)} seeds are given")
        self._steps.begin(self._card.to_device(where), self._card.to_device(given))

    def step(self, actions: Any, *, wait: bool = True) -> None:
        """One decision in every game that is not over; `actions` are whole numbers, on the host or on the card.

        When one is illegal, nothing changes in any game. With `wait=False` nothing is waited for: the card finds out by
        itself, changes nothing more, and `check`, `is_over` and `played` say so.
        """
        given = self._take(actions)
        self._launch.find_illegal[self.shape(self.n)](given, self._games.masks, self._games.movers, self._refused)
        self._steps.step(given)
        if wait:
            self.check()

    def step_unchecked(self, actions: Any) -> None:
        """As `step`, for int64 actions on the card that were taken from the masks: nothing is checked or waited for."""
        self._steps.step(actions)

    def check(self) -> None:
        """Raises what is wrong with an action since the last check, if one was illegal; waits for the card."""
        row, action = fetch(self._refused).tolist()
        if row != NONE:
            self._refused.copy_to_device(np.array([NONE, NONE], np.int64))
            raise refusal(self.game, fetch_states(self.game, self._games.raw), row, {row: action})

    def played(self) -> Played:
        """What came of every game so far; digests and scores are final where a game is over."""
        self.check()
        return Played.of(fetch(self._games.traces), fetch(self._games.points), self.seats)

    def _take(self, actions: Any) -> Any:
        """Actions in the card's memory, one int64 a game, one after another."""
        found = borrow(actions)
        if found is None:
            return self._card.to_device(check_actions(actions, self.n))
        if found.shape != (self.n,) or found.dtype.kind not in "iu":
            raise BadBatch(
                f"actions are whole numbers, one a game: an array of shape ({self.n},), not {found.dtype} of shape "
                f"{found.shape}"
            )
        if found.dtype == np.int64 and found.is_c_contiguous():
            return found
        self._launch.copy_actions[self.shape(self.n)](found, self._actions)
        return self._actions

    @cached_property
    def _scratch(self) -> Scratch:
        """What a thread needs to look at its game alone; made when it is asked for."""
        return card_scratch(self.game, self.n)

    def shape(self, n: int) -> tuple[int, int]:
        """Blocks, and threads a block, for n games."""
        return -(-n // BLOCK), min(n, BLOCK)


class StagedSteps:
    """How games of a batch begin and go on: staged in shared memory."""

    def __init__(self, batch: GpuBatch) -> None:
        of, games = batch.game, batch._games
        card = find_cuda()
        self._batch = batch
        self._games = Staged(
            games.raw.view(word_of(of)), games.rngs, games.masks, games.observations, games.movers, games.traces,
            games.points,
        )  # fmt: skip
        self._stage = Stage.of(of)
        self._launch = staged_launchers(of)
        self._spots = card.to_device(spots_of(of))
        self._rows = card.to_device(np.arange(batch.n))

    def begin(self, rows: Any, seeds: Any) -> None:
        shape = self._stage.launch(len(rows))
        self._launch.begin_staged[shape](rows, seeds, self._batch._setup, self._games, self._spots)

    def step(self, actions: Any) -> None:
        shape = self._stage.launch(self._batch.n)
        self._launch.step_staged[shape](actions, self._batch._refused, self._rows, self._games, self._spots)


class PlainSteps:
    """The same in the card's own memory, one thread a game: for CUDA's simulator."""

    def __init__(self, batch: GpuBatch) -> None:
        self._batch = batch

    def begin(self, rows: Any, seeds: Any) -> None:
        batch = self._batch
        shape = batch.shape(len(rows))
        batch._launch.begin_games[shape](rows, seeds, batch._setup, batch._games, batch._scratch)

    def step(self, actions: Any) -> None:
        batch = self._batch
        batch._launch.step_games[batch.shape(batch.n)](actions, batch._refused, batch._games, batch._scratch)


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
        for _ in range(LOOK_EVERY):
            batch.step(policy(batch.observations, batch.masks), wait=False)
    return batch.played()
