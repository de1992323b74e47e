"""What was measured of each game's judge for its reviews (bench/calibration.py writes figures.json)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from bastide.core.decoding import read_json

FILE = Path(__file__).with_name("figures.json")


class Figures(msgspec.Struct, frozen=True):
    """How far the judge's word can be trusted."""

    calm: dict[int, float] = {}  # by the number of seats, the exponent that makes its shares frequencies
    doubt: float = 0.02  # standard deviation of a difference it sees between two moves, looking one step ahead
    refined: float = 0.01  # the same after rehearsals
    value: float = 0.05  # standard deviation of a share, at even chances
    judge: str = ""  # which weights it was measured with

    def calm_at(self, seats: int) -> float:
        """The exponent at a table; 1 leaves shares as they are."""
        return self.calm.get(seats, 1.0)


@cache
def all_figures() -> dict[str, Figures]:
    return read_json(FILE.read_bytes(), dict[str, Figures])


def figures_of(game: str) -> Figures:
    """The figures of a game; cautious ones where nothing was measured."""
    return all_figures().get(game, Figures())
