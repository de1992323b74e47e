"""A batch of games on the CPU, stepped one decision a game and call, written into arrays that stay where they are."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from bastide.batch.kernels import (
    TEMPLATES,
    Games,
    Scratch,
    Setup,
    advance,
    finish,
    mark_legal,
    observe,
    points_shape,
    start,
    traces_shape,
    viewer_of,
)
from bastide.batch.random_games import Played, signed_bytes
from bastide.batch.threads import check_threads, spread
from bastide.core.errors import BastideError, IllegalAction
from bastide.core.game import check_seed
from bastide.core.jit import bind
from bastide.core.observation import layout_of
from bastide.core.state import NONE, OVER, int_array, new_states, reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bastide.core.game import Game


class BadBatch(BastideError):
    """Seeds, rows or actions that are no arrays of the right shape and kind."""


def present_rows(rows: Any, first: int, last: int, seat: int, games: Any, scratch: Any) -> None:
    """Writes what a seat (NONE: each game's mover) sees and may do in these games; scores those that are over.

    The loop is in here because Numba counts every array of a tuple once a call: a call a game would cost a tenth.
    """
    buf, view, raw, runs = scratch.bufs[0], scratch.views, scratch.raw[0], scratch.runs
    for k in range(first, last):
        i = rows[k]
        s = games.states[i]
        mover = games.movers[i]
        mark_legal(s, mover, buf, games.masks[i])
        observe(s, viewer_of(mover) if seat == NONE else seat, mover, view, raw, runs, games.observations[i])
        if mover == OVER:
            finish(s, games.raw[i], games.traces[i], games.points[i])


def begin_rows(rows: Any, seeds: Any, first: int, last: int, setup: Any, games: Any, scratch: Any) -> None:
    """Begins some games; `seeds` goes with `rows`."""
    for k in range(first, last):
        i = rows[k]
        games.movers[i] = start(games.states[i], games.rngs[i], setup, seeds[k], games.traces[i])
    present_rows(rows, first, last, NONE, games, scratch)


def step_rows(rows: Any, actions: Any, first: int, last: int, games: Any, scratch: Any) -> None:
    """Applies one decision in each of these games; `actions` goes by game."""
    for k in range(first, last):
        i = rows[k]
        games.movers[i] = advance(games.states[i], games.rngs[i], actions[i], games.traces[i])
    present_rows(rows, first, last, NONE, games, scratch)


@cache
def loops(of: Game) -> Any:
    """The loops above, compiled for one game."""
    return bind((*TEMPLATES, present_rows, begin_rows, step_rows), of.kernel)


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


def new_games(of: Game, n: int) -> Games:
    """The arrays of n games on the host."""
    states = new_states(of.state, n)
    return Games(
        states=states,
        raw=signed_bytes(states),
        rngs=int_array((n, 1), np.int64),
        masks=int_array((n, of.spec.num_actions), np.int8),
        observations=int_array((n, layout_of(of).size), np.int32),
        movers=int_array(n, np.int8),
        traces=int_array(traces_shape(n), np.int64),
        points=int_array(points_shape(n), np.int32),
    )


def new_scratch(of: Game) -> Scratch:
    """What one worker needs for itself."""
    views = new_states(of.state)
    return Scratch(int_array((1, of.buffer)), views, signed_bytes(views), layout_of(of).runs)


class Batch:
    """Games stepped together. Plain attributes, to be read only and valid until the next step:

    `observations` (games, size) int32 and `masks` (games, actions) int8: what the seat to move sees and may do;
    `movers` (games,) int8: that seat, or OVER. A finished game shows a spectator's view and no legal action.
    """

    def __init__(
        self, of: Game, seeds: Sequence[int], seats: int | None = None, *, threads: int | None = None, **options: object
    ) -> None:
        self.game, self.layout = of, layout_of(of)
        self.seats, self.options = of.spec.choose_seats(seats), of.spec.check_options(options)
        checked = check_seeds(seeds)
        self.n = n = len(checked)
        self._games = new_games(of, n)
        self.states = self._games.states
        self.observations = self._games.observations
        self.masks = self._games.masks
        self.movers = self._games.movers
        self._setup = Setup(self.seats, of.option_array(self.options))
        self._threads = check_threads(threads)
        self._scratch = [self._new_scratch() for _ in range(self._threads)]
        self._loops = self._bind()
        self.restart(np.arange(n), checked)

    def _new_scratch(self) -> Any:
        return new_scratch(self.game)

    def _bind(self) -> Any:
        return loops(self.game)

    @property
    def is_over(self) -> bool:
        """Whether every game has ended."""
        return bool((np.asarray(self.movers) < 0).all())

    def restart(self, rows: Any, seeds: Any) -> None:
        """Begins some games again, each from its own seed."""
        where = check_rows(rows, self.n)
        given = check_seeds(seeds) if len(where) else np.zeros(0, np.int64)
        if len(where) != len(given):
            raise BadBatch(f"{len(where)} games begin again, but {len(given)} seeds are given")

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
        return Played.of(np.array(self._games.traces), np.array(self._games.points), self.seats)

    def _begin(self, rows: Any, seeds: Any, worker: int, first: int, last: int) -> None:
        self._loops.begin_rows(rows, seeds, first, last, self._setup, self._games, self._scratch[worker])

    def _step(self, rows: Any, actions: Any, worker: int, first: int, last: int) -> None:
        self._loops.step_rows(rows, actions, first, last, self._games, self._scratch[worker])

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
