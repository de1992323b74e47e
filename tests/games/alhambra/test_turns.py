"""Turns and the end of turns: one test or more per clause, as transcripts with scripted draws."""

from __future__ import annotations

import pytest

from bastide.core.catalogue import LANGUAGES, catalogue
from bastide.core.errors import BadNotation
from bastide.core.position import Position
from bastide.core.state import CHANCE, SPECTATOR
from bastide.games.alhambra import GAME
from bastide.games.alhambra.actions import BUY, PASS
from bastide.games.alhambra.tables import CATEGORIES, CURRENCIES, FILE, PaymentExample
from tests.games.alhambra import naive
from tests.games.alhambra.script import (
    bring_scoring,
    buy,
    cards_of,
    counts,
    draw,
    draw_quietly,
    open_cards,
    picture,
    play,
    refused,
    stage,
    table,
    take_highest,
    texts,
)
from tests.walks import sample

# ---- a turn


def test_ALH_10_a_turn_is_money_or_a_building_and_nobody_may_do_neither() -> None:
    m = table(3)
    assert texts(m) == [
        "take florin 1",
        "take dirham 6",
        "take denar 7",
        "take ducat 8",
        "buy garden 8 with florins",
    ]
    assert refused(m, "pass") == "ALH-18"
    m.apply("take dirham 6")
    assert refused(table(3), "pay 9") == "ALH-12"
    draw_quietly(m)
    assert m.to_move == 1


def test_ALH_11_one_card_of_any_value_or_several_worth_five_at_most() -> None:
    m = table(3, money="florin 1, denar 4, dirham 2, ducat 9")
    takes = [text for text in texts(m) if text.startswith("take")]
    assert takes == [
        "take florin 1",
        "take denar 4",
        "take dirham 2",
        "take ducat 9",
        "take florin 1 + denar 4",
        "take florin 1 + dirham 2",
    ]
    assert refused(m, "take denar 4 + dirham 2") == "ALH-11"
    assert refused(m, "take florin 1 + denar 4 + dirham 2") == "ALH-11"
    before = cards_of(m, 0)
    m.apply("take 4 denars and 1 florin")
    assert sorted(cards_of(m, 0)) == sorted([*before, "florin 1", "denar 4"])
    draw_quietly(m)
    assert m.to_move == 1  # taking money ends the turn


def test_ALH_11_the_leaflets_picture_two_small_cards_or_one_of_the_others() -> None:
    m = table(3, money="florin 2, denar 3, dirham 6, ducat 8")
    takes = [text for text in texts(m) if text.startswith("take")]
    assert takes[-1] == "take florin 2 + denar 3"
    assert len(takes) == 5


def test_ALH_11_all_four_when_they_are_worth_five() -> None:
    m = table(3, money="florin 1, denar 1, dirham 1, ducat 2")
    assert len([text for text in texts(m) if text.startswith("take")]) == 15
    m.apply("take florin 1 + denar 1 + dirham 1 + ducat 2")
    assert open_cards(m) == []
    draw(m, "florin 9, denar 9, dirham 9, ducat 9")
    assert m.to_move == 1


def test_ALH_11_equal_cards_are_one_choice() -> None:
    m = table(3, money="denar 2, denar 2, florin 1, denar 2")
    takes = [text for text in texts(m) if text.startswith("take")]
    assert takes == [
        "take denar 2",
        "take florin 1",
        "take denar 2 + denar 2",
        "take denar 2 + florin 1",
        "take denar 2 + denar 2 + florin 1",
    ]
    assert refused(m, 1) == "ALH-11"  # the second of the equal cards alone: the first stands for it


def test_ALH_11_of_equal_cards_either_may_be_tapped() -> None:
    m = table(3, money="denar 2, denar 2, florin 1, denar 2")
    offered = {GAME.choice(m.state, a, 0).targets: GAME.write(m.state, a) for a in m.legal if a < BUY}
    assert offered == {
        ("money:0",): "take denar 2",
        ("money:2",): "take florin 1",
        ("money:0", "money:0"): "take denar 2 + denar 2",
        ("money:0", "money:2"): "take denar 2 + florin 1",
        ("money:0", "money:0", "money:2"): "take denar 2 + denar 2 + florin 1",
    }
    alone = [GAME.targets(m.state, place, 0) for place in range(4)]
    assert alone == [("money:0",), ("money:0",), ("money:2",), ("money:0",)]
    assert not any("left" in catalogue(language)["alhambra.refuse.ALH-11"] for language in LANGUAGES)


@pytest.mark.lengthy
def test_ALH_11_random_tables_agree_with_the_slow_twin() -> None:
    for seed in range(4):
        for m in sample(GAME, 3 + seed, seed, every=1):
            takes = [a for a in m.legal if a < BUY]
            if m.legal and (takes or m.legal == (PASS,)):
                lying: list[tuple[str, int]] = [(card.currency, card.value) for card in picture(m).money if card]
                said = {tuple(sorted(_cards(GAME.write(m.state, a)))) for a in takes}
                assert said == naive.takes(lying), m.where()
                assert len(said) == len(takes)


def _cards(text: str) -> list[tuple[str, int]]:
    return [(card.split()[0], int(card.split()[1])) for card in text.removeprefix("take ").split(" + ")]


def test_ALH_12_a_building_is_paid_in_its_slots_currency_only() -> None:
    # garden 8 costs florins, tower 11 dirhams, arcades 6 denars
    m = table(3, "florin 7, denar 7, denar 9")
    assert m.to_move == 0
    assert [text for text in texts(m) if text.startswith("buy")] == ["buy arcades 6 with denars"]
    assert refused(m, "buy garden 8") == "ALH-12"
    assert refused(m, "buy tower") == "ALH-12"
    assert refused(m, "pay 7") == "ALH-12"
    m.apply("buy arcades")
    assert texts(m) == ["pay 7", "pay 9"]
    assert refused(m, "pay 5") == "ALH-12"
    assert refused(m, "take florin 1") == "ALH-12"
    assert refused(m, "buy garden 8") == "ALH-12"
    with pytest.raises(BadNotation, match="paid in denars"):
        m.apply("pay florin 7")


def test_ALH_12_money_worth_exactly_the_price_is_enough() -> None:
    m = table(3, "florin 8, denar 7, ducat 6")
    assert [text for text in texts(m) if text.startswith("buy")] == [
        "buy garden 8 with florins",
        "buy arcades 6 with denars",
    ]


def test_ALH_13_no_change_is_given_and_paid_cards_are_discarded() -> None:
    m = table(3)
    buy(m, "garden 8", "9")
    assert cards_of(m, 0) == ["florin 4", "dirham 2", "dirham 5"]
    assert picture(m).discards == 1
    assert m.state.discards[8] == 1  # the florin 9
    assert picture(m).money_pile == 108 - 12 - 4


@pytest.mark.parametrize("example", FILE.payment_example)
def test_ALH_14_the_rulebooks_garden_for_ten(example: PaymentExample) -> None:
    m = table(3, "denar 7, denar 4, denar 3, denar 6", yard="tower 7, tower 8, garden 10, tower 9")
    buy(m, "garden 10", {11: "7 4", 10: "7 3"}[example.paid])
    assert counts(m, "garden") == [1, 0, 0]
    if example.another_action:
        assert m.to_move == 0
        assert {text.split()[0] for text in texts(m)} <= {"take", "buy"}
    else:
        draw_quietly(m)
        assert m.to_move == 1


def test_ALH_15_four_exact_purchases_then_money_and_nothing_is_refilled_before() -> None:
    m = table(
        3,
        "florin 2, dirham 3, denar 4, ducat 5, florin 8",
        "dirham 9, dirham 8, ducat 2, denar 2",
        "denar 9, ducat 8, dirham 2, florin 2",
        yard="pavilion 2, pavilion 3, seraglio 4, seraglio 5",
    )
    while m.to_move != 0:  # who has fewer cards begins
        m.apply(take_highest(m))
        draw_quietly(m)
    lying = open_cards(m)
    for action, (building, payment) in enumerate(
        [("pavilion 2", "2"), ("pavilion 3", "3"), ("seraglio 4", "4"), ("seraglio 5", "5")], 1
    ):
        assert picture(m).yard.count(None) == action - 1
        buy(m, building, payment)
        assert m.to_move == 0
        assert picture(m).yard.count(None) == action
        assert open_cards(m) == lying
        assert refused(m, BUY) == "ALH-15"
    assert all(text.startswith("take") for text in texts(m))
    assert refused(m, "pass") == "ALH-18"  # the extra action is compulsory
    m.apply(texts(m)[0])
    draw(m, "tower 7, tower 8, tower 9, tower 10")
    assert [building.price for building in picture(m).yard if building] == [7, 8, 9, 10]


def test_ALH_16_bought_buildings_lie_open_before_the_buyer() -> None:
    m = table(3)
    buy(m, "garden 8", "9")
    for seat in (SPECTATOR, *range(3)):
        shown = picture(m, seat)
        assert [(building.category, building.price) for building in shown.players[0].buildings] == [("garden", 8)]
        assert shown.majorities[CATEGORIES.index("garden")].leaders == [0]
    assert m.state.owner[:].tolist().count(0) == 1


def test_ALH_17_four_and_seven_for_ten_even_with_a_three_in_hand() -> None:
    m = table(3, "denar 7, denar 4, denar 3, denar 6", yard="tower 7, tower 8, garden 10, tower 9")
    m.apply("buy garden 10")
    assert [way.values for way in picture(m, 0).purchase.payments] == [  # type: ignore[union-attr]
        [6, 4],
        [7, 3],
        [7, 4],
        [7, 6],
    ]
    m.apply("pay 7")
    assert texts(m) == ["pay 3", "pay 4", "pay 6"]
    assert refused(m, "pay 7") == "ALH-12"  # it is laid already
    m.apply("pay 4")
    assert counts(m, "garden") == [1, 0, 0]


def test_ALH_17_no_path_of_payments_is_a_dead_end() -> None:
    m = table(3, "denar 4, denar 3, denar 2, florin 9, florin 9", yard="tower 7, tower 8, seraglio 9, tower 9")
    while m.to_move != 0:
        m.apply(take_highest(m))
        draw_quietly(m)
    m.apply("buy seraglio 9")
    assert texts(m) == ["pay 4"]
    assert refused(m, "pay 3") == "ALH-17"  # 3 + 2 would not be enough
    m.apply("pay 4")
    assert texts(m) == ["pay 3"]
    play(m, "pay 3;pay 2")
    assert m.to_move == 0


def paths_of(m: Position) -> list[tuple[int, ...]]:
    """Every way through the payment decisions of a purchase, as the values laid."""
    found: list[tuple[int, ...]] = []
    for text, a in m.moves.items():
        value = int(text.removeprefix("pay "))
        if value >= m.state.due:
            found.append((value,))
            continue
        twin = m.copy()
        twin.apply(a)
        found += [(value, *rest) for rest in paths_of(twin)]
    return found


@pytest.mark.lengthy
def test_ALH_17_every_payment_without_a_superfluous_card_is_reached_exactly_once() -> None:
    seen = 0
    for seed in range(5):
        for m in sample(GAME, 2 + seed % 5, seed, every=2):
            for a in m.legal:
                if not BUY <= a < BUY + 4:
                    continue
                hand = [int(card.split()[1]) for card in cards_of(m, m.to_move) if card.startswith(CURRENCIES[a - BUY])]
                if len(hand) > 12:
                    continue  # the slow twin looks at every subset
                twin = m.copy()
                twin.apply(a)
                if twin.seats == 2:
                    twin.apply("keep")
                paths = paths_of(twin)
                assert len(set(paths)) == len(paths)
                assert set(paths) == naive.irredundant_payments(hand, twin.state.due), m.where()
                offered = {tuple(way.values) for way in picture(twin, twin.to_move).purchase.payments}  # type: ignore[union-attr]
                assert offered == set(paths)
                seen += len(paths)
    assert seen > 800


@pytest.mark.lengthy
def test_ALH_17_plans_offer_exactly_these_payments_and_can_be_played() -> None:
    for m in sample(GAME, 2, 3, every=3):
        if m.to_move < 0:
            continue
        plans = GAME.plans(m.view(m.to_move).state, m.to_move)
        assert len({plan.actions for plan in plans}) == len(plans)
        for plan in plans:
            twin = m.copy()
            for a in plan.actions:
                twin.apply(a)
            assert sum(map(sum, naive.building_counts(twin))) > sum(map(sum, naive.building_counts(m)))
        slots = {plan.targets[0] for plan in plans}
        assert {plan.targets[0] for plan in plans if plan.preferred} == slots


# ---- the end of a turn


def test_ALH_20_empty_slots_are_refilled_from_the_left_and_buildings_keep_their_slots() -> None:
    m = table(
        3,
        "florin 2, denar 4, florin 8, florin 8",
        yard="pavilion 2, tower 11, seraglio 4, seraglio 5",
    )
    while m.to_move != 0:
        m.apply(take_highest(m))
        draw_quietly(m)
    buy(m, "seraglio 4", "4")
    buy(m, "pavilion 2", "2")
    m.apply(texts(m)[0])
    assert texts(m)[0] == "pavilion 3"
    draw(m, "garden 6, garden 7")
    assert [(b.category, b.price) for b in picture(m).yard if b] == [
        ("garden", 6),
        ("tower", 11),
        ("garden", 7),
        ("seraglio", 5),
    ]


def test_ALH_21_money_is_refilled_to_four_after_the_buildings() -> None:
    m = table(3, money="florin 1, dirham 2, denar 7, ducat 8")
    play(m, "take florin 1 + dirham 2")
    assert open_cards(m) == ["denar 7", "ducat 8"]
    draw(m, "denar 1, denar 2")
    assert open_cards(m) == ["denar 1", "denar 2", "denar 7", "ducat 8"]
    assert m.to_move == 1
    buy_over = table(3)
    buy(buy_over, "garden 8", "9")
    assert texts(buy_over)[0] == "pavilion 2"  # the yard first; no money is missing then
    buy_over.draw("pavilion 2")
    assert buy_over.to_move == 1


def test_ALH_23_a_scoring_card_is_scored_at_once_and_replaced_before_the_next_turn() -> None:
    m = table(3)
    stage(m, garden=[1, 0, 0])
    while m.state.pile < 2:
        m.apply(take_highest(m))
        draw_quietly(m)
    mover = m.to_move
    m.apply(take_highest(m))
    lying = open_cards(m)
    m.draw("scoring A")
    assert [score.points for score in m.scores()] == [5, 0, 0]
    assert open_cards(m) == lying
    assert len(lying) == 3
    assert m.to_move == CHANCE
    assert all(not text.startswith("scoring") for text in texts(m))  # it has left the game
    draw(m, texts(m)[0])
    assert len(open_cards(m)) == 4
    assert m.to_move == (mover + 1) % 3


def test_ALH_23_the_refill_goes_on_after_a_scoring_card() -> None:
    m = table(3)
    while m.state.pile < 2:
        m.apply(take_highest(m))
        draw_quietly(m)
    m.apply(take_highest(m))
    draw(m, texts(m)[0])  # a low card comes in, and another the turn after
    m.apply(take_highest(m))
    draw(m, texts(m)[0])
    pair = next(text for text in texts(m) if text.startswith("take") and "+" in text)
    m.apply(pair)
    assert len(open_cards(m)) == 2
    m.draw("scoring A")
    draw(m, texts(m)[0])
    assert len(open_cards(m)) == 3
    assert m.to_move == CHANCE
    draw(m, texts(m)[0])
    assert m.to_move >= 0


def test_ALH_23_a_and_b_never_come_in_one_refill() -> None:
    m = table(4)
    bring_scoring(m, "A")
    turn = m.state.turn
    bring_scoring(m, "B")
    assert m.state.turn - turn > 8  # a whole pile lies between


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_ALH_24_turns_pass_clockwise(seats: int) -> None:
    m = table(seats)
    order = []
    for _ in range(2 * seats):
        order.append(m.to_move)
        m.apply(take_highest(m))
        draw_quietly(m)
    assert order == [(order[0] + turn) % seats for turn in range(2 * seats)]
