"""A hash over a log: each line's is made of the line before's and of the line, so that none can change unnoticed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol

START = ""  # before the first line


def link(before: str, n: int, at: int, body: str) -> str:
    """The hash of a line: its number, its time, its text, and everything before it."""
    return hashlib.sha256(f"{before}\n{n}\n{at}\n{body}".encode()).hexdigest()


class Line(Protocol):
    """A line as it is stored."""

    @property
    def n(self) -> int: ...
    @property
    def at(self) -> int: ...
    @property
    def body(self) -> str: ...
    @property
    def chain(self) -> str: ...


def first_broken(lines: Iterable[Line], before: str = START, first: int = 0) -> int | None:
    """The number of the first line that is not what was written, or that is not there; None where all fit."""
    for n, line in enumerate(lines, first):
        if line.n != n or line.chain != link(before, n, line.at, line.body):
            return n
        before = line.chain
    return None
