"""Whole games with a policy over arrays: observations and masks in, actions out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bastide.batch.batch import BadBatch, Batch

if TYPE_CHECKING:
    from bastide.batch.random_games import Played
    from bastide.core.game import Game

Policy = Callable[[Any, Any], Any]  # observations (k, size), masks (k, actions) -> actions (k,)


def random_policy(seed: int = 0) -> Policy:
    """Uniform over the legal actions."""
    rng = np.random.default_rng(seed)

    def choose(_observations: Any, masks: Any) -> Any:
        return np.where(masks == 1, rng.random(masks.shape, np.float32), -1.0).argmax(axis=1)

    return choose


def play(
    of: Game,
    policy: Policy | Sequence[Policy],
    seeds: Sequence[int],
    seats: int | None = None,
    *,
    threads: int | None = None,
    **options: object,
) -> Played:
    """Every game to its end, from its own seed; one policy for all seats, or one a seat.

    A policy is called with the rows of the games in which it is to move.
    """
    batch = Batch(of, seeds, seats, threads=threads, **options)
    policies = [policy] * batch.seats if callable(policy) else list(policy)
    if len(policies) != batch.seats:
        raise BadBatch(f"{len(policies)} policies for {batch.seats} seats")
    actions = np.zeros(batch.n, np.int64)
    while not batch.is_over:
        for one in dict.fromkeys(policies):
            own = [seat for seat, other in enumerate(policies) if other is one]
            rows = np.flatnonzero(np.isin(batch.movers, own))
            if len(rows):
                actions[rows] = check_choice(one(batch.observations[rows], batch.masks[rows]), len(rows))
        batch.step(actions)
    return batch.played()


def check_choice(chosen: Any, n: int) -> Any:
    """What a policy gave back, one whole number a row."""
    array = np.asarray(chosen)
    if array.shape != (n,) or array.dtype.kind not in "iu":
        raise BadBatch(f"a policy gives {n} whole numbers, one a row, not {array.dtype} of shape {array.shape}")
    return array
