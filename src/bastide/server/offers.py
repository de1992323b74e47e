"""Offers: the host of a table asks somebody of an earlier table again, without knowing more of them than their seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from starlette.requests import Request

from bastide.core.decoding import read_json
from bastide.core.state import SPECTATOR
from bastide.server import requests
from bastide.server.card_requests import Kept
from bastide.server.clock import now_ms
from bastide.server.endpoint import Endpoint, key_of, room_of
from bastide.server.links import Links, is_table_id
from bastide.server.store.offers import OfferRow, OfferStore
from bastide.server.summary import read_summary, table_line
from bastide.server.texts import clean
from bastide.table.parts import Part, Seat
from bastide.table.refused import Refused
from bastide.table.setup import Setup

if TYPE_CHECKING:
    from bastide.server.app import Server

MOST = 12  # offers of one table


class AskAgain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whoever sat at a seat of an earlier table, which is on the asker's card."""

    card: requests.Key
    earlier: Annotated[str, msgspec.Meta(max_length=40)]
    sat: Seat
    seat: Seat  # the open one that is offered


class Offer(Part, frozen=True):
    """A seat that is kept for the owner of a card, by whom it is offered."""

    by: str
    table: requests.TableLine


class Offers(Part, frozen=True):
    offers: list[Offer]


async def ask_again(server: Server, request: Request, body: AskAgain) -> Kept:
    """Answers the same whether or not that person has a card: nobody is found out about."""
    asker = await server.cards.check(body.card)
    room = await room_of(server, request)
    key = key_of(request)

    async def check() -> str:
        link = await server.lobby.check_now(room, key)
        if not server.lobby.is_host(room, link):
            raise Refused("table.refused.not_host")
        chairs = room.table.chairs
        if body.seat >= len(chairs) or chairs[body.seat].kind != "open":
            raise Refused("table.refused.taken", seat=body.seat + 1)
        return room.id

    table = await room.call(check)
    store: OfferStore = server.offers
    if await store.count(table) >= MOST:
        raise Refused("table.refused.rate")
    cards = await store.companions(asker.id, body.earlier, body.sat) if is_table_id(body.earlier) else []
    await store.make(cards, table, body.seat, clean(asker.name), now_ms())
    return Kept(1)


async def offers(server: Server, request: Request, _body: None) -> Offers:
    card = await server.cards.check(key_of(request))
    rows = await server.offers.to_card(card.id)
    return Offers([offer for row in rows if (offer := shown(server.links, row)) is not None])


def shown(links: Links, row: OfferRow) -> Offer | None:
    """Adds the invitation to an offer, while its seat is open."""
    number = read_json(row.link_numbers, dict[str, str]).get(str(row.seat))
    if number is None or read_summary(row.summary).seats[row.seat].kind != "open":
        return None
    name = read_json(row.setup, Setup).name
    href = links.href(row.table, str(row.seat), number)
    return Offer(row.by, table_line(row.table, row.game, name, row.summary, row.updated, SPECTATOR, href))


async def decline_offer(server: Server, request: Request, _body: None) -> requests.Deleted:
    card = await server.cards.check(key_of(request))
    table = request.path_params["table"]
    if not is_table_id(table):
        raise Refused("table.refused.no_such_table")
    await server.offers.decline(card.id, table)
    return requests.Deleted(table)


OFFER_ENDPOINTS = (
    Endpoint(
        "POST", "/api/tables/{table}/offers", "The host offers a seat to somebody of an earlier table.", ask_again,
        Kept, AskAgain, needs_key=True, refusals=(400, 403, 404, 409, 429), cost=5,
    ),
    Endpoint(
        "GET", "/api/card/offers", "Seats that are offered to one.", offers, Offers, needs_key=True,
        refusals=(400, 403, 429),
    ),
    Endpoint(
        "DELETE", "/api/card/offers/{table}", "Declines an offer.", decline_offer, requests.Deleted, needs_key=True,
        refusals=(400, 403, 404, 429),
    ),
)  # fmt: skip
