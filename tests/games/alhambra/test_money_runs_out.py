"""A long script in which all money ends up in hands: ALH-18, ALH-21 and ALH-22."""

from __future__ import annotations

import pytest

from bastide.core.errors import IllegalAction
from bastide.core.position import Position
from bastide.core.state import CHANCE
from bastide.games.alhambra.actions import SCORING_CARD
from bastide.games.alhambra.tables import MONEY_CARDS
from tests.games.alhambra.script import (
    buy,
    cards_of,
    draw_quietly,
    last_events,
    open_cards,
    picture,
    rush,
    table,
    take_highest,
    texts,
)

SEATS = 6
HANDS = (
    "florin 5, dirham 5, denar 5, ducat 5",  # the poor: 20 in four cards, so the first player
    "florin 6, florin 6, florin 7, dirham 3",
    "dirham 6, dirham 6, dirham 7, denar 3",
    "denar 6, denar 6, denar 7, ducat 3",
    "ducat 6, ducat 6, ducat 7, florin 3",
    "florin 8, dirham 8, denar 3, ducat 8",
)
YARD = "tower 12, tower 11, tower 11, tower 11"  # nobody with 10 of each currency can pay these


def no_money_left() -> Position:
    """Seat 0 has taken only ones and twos; the others have taken everything else; seat 0 is to move."""
    m = table(SEATS, *HANDS, yard=YARD, money="florin 1, florin 9, dirham 9, denar 9")
    for number in range(84):
        assert m.to_move == number % SEATS
        take = _lowest if m.to_move == 0 else _highest
        m.apply(f"take {take(open_cards(m))}")
        while m.to_move == CHANCE:
            _draw_next(m)
    return m


def _lowest(cards: list[str]) -> str:
    return min(cards, key=lambda card: int(card.split()[1]))


def _highest(cards: list[str]) -> str:
    return max(cards, key=lambda card: int(card.split()[1]))


def _draw_next(m: Position) -> None:
    """A low card for the poor when none lies open, else the highest that is left; scoring cards as late as can be."""
    money = [outcome for outcome, _ in m.outcomes() if outcome < SCORING_CARD]
    if not money:
        m.draw(m.outcomes()[0][0])
        return
    has_low = any(int(card.split()[1]) <= 2 for card in open_cards(m))
    choose = max if has_low else min
    m.draw(choose(money, key=lambda kind: MONEY_CARDS[kind][1]))


@pytest.fixture(scope="module")
def broke() -> Position:
    return no_money_left()


def test_ALH_18_who_can_neither_take_nor_buy_passes_and_the_turn_ends(broke: Position) -> None:
    m = broke.copy()
    assert len(cards_of(m, 0)) == 18
    assert texts(m) == ["pass"]
    with pytest.raises(IllegalAction) as refusal:
        m.apply("buy tower 12")
    assert refusal.value.clause == "ALH-12"
    m.apply("pass")
    assert m.to_move == 1
    assert last_events(m)[0].clause == "ALH-18"
    assert all(text.startswith("buy") for text in texts(m))  # who can buy must


def test_ALH_21_as_many_open_cards_as_there_are(broke: Position) -> None:
    m = broke.copy()
    assert open_cards(m) == []
    assert (picture(m).money_pile, picture(m).discards) == (0, 0)
    seen = [len(open_cards(broke.at(ply))) for ply in range(broke.ply - 4, broke.ply + 1)]
    assert seen == [4, 3, 2, 1, 0]
    with pytest.raises(IllegalAction) as refusal:
        m.apply(0)
    assert refusal.value.clause == "ALH-21"


def test_ALH_22_the_discards_become_the_new_pile_when_a_card_must_be_drawn(broke: Position) -> None:
    m = broke.copy()
    m.apply("pass")
    before = len(cards_of(m, 1))
    m.apply("buy tower with florins")
    while m.to_move == 1:
        m.apply(m.legal[-1])
    paid = before - len(cards_of(m, 1))
    assert picture(m).discards == paid  # still the discards: the yard comes first
    m.draw("pavilion 2")
    assert (picture(m).discards, picture(m).money_pile) == (0, paid)
    assert last_events(m)[-1].clause == "ALH-22"
    draw_quietly(m)
    assert len(open_cards(m)) == min(4, paid)


def test_ALH_18_an_extra_action_that_cannot_be_used_is_passed(broke: Position) -> None:
    m = broke.copy()
    m.apply("pass")
    for building, payment in (("florin", "6 6"), ("dirham", "8 3"), ("denar", "8 3"), ("ducat", "7 4")):
        buy(m, building, payment)
        assert m.to_move == 1
    assert texts(m) == ["pass"]
    m.apply("pass")
    draw_quietly(m)
    assert m.to_move == 2
    assert len(open_cards(m)) == 4  # from the eight cards paid
    assert picture(m).money_pile == 4


def test_ALH_22_an_empty_pile_stays_empty_until_a_card_must_be_drawn() -> None:
    m = table(3)
    rush(m, 45)
    while m.state.money_size > 0:
        draw_quietly(m) if m.to_move == CHANCE else m.apply(take_highest(m))
    discards = picture(m).discards
    assert discards > 0
    m.apply(take_highest(m))
    assert (picture(m).discards, picture(m).money_pile) == (0, discards)
    assert all(not text.startswith("scoring") for text in texts(m))
