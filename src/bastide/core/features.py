"""What a learned judge is shown of a view: a row of small whole numbers, and where each lies in the first layer.

A game's `features(v, seat, out)` writes the numbers; its `FIELDS` say, in the same order, what each is and which rows
of the first layer's table stand for it. A number x lies at (x - low) / step between two rows, and both count by how
near it is; with a step of 1 it is one row. Numbers beyond the first and the last row count as those.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from bastide.core.jit import rule

SMALLEST, LARGEST = -(2**15), 2**15 - 1  # what a number of a row may be


class Field(NamedTuple):
    """One number of the row."""

    name: str
    rows: int
    low: int = 0
    step: int = 1

    @property
    def high(self) -> int:
        """The number that the last row stands for."""
        return self.low + self.step * (self.rows - 1)


class Fields:
    """All numbers of a game's row, in order; `version` changes when their meaning does."""

    def __init__(self, version: int, fields: Sequence[Field]) -> None:
        self.version = version
        self.fields = tuple(fields)
        self.size = len(self.fields)
        self.total = sum(field.rows for field in self.fields)

    @cached_property
    def digest(self) -> str:
        """Sixteen hexadecimal digits: weights of other fields do not fit."""
        return hashlib.sha256(repr((self.version, self.fields)).encode()).hexdigest()[:16]

    @cached_property
    def places(self) -> Any:
        """low, step, rows and first row of every field, as int32 of shape (fields, 4)."""
        places = np.zeros((self.size, 4), np.int32)
        first = 0
        for i, field in enumerate(self.fields):
            places[i] = field.low, field.step, field.rows, first
            first += field.rows
        return places


def repeat(names: Sequence[str], *fields: Field) -> list[Field]:
    """The same fields once for each name, told apart by it."""
    return [field._replace(name=f"{name}: {field.name}") for name in names for field in fields]


def seat_names(seats: int) -> list[str]:
    """Seats as a viewer counts them: himself, then those who follow him."""
    return ["own"] + [f"next {q}" for q in range(1, seats)]


@rule
def clamp(x: int, low: int, high: int) -> int:
    """The nearest number within bounds."""
    return max(low, min(high, x))


@rule
def blank(out: Any, k: int, n: int) -> int:
    """n zeros from place k on, for a seat that nobody holds; returns the place after them."""
    for i in range(k, k + n):
        out[i] = 0
    return k + n


@rule
def limit_terms(out: Any, k: int, n: int, low: int, high: int) -> int:
    """Keeps the terms of an opinion, written from place k on, within bounds; returns the place after them."""
    for i in range(k, k + n):
        out[i] = clamp(out[i], low, high)
    return k + n
