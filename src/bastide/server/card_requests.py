"""What travels in requests about player cards, and about codes that are good once."""

from __future__ import annotations

from typing import Annotated

import msgspec

from bastide.server.ratings.requests import GameRating
from bastide.server.requests import Key, SeatLink, TableLine
from bastide.table.parts import Name, Part

MAX_NOTE = 2000
Language = Annotated[str, msgspec.Meta(max_length=8)]


class NewCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    language: Language = "en"


class Card(Part, frozen=True):
    """A player card, as its owner sees it: nobody else can ask for one."""

    name: str
    language: str
    created: int
    running: int  # tables
    finished: int


class CardKey(Part, frozen=True):
    """The key is the card: whoever has it, has the card."""

    key: str
    card: Card


class TableKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keys of seats that the card is to remember; revoked and malformed ones are ignored."""

    keys: Annotated[list[Key], msgspec.Meta(max_length=200)]


class Kept(Part, frozen=True):
    """How many of the tables are on the card now."""

    kept: int


class TableWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the owner of a card wants of one table: a note for themselves, and whether its notices are unwanted."""

    note: Annotated[str, msgspec.Meta(max_length=MAX_NOTE)] | msgspec.UnsetType = msgspec.UNSET
    quiet: bool | msgspec.UnsetType = msgspec.UNSET


class KeptChannel(Part, frozen=True):
    """Where the owner of a card is told, in full: JSON of the address."""

    kind: str
    address: str
    confirmed: bool


class Everything(Part, frozen=True):
    """All that is kept under a card. The record of a game that is over is at `/api/tables/{id}/record`."""

    card: Card
    tables: list[TableLine]
    channels: list[KeptChannel]
    ratings: list[GameRating]


class Pass(Part, frozen=True):
    """A code that hands over a seat or a card, once, before a time; the page's address for it."""

    href: str
    until: int


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, msgspec.Meta(max_length=64)]


class Passed(Part, frozen=True):
    """What a code handed over: the way to a seat, or a card's key."""

    href: str = ""
    card: CardKey | None = None


class Shared(Part, frozen=True):
    """The links of a table that its asker may give away: for open seats (the host alone), and for watching."""

    invitations: list[SeatLink]
    watch: str
