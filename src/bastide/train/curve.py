"""The curve of a training, as JSON lines: how far each iteration came, and what was won when it was measured."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bastide.core.decoding import read_json
from bastide.judge.weights import Strength


class Point(msgspec.Struct, frozen=True):
    """A line; only a measure's has a strength."""

    iteration: int
    strength: tuple[Strength, ...] = ()


def read_curve(path: Path) -> list[tuple[bytes, Point]]:
    """Its lines and what they say, up to one that a kill tore off."""
    found = []
    for line in path.read_bytes().splitlines(keepends=True) if path.exists() else ():
        try:
            found.append((line, read_json(line, Point)))
        except msgspec.DecodeError:
            break
    return found


def trim_curve(path: Path, iteration: int, *, is_measured: bool) -> None:
    """Leaves out what came after an iteration, whose own measure counts if it is known: it will come again."""
    kept = [
        line
        for line, point in read_curve(path)
        if point.iteration < iteration or (point.iteration == iteration and (is_measured or not point.strength))
    ]
    path.write_bytes(b"".join(kept))
