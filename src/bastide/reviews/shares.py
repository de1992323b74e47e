"""Shares of first place as whole millionths, so that what adds up does so to the last digit."""

from __future__ import annotations

from collections.abc import Sequence

WHOLE = 1_000_000  # one first place
TENTH = 1_000  # a tenth of a percentage point: the last decimal that is shown

Shares = tuple[int, ...]


def apportion(parts: Sequence[float], whole: int = WHOLE) -> Shares:
    """Whole numbers in proportion to the parts that add up to `whole`; the largest remainders are rounded up."""
    total = sum(parts)
    exact = [whole * part / total for part in parts]
    low = [int(number) for number in exact]
    by_remainder = sorted(range(len(parts)), key=lambda i: (low[i] - exact[i], i))
    for i in by_remainder[: whole - sum(low)]:
        low[i] += 1
    return tuple(low)


def less(shares: Sequence[int], others: Sequence[int]) -> Shares:
    """How much more each seat has."""
    return tuple(mine - theirs for mine, theirs in zip(shares, others, strict=True))


def more(shares: Sequence[int], others: Sequence[int]) -> Shares:
    """Both together, seat by seat."""
    return tuple(mine + theirs for mine, theirs in zip(shares, others, strict=True))


def in_tenths(numbers: Sequence[int]) -> tuple[int, ...]:
    """Millionths as tenths of a percentage point whose sum is the rounded sum: what a column shows."""
    low = [number // TENTH for number in numbers]
    by_remainder = sorted(range(len(numbers)), key=lambda i: (low[i] * TENTH - numbers[i], i))
    for i in by_remainder[: round(sum(numbers) / TENTH) - sum(low)]:
        low[i] += 1
    return tuple(low)
