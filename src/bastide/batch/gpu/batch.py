"""Many games on a card, stepped with actions from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bastide.batch.batch import BadBatch, check_actions, check_rows, check_seeds, refusal
from bastide.batch.gpu.memory import borrow, card_games, fetch, fetch_states, lend
from bastide.batch.gpu.plain import PlainSteps, launchers, shape_of
from bastide.batch.gpu.staged import StagedSteps
from bastide.batch.kernels import Setup
from bastide.batch.random_games import Played
from bastide.core.jit import TARGET, find_cuda
from bastide.core.observation import layout_of
from bastide.core.rng import new_rng
from bastide.core.state import NONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bastide.batch.play import Policy
    from bastide.core.game import Game

LOOK_EVERY = 16  # steps of `play` between two looks whether all games are over


class GpuBatch:
    """As `Batch`, on the GPU. Plain attributes, to be read only and valid until the next step, are arrays in the card's
    memory: torch, CuPy and JAX take them without a copy (`__cuda_array_interface__`, DLPack), `fetch` copies one.

    `observations` (games, size) of the narrowest type that holds them, `masks` (games, actions) int8, `movers` (games,)
    int8: as in `Batch`. `results` (games, seats of the largest table, 2) int32: points and place, once a game is over.
    `states` are the records themselves, for kernels.
    """

    def __init__(self, of: Game, seeds: Sequence[int], seats: int | None = None, **options: object) -> None:
        self.game, self.layout = of, layout_of(of)
        self.seats, self.options = of.spec.choose_seats(seats), of.spec.check_options(options)
        checked = check_seeds(seeds)
        self.n = n = len(checked)
        self._card = card = find_cuda()
        self._games = games = card_games(of, n)
        self.states = games.states
        self.observations = lend(games.observations)
        self.masks = lend(games.masks)
        self.movers = lend(games.movers)
        self.results = lend(games.points)
        self._actions = card.device_array(n, np.int64)
        self._refused = card.to_device(np.array([NONE, NONE], np.int64))
        setup = Setup(self.seats, card.to_device(np.asarray(of.option_array(self.options))))
        self._launch = launchers(of)
        steps = PlainSteps if TARGET == "python" else StagedSteps
        self._steps = steps(of, n, setup, games)
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
        self._launch.find_illegal[shape_of(self.n)](given, self._games.masks, self._games.movers, self._refused)
        self._steps.step(given, self._refused)
        if wait:
            self.check()

    def step_unchecked(self, actions: Any) -> None:
        """As `step`, for int64 actions on the card that were taken from the masks: nothing is checked or waited for."""
        self._steps.step(actions, self._refused)

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
        self._launch.copy_actions[shape_of(self.n)](found, self._actions)
        return self._actions


class RandomPolicy:
    """Uniform over the legal actions, chosen on the card; for one batch."""

    def __init__(self, batch: GpuBatch, seed: int = 0) -> None:
        rngs = np.array([new_rng(seed, row) for row in range(batch.n)])
        self.batch = batch
        self.rngs = find_cuda().to_device(rngs)
        self.actions = find_cuda().to_device(np.zeros(batch.n, np.int64))

    def __call__(self, _observations: Any, masks: Any) -> Any:
        batch = self.batch
        launchers(batch.game).choose_uniformly[shape_of(batch.n)](masks, batch.movers, self.rngs, self.actions)
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
