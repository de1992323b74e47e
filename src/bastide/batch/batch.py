"""A batch of games on the CPU, stepped one decision a game and call, written into arrays that stay where they are."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from bastide.batch.kernels import TEMPLATES, begin_row, step_row
from bastide.batch.random_games import Played
from bastide.batch.threads import check_threads, spread
from bastide.core.errors import BastideError, IllegalAction
from bastide.core.game import check_seed
from bastide.core.jit import bind
from bastide.core.observation import layout_of
from bastide.core.play import MAX_SEATS
from bastide.core.state import int_array, new_states, raw_of, reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bastide.core.game import Game


class BadBatch(BastideError):
    """Seeds, rows or actions that are no arrays of the right shape and kind."""


def begin_rows(
    rows: Any, seeds: Any, first: int, last: int, states: Any, bytes_: Any, rngs: Any, buf: Any, view: Any, raw: Any,
    runs: Any, seats: int, options: Any, masks: Any, outs: Any, movers: Any, told: Any, points: Any,
) -> None:  # fmt: skip
    """Games anew, one after another; `seeds` goes with `rows`."""
    for k in range(first, last):
        begin_row(
            rows[k], seeds[k], states, bytes_, rngs, buf, view, raw[0], runs, seats, options, masks, outs, movers,
            told, points,
        )  # fmt: skip


def step_rows(
    rows: Any, actions: Any, first: int, last: int, states: Any, bytes_: Any, rngs: Any, buf: Any, view: Any, raw: Any,
    runs: Any, masks: Any, outs: Any, movers: Any, told: Any, points: Any,
) -> None:  # fmt: skip
    """One decision in each of these games; `actions` goes by game."""
    for k in range(first, last):
        step_row(
            rows[k], actions[rows[k]], states, bytes_, rngs, buf, view, raw[0], runs, masks, outs, movers, told, points
        )  # fmt: skip


@cache
def loops(of: Game) -> Any:
    """The loops above, compiled for one game."""
    return bind((*TEMPLATES, begin_rows, step_rows), of.kernel)


def signed_bytes(states: Any) -> Any:
    """The memory of some states as signed bytes, one row a state."""
    return raw_of(states).view(np.int8)


def check_seeds(seeds: Any) -> Any:
    """Seeds as an array; at least one, each within range."""
    if isinstance(seeds, str) or np.ndim(seeds) != 1:
        raise BadBatch(f"seeds are a list of whole numbers, one a game, not {seeds!r}")
    checked = [check_seed(seed) for seed in seeds]
    if not checked:
        raise BadBatch("a batch has at least one game, so at least one seed")
    return np.array(checked, np.int64)


def check_rows(rows: Any, n: int) -> Any:
    """Numbers of games as an array, each within the batch, none twice."""
    array = np.asarray(rows)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise BadBatch(f"rows are a one-dimensional array of whole numbers, not {array.dtype} of shape {array.shape}")
    if len(array) and (array.min() < 0 or array.max() >= n or len(np.unique(array)) != len(array)):
        raise BadBatch(f"rows are different numbers from 0 to {n - 1}, not {array.tolist()}")
    return array.astype(np.int64)


def check_actions(actions: Any, n: int) -> Any:
    """One whole number a game."""
    array = np.asarray(actions)
    if array.shape != (n,) or array.dtype.kind not in "iu":
        raise BadBatch(
            f"actions are whole numbers, one a game: an array of shape ({n},), not {array.dtype} of shape {array.shape}"
        )
    return array.astype(np.int64)


class Scratch:
    """What one worker needs for itself."""

    def __init__(self, of: Game) -> None:
        self.buf = int_array(of.buffer)
        self.view = new_states(of.state)
        self.raw = signed_bytes(self.view)


class Batch:
    """Games stepped together. Plain attributes, to be read only and valid until the next step:

    `observations` (games, size) int32 and `masks` (games, actions) int8: what the seat to move sees and may do;
    `movers` (games,) int8: that seat, or OVER. A finished game shows a spectator's view and no legal action.
    """

    scratch: type[Scratch] = Scratch

    def __init__(
        self, of: Game, seeds: Sequence[int], seats: int | None = None, *, threads: int | None = None, **options: object
    ) -> None:
        spec = of.spec
        self.game = of
        self.seats = spec.check_seats(spec.seats[0] if seats is None else seats)
        self.options = spec.check_options(options)
        checked = check_seeds(seeds)
        self.n = n = len(checked)
        self.layout = layout_of(of)
        self.states = new_states(of.state, n)
        self.observations = int_array((n, self.layout.size), np.int32)
        self.masks = int_array((n, spec.num_actions), np.int8)
        self.movers = int_array(n, np.int8)
        self._told = int_array((n, 3), np.int64)
        self._points = int_array((n, MAX_SEATS, 2), np.int32)
        self._rngs = int_array((n, 1), np.int64)
        self._bytes = signed_bytes(self.states)
        self._threads = check_threads(threads)
        self._scratch: list[Any] = [self.scratch(of) for _ in range(self._threads)]
        self._loops = loops(of)
        self._options = of.option_array(self.options)
        self.restart(np.arange(n), checked)

    @property
    def is_over(self) -> bool:
        """Whether every game has ended."""
        return bool((np.asarray(self.movers) < 0).all())

    def restart(self, rows: Any, seeds: Any) -> None:
        """Begins some games anew, each from its own seed."""
        where = check_rows(rows, self.n)
        given = check_seeds(seeds) if len(where) else np.zeros(0, np.int64)
        if len(where) != len(given):
            raise BadBatch(f"{len(where)} games begin anew, but {len(given)} seeds are given")

        spread(len(where), self._threads, partial(self._begin, where, given))

    def step(self, actions: Any) -> None:
        """One decision in every game that is not over (the numbers given for others are not read).

        When one is illegal, nothing changes in any game.
        """
        given = check_actions(actions, self.n)
        rows = np.flatnonzero(np.asarray(self.movers) >= 0)
        self._check_legal(rows, given)

        spread(len(rows), self._threads, partial(self._step, rows, given))

    def played(self) -> Played:
        """What came of every game so far; digests and scores are final where a game is over."""
        told, points = np.asarray(self._told), np.asarray(self._points)[:, : self.seats]
        return Played(
            told[:, 0].copy(), told[:, 1].copy(), points[..., 0].copy(), points[..., 1].copy(), told[:, 2].copy()
        )

    def _begin(self, rows: Any, seeds: Any, worker: int, first: int, last: int) -> None:
        own = self._scratch[worker]
        self._loops.begin_rows(
            rows, seeds, first, last, self.states, self._bytes, self._rngs, own.buf, own.view, own.raw,
            self.layout.runs, self.seats, self._options, self.masks, self.observations, self.movers, self._told,
            self._points,
        )  # fmt: skip

    def _step(self, rows: Any, actions: Any, worker: int, first: int, last: int) -> None:
        own = self._scratch[worker]
        self._loops.step_rows(
            rows, actions, first, last, self.states, self._bytes, self._rngs, own.buf, own.view, own.raw,
            self.layout.runs, self.masks, self.observations, self.movers, self._told, self._points,
        )  # fmt: skip

    def _check_legal(self, rows: Any, actions: Any) -> None:
        asked = actions[rows]
        inside = (asked >= 0) & (asked < self.game.spec.num_actions)
        fits = inside & (np.asarray(self.masks)[rows, np.where(inside, asked, 0)] == 1)
        if not fits.all():
            raise refusal(self.game, self.states, int(rows[np.flatnonzero(~fits)[0]]), actions)


def refusal(of: Game, states: Any, row: int, actions: Any) -> IllegalAction:
    """Why the action of one game of a batch is not legal."""
    action, s = int(actions[row]), reader(states, row)
    if not 0 <= action < of.spec.num_actions:
        return IllegalAction(f"game {row}: {action} is no action of {of.id}: 0..{of.spec.num_actions - 1}", of.show(s))
    clause = of.refuse(s, action)
    message = f"game {row}: {action} ({of.write(s, action)!r}) is not allowed here ({clause}); see its mask"
    return IllegalAction(message, of.show(s), clause)
