"""What the page draws: both piles, the auction, every city, one's own hand, and what one may know of the others'."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, Literal, cast

import msgspec

from bastide.core.state import NONE, once, remembered_by
from bastide.games.batisseurs.state import (
    BIDDING,
    BREACH,
    INCOME_ROLL,
    LOWER,
    OVER_PHASE,
    PEEK,
    PILE,
    RANSOM,
    SABOTAGE_ROLL,
    SHOW,
    START,
    STONE,
    TARGET,
    hand_of,
    row_of,
)
from bastide.games.batisseurs.tables import (
    COINS,
    CORNER_LEFT,
    CORNER_RIGHT,
    DATA,
    FACE_NAMES,
    HIDDEN,
    OPEN,
    PILE_NAMES,
    SHIELDS,
    SPOKEN,
    SPOKEN_NAMES,
    TYPE,
    TYPE_NAMES,
    VALUE,
)

CardType = Literal["corner_left", "corner_right", "tower", "gate", "town_hall", "church"]
SpokenType = Literal["corner_tower", "tower", "gate", "town_hall", "church"]  # a corner tower without its side (BAT-25)
Face = Literal["1", "2", "3", "4", "5", "saboteur"]
PileName = Literal["open", "hidden"]
CARD_TYPES = cast(tuple[CardType, ...], TYPE_NAMES)
SPOKEN_TYPES = cast(tuple[SpokenType, ...], SPOKEN_NAMES)
DIE_FACES = cast(tuple[Face, ...], FACE_NAMES)
TYPES_OF_KINDS: list[int] = TYPE.tolist()
PILES = cast(tuple[PileName, ...], PILE_NAMES)


class Card(msgspec.Struct, frozen=True):
    """A building card; `id` is its kind, and equal cards share it."""

    id: int
    type: CardType
    value: int
    shields: int
    coins: int


class Pile(msgspec.Struct, frozen=True):
    """A pile: its height, the card on top if it is open, and the cards all have seen go under it, upper first."""

    cards: int
    top: Card | None
    bottom: list[Card]


class Bid(msgspec.Struct, frozen=True):
    seat: int
    bid: int | None  # the highest so far
    out: bool


class Auction(msgspec.Struct, frozen=True):
    """The card on offer and the bids for it."""

    number: int
    auctioneer: int
    pile: PileName
    card: Card | None  # where the viewer may see it
    named: SpokenType | None  # by the auctioneer
    bids: list[Bid]  # clockwise from the auctioneer
    standing: int | None
    leader: int | None
    to_bid: int | None


class Attack(msgspec.Struct, frozen=True):
    """A sabotage under way."""

    attacker: int
    victim: int
    place: int | None  # of the building that stands under attack; none for a hand, while it is chosen, once it fell
    card: Card | None
    face: Face | None
    ransom: int | None  # what the owner may pay to save the building (BAT-42)


class Die(msgspec.Struct, frozen=True):
    """The last roll; `income` is what it brought, gates included."""

    seat: int
    face: Face
    income: int | None


class TentLine(msgspec.Struct, frozen=True):
    """BAT-67. How many cards of a type there are, and how many of them the viewer has seen."""

    type: CardType
    cards: int
    seen: int


class BatisseursPlayer(msgspec.Struct, frozen=True):
    """What the viewer may see of one seat."""

    seat: int
    money: int | None  # none behind the tent (BAT-03)
    stones: int
    hand_size: int
    hand: list[Card] | None  # none where hidden
    hand_value: int | None  # what the hand costs at the end (BAT-64)
    known: list[Card]  # cards of a hidden hand that the viewer has seen: won openly, or offered by the viewer
    named: list[SpokenType]  # types named of further cards in it (BAT-25)
    city: list[Card | None]  # from left to right; none is a breach
    left: Literal["free", "closed"]
    right: Literal["free", "closed"]
    shields: int
    coins: int
    value: int  # printed values of the city
    complete: bool


class BatisseursPicture(msgspec.Struct, frozen=True, tag="batisseurs", tag_field="game"):
    """All a viewer may see of a table of Les Grands Bâtisseurs."""

    phase: Literal["start", "income", "auction", "build", "final", "over"]
    turn_of: int | None
    laid: int
    open_pile: Pile
    hidden_pile: Pile
    reserve: int
    die: Die | None
    auction: Auction | None
    sabotage: Attack | None
    players: list[BatisseursPlayer]
    tent: list[TentLine]
    die_faces: list[Face]


# ---- parts


@cache
def card_face(kind: int, one_shield: bool) -> Card:
    """BAT-01. A card as it counts at a table, where one shield may be the most."""
    shields = int(SHIELDS[kind])
    return Card(
        kind, CARD_TYPES[TYPE[kind]], int(VALUE[kind]), min(1, shields) if one_shield else shields, int(COINS[kind])
    )


def card_of(v: Any, kind: int) -> Card:
    return card_face(kind, bool(v.one_shield))


def shields_on(v: Any, kind: int) -> int:
    """BAT-01. A card's shields at this table."""
    return card_of(v, kind).shields


def card_or_none(v: Any, kind: int) -> Card | None:
    return None if kind < 0 else card_of(v, kind)


def or_none(number: int) -> int | None:
    return None if number == NONE else number


NOTHING: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
SOLD = ("sales", "sale_kind", "sale_owner", "sale_named", "shown", "shown_kind", "shown_owner", "shown_sales")
KEPT = 1024  # pictures of all that lies before the seats, and of what was seen, that are remembered


@once
def remembered(v: Any, p: int, seat: int) -> tuple[Counter[int], Counter[int]]:
    """What a viewer surely knows of the secret part of a hand: kinds seen as auctioneer, and types named.

    A card shown since may be the one the viewer knew of: then nothing is sure of it any more.
    """
    if not v.sales:
        return NOTHING
    kinds: Counter[int] = Counter()
    types: Counter[int] = Counter()
    shown = [(v.shown_sales[j], v.shown_kind[j]) for j in range(v.shown) if v.shown_owner[j] == p]
    for i in range(v.sales + 1):
        for kind in [kind for sales, kind in shown if sales == i]:
            if kinds[kind]:
                kinds[kind] -= 1
            elif types[SPOKEN[kind]]:
                types[SPOKEN[kind]] -= 1
        if i < v.sales and v.sale_owner[i] == p:
            if v.sale_kind[i] != NONE:
                kinds[v.sale_kind[i]] += 1
            elif v.sale_named[i] != NONE:
                types[v.sale_named[i]] += 1
    return +kinds, +types


def picture(v: Any, seat: int) -> BatisseursPicture:
    """The whole table as this viewer may see it."""
    return BatisseursPicture(
        phase=phase_of(v),
        turn_of=None if v.phase == OVER_PHASE or v.start_in else v.current,
        laid=v.laid,
        open_pile=pile_of(v, OPEN),
        hidden_pile=pile_of(v, HIDDEN),
        reserve=v.reserve,
        die=None if v.die == NONE else Die(v.roller, DIE_FACES[v.die], or_none(v.earned)),
        auction=auction_of(v),
        sabotage=attack_of(v),
        players=players_of(v, seat, v.phase == OVER_PHASE),
        tent=tent_of(v, seat),
        die_faces=list(DIE_FACES),
    )


def phase_of(v: Any) -> Literal["start", "income", "auction", "build", "final", "over"]:
    """BAT-05. The phase of the turn, as people count it."""
    if v.start_in or v.phase == START:
        return "start"
    if v.phase == OVER_PHASE:
        return "over"
    if v.final:
        return "final"
    if v.phase in (INCOME_ROLL, STONE):
        return "income"
    return "auction" if v.phase in (PILE, PEEK, BIDDING) else "build"


@remembered_by("one_shield", "height", "top", "tail", "tail_size", most=KEPT)
def pile_of(v: Any, pile: int) -> Pile:
    bottom = [card_of(v, v.tail[pile, i]) for i in range(v.tail_size[pile])]
    return Pile(v.height[pile], card_or_none(v, v.top) if pile == OPEN else None, bottom)


def auction_of(v: Any) -> Auction | None:
    return None if v.lot_pile == NONE else lot_of(v)


@remembered_by(
    "seats", "one_shield", "phase", "current", "lots", "lot_pile", "lot", "named", "bids", "passed", "leader", "bidder",
    most=KEPT,
)  # fmt: skip
def lot_of(v: Any) -> Auction:
    """BAT-20. What is sold, and who has bid what: the same for all who see the card."""
    order = [(v.current + i) % v.seats for i in range(v.seats)]
    return Auction(
        number=v.lots,
        auctioneer=v.current,
        pile=PILES[v.lot_pile],
        card=card_or_none(v, v.lot),
        named=None if v.named == NONE else SPOKEN_TYPES[v.named],
        bids=[Bid(p, or_none(v.bids[p]), bool(v.passed >> p & 1)) for p in order],
        standing=None if v.leader == NONE else v.bids[v.leader],
        leader=or_none(v.leader),
        to_bid=v.bidder if v.phase == BIDDING else None,
    )


def attack_of(v: Any) -> Attack | None:
    if v.phase not in (TARGET, SABOTAGE_ROLL, RANSOM, SHOW, LOWER):
        return None
    kind = v.fallen if v.phase == LOWER else v.pending if v.phase == TARGET else NONE
    if v.phase in (SABOTAGE_ROLL, RANSOM):
        kind = v.row[v.victim, v.target]
    return Attack(
        attacker=v.current,
        victim=v.victim,
        place=v.target if v.phase in (SABOTAGE_ROLL, RANSOM) else None,
        card=card_or_none(v, kind),
        face=DIE_FACES[v.die] if v.phase == RANSOM else None,
        ransom=int(VALUE[kind]) if v.phase == RANSOM else None,
    )


@remembered_by(
    "seats", "one_shield", "open_money", "money", "stones", "length", "row", "hand_size", "known", "secret", *SOLD,
    most=KEPT,
)  # fmt: skip
def players_of(v: Any, seat: int, is_over: bool) -> list[BatisseursPlayer]:
    """What lies before each seat: the same while there are bids."""
    return [player_of(v, p, seat, is_over) for p in range(v.seats)]


def player_of(v: Any, p: int, seat: int, is_over: bool) -> BatisseursPlayer:
    """BAT-03. Money stays behind the tent, hands are hidden; the rest lies open."""
    row = row_of(v, p)
    cards = [card_of(v, kind) for kind in row if kind != BREACH]
    closed = (bool(row) and TYPE[row[0]] == CORNER_LEFT, bool(row) and TYPE[row[-1]] == CORNER_RIGHT)
    is_open = p == seat or is_over
    told = hand_of(v, p) if v.hand_size[p] else []
    hand = told if is_open else None
    kinds, types = NOTHING if is_open else remembered(v, p, seat)
    known = [] if is_open else sorted([*kinds.elements(), *told])
    return BatisseursPlayer(
        seat=p,
        money=v.money[p] if p == seat or v.open_money else None,
        stones=v.stones[p],
        hand_size=v.hand_size[p],
        hand=None if hand is None else [card_of(v, kind) for kind in hand],
        hand_value=None if hand is None else sum(card_of(v, kind).value for kind in hand),
        known=[card_of(v, kind) for kind in known],
        named=[SPOKEN_TYPES[spoken] for spoken in sorted(types.elements())],
        city=[card_or_none(v, kind) for kind in row],
        left="closed" if closed[0] else "free",
        right="closed" if closed[1] else "free",
        shields=sum(card.shields for card in cards),
        coins=sum(card.coins for card in cards),
        value=sum(card.value for card in cards),
        complete=all(closed) and BREACH not in row,
    )


@remembered_by("seats", "bag", *SOLD, most=KEPT)
def tent_of(v: Any, seat: int) -> list[TentLine]:
    """BAT-67. What the tents print, and how much of it the viewer has seen."""
    hidden = [0] * len(CARD_TYPES)
    for kind, n in enumerate(v.bag.tolist()):
        hidden[TYPES_OF_KINDS[kind]] += n
    for p in range(v.seats):
        for kind, n in remembered(v, p, seat)[0].items() if p != seat else ():
            hidden[TYPES_OF_KINDS[kind]] -= n
    return [TentLine(CARD_TYPES[i], row.cards, row.cards - hidden[i]) for i, row in enumerate(DATA.type)]
