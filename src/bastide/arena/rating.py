"""Strengths for tables of any size: the Plackett-Luce model, fitted to the order of arrival of every game.

The first place is a draw among all seats by strength, the second a draw among the rest, and so on. Those who share a
place are drawn from the same field. Fitted by minorization (D. Hunter, MM algorithms for generalized Bradley-Terry
models, 2004); shown on the scale of Elo, where 400 more is ten times the strength.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bastide.arena.run import Result

ELO = 400 / math.log(10)
ROUNDS = 500
CLOSE = 1e-7
RESAMPLES = 200
FEW = 10  # deals, of which resampling alone would say too little
Floats = npt.NDArray[np.float64]


class Stages:
    """All draws of all games: who was drawn from which field, each kind of draw once, and which games it came in."""

    def __init__(self, results: Sequence[Result], bots: Sequence[str]) -> None:
        index = {bot: i for i, bot in enumerate(bots)}
        draws: list[Floats] = []
        games: list[int] = []
        for game, result in enumerate(results):
            for place in sorted(set(result.places)):
                draw = np.zeros((2, len(bots)))
                for bot, own in zip(result.lineup, result.places, strict=True):
                    draw[0, index[bot]] += own == place
                    draw[1, index[bot]] += own >= place
                if place == 1 or draw[1].sum() > draw[0].sum():  # the last one is drawn from nobody else
                    draws.append(draw)
                    games.append(game)
        kinds, self.kind = np.unique(np.array(draws), axis=0, return_inverse=True)
        self.drawn: Floats = kinds[:, 0]
        self.fields: Floats = kinds[:, 1]
        self.games = np.array(games, np.int64)

    def count(self, weights: Floats) -> Floats:
        """How often each kind of draw came, every game counted by its weight."""
        times: Floats = np.zeros(len(self.drawn))
        np.add.at(times, self.kind.ravel(), weights[self.games])
        return times


def fit(stages: Stages, weights: Floats) -> Floats:
    """Log strengths with mean 0.

    A drawn game of every bot against a phantom of strength 1 keeps one that always wins finite.
    """
    times = stages.count(weights)
    wins = times @ stages.drawn + 0.5
    picks = stages.drawn.sum(axis=1) * times
    strength = np.ones(stages.drawn.shape[1])
    for _ in range(ROUNDS):
        burden = (picks / (stages.fields @ strength)) @ stages.fields
        fresh = wins / (burden + 1.0 / (strength + 1.0))
        change = np.abs(np.log(fresh / strength)).max()
        strength = fresh
        if change < CLOSE:
            break
    logs: Floats = np.log(strength)
    centred: Floats = logs - logs.mean()
    return centred


class Rating:
    """A bot's rating and its 95 % interval, in Elo against the mean of the field."""

    def __init__(self, value: float, low: float, high: float) -> None:
        self.value = value
        self.low = low
        self.high = high


def rate(results: Sequence[Result], bots: Sequence[str], resamples: int = RESAMPLES) -> dict[str, Rating]:
    """Ratings of all bots; the intervals come from resampling whole deals, since rotations of one are related.

    A few deals that fell alike would pretend to certainty: there single games are resampled too, and the wider counts.
    """
    stages = Stages(results, bots)
    names, deal = np.unique([result.deal for result in results], return_inverse=True)
    centre = fit(stages, np.ones(len(results)))
    units = [deal] if len(names) >= FEW else [deal, np.arange(len(results))]
    ends = np.array([_ends(stages, unit, centre, resamples) for unit in units])
    low, high = ends[:, 0].min(axis=0), ends[:, 1].max(axis=0)
    return {bot: Rating(*(float(ELO * value[i]) for value in (centre, low, high))) for i, bot in enumerate(bots)}


def _ends(stages: Stages, unit: npt.NDArray[np.int64], centre: Floats, resamples: int) -> tuple[Floats, Floats]:
    """Where 95 % of the fits lie when units are drawn anew, by the unit of each game; the fit of all is among them."""
    rng = np.random.default_rng(len(unit))
    count = int(unit.max()) + 1
    samples = [centre]
    for _ in range(resamples):
        times = np.bincount(rng.integers(0, count, count), minlength=count).astype(np.float64)
        samples.append(fit(stages, times[unit]))
    low, high = np.percentile(np.array(samples), [2.5, 97.5], axis=0)
    return np.minimum(low, centre), np.maximum(high, centre)
