"""Bastide: four games about building, their exact rules, and an engine fast enough for research.

>>> import bastide
>>> game = bastide.load("enghien")
>>> m = game.new(seats=3, seed=7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastide.core.errors import BastideError
from bastide.core.game import Game, Spec
from bastide.core.position import Position, Score
from bastide.core.record import Record
from bastide.core.state import CHANCE, OVER, SPECTATOR
from bastide.core.view import View
from bastide.games import GAMES, load

if TYPE_CHECKING:
    from bastide.reviews import Review

__all__ = [
    "CHANCE",
    "GAMES",
    "OVER",
    "SPECTATOR",
    "BastideError",
    "Game",
    "Position",
    "Record",
    "Score",
    "Spec",
    "View",
    "load",
    "review",
]
__version__ = "0.1.0"


def review(record: Record) -> Review:
    """What was skill and what was luck in a finished game (docs/review.md)."""
    from bastide.reviews import review as review_record

    return review_record(record)
