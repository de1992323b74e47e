"""What the page draws. The others' hands stay face down unless the table plays with open hands (ALH-07)."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, cast

import msgspec

from bastide.core.state import NONE, ask, once, remembered_by
from bastide.core.words import Majority
from bastide.games.alhambra.payments import laid_values, payments
from bastide.games.alhambra.scoring import count_collectors
from bastide.games.alhambra.state import DEAL, OVER_PHASE, PAY, RECIPIENT
from bastide.games.alhambra.tables import (
    BUILDING_CARDS,
    BUILDING_COPIES,
    BUILDING_KINDS,
    CATEGORIES,
    CURRENCIES,
    MAX_SEATS,
    MONEY_CARDS,
    NUM_CATEGORIES,
    PILES,
    PLACES,
    POINTS,
    SCORING_C,
    SCORINGS,
)

Currency = Literal["florin", "dirham", "denar", "ducat"]
Category = Literal["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"]
Scoring = Literal["a", "b", "c"]
SLOT_CURRENCIES = cast(tuple[Currency, ...], CURRENCIES)
KINDS_OF_COPIES = tuple(kind for kind in range(BUILDING_KINDS) for _ in range(BUILDING_COPIES[kind]))
KEPT = 512  # answers that are remembered, of all tables together


class Money(msgspec.Struct, frozen=True):
    """A money card."""

    currency: Currency
    value: int


class Building(msgspec.Struct, frozen=True):
    """A building card."""

    category: Category
    price: int


class Fifth(msgspec.Struct, frozen=True):
    """One of the five money piles, top first (ALH-06)."""

    cards: int
    left: int
    scoring: Literal["a", "b"] | None  # the scoring card shuffled into it
    scored: bool  # and whether that has come


class Payment(msgspec.Struct, frozen=True):
    """Cards that complete the purchase, highest first; `lost` is what they overpay (ALH-13)."""

    values: list[int]
    exact: bool
    lost: int


class Purchase(msgspec.Struct, frozen=True):
    """A building chosen and not yet paid in full (ALH-12)."""

    slot: int
    price: int
    paid: list[Money]
    due: int
    payments: list[Payment]  # every way to go on, for the buyer's own eyes; exact ones first


class AlhambraPlayer(msgspec.Struct, frozen=True):
    """A seat, or Martin (seat: none; ALH-51)."""

    seat: int | None
    points: int
    hand_size: int
    hand: list[Money] | None  # by currency and value; none where the viewer may not see it
    buildings: list[Building]  # by category and price


class AlhambraPicture(msgspec.Struct, frozen=True, tag="alhambra", tag_field="game"):
    """All that one viewer sees of a table."""

    slots: list[Currency]  # the currency of each slot, left to right
    yard: list[Building | None]
    building_pile: int
    money: list[Money | None]  # the open cards by place
    money_pile: int  # money cards face down (scoring cards not counted)
    discards: int
    fifths: list[Fifth]  # empty during set-up
    next_scoring: Scoring | None  # none after C
    purchase: Purchase | None
    turn: int  # 0 during set-up
    players: list[AlhambraPlayer]  # the seats; at two players Martin after them
    majorities: list[Majority]  # one row per category; columns are `players`
    open_hands: bool


@cache
def money_card(kind: int) -> Money:
    currency, value = MONEY_CARDS[kind]
    return Money(cast(Currency, currency), value)


@cache
def building_card(kind: int) -> Building:
    category, price = BUILDING_CARDS[kind]
    return Building(cast(Category, category), price)


def next_scoring(v: Any) -> int:
    """Which scoring comes next, 0..2; NONE at the end."""
    return NONE if v.phase == OVER_PHASE else v.scored


@once
def majority(v: Any, category: int, extra: tuple[int, ...] = ()) -> Majority:
    """ALH-30. Who has how many cards of a category, with one more for each collector in `extra`."""
    counts = [v.collectors[c].buildings[category] + extra.count(c) for c in range(collectors_in(v))]
    most = max(counts)
    scoring = next_scoring(v)
    leaders = [c for c, n in enumerate(counts) if n == most > 0]
    return Majority(CATEGORIES[category], counts, leaders, pays_of(SCORING_C if scoring == NONE else scoring, category))


@remembered_by("owner", most=KEPT)
def majorities_of(v: Any, _collectors: int, _scoring: int) -> list[Majority]:
    """All categories, before a scoring: the collectors' `buildings` count what `owner` says."""
    return [majority(v, category) for category in range(NUM_CATEGORIES)]


@cache
def pays_of(scoring: int, category: int) -> list[int]:
    """ALH-30. What a scoring pays for a category, place by place."""
    return [points for place in range(PLACES) if (points := int(POINTS[scoring, place, category]))]


@once
def collectors_in(v: Any) -> int:
    """ALH-51. The seats, and Martin with them at two players."""
    return int(ask(count_collectors, v))


def picture(v: Any, seat: int) -> AlhambraPicture:
    """The table as one viewer sees it."""
    scoring = next_scoring(v)
    return AlhambraPicture(
        slots=list(SLOT_CURRENCIES),
        yard=[None if kind == NONE else building_card(kind) for kind in v.yard[:].tolist()],
        building_pile=v.building_size,
        money=[None if kind == NONE else money_card(kind) for kind in v.open_money[:].tolist()],
        money_pile=v.money_size,
        discards=sum(v.discards[:].tolist()),
        fifths=fifths_of(v) if v.turn else [],
        next_scoring=None if scoring == NONE else SCORINGS[scoring],  # type: ignore[arg-type]
        purchase=_purchase(v, seat) if v.phase in (RECIPIENT, PAY) else None,
        turn=v.turn,
        players=[_player(v, c, seat) for c in range(collectors_in(v))],
        majorities=majorities_of(v, collectors_in(v), scoring),
        open_hands=bool(v.open_hands),
    )


@remembered_by("divided", "pile", "pile_left", "scored", most=KEPT)
def fifths_of(v: Any) -> list[Fifth]:
    """ALH-06. The five piles of money."""
    return [_fifth(v, i) for i in range(PILES)]


def _fifth(v: Any, i: int) -> Fifth:
    """ALH-06. Pile i + 1: how many cards it had and has, and its scoring card."""
    cards = v.divided // PILES + (i < v.divided % PILES)
    if v.pile == 0 or i + 1 < v.pile:
        left = 0
    else:
        left = v.pile_left if i + 1 == v.pile else cards
    scoring = {1: 0, 3: 1}.get(i)
    if scoring is None:
        return Fifth(cards, left, None, False)
    return Fifth(cards, left, "a" if scoring == 0 else "b", v.scored > scoring)


def _purchase(v: Any, seat: int) -> Purchase:
    """ALH-12, ALH-17. What is bought, what lies there, and, for the buyer, how it can be completed."""
    ways = payments(v.collectors[v.current].hand, v.slot, v.due, v.highest) if _sees_hand(v, v.current, seat) else []
    return Purchase(
        slot=v.slot,
        price=BUILDING_CARDS[v.yard[v.slot]][1],
        paid=[Money(SLOT_CURRENCIES[v.slot], value) for value in laid_values(v.laid)],
        due=v.due,
        payments=[Payment(list(way), sum(way) == v.due, sum(way) - v.due) for way in ways],
    )


def _sees_hand(v: Any, p: int, seat: int) -> bool:
    """ALH-07. One's own hand; every hand while it is dealt openly; all of them where the table chose so."""
    return bool(p == seat or v.open_hands or v.phase == DEAL)


def _player(v: Any, c: int, seat: int) -> AlhambraPlayer:
    hand = cards_of(v.collectors[c])
    is_martin = c >= v.seats
    return AlhambraPlayer(
        seat=None if is_martin else c,
        points=v.collectors[c].score,
        hand_size=len(hand),
        hand=hand if not is_martin and _sees_hand(v, c, seat) else None,
        buildings=buildings_of(v)[c],
    )


@remembered_by("hand", most=KEPT)
def cards_of(collector: Any) -> list[Money]:
    """The cards of a hand, by currency and value."""
    return [money_card(kind) for kind, n in enumerate(collector.hand.tolist()) if n for _ in range(n)]


@remembered_by("owner", most=KEPT)
def buildings_of(v: Any) -> list[list[Building]]:
    """ALH-16. The buildings of every collector, by category and price."""
    owned: list[list[Building]] = [[] for _ in range(MAX_SEATS)]
    for kind, owner in zip(KINDS_OF_COPIES, v.owner.tolist(), strict=True):
        if owner >= 0:
            owned[owner].append(building_card(kind))
    return owned
