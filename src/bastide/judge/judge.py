"""A judge as Python callers meet it: a view in, each seat's prospects out."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.view import View
from bastide.judge.net import POINTS, SHARE, Mind, judge_shown, new_mind
from bastide.judge.weights import BadWeights, Weights, read_weights, weights_file

MARGIN = 0.05  # part that a lead in points has in what a seat wants


class NoJudge(UserWarning):
    """A judge was asked for that cannot be had: said once a game, unless somebody has asked why."""


class Value(NamedTuple):
    """What a judge says of a view, by seat: shares of first place, and final points."""

    shares: tuple[float, ...]
    points: tuple[float, ...]


class Judge:
    """One game's net."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self.game = game
        self.weights = weights
        self.mind = self.new_mind()

    @classmethod
    def read(cls, path: Path, game: Game) -> Judge:
        """A judge from a file of one's own; refused where it is damaged or does not fit."""
        return cls(game, read_weights(path, game))

    def new_mind(self, margin: float = MARGIN) -> Mind:
        """The net for a thread of its own, as compiled code takes it."""
        return new_mind(self.game, self.weights, margin)

    def value(self, view: View) -> Value:
        """What a seat's view is worth to everybody, by seat.

        The net learnt from positions in which the viewer has just moved; elsewhere it guesses from likeness.
        """
        mind, seats, seat = self.mind, view.seats, view.seat
        entry_points(self.game).features(view.states, seat, mind.shown)
        judge_shown(mind, seats)
        _margin, mean, scale = mind.terms
        order = [(p - seat) % seats for p in range(seats)]
        return Value(
            tuple(float(mind.said[SHARE + q]) for q in order),
            tuple(float(mean + scale * mind.said[POINTS + q]) for q in order),
        )


_told: set[Game] = set()  # whose trouble somebody has heard of


@cache
def _found(game: Game) -> Judge | BadWeights:
    try:
        return Judge.read(weights_file(game), game)
    except BadWeights as error:
        return error


def judge_of(game: Game) -> Judge | None:
    """The judge that comes with a game, read once; None, with a warning, where there is none that fits."""
    found = _found(game)
    if isinstance(found, Judge):
        return found
    if game not in _told:
        warnings.warn(why_no_judge(game), NoJudge, stacklevel=2)
    return None


def why_no_judge(game: Game) -> str:
    """Why a game is played by its opinion; nothing where it has a judge. Who asks is not warned."""
    trouble = trouble_of(game)
    return "" if trouble is None else f"{trouble}; {game.id} is played by its hand-written opinion"


def trouble_of(game: Game) -> BadWeights | None:
    """What is wrong with the weights that come with a game. Who asks is not warned."""
    found = _found(game)
    if isinstance(found, Judge):
        return None
    _told.add(game)
    return found
