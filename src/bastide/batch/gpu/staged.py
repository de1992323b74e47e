"""Games of a batch, staged: a block of threads carries some states into the memory that it shares, plays there, and
carries states, masks and observations back, neighbours side by side.

A thread by itself would touch a line of memory for every byte.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bastide.batch.gpu.memory import WARP, padded
from bastide.batch.kernels import TEMPLATES, Games, Setup, advance, finish, start, viewer_of
from bastide.core.jit import bind_cuda, find_cuda
from bastide.core.observation import layout_of, number_of
from bastide.core.state import NONE, OVER

if TYPE_CHECKING:
    from bastide.core.game import Game

game: Any = None  # stands for a game's rules in kernels,
cuda: Any = None  # and this for Numba's CUDA

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


class Staged(NamedTuple):
    """The arrays of a batch that staged kernels work on; `words` is the memory of the states."""

    words: Any
    rngs: Any
    masks: Any
    observations: Any
    movers: Any
    traces: Any
    points: Any


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
    return bind_cuda((*TEMPLATES, number_at, show_staged), (begin_staged, step_staged), of.kernel, **constants)


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


class StagedSteps:
    """How games of a batch begin and go on: staged in shared memory."""

    def __init__(self, of: Game, n: int, setup: Setup, games: Games) -> None:
        card = find_cuda()
        self.n = n
        self._setup = setup
        self._games = Staged(
            games.raw.view(word_of(of)), games.rngs, games.masks, games.observations, games.movers, games.traces,
            games.points,
        )  # fmt: skip
        self._stage = Stage.of(of)
        self._launch = staged_launchers(of)
        self._spots = card.to_device(spots_of(of))
        self._rows = card.to_device(np.arange(n))

    def begin(self, rows: Any, seeds: Any) -> None:
        shape = self._stage.launch(len(rows))
        self._launch.begin_staged[shape](rows, seeds, self._setup, self._games, self._spots)

    def step(self, actions: Any, refused: Any) -> None:
        shape = self._stage.launch(self.n)
        self._launch.step_staged[shape](actions, refused, self._rows, self._games, self._spots)
