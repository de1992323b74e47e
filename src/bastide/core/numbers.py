"""Whole numbers as callers give them."""

from __future__ import annotations

import operator


def whole(given: object) -> int | None:
    """The integer that was given, Python's or NumPy's; None for anything else, True and False included."""
    if type(given) is int:
        return given
    if isinstance(given, bool):
        return None
    try:
        return operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        return None


def whole_in(given: object, low: int, high: int) -> int | None:
    """The integer that was given, when it is one from `low` to `high`."""
    number = whole(given)
    return number if number is not None and low <= number <= high else None
