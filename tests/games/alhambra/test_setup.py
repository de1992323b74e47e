"""Material, set-up and what is secret: one test or more per clause, as transcripts with scripted draws."""

from __future__ import annotations

import copy
from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from bastide.core.errors import BadComponents, BadOption
from bastide.core.play import Simulator
from bastide.core.state import CHANCE, SPECTATOR
from bastide.games.alhambra import GAME
from bastide.games.alhambra.actions import BUILDING, SCORING_CARD
from bastide.games.alhambra.tables import BUILDING_CARDS, CATEGORIES, FILE, MONEY_CARDS, check_components
from tests.games.alhambra import naive
from tests.games.alhambra.script import (
    cards_of,
    draw,
    open_cards,
    picture,
    table,
    take_highest,
    texts,
)


def test_ALH_01_54_buildings_in_six_categories_and_108_money_cards() -> None:
    m = GAME.new(3)
    sizes = Counter[str]()
    for outcome, weight in m.outcomes():
        sizes[BUILDING_CARDS[outcome - BUILDING][0]] += weight
    assert [sizes[category] for category in CATEGORIES] == [7, 7, 9, 9, 11, 11]
    draw(m, "garden 8, tower 11, arcades 6, seraglio 7")
    assert m.outcomes() == [(kind, 3) for kind in range(36)]
    assert MONEY_CARDS[8] == ("florin", 9)
    assert picture(m).slots == ["florin", "dirham", "denar", "ducat"]


def test_ALH_01_a_component_file_that_breaks_this_is_refused_by_the_entrys_name() -> None:
    data = copy.deepcopy(FILE)
    data.category[4].prices.pop()
    with pytest.raises(BadComponents, match="category garden: 10 prices, not 11"):
        check_components(data)
    data = copy.deepcopy(FILE)
    data.currency.pop()
    with pytest.raises(BadComponents, match="currency"):
        check_components(data)


def test_ALH_02_the_first_four_buildings_go_on_the_yard_from_left_to_right() -> None:
    m = GAME.new(4)
    for n, building in enumerate(["garden 8", "tower 11", "arcades 6", "seraglio 7"]):
        assert sum(weight for _, weight in m.outcomes()) == 54 - n
        m.draw(building)
    assert [(b.category, b.price) for b in picture(m).yard if b] == [
        ("garden", 8),
        ("tower", 11),
        ("arcades", 6),
        ("seraglio", 7),
    ]
    assert texts(m)[0] == "florin 1"


def test_ALH_03_each_seat_draws_until_its_cards_are_worth_20_then_the_next() -> None:
    m = GAME.new(3)
    draw(m, "garden 8, tower 11, arcades 6, seraglio 7")
    draw(m, "florin 9, florin 9, florin 1")
    assert cards_of(m, 1) == []
    m.draw("denar 9")  # 19 + 9: the most that is possible
    assert cards_of(m, 0) == ["florin 1", "florin 9", "florin 9", "denar 9"]
    draw(m, "ducat 6, ducat 6, ducat 8")  # exactly 20
    m.draw("dirham 1")
    assert cards_of(m, 1) == ["ducat 6", "ducat 6", "ducat 8"]
    assert cards_of(m, 2) == ["dirham 1"]


def test_ALH_03_every_starting_capital_is_worth_20_to_28() -> None:
    for seed in range(20):
        m = GAME.new(6, seed=seed)
        for p in range(6):
            assert 20 <= sum(naive.hand_worth(m, p, currency) for currency in range(4)) <= 28


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        # 4, 3 and 4 cards: the fewest
        (
            [
                "florin 5, florin 5, florin 5, denar 5",
                "ducat 9, ducat 9, ducat 9",
                "denar 6, denar 6, denar 7, ducat 1",
            ],
            1,
        ),
        # 3 cards each, worth 22, 21 and 20: the lowest total
        (["florin 9, florin 9, florin 4", "ducat 9, ducat 9, ducat 3", "denar 9, denar 9, denar 2"], 2),
        # 3 cards each, worth 22, 21 and 21: the lowest seat of those tied
        (["florin 9, florin 9, florin 4", "ducat 9, ducat 9, ducat 3", "denar 9, denar 9, denar 3"], 1),
    ],
)
def test_ALH_04_fewest_cards_then_lowest_total_then_lowest_seat_begins(hands: list[str], first: int) -> None:
    m = table(3, *hands)
    assert m.to_move == first


def test_ALH_05_four_money_cards_are_laid_open_after_the_hands() -> None:
    m = table(3, money="")
    assert m.to_move == CHANCE
    for n, card in enumerate(["florin 1", "dirham 6", "denar 7", "ducat 8"]):
        assert len(open_cards(m)) == n
        m.draw(card)
    assert open_cards(m) == ["florin 1", "dirham 6", "denar 7", "ducat 8"]
    assert m.to_move >= 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_ALH_06_five_piles_of_equal_size_larger_ones_first(seats: int) -> None:
    m = table(seats)
    sizes = [fifth.cards for fifth in picture(m).fifths]
    assert sum(sizes) == picture(m).money_pile == (72 if seats == 2 else 108) - 4 * seats - 4
    assert max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes, reverse=True)
    assert [fifth.scoring for fifth in picture(m).fifths] == [None, "a", None, "b", None]


def test_ALH_06_a_scoring_card_is_next_with_one_in_n_plus_one_of_its_pile() -> None:
    m = table(4)
    left = [fifth.cards for fifth in picture(m).fifths]
    pile = 0
    while m.state.scored < 2:
        if m.to_move != CHANCE:
            m.apply(take_highest(m))
            continue
        outcomes = m.outcomes()
        total = sum(weight for _, weight in outcomes)
        weights = {outcome: Fraction(weight, total) for outcome, weight in outcomes}
        if left[pile] == 0 and pile in (0, 2):
            pile += 1
        if pile in (1, 3):  # the piles with A and B: as late as it can, so that every n is seen
            assert weights.pop(SCORING_CARD + pile // 2) == Fraction(1, left[pile] + 1)
            if left[pile] == 0:
                assert weights == {}
                m.draw("scoring A" if pile == 1 else "scoring B")
                pile += 1
                continue
        bag, size = m.state.money_bag, m.state.money_size
        share = sum(weights.values())
        assert weights == {kind: share * Fraction(bag[kind], size) for kind in range(36) if bag[kind]}
        left[pile] -= 1
        m.draw(outcomes[0][0])


@pytest.mark.compiled  # many games
def test_ALH_06_every_place_of_its_pile_is_equally_likely_for_a_scoring_card() -> None:
    games = 4000
    simulator = Simulator(GAME, 4, {"open_hands": 0})
    places = Counter[tuple[str, int, int]]()
    sizes = Counter[tuple[str, int]]()
    for number in range(games):
        plies = simulator.play(5, number).plies
        draws = [a for who, a in plies if who == CHANCE and a < BUILDING]
        hands = _cards_dealt(draws)
        cards = draws[hands + 4 :]
        piles = [(108 - hands - 4) // 5 + (i < (108 - hands - 4) % 5) for i in range(5)]
        for name, index in (("a", 1), ("b", 3)):
            came = cards.index(SCORING_CARD + index // 2)
            before = sum(piles[:index]) + (index == 3)  # A lies above B
            places[name, piles[index], came - before] += 1
            sizes[name, piles[index]] += 1
    for (name, size), n in sizes.items():
        if n >= 1000:
            expected = n / (size + 1)
            seen = [places[name, size, place] for place in range(size + 1)]
            chi_square = sum((count - expected) ** 2 / expected for count in seen)
            assert chi_square < 45, (name, size, seen)  # 17 degrees of freedom: one in 5,000


def _cards_dealt(draws: list[int]) -> int:
    """How many cards the four hands were dealt."""
    n = 0
    for _ in range(4):
        worth = 0
        while worth < 20:
            worth += MONEY_CARDS[draws[n]][1]
            n += 1
    return n


def test_ALH_07_a_view_keeps_every_hand_and_a_picture_only_ones_own() -> None:
    m = table(3)
    assert {bytes(m.view(seat)) for seat in (SPECTATOR, *range(3))} == {bytes(m)}
    for seat in (SPECTATOR, *range(3)):
        players = picture(m, seat).players
        assert [player.hand is not None for player in players] == [p == seat for p in range(3)]
        assert [player.hand_size for player in players] == [4, 4, 4]


def test_ALH_07_swapped_hands_of_the_others_leave_the_picture_as_it_is() -> None:
    mine, one, other = "florin 9, florin 4, florin 7", "denar 9, denar 4, ducat 7", "dirham 8, dirham 5, denar 7"
    truths = [table(3, mine, one, other), table(3, mine, other, one)]
    assert bytes(truths[0]) != bytes(truths[1])
    for seat in (SPECTATOR, 0):
        assert len({msgspec.json.encode(m.view(seat).picture()) for m in truths}) == 1
    assert len({msgspec.json.encode(m.view(1).picture()) for m in truths}) == 2
    opened = [table(3, mine, one, other, open_hands=1), table(3, mine, other, one, open_hands=1)]
    assert len({msgspec.json.encode(m.view(0).picture()) for m in opened}) == 2
    assert all(player.hand is not None for player in picture(opened[0]).players)


def test_ALH_07_the_starting_capital_is_laid_open_while_it_is_dealt() -> None:
    m = GAME.new(3)
    draw(m, "garden 8, tower 11, arcades 6, seraglio 7, florin 9, florin 8")
    assert [card.value for card in picture(m, 1).players[0].hand or []] == [8, 9]


def test_ALH_07_ways_to_pay_are_for_the_buyers_eyes() -> None:
    m = table(3, "florin 9, florin 4, florin 7")
    m.apply("buy garden 8")
    mine, theirs = picture(m, 0).purchase, picture(m, 1).purchase
    assert mine is not None
    assert theirs is not None
    assert [(way.values, way.exact, way.lost) for way in mine.payments] == [
        ([9], False, 1),
        ([7, 4], False, 3),
    ]
    assert theirs.payments == []
    assert GAME.plans(m.view(1).state, 1) == []


@pytest.mark.parametrize("value", [2, -1, "on", 0.5])
def test_ALH_07_open_hands_is_a_switch(value: object) -> None:
    with pytest.raises(BadOption, match="open_hands"):
        GAME.new(3, seed=1, open_hands=value)
