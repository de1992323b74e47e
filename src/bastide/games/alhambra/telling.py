"""The picture of Alhambra in words: hand, yard, open money, majorities, what each has; nothing face down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from bastide.core.telling import DUMMY, Line, Part, item, line, part
from bastide.core.words import Majority, Phrase, Values
from bastide.games.alhambra.picture import (
    AlhambraPicture,
    AlhambraPlayer,
    Building,
    Fifth,
    Money,
    Payment,
    Purchase,
)

TOPICS = ("state", "hand", "market", "money", "purchase", "majorities", "piles", "player")


def tell(picture: AlhambraPicture) -> list[Part]:
    """Everything the picture holds, in a fixed order."""
    hands = [player for player in picture.players if player.hand is not None]
    return [
        part("state", _state(picture)),
        *(part("hand", _hand(player.hand or []), player.seat) for player in hands),
        part("market", [_slot(i, picture) for i in range(len(picture.slots))]),
        part("money", [_open_money(i, money) for i, money in enumerate(picture.money)]),
        part("purchase", _purchase(picture.purchase, picture) if picture.purchase else []),
        part("majorities", [_majority(row, picture) for row in picture.majorities]),
        part("piles", _piles(picture)),
        *(part("player", _player(player), DUMMY if player.seat is None else player.seat) for player in picture.players),
    ]


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(str(n) for n in numbers)


def _currency(currency: str) -> str:
    return f"@alhambra.coin.{currency}"


def _category(category: str) -> str:
    return f"@alhambra.category.{category}"


def _state(picture: AlhambraPicture) -> Iterator[Line]:
    yield line("alhambra.tell.turn", turn=picture.turn)
    if picture.next_scoring is None:
        yield line("alhambra.tell.no_scoring")
    else:
        yield line("alhambra.tell.next_scoring", scoring=picture.next_scoring.upper())
    if picture.open_hands:
        yield line("alhambra.tell.open_hands")


def _hand(hand: list[Money]) -> Iterator[Line]:
    """By currency, since a building is paid in one (ALH-12)."""
    if not hand:
        yield line("alhambra.tell.no_money")
    for currency, cards in groupby(hand, key=lambda card: card.currency):
        yield line("alhambra.tell.hand", kind=_currency(currency), values=_numbers(card.value for card in cards))


def _slot(i: int, picture: AlhambraPicture) -> Line:
    building, currency = picture.yard[i], picture.slots[i]
    values: Values = {"slot": i + 1, "currency": _currency(currency)}
    if building is None:
        return line("alhambra.tell.slot_empty", place=currency, **values)
    return line(
        "alhambra.tell.slot", place=currency, building=_category(building.category), price=building.price, **values
    )


def _open_money(i: int, money: Money | None) -> Line:
    if money is None:
        return line("alhambra.tell.money_empty", place=str(i + 1), number=i + 1)
    return line(
        "alhambra.tell.money", place=str(i + 1), number=i + 1, value=money.value, currency=_currency(money.currency)
    )


def _purchase(purchase: Purchase, picture: AlhambraPicture) -> Iterator[Line]:
    yield line(
        "alhambra.tell.buying",
        slot=purchase.slot + 1,
        price=purchase.price,
        currency=_currency(picture.slots[purchase.slot]),
    )
    if purchase.paid:
        yield line("alhambra.tell.paid", values=_numbers(card.value for card in purchase.paid))
    yield line("alhambra.tell.due", due=purchase.due)
    yield from (_payment(way) for way in purchase.payments)


def _payment(way: Payment) -> Line:
    if way.exact:
        return line("alhambra.tell.way_exact", values=_numbers(way.values))
    return line("alhambra.tell.way", values=_numbers(way.values), lost=way.lost)


def _name(column: int, picture: AlhambraPicture) -> str:
    """A column of the majorities: a seat, or Martin after them."""
    seat = picture.players[column].seat
    return "@alhambra.dummy" if seat is None else f"#{seat}"


def _majority(row: Majority, picture: AlhambraPicture) -> Line:
    counts: list[Phrase] = [item("tell.count", seat=_name(c, picture), n=n) for c, n in enumerate(row.counts)]
    key = "tell.leads" if len(row.leaders) == 1 else "tell.ties"
    leads = [item(key, seat=_name(c, picture)) for c in row.leaders]
    pays = [item("tell.pays", points=_numbers(row.pays))] if row.pays else []
    return line("tell.kind", *counts, *leads, *pays, kind=_category(row.kind))


def _piles(picture: AlhambraPicture) -> Iterator[Line]:
    yield line("alhambra.tell.building_pile", n=picture.building_pile)
    yield line("alhambra.tell.money_pile", n=picture.money_pile)
    yield line("alhambra.tell.discards", n=picture.discards)
    yield from (_fifth(i, fifth) for i, fifth in enumerate(picture.fifths))


def _fifth(i: int, fifth: Fifth) -> Line:
    scoring: tuple[Phrase, ...] = ()
    if fifth.scoring is not None:
        key = "alhambra.tell.fifth_scored" if fifth.scored else "alhambra.tell.fifth_scoring"
        scoring = (item(key, scoring=fifth.scoring.upper()),)
    return line("alhambra.tell.fifth", item("alhambra.tell.of", left=fifth.left, cards=fifth.cards), *scoring, n=i + 1)


def _player(player: AlhambraPlayer) -> Iterator[Line]:
    yield line("tell.points", n=player.points)
    yield line("alhambra.tell.hand_size", n=player.hand_size)
    yield from _buildings(player.buildings)


def _buildings(buildings: list[Building]) -> Iterator[Line]:
    if not buildings:
        yield line("alhambra.tell.no_buildings")
    for category, cards in groupby(buildings, key=lambda card: card.category):
        yield line("alhambra.tell.buildings", kind=_category(category), values=_numbers(card.price for card in cards))
