"""Random numbers, used only outside the rules.

A multiply-with-carry generator in one int64 cell: every intermediate stays below 2**63, so Python, Numba and CUDA
agree without masks. Its period is about 2**61 (1791398085 * 2**32 - 1 is a safe prime). Seeds are scattered first:
consecutive raw seeds of a linear generator give related games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bastide.core.errors import BadSeed
from bastide.core.jit import rule
from bastide.core.numbers import whole_in
from bastide.core.state import int_array

MAX_SEED = 2**63 - 1
MASK = 0xFFFFFFFF


@rule
def scatter(x: int) -> int:
    """A 32-bit number whose every bit depends on every bit of x."""
    x = ((x >> 15) ^ x) * 0x2C1B3C6D & MASK
    x = ((x >> 12) ^ x) * 0x297A2D39 & MASK
    return (x >> 15) ^ x


@rule
def seed_rng(rng: Any, seed: int, stream: int) -> None:
    """Starts the generator for one seed and one stream (game number, seat, ...) of it."""
    low = scatter((seed & MASK) ^ 0x51ED270B)
    low = scatter(low ^ (seed >> 32 & MASK))
    low = scatter(low ^ (stream & MASK))
    high = scatter(low + 0x3C6EF372 & MASK)
    high = scatter(high ^ (stream >> 32 & MASK) ^ (seed & MASK))
    rng[0] = ((high & 0x3FFFFFFF) << 32) + low + 1


@rule
def next_random(rng: Any) -> int:
    """The next 32 bits."""
    rng[0] = 1791398085 * (rng[0] & MASK) + (rng[0] >> 32)
    return (rng[0] & MASK) ^ (rng[0] >> 32)


@rule
def random_below(rng: Any, n: int) -> int:
    """A number in 0..n-1, for n below 2**31."""
    return (next_random(rng) * n) >> 32


def new_rng(seed: int, stream: int = 0) -> Any:
    """A generator in one int64 cell, ready to draw."""
    number = whole_in(seed, 0, MAX_SEED)
    if number is None:
        raise BadSeed(seed)
    rng = int_array(1, np.int64)
    seed_rng(rng, number, stream)
    return rng
