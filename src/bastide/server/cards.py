"""Player cards: a key instead of an account, with the tables one has played at; and codes that are good once."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Iterable
from typing import Literal, NamedTuple

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from bastide.core.decoding import read_json
from bastide.core.state import SPECTATOR
from bastide.server import card_requests
from bastide.server.clock import now_ms
from bastide.server.links import Link, Links, new_number, new_table_id
from bastide.server.listing import read_cursor
from bastide.server.requests import TableLine, TableList
from bastide.server.store.cards import CardRow, CardStore, KeptTable, Seat
from bastide.server.store.lists import TableLists
from bastide.server.summary import table_line
from bastide.server.texts import clean
from bastide.table.refused import Refused

PASS_MS = 600_000  # how long a code is good
HISTORY_PAGE = 50
CHUNK = 200  # finished games that are looked through at once
FOREVER = 1 << 53

Outcome = Literal["", "won", "lost", "none"]


class CardKeys:
    """Makes the keys of cards and reads them, with the installation's own secret."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(
            secret, salt="bastide-card", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def key(self, card: CardRow) -> str:
        return str(self._serializer.dumps([card.id, card.number]))

    def read(self, key: str) -> tuple[str, str] | None:
        """Which card a key is for, and the number that it must still have; None if it is not ours."""
        try:
            card, number = self._serializer.loads(key)
        except BadSignature:
            return None
        return card, number


class Search(NamedTuple):
    """Which finished games are looked for: nothing given means all."""

    game: str = ""
    people: str = ""  # part of a name
    since: int = 0
    until: int = FOREVER
    outcome: Outcome = ""


class Handed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a code hands over: a seat by its link, or a card."""

    seat: Link | None = None
    card: str = ""


class Cards:
    """What owners do with their cards. Nothing here is found without a card's key."""

    def __init__(self, store: CardStore, links: Links, keys: CardKeys) -> None:
        self.store = store
        self.lists = TableLists(store.store)
        self.links = links
        self.keys = keys

    # ---- the card itself

    async def make(self, wanted: card_requests.NewCard) -> card_requests.CardKey:
        card = CardRow(new_table_id(), new_number(), clean(wanted.name), wanted.language, now_ms())
        await self.store.create(card)
        return card_requests.CardKey(self.keys.key(card), await self.about(card))

    async def check(self, key: str) -> CardRow:
        """The card of a key; refused when the key is malformed or revoked."""
        said = self.keys.read(key)
        card = None if said is None else await self.store.card(said[0])
        if said is None or card is None or card.number != said[1]:
            raise Refused("table.refused.dead_card")
        return card

    async def about(self, card: CardRow) -> card_requests.Card:
        running, finished = await self.store.counts(card.id)
        return card_requests.Card(card.name, card.language, card.created, running, finished)

    async def change(self, card: CardRow, wanted: card_requests.NewCard) -> card_requests.Card:
        changed = card._replace(name=clean(wanted.name), language=wanted.language)
        await self.store.change(card.id, name=changed.name, language=changed.language)
        return await self.about(changed)

    async def renew(self, card: CardRow) -> card_requests.CardKey:
        """Issues another key and revokes the one before, on every device."""
        changed = card._replace(number=new_number())
        await self.store.change(card.id, number=changed.number)
        return card_requests.CardKey(self.keys.key(changed), await self.about(changed))

    # ---- its tables

    async def add(self, card: CardRow, keys: Iterable[str]) -> card_requests.Kept:
        """Puts the tables of good keys on the card: those it makes, joins, or played at before there was a card."""
        links = [link for link in map(self.links.read, dict.fromkeys(keys)) if link is not None and is_players(link)]
        rows = {row.id: row for row in await self.lists.some(sorted({link.table for link in links}))}
        good = [link for link in links if link.table in rows and is_good(link, rows[link.table].link_numbers)]
        await self.store.add(card.id, [Seat(*link) for link in good])
        return card_requests.Kept(len(good))

    async def running(self, card: CardRow) -> TableList:
        """Every table that is not over: first those where the owner is asked, and the shortest time first."""
        rows = await self.store.running(card.id)
        lines = await asyncio.to_thread(lambda: [self._line(row) for row in rows])
        return TableList(sorted(lines, key=lambda line: (not line.your_turn, line.falls_at or FOREVER, -line.since)))

    async def history(self, card: CardRow, search: Search, after: str) -> TableList:
        """A page of the finished games that fit, the latest first."""
        cursor = read_cursor(after)
        found: list[TableLine] = []
        while len(found) <= HISTORY_PAGE:
            rows = await self.store.finished(card.id, search.game, search.since, search.until, cursor, CHUNK)
            found += await asyncio.to_thread(self._fitting, rows, search)
            if len(rows) < CHUNK:
                break
            cursor = (rows[-1].updated, rows[-1].id)
        shown = found[:HISTORY_PAGE]
        is_more = len(found) > HISTORY_PAGE
        return TableList(shown, f"{shown[-1].since}.{shown[-1].id}" if is_more else "")

    def _fitting(self, rows: list[KeptTable], search: Search) -> list[TableLine]:
        return [line for line in map(self._line, rows) if has_person(line, search.people) and has(line, search.outcome)]

    def _line(self, row: KeptTable) -> TableLine:
        """A link that was revoked since leads to what everybody may see; the game stays in its owner's history."""
        link = Link(row.id, row.who, row.number)
        is_alive = is_good(link, read_json(row.link_numbers, dict[str, str]))
        href = self.links.href(*link) if is_alive else f"/table/{row.id}"
        return table_line(row.id, row.game, row.name, row.summary, row.updated, link.seat, href, row.note, row.quiet)

    async def change_table(self, card: CardRow, table: str, wish: card_requests.TableWish) -> TableLine:
        """A note for oneself, or no notices of a table."""
        values = {name: value for name, value in msgspec.structs.asdict(wish).items() if value is not msgspec.UNSET}
        if values:
            await self.store.change_table(card.id, table, values)
        rows = await self.store.one(card.id, table)
        if not rows:
            raise Refused("table.refused.no_such_table")
        return self._line(rows[0])

    async def forget(self, card: CardRow, table: str) -> None:
        if not await self.store.forget(card.id, table):
            raise Refused("table.refused.no_such_table")

    async def finished(self, card: CardRow, game: str) -> list[KeptTable]:
        """Every finished table of one game, as it is kept."""
        return await self.store.finished(card.id, game, 0, FOREVER, None, FOREVER)

    async def tables(self, card: CardRow) -> list[TableLine]:
        """Every table on a card, those that are not over first."""
        rows = [
            *await self.store.running(card.id),
            *await self.store.finished(card.id, "", 0, FOREVER, None, FOREVER),
        ]
        return await asyncio.to_thread(lambda: [self._line(row) for row in rows])

    # ---- codes that are good once

    async def hand_over(self, what: Handed) -> card_requests.Pass:
        """A code for another device of one's own: who brings it within ten minutes gets what it stands for, once."""
        code, now = secrets.token_urlsafe(16), now_ms()
        await self.store.issue(hash_of(code), msgspec.json.encode(what).decode(), now + PASS_MS, now)
        return card_requests.Pass(f"/pass#{code}", now + PASS_MS)

    async def redeem(self, code: str) -> card_requests.Passed:
        body = await self.store.redeem(hash_of(code), now_ms())
        if body is None:
            raise Refused("table.refused.dead_pass")
        handed = read_json(body, Handed)
        if handed.seat is not None:
            return await self._pass_seat(handed.seat)
        card = await self.store.card(handed.card)
        if card is None:
            raise Refused("table.refused.dead_pass")
        return card_requests.Passed(card=card_requests.CardKey(self.keys.key(card), await self.about(card)))

    async def _pass_seat(self, link: Link) -> card_requests.Passed:
        row = await self.store.store.table(link.table)
        if row is None or not is_good(link, row.link_numbers):
            raise Refused("table.refused.dead_pass")
        return card_requests.Passed(href=self.links.href(*link))


def hash_of(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def is_players(link: Link) -> bool:
    return link.seat != SPECTATOR


def is_good(link: Link, link_numbers: dict[str, str]) -> bool:
    return link_numbers.get(link.who) == link.number


def has_person(line: TableLine, part: str) -> bool:
    wanted = part.casefold()
    return not wanted or any(wanted in (seat.name or "").casefold() for seat in line.seats)


def has(line: TableLine, outcome: Outcome) -> bool:
    """Whether the owner's game ended so."""
    if not outcome:
        return True
    if not line.places or line.seat is None:
        return outcome == "none"
    return outcome == ("won" if line.places[line.seat] == 1 else "lost")
