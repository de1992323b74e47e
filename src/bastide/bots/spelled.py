"""Searches spelled out in a bot's name, for experiments: `search:300:lean=50:horizon=0`.

The number is the budget in iterations; settings that are not named are those of the game's levels.
"""

from __future__ import annotations

from typing import Any

from bastide.bots.bot import UnknownBot
from bastide.bots.ismcts import Settings
from bastide.bots.levels import ladder_of
from bastide.bots.player import Player
from bastide.bots.search import Budget, Search
from bastide.core.game import Game

PREFIX = "search:"
FORM = f"{PREFIX}ITERATIONS[:SETTING=NUMBER]..., with {', '.join(Settings._fields)}"


def is_spelled(name: str) -> bool:
    return name.startswith(PREFIX)


def read_spelled(name: str) -> tuple[Budget, dict[str, Any]]:
    """The budget and the settings that a name spells."""
    iterations, *pairs = name.removeprefix(PREFIX).split(":")
    settings: dict[str, Any] = {}
    try:
        budget = Budget(int(iterations)).check()
        for pair in pairs:
            field, value = pair.split("=")
            settings[field] = type(Settings._field_defaults[field])(value)
    except (ValueError, KeyError) as error:
        raise UnknownBot(name, [FORM]) from error
    return budget, settings


def spelled_settings(name: str, game: Game) -> Settings:
    return ladder_of(game).settings._replace(**read_spelled(name)[1])


def make_spelled(name: str, game: Game, seed: int) -> Player:
    return Player(Search(game, spelled_settings(name, game)), seed, read_spelled(name)[0], name)


def describe_spelled(name: str, game: Game) -> dict[str, Any]:
    return {"iterations": read_spelled(name)[0].iterations, **spelled_settings(name, game)._asdict()}
