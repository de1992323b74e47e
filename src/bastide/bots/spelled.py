"""Bots spelled out in their names, for experiments: `search:300:lean=50:horizon=0`, `champion:500`, `judged:0.05`.

A search without a judge has its budget in iterations, and settings that are not named are those of the game's levels; a
Champion has its iterations; one who looks a single step ahead with the judge has a heat.
"""

from __future__ import annotations

import math
from typing import Any

from bastide.bots.bot import Bot, UnknownBot
from bastide.bots.ismcts import Settings
from bastide.bots.levels import describe_champion, describe_judged, ladder_of, make_champion, make_judged
from bastide.bots.player import Player
from bastide.bots.search import Budget, Search
from bastide.core.game import Game

PREFIX, CHAMPION, JUDGED = "search:", "champion:", "judged:"
FORM = f"{PREFIX}ITERATIONS[:SETTING=NUMBER]..., with {', '.join(Settings._fields)}"
FORMS = (FORM, f"{CHAMPION}ITERATIONS", f"{JUDGED}HEAT")


def is_spelled(name: str) -> bool:
    return name.startswith((PREFIX, CHAMPION, JUDGED))


def check_spelled(name: str) -> None:
    """Refuses what spells no bot."""
    if name.startswith(CHAMPION):
        read_iterations(name)
    elif name.startswith(JUDGED):
        read_heat(name)
    else:
        read_spelled(name)


def read_iterations(name: str) -> int:
    """A Champion's."""
    try:
        return Budget(int(name.removeprefix(CHAMPION))).check().iterations
    except ValueError as error:
        raise UnknownBot(name, FORMS) from error


def read_heat(name: str) -> float:
    try:
        heat = float(name.removeprefix(JUDGED))
    except ValueError as error:
        raise UnknownBot(name, FORMS) from error
    if not 0.0 <= heat < math.inf:
        raise UnknownBot(name, FORMS)
    return heat


def read_spelled(name: str) -> tuple[Budget, dict[str, Any]]:
    """The budget and the settings that the name of a search spells."""
    iterations, *pairs = name.removeprefix(PREFIX).split(":")
    settings: dict[str, Any] = {}
    try:
        budget = Budget(int(iterations)).check()
        for pair in pairs:
            field, value = pair.split("=")
            settings[field] = type(Settings._field_defaults[field])(value)
    except (ValueError, KeyError) as error:
        raise UnknownBot(name, FORMS) from error
    return budget, settings


def spelled_settings(name: str, game: Game) -> Settings:
    return ladder_of(game).settings._replace(**read_spelled(name)[1])


def make_spelled(name: str, game: Game, seed: int) -> Bot:
    if name.startswith(CHAMPION):
        return make_champion(game, seed, read_iterations(name), name)
    if name.startswith(JUDGED):
        return make_judged(game, seed, read_heat(name), name)
    return Player(Search(game, spelled_settings(name, game)), seed, read_spelled(name)[0], name)


def describe_spelled(name: str, game: Game) -> dict[str, Any]:
    if name.startswith(CHAMPION):
        return describe_champion(game, read_iterations(name))
    if name.startswith(JUDGED):
        return describe_judged(game, read_heat(name))
    return {"iterations": read_spelled(name)[0].iterations, **spelled_settings(name, game)._asdict()}
