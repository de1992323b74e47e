"""Requests about channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request

from bastide.server import card_requests
from bastide.server import requests as server_requests
from bastide.server.endpoint import Endpoint, key_of
from bastide.server.notices import requests

if TYPE_CHECKING:
    from bastide.server.app import Server


async def channels(server: Server, request: Request, _body: None) -> requests.Channels:
    return await server.channels.of_card(await server.cards.check(key_of(request)))


async def add_channel(server: Server, request: Request, body: requests.NewChannel) -> requests.Channel:
    server.charge_table(request)
    return await server.channels.add(await server.cards.check(key_of(request)), body)


async def remove_channel(server: Server, request: Request, _body: None) -> server_requests.Deleted:
    channel = request.path_params["channel"]
    await server.channels.remove(await server.cards.check(key_of(request)), channel)
    return server_requests.Deleted(channel)


async def confirm_mail(server: Server, _request: Request, body: card_requests.Code) -> requests.Done:
    return await server.channels.confirm(body.code)


async def end_mail(server: Server, request: Request, _body: None) -> requests.Done:
    return await server.channels.end(request.path_params["code"])


NOTICE_ENDPOINTS = (
    Endpoint(
        "GET", "/api/card/channels", "Where one is told that it is one's turn, and what this server can do.", channels,
        requests.Channels, needs_key=True, refusals=(400, 403, 429),
    ),
    Endpoint(
        "POST", "/api/card/channels", "Another channel: push, mail (which must be confirmed), a webhook.", add_channel,
        requests.Channel, requests.NewChannel, 201, needs_key=True, refusals=(400, 403, 409, 429),
    ),
    Endpoint(
        "DELETE", "/api/card/channels/{channel}", "Ends a channel.", remove_channel, server_requests.Deleted,
        needs_key=True, refusals=(400, 403, 404, 429),
    ),
    Endpoint(
        "POST", "/api/mail/confirm", "Confirms a mail address, by the code in its first mail.", confirm_mail,
        requests.Done, card_requests.Code, refusals=(400, 403, 429), cost=5,
    ),
    Endpoint(
        "POST", "/api/mail/off/{code}", "Ends the mails to an address, by the code in each of them.", end_mail,
        requests.Done, refusals=(400, 429), cost=5,
    ),
)  # fmt: skip
