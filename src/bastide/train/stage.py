"""Where self-play happens: games side by side, and what their movers would be shown after each of their actions.

`CpuStage` spreads the rows over the cores, `GpuStage` gives each pair of game and action a thread of the card. Both
hold their arrays as torch's tensors and do the same on the same seeds.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any, Protocol

import numpy as np
import torch

from bastide.batch.batch import Batch
from bastide.batch.gpu import GpuBatch, card_states
from bastide.batch.gpu.memory import BLOCK
from bastide.batch.gpu.plain import shape_of
from bastide.batch.threads import check_threads, spread
from bastide.core.game import Game
from bastide.core.jit import bind, bind_cuda, find_cuda
from bastide.core.play import MAX_SEATS, draw
from bastide.core.rng import seed_rng
from bastide.core.state import int_array, new_states
from bastide.judge.after import opinion_after, show_after

game: Any = None  # stands for a game's rules; each compiled copy has its own
cuda: Any = None  # stands for Numba's CUDA in kernels

CHUNK = 131_072  # pairs that are looked at together
FRACTIONS = 64  # steps between two rows of the first layer
ENCODED = 256  # threads a block


def mark_row(state: Any, mover: int, buf: Any, mask: Any) -> None:
    """1 for each action worth a look; none when the game is over."""
    for a in range(len(mask)):
        mask[a] = 0
    if mover >= 0:
        for k in range(game.candidates(state, mover, buf, game.legal(state, buf))):
            mask[int(buf[k])] = 1


def mark_rows(first: int, last: int, states: Any, movers: Any, buf: Any, masks: Any) -> None:
    for i in range(first, last):
        mark_row(states[i], int(movers[i]), buf, masks[i])


def show_rows(
    first: int, last: int, rows: Any, actions: Any, movers: Any, states: Any, trial: Any, view: Any, outs: Any,
    points: Any, nexts: Any,
) -> None:  # fmt: skip
    """Pairs of game and action, one after another."""
    for j in range(first, last):
        i = int(rows[j])
        nexts[j] = show_after(states[i], int(actions[j]), int(movers[i]), trial, view, outs[j], points[j])


def opinion_rows(
    first: int, last: int, rows: Any, actions: Any, movers: Any, states: Any, salt: int, rng: Any, trial: Any,
    terms: Any, out: Any,
) -> None:  # fmt: skip
    for j in range(first, last):
        i = int(rows[j])
        seed_rng(rng, salt, i)
        out[j] = opinion_after(states[i], int(actions[j]), int(movers[i]), rng, trial, terms)


def mark_games(states: Any, movers: Any, bufs: Any, masks: Any) -> None:
    """One game a thread."""
    i = cuda.grid(1)
    if i < len(movers):
        mark_row(states[i], int(movers[i]), bufs[i], masks[i])


def show_pairs(
    count: int, rows: Any, actions: Any, movers: Any, states: Any, trials: Any, views: Any, outs: Any, points: Any,
    nexts: Any,
) -> None:  # fmt: skip
    """One pair of game and action a thread."""
    j = cuda.grid(1)
    if j < count:
        i = int(rows[j])
        nexts[j] = show_after(
            states[i], int(actions[j]), int(movers[i]), trials[j : j + 1], views[j : j + 1], outs[j], points[j]
        )


def opinion_pairs(
    count: int, rows: Any, actions: Any, movers: Any, states: Any, salt: int, trials: Any, terms: Any, out: Any
) -> None:
    rng = cuda.local.array(1, np.int64)
    j = cuda.grid(1)
    if j < count:
        i = int(rows[j])
        seed_rng(rng, salt, i)
        out[j] = opinion_after(states[i], int(actions[j]), int(movers[i]), rng, trials[j : j + 1], terms[j])


def encode_pairs(count: int, outs: Any, places: Any, table: Any, encoded: Any) -> None:
    """One number a thread: 1, or two parts of 1, at its rows of the first layer; `table` has k/64 as bfloat16."""
    t = cuda.grid(1)
    size = len(places)
    j = t // size
    f = t - j * size
    if j < count:
        step = int(places[f, 1])
        reach = (int(places[f, 2]) - 1) * step
        x = max(0, min(reach, int(outs[j, f]) - int(places[f, 0])))
        row = x // step
        part = (x - row * step) * FRACTIONS // step
        at = int(places[f, 3]) + row
        encoded[j, at] = table[FRACTIONS - part]
        if part > 0:
            encoded[j, at + 1] = table[part]


SHARED = (draw, show_after, opinion_after, mark_row)


@cache
def loops(of: Game) -> Any:
    return bind((*SHARED, mark_rows, show_rows, opinion_rows), of.kernel)


@cache
def launchers(of: Game) -> Any:
    return bind_cuda(SHARED, (mark_games, show_pairs, opinion_pairs, encode_pairs), of.kernel)


class Pairs:
    """Games and actions worth a look, and room for what is seen of them."""

    def __init__(self, rows: Any, actions: Any, features: int) -> None:
        self.rows, self.actions = rows.contiguous(), actions.contiguous()
        self.count = len(self.rows)
        device = rows.device
        self.shown = torch.zeros((self.count, features), dtype=torch.int32, device=device)
        self.points = torch.zeros((self.count, MAX_SEATS, 2), dtype=torch.int32, device=device)
        self.nexts = torch.zeros(self.count, dtype=torch.int8, device=device)

    @classmethod
    def marked(cls, masks: Any, features: int) -> Pairs:
        """Those that a mask of games and actions marks."""
        rows, actions = masks.nonzero().unbind(1)
        return cls(rows, actions, features)

    def only(self, chosen: Any) -> Pairs:
        """Some of them, not shown yet."""
        return Pairs(self.rows[chosen], self.actions[chosen], self.shown.shape[1])


class Stage(Protocol):
    """Games of one seat count side by side."""

    seats: int
    device: str

    @property
    def movers(self) -> Any: ...

    @property
    def points(self) -> Any: ...

    def restart(self, first_seed: int) -> None: ...

    def pairs(self) -> Pairs: ...

    def show(self, pairs: Pairs) -> None: ...

    def opinions(self, pairs: Pairs, salt: int) -> Any: ...

    def step(self, actions: Any) -> None: ...


class CpuStage:
    """On the cores of this machine."""

    device = "cpu"

    def __init__(self, of: Game, games: int, seats: int, threads: int | None = None) -> None:
        self.game, self.n, self.seats = of, games, seats
        self.batch = Batch(of, range(games), seats, threads=threads)
        self.threads = check_threads(threads)
        self.masks = np.zeros((games, of.spec.num_actions), np.int8)

    @property
    def movers(self) -> Any:
        return torch.from_numpy(np.asarray(self.batch.movers))

    @property
    def points(self) -> Any:
        return torch.from_numpy(np.asarray(self.batch._games.points))

    def restart(self, first_seed: int) -> None:
        self.batch.restart(np.arange(self.n), range(first_seed, first_seed + self.n))

    def pairs(self) -> Pairs:
        spread(self.n, self.threads, self._mark)
        return Pairs.marked(torch.from_numpy(self.masks), self.game.fields.size)

    def show(self, pairs: Pairs) -> None:
        spread(pairs.count, self.threads, partial(self._show, pairs))

    def opinions(self, pairs: Pairs, salt: int) -> Any:
        out = np.zeros(pairs.count, np.int32)
        spread(pairs.count, self.threads, partial(self._judge, pairs, salt, out))
        return torch.from_numpy(out).float()

    def step(self, actions: Any) -> None:
        self.batch.step(actions.numpy())

    def _mark(self, _worker: int, first: int, last: int) -> None:
        loops(self.game).mark_rows(
            first, last, self.batch.states, self.batch.movers, int_array(self.game.buffer), self.masks
        )

    def _show(self, pairs: Pairs, _worker: int, first: int, last: int) -> None:
        loops(self.game).show_rows(
            first, last, pairs.rows.numpy(), pairs.actions.numpy(), self.batch.movers, self.batch.states,
            new_states(self.game.state), new_states(self.game.state), pairs.shown.numpy(), pairs.points.numpy(),
            pairs.nexts.numpy(),
        )  # fmt: skip

    def _judge(self, pairs: Pairs, salt: int, out: Any, _worker: int, first: int, last: int) -> None:
        loops(self.game).opinion_rows(
            first, last, pairs.rows.numpy(), pairs.actions.numpy(), self.batch.movers, self.batch.states, salt,
            int_array(1, np.int64), new_states(self.game.state), int_array(max(1, len(self.game.terms)), np.int32), out,
        )  # fmt: skip


class GpuStage:
    """On one card."""

    device = "cuda"

    def __init__(self, of: Game, games: int, seats: int) -> None:
        self.game, self.n, self.seats = of, games, seats
        self.batch = GpuBatch(of, range(games), seats)
        self.launch = launchers(of)
        self.trials, self.views = scratch_of(of)
        self.terms = torch.zeros((CHUNK, max(1, len(of.terms))), dtype=torch.int32, device="cuda")
        self.masks = torch.zeros((games, of.spec.num_actions), dtype=torch.int8, device="cuda")
        self._bufs = find_cuda().device_array((games, of.buffer), np.int16)
        self._movers = torch.as_tensor(self.batch.movers, device="cuda")
        self._points = torch.as_tensor(self.batch.results, device="cuda")

    @property
    def movers(self) -> Any:
        return self._movers

    @property
    def points(self) -> Any:
        return self._points

    def restart(self, first_seed: int) -> None:
        self.batch.restart(np.arange(self.n), np.arange(first_seed, first_seed + self.n))

    def pairs(self) -> Pairs:
        self.launch.mark_games[shape_of(self.n)](self.batch.states, self.batch.movers, self._bufs, self.masks)
        return Pairs.marked(self.masks, self.game.fields.size)

    def show(self, pairs: Pairs) -> None:
        for c in range(0, pairs.count, CHUNK):
            d = min(pairs.count, c + CHUNK)
            self.launch.show_pairs[-(-(d - c) // BLOCK), BLOCK](
                d - c, pairs.rows[c:d], pairs.actions[c:d], self.batch.movers, self.batch.states, self.trials,
                self.views, pairs.shown[c:d], pairs.points[c:d], pairs.nexts[c:d],
            )  # fmt: skip

    def opinions(self, pairs: Pairs, salt: int) -> Any:
        out = torch.zeros(pairs.count, dtype=torch.int32, device="cuda")
        for c in range(0, pairs.count, CHUNK):
            d = min(pairs.count, c + CHUNK)
            self.launch.opinion_pairs[-(-(d - c) // BLOCK), BLOCK](
                d - c, pairs.rows[c:d], pairs.actions[c:d], self.batch.movers, self.batch.states, salt,
                self.trials, self.terms, out[c:d],
            )  # fmt: skip
        return out.float()

    def step(self, actions: Any) -> None:
        self.batch.step_unchecked(actions)


@cache
def scratch_of(of: Game) -> tuple[Any, Any]:
    """Room on the card for the afterstates of a chunk, shared by all seat counts."""
    return card_states(of, CHUNK)[0], card_states(of, CHUNK)[0]


class Encoder:
    """Rows of numbers as the input of a first layer on the card: dense, since its matrix units are that fast."""

    def __init__(self, of: Game) -> None:
        self.launch = launchers(of)
        self.places = find_cuda().to_device(of.fields.places)
        parts = torch.arange(FRACTIONS + 1, device="cuda") / FRACTIONS
        self.table = parts.to(torch.bfloat16).view(torch.int16).contiguous()
        self.size, self.total = of.fields.size, of.fields.total
        self.room = torch.zeros((CHUNK, self.total), dtype=torch.int16, device="cuda")

    def __call__(self, shown: Any) -> Any:
        """At most CHUNK rows; valid until the next call."""
        count = len(shown)
        encoded = self.room[:count]
        encoded.zero_()
        self.launch.encode_pairs[-(-count * self.size // ENCODED), ENCODED](
            count, shown, self.places, self.table, encoded
        )
        return encoded.view(torch.bfloat16)


@cache
def encoder_of(of: Game) -> Encoder:
    """One for all nets of a game: its memory is large."""
    return Encoder(of)
