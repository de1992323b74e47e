"""Bastide: four games about building, their exact rules, and an engine fast enough for research.

>>> import bastide
>>> game = bastide.load("enghien")
>>> m = game.new(seats=3, seed=7)
"""

from bastide.core.errors import BastideError
from bastide.core.game import Game, Spec
from bastide.core.position import Position, Score
from bastide.core.record import Record
from bastide.core.state import CHANCE, OVER, SPECTATOR
from bastide.core.view import View
from bastide.games import GAMES, load

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
]
__version__ = "0.1.0"
