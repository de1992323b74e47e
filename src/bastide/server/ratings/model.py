"""Strength by OpenSkill (Plackett and Luce) for any number of players; bots keep the strength they were measured at.

`ladder.json` says, by game, how often level 2 won against level 1, level 3 against level 2 and so on
(bench/ladder.md). Level 3 stands in the middle of the scale; the others follow from their shares of victories.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from openskill.models import PlackettLuce

from bastide.core.decoding import read_json

LADDER = Path(__file__).with_name("ladder.json")
MIDDLE_LEVEL = 2  # the third of the ladder
BOT_SIGMA = 0.5  # as sure as some hundred games make it
CENTRE, SCALE = 1500, 40  # how a strength is shown: 25 is 1500, and one more is 40 points more
NORMAL = 1.96  # quantile of a 95 % interval
SETTLED = 10  # games after which a rating is shown without "about"

_model = PlackettLuce()


class Strength(NamedTuple):
    """What is believed of a player: the middle, and how wide the belief is."""

    mu: float = _model.mu
    sigma: float = _model.sigma


def update(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """What is believed of each after a game that ended so."""
    teams = [[_model.rating(each.mu, each.sigma)] for each in strengths]
    return [Strength(team[0].mu, team[0].sigma) for team in _model.rate(teams, ranks=list(places))]


@cache
def bots_of(game: str) -> Mapping[str, Strength]:
    """The fixed strength of each level in a game; none for a game whose ladder nobody has measured."""
    shares = read_json(LADDER.read_bytes(), dict[str, list[float]]).get(game, [])
    if not shares:
        return {}
    width = math.sqrt(2) * _model.beta
    heights = [0.0]
    for share in shares:
        heights.append(heights[-1] + width * math.log(share / (1 - share)))
    return {
        f"level{n}": Strength(_model.mu + height - heights[MIDDLE_LEVEL], BOT_SIGMA)
        for n, height in enumerate(heights, 1)
    }


def shown(mu: float) -> int:
    return round(CENTRE + SCALE * (mu - _model.mu))


def interval(strength: Strength) -> tuple[int, int]:
    """Where the strength lies, nineteen times in twenty."""
    return shown(strength.mu - NORMAL * strength.sigma), shown(strength.mu + NORMAL * strength.sigma)
