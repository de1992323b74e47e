"""Requests about the deal of the day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request

from bastide.server import requests
from bastide.server.daily_requests import Deal
from bastide.server.endpoint import Endpoint, key_of
from bastide.table.refused import Refused

if TYPE_CHECKING:
    from bastide.server.app import Server


async def deal(server: Server, request: Request, _body: None) -> Deal:
    key = key_of(request)
    return await server.daily.about(await server.cards.check(key) if key else None)


async def play_deal(server: Server, request: Request, _body: None) -> requests.Made:
    card = await server.cards.check(key_of(request))
    server.charge_table(request)
    made = await server.daily.play(card)
    if made is None:
        raise Refused("table.refused.dealt")
    await server.cards.add(card, [made.key])
    return made


DAILY_ENDPOINTS = (
    Endpoint(
        "GET", "/api/deal", "The deal of the day, and yesterday's results.", deal, Deal, refusals=(403, 429), cost=2,
    ),
    Endpoint(
        "POST", "/api/deal", "A table of today's deal, once for each card.", play_deal, requests.Made, status=201,
        needs_key=True, refusals=(400, 403, 409, 429),
    ),
)  # fmt: skip
