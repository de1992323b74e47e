"""Requests about ratings and statistics."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import Request

from bastide.server.endpoint import Endpoint, key_of
from bastide.server.links import Link
from bastide.server.lobby import known_game
from bastide.server.ratings import requests
from bastide.server.ratings.model import SETTLED, Strength, bots_of, interval, shown
from bastide.server.ratings.statistics import Played, statistics_of
from bastide.server.store.cards import KeptTable
from bastide.server.store.ratings import Rated
from bastide.server.summary import read_summary

if TYPE_CHECKING:
    from bastide.server.app import Server


async def ratings(server: Server, request: Request, _body: None) -> requests.Ratings:
    card = await server.cards.check(key_of(request))
    return requests.Ratings(await ratings_of(server, card.id))


async def ratings_of(server: Server, card: str) -> list[requests.GameRating]:
    """A card's ratings by game, after every rated game."""
    by_game: dict[str, list[Rated]] = {}
    for rated in await server.ratings.of_card(card):
        by_game.setdefault(rated.game, []).append(rated)
    return [_rating(game, games) for game, games in sorted(by_game.items())]


def _rating(game: str, games: list[Rated]) -> requests.GameRating:
    steps = [
        requests.RatingStep(each.table, each.at, shown(each.mu), *interval(Strength(each.mu, each.sigma)))
        for each in games
    ]
    bots = [requests.BotRating(level, shown(strength.mu)) for level, strength in bots_of(game).items()]
    return requests.GameRating(game, len(steps) >= SETTLED, steps, bots)


async def statistics(server: Server, request: Request, _body: None) -> requests.Statistics:
    game = known_game(request.path_params["game"]).id
    rows = await server.cards.finished(await server.cards.check(key_of(request)), game)
    return await asyncio.to_thread(lambda: statistics_of(game, map(_played, rows)))


def _played(row: KeptTable) -> Played:
    return Played(row.id, row.updated, Link(row.id, row.who, row.number).seat, read_summary(row.summary))


RATING_ENDPOINTS = (
    Endpoint(
        "GET", "/api/card/ratings", "One's ratings by game, after every rated game; and those of the bots.", ratings,
        requests.Ratings, needs_key=True, refusals=(400, 403, 429), cost=3,
    ),
    Endpoint(
        "GET", "/api/card/statistics/{game}", "One's results in one game: places, opponents, points.", statistics,
        requests.Statistics, needs_key=True, refusals=(400, 403, 404, 429), cost=5,
    ),
)  # fmt: skip
