"""Requests about player cards, about links to share, and about codes that are good once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request

from bastide.core.decoding import convert
from bastide.core.state import SPECTATOR
from bastide.server import card_requests, requests
from bastide.server.cards import FOREVER, Handed, Outcome, Search
from bastide.server.endpoint import Endpoint, key_of, room_of
from bastide.server.links import WATCH, is_table_id
from bastide.server.ratings.api import ratings_of
from bastide.server.store.cards import CardRow
from bastide.table.refused import Refused

if TYPE_CHECKING:
    from bastide.server.app import Server

MAX_PART = 60  # letters of a name that is searched for


async def card_of(server: Server, request: Request) -> CardRow:
    return await server.cards.check(key_of(request))


def table_of(request: Request) -> str:
    table: str = request.path_params["table"]
    if not is_table_id(table):
        raise Refused("table.refused.no_such_table")
    return table


async def make_card(server: Server, request: Request, body: card_requests.NewCard) -> card_requests.CardKey:
    server.charge_table(request)
    return await server.cards.make(body)


async def card(server: Server, request: Request, _body: None) -> card_requests.Card:
    return await server.cards.about(await card_of(server, request))


async def change_card(server: Server, request: Request, body: card_requests.NewCard) -> card_requests.Card:
    return await server.cards.change(await card_of(server, request), body)


async def delete_card(server: Server, request: Request, _body: None) -> requests.Deleted:
    owned = await card_of(server, request)
    await server.cards.store.remove(owned.id)
    return requests.Deleted(owned.id)


async def renew_card(server: Server, request: Request, _body: None) -> card_requests.CardKey:
    return await server.cards.renew(await card_of(server, request))


async def card_tables(server: Server, request: Request, _body: None) -> requests.TableList:
    return await server.cards.running(await card_of(server, request))


async def add_tables(server: Server, request: Request, body: card_requests.TableKeys) -> card_requests.Kept:
    return await server.cards.add(await card_of(server, request), body.keys)


async def history(server: Server, request: Request, _body: None) -> requests.TableList:
    return await server.cards.history(
        await card_of(server, request), search_of(request), request.query_params.get("after", "")
    )


def search_of(request: Request) -> Search:
    """What is looked for, from the address; what cannot be is refused."""
    asked = request.query_params
    try:
        outcome = convert(asked.get("outcome", ""), Outcome)
    except msgspec.ValidationError:
        raise Refused("table.refused.number") from None
    since, until = time_of(asked.get("since", "")) or 0, time_of(asked.get("until", "")) or FOREVER
    return Search(asked.get("game", "")[:40], asked.get("people", "")[:MAX_PART], since, until, outcome)


def time_of(text: str) -> int | None:
    """Milliseconds since 1970, or nothing."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise Refused("table.refused.number")
    return int(text)


async def change_table(server: Server, request: Request, body: card_requests.TableWish) -> requests.TableLine:
    return await server.cards.change_table(await card_of(server, request), table_of(request), body)


async def forget_table(server: Server, request: Request, _body: None) -> requests.Deleted:
    table = table_of(request)
    await server.cards.forget(await card_of(server, request), table)
    return requests.Deleted(table)


async def export_card(server: Server, request: Request, _body: None) -> card_requests.Everything:
    owned = await card_of(server, request)
    channels = [
        card_requests.KeptChannel(row.kind, row.address, row.confirmed)
        for row in await server.channels.store.of_card(owned.id)
    ]
    tables, ratings = await server.cards.tables(owned), await ratings_of(server, owned.id)
    return card_requests.Everything(await server.cards.about(owned), tables, channels, ratings)


async def pass_card(server: Server, request: Request, _body: None) -> card_requests.Pass:
    return await server.cards.hand_over(Handed(card=(await card_of(server, request)).id))


async def pass_seat(server: Server, request: Request, _body: None) -> card_requests.Pass:
    room = await room_of(server, request)

    async def read() -> Handed:
        link = await server.lobby.check_now(room, key_of(request))
        if link.who == WATCH or (link.seat != SPECTATOR and room.table.chairs[link.seat].kind != "person"):
            raise Refused("table.refused.spectator")
        return Handed(seat=link)

    return await server.cards.hand_over(await room.call(read))


async def redeem(server: Server, _request: Request, body: card_requests.Code) -> card_requests.Passed:
    return await server.cards.redeem(body.code)


async def share_table(server: Server, request: Request, _body: None) -> card_requests.Shared:
    room = await room_of(server, request)

    async def read() -> card_requests.Shared:
        return server.lobby.shared(room, await server.lobby.check_now(room, key_of(request)))

    shared: card_requests.Shared = await room.call(read)
    return shared


TABLE = "/api/tables/{table}"
KEYED = (400, 403, 404, 429)
CARD_ENDPOINTS = (
    Endpoint(
        "GET", f"{TABLE}/links", "The links that whoever plays may give away: for open seats (the host), for watching.",
        share_table, card_requests.Shared, needs_key=True, refusals=KEYED,
    ),
    Endpoint(
        "POST", f"{TABLE}/pass", "A code by which one's own seat is taken to another device: once, within ten minutes.",
        pass_seat, card_requests.Pass, needs_key=True, refusals=KEYED, cost=5,
    ),
    Endpoint(
        "POST", "/api/passes", "Takes what a code hands over: a seat, or a card.", redeem, card_requests.Passed,
        card_requests.Code, refusals=(400, 403, 429), cost=5,
    ),
    Endpoint(
        "POST", "/api/cards", "Makes a player card: a key instead of an account.", make_card, card_requests.CardKey,
        card_requests.NewCard, 201, refusals=(400, 429),
    ),
    Endpoint(
        "GET", "/api/card", "One's own card.", card, card_requests.Card, needs_key=True, refusals=(400, 403, 429),
    ),
    Endpoint(
        "PUT", "/api/card", "Another name or language.", change_card, card_requests.Card, card_requests.NewCard,
        needs_key=True, refusals=(400, 403, 429),
    ),
    Endpoint(
        "DELETE", "/api/card", "Deletes the card and all that is kept under it; the games stay with the others.",
        delete_card, requests.Deleted, needs_key=True, refusals=(400, 403, 429),
    ),
    Endpoint(
        "POST", "/api/card/key", "Another key; the one before is dead on every device.", renew_card,
        card_requests.CardKey, needs_key=True, refusals=(400, 403, 429), cost=5,
    ),
    Endpoint(
        "POST", "/api/card/pass", "A code by which the card is taken to another device: once, within ten minutes.",
        pass_card, card_requests.Pass, needs_key=True, refusals=(400, 403, 429), cost=5,
    ),
    Endpoint(
        "GET", "/api/card/tables", "One's tables that are not over: first those where one is asked.", card_tables,
        requests.TableList, needs_key=True, refusals=(400, 403, 429), cost=2,
    ),
    Endpoint(
        "POST", "/api/card/tables", "Puts the tables of these keys on the card.", add_tables, card_requests.Kept,
        card_requests.TableKeys, needs_key=True, refusals=(400, 403, 429), cost=2,
    ),
    Endpoint(
        "GET", "/api/card/history", "One's finished games, a page at a time: of a `game`, with `people`, between "
        "`since` and `until` (milliseconds), by `outcome` (won, lost, none).", history, requests.TableList,
        query=("game", "people", "since", "until", "outcome", "after"), needs_key=True, refusals=(400, 403, 429),
        cost=3,
    ),
    Endpoint(
        "PUT", "/api/card/tables/{table}", "A note about a table, for oneself; and whether its notices are unwanted.",
        change_table, requests.TableLine, card_requests.TableWish, needs_key=True, refusals=KEYED,
    ),
    Endpoint(
        "DELETE", "/api/card/tables/{table}", "Takes a table off the card.", forget_table, requests.Deleted,
        needs_key=True, refusals=KEYED,
    ),
    Endpoint(
        "GET", "/api/card/export", "All that is kept under the card.", export_card, card_requests.Everything,
        needs_key=True, refusals=(400, 403, 429), cost=20,
    ),
)  # fmt: skip
