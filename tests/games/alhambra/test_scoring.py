"""Scorings, the end of the game, and two players with Martin: one test or more per clause."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bastide.core.errors import IllegalAction
from bastide.core.position import Position
from bastide.core.state import CHANCE, NONE, ask, editor
from bastide.games.alhambra import GAME
from bastide.games.alhambra.actions import BUILDING, BUY
from bastide.games.alhambra.scoring import category_points
from bastide.games.alhambra.state import CHOOSE, MARTIN_DRAWS, MONEY, OVER_PHASE
from bastide.games.alhambra.tables import BUILDING_CARDS, CATEGORIES, FILE, SCORINGS, ScoringExample
from tests.games.alhambra import naive
from tests.games.alhambra.script import (
    bring_scoring,
    buy,
    cards_of,
    counts,
    decide_busily,
    draw,
    draw_quietly,
    frugal_game,
    gains,
    last_events,
    open_cards,
    picture,
    points,
    rush,
    stage,
    table,
    take_highest,
    texts,
)
from tests.walks import walk

TOWERS = "tower 7, tower 8, tower 9, tower 9"
MORE_TOWERS = "tower 9, tower 9, tower 9, tower 10"

# ---- scoring


def test_ALH_30_A_pays_the_first_place_of_each_category() -> None:
    m = table(3, yard="chambers 5, chambers 6, chambers 7, pavilion 2")
    stage(m, chambers=[3, 2, 0], pavilion=[0, 1, 0])
    assert points(m) == [0, 0, 0]
    bring_scoring(m, "A")
    assert gains(m, "chambers") == [4, 0, 0]
    assert gains(m, "pavilion") == [0, 1, 0]
    assert points(m) == [4, 1, 0]


def test_ALH_30_B_pays_first_and_second() -> None:
    m = table(3, yard=TOWERS)
    bring_scoring(m, "A")
    stage(m, tower=[3, 2, 0])
    assert points(m) == [0, 0, 0]
    bring_scoring(m, "B")
    assert points(m) == [13, 6, 0]


def test_ALH_30_A_pays_1_to_6_B_8_to_13_and_C_16_to_21_to_the_first() -> None:
    firsts = [[naive.category_points([1, 0], category, scoring)[0] for category in CATEGORIES] for scoring in SCORINGS]
    assert firsts == [[1, 2, 3, 4, 5, 6], [8, 9, 10, 11, 12, 13], [16, 17, 18, 19, 20, 21]]
    for entry in FILE.category:
        assert entry.b[1] == entry.a[0]
        assert entry.c[1:] == entry.b


def test_ALH_31_two_tied_first_in_B_share_both_prizes_rounded_down() -> None:
    m = table(3, yard=TOWERS)
    bring_scoring(m, "A")
    stage(m, tower=[4, 4, 0])
    bring_scoring(m, "B")
    assert points(m) == [9, 9, 0]


def test_ALH_31_tied_first_in_A_share_with_a_place_that_pays_nothing() -> None:
    m = table(3, yard="chambers 5, chambers 6, chambers 7, chambers 7")
    stage(m, chambers=[2, 2, 0])
    bring_scoring(m, "A")
    assert points(m) == [2, 2, 0]


@pytest.mark.parametrize(("towers", "paid"), [([3, 2, 2], [13, 3, 3]), ([2, 2, 2], [6, 6, 6])])
def test_ALH_31_places_below_and_all_tied(towers: list[int], paid: list[int]) -> None:
    m = table(3, yard=TOWERS)
    bring_scoring(m, "A")
    stage(m, tower=towers)
    bring_scoring(m, "B")
    assert points(m) == paid


def test_ALH_31_gardens_3_3_2_2_in_C_bring_16_16_2_2() -> None:
    m = table(5, yard="garden 6, garden 7, garden 8, garden 8")
    stage(m, garden=[3, 3, 2, 2, 1])
    while not m.is_over:
        draw_quietly(m) if m.to_move == CHANCE else decide_busily(m)
    assert counts(m, "garden") == [3, 3, 2, 2, 1]
    assert gains(m, "garden") == [16, 16, 2, 2, 0]


@pytest.mark.parametrize("example", FILE.scoring_example)
def test_ALH_30_ALH_31_ALH_32_the_examples_of_the_component_file(example: ScoringExample) -> None:
    """The counts are written into the record: this looks at the arithmetic alone."""
    m = table(len(example.counts))
    category, scoring = CATEGORIES.index(example.category), SCORINGS.index(example.scoring)
    for c, n in enumerate(example.counts):
        editor(m.states).collectors[c].buildings[category] = n
    paid = [ask(category_points, m.state, scoring, category, c) for c in range(len(example.counts))]
    assert paid == example.points
    assert naive.category_points(example.counts, example.category, example.scoring) == example.points


def test_ALH_32_nobody_scores_a_category_without_a_card_of_it() -> None:
    m = table(4)
    stage(m, seraglio=[0, 0, 1, 0])
    bring_scoring(m, "A")
    assert points(m) == [0, 0, 2, 0]
    bring_scoring(m, "B")
    assert points(m) == [0, 0, 2 + 9, 0]  # the second prize of B goes to nobody


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_ALH_30_ALH_31_ALH_32_every_scoring_of_random_games_agrees_with_the_slow_twin(seats: int) -> None:
    for seed in range(3):
        positions = [m.copy() for m in walk(GAME, seats, seed)]
        seen = []
        for before, after in pairwise(positions):
            if before.state.scored != after.state.scored or after.state.phase == OVER_PHASE:
                scoring = "c" if after.is_over else SCORINGS[before.state.scored]
                paid = naive.all_points(naive.building_counts(after), scoring)
                assert [now - then for now, then in zip(points(after), points(before), strict=True)] == paid
                seen.append(scoring)
        assert seen == ["a", "b", "c"]


# ---- the end of the game


@pytest.mark.compiled
def test_ALH_23_a_scoring_card_that_did_not_come_is_skipped() -> None:
    m = frugal_game(3)
    assert m.is_over
    assert m.state.scored == 1
    events = [(event.key, event.clause) for event in last_events(m)]
    assert ("alhambra.event.skipped", "ALH-23") in events
    headings = [event.values["scoring"] for event in last_events(m) if event.key == "alhambra.event.scoring"]
    assert headings == ["C"]


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_ALH_40_the_game_ends_after_the_first_turn_that_leaves_the_yard_short(seats: int) -> None:
    for seed in range(2):
        positions = [m.copy() for m in walk(GAME, seats, seed)]
        for before, after in pairwise(positions):
            if after.state.turn > before.state.turn:
                assert None not in picture(after).yard
        last, end = positions[-2], positions[-1]
        assert end.state.building_size == 0
        assert len(_yard_at_the_end(last, end)) < 4
        taken = len(end.game.write(last.state, end.plies[-1].action).split("+")) if _is_take(end) else 0
        assert len(open_cards(end)) == len(open_cards(last)) - taken  # no money is laid out


def _is_take(m: Position) -> bool:
    return m.plies[-1].who >= 0 and m.plies[-1].action < BUY


def test_ALH_40_a_pile_used_up_exactly_with_a_full_yard_does_not_end_it() -> None:
    m = table(3)
    rush(m, 0)
    assert m.state.building_size == 0
    assert None not in picture(m).yard
    assert m.to_move >= 0
    while any(text.startswith("buy") for text in texts(m)) is False:
        m.apply(take_highest(m))
        draw_quietly(m)
    turn = m.state.turn
    m.apply(next(a for a in m.legal if a >= BUY))
    while m.to_move >= 0 and m.state.phase != CHOOSE:
        m.apply(m.legal[-1])
    if not m.is_over:  # paid exactly: the turn goes on, and the game ends after it
        assert m.state.turn == turn
        m.apply(take_highest(m))
    assert m.is_over


@pytest.mark.compiled
def test_ALH_40_the_yard_is_filled_as_far_as_possible_in_order() -> None:
    """Two slots are empty and one building is left: it goes to the left one, then the game is over."""
    m = two_empty_slots_and_one_building()
    before = m.state.yard[:].tolist()
    m.draw(m.outcomes()[0][0])
    assert m.is_over
    awarded = [event for event in last_events(m) if event.clause == "ALH-41"]
    assert len(awarded) == 4 - before.count(NONE) + 1
    assert m.plies[-1].who == CHANCE


def two_empty_slots_and_one_building() -> Position:
    """The end of a turn with one building in the pile and two slots to fill."""
    for seats in (3, 4, 5, 6):
        for seed in range(60):
            for m in walk(GAME, seats, seed):
                s = m.state
                if s.building_size == 1 and s.yard[:].tolist().count(NONE) >= 2 and m.to_move == CHANCE and s.turn:
                    return m.copy()
    raise AssertionError("no such turn")


@pytest.mark.compiled
def test_ALH_41_left_overs_go_to_the_richest_in_their_currency_and_cost_nothing() -> None:
    seen = {"given": 0, "tied": 0}
    for seed in range(15):
        positions = [m.copy() for m in walk(GAME, 2 + seed % 5, seed)]
        before, after = positions[-2], positions[-1]
        lying = _yard_at_the_end(before, after)
        owned = naive.building_counts(before)
        if after.plies[-1].who >= 0 and before.state.phase != CHOOSE:
            buyer = 2 if before.state.for_martin else before.to_move
            owned[CATEGORIES.index(BUILDING_CARDS[before.state.yard[before.state.slot]][0])][buyer] += 1
        for slot, kind in lying.items():
            winner = naive.richest(after, slot)
            seen["tied" if winner == NONE else "given"] += 1
            assert after.state.yard[slot] == (kind if winner == NONE else NONE)
            if winner != NONE:
                owned[CATEGORIES.index(BUILDING_CARDS[kind][0])][winner] += 1
        assert naive.building_counts(after) == owned
        for p in range(after.seats):
            if p != after.plies[-1].who:  # no money is spent
                assert cards_of(after, p) == cards_of(before, p)
    assert seen["given"] > 12
    assert seen["tied"] > 0


def _yard_at_the_end(before: Position, after: Position) -> dict[int, int]:
    """The buildings that were left in the yard, by slot."""
    lying = {slot: kind for slot, kind in enumerate(before.state.yard[:].tolist()) if kind != NONE}
    if after.plies[-1].who == CHANCE:
        lying[before.state.slot] = after.plies[-1].action - BUILDING
    elif before.state.phase != CHOOSE:
        del lying[before.state.slot]
    return lying


def test_ALH_42_scoring_C_comes_after_the_left_overs_and_counts_them() -> None:
    m = table(4)
    rush(m, 0)
    while not m.is_over:
        before = m.copy()
        decide_busily(m)
        draw_quietly(m)
    keys = [event.key.removeprefix("alhambra.event.") for event in last_events(m)]
    assert keys.index("scoring") > max(i for i, key in enumerate(keys) if key.startswith("leftover"))
    expected = naive.all_points(naive.building_counts(m), "c")
    assert [now - then for now, then in zip(points(m), points(before), strict=True)] == expected


def test_ALH_43_most_points_win_and_a_tie_is_a_shared_victory() -> None:
    m = table(4)
    for p, n in enumerate([31, 47, 47, 12]):
        editor(m.states).collectors[p].score = n  # written into the record: this looks at the places alone
    assert [score.place for score in m.scores()] == [3, 1, 1, 4]


# ---- two players


def test_ALH_50_one_of_each_money_card_is_removed() -> None:
    m = GAME.new(2)
    draw(m, "pavilion 2, pavilion 3, seraglio 3, seraglio 4, arcades 4, chambers 5")
    draw(m, "garden 8, tower 11, arcades 6, seraglio 7")
    assert m.outcomes() == [(kind, 2) for kind in range(36)]


def test_ALH_51_martin_gets_the_first_six_buildings_then_the_yard_is_laid() -> None:
    m = GAME.new(2)
    for building in ("pavilion 2", "pavilion 3", "tower 13", "garden 6", "arcades 4", "chambers 5"):
        assert picture(m).yard == [None] * 4
        m.draw(building)
    martin = picture(m).players[2]
    assert martin.seat is None
    assert [building.category for building in martin.buildings] == [
        "pavilion",
        "pavilion",
        "arcades",
        "chambers",
        "garden",
        "tower",
    ]
    draw(m, "garden 8, tower 11, arcades 6, seraglio 7")
    assert None not in picture(m).yard
    assert len(martin.buildings) == 6
    for seed in range(3):
        assert {who for who, _ in [*GAME.new(2, seed=seed).plies]} == {CHANCE}
        assert all(m.to_move < 2 for m in walk(GAME, 2, seed))  # he never plays


def test_ALH_51_nobody_but_the_seats_collects_with_more_players() -> None:
    m = table(3)
    assert [player.seat for player in picture(m).players] == [0, 1, 2]
    assert picture(m).building_pile == 50


def test_ALH_52_martin_draws_six_after_A_and_a_third_of_the_pile_after_B() -> None:
    m = table(2)
    bring_scoring(m, "A")
    pile = picture(m).building_pile
    for left in range(6, 0, -1):
        assert m.state.phase == MARTIN_DRAWS
        assert m.state.martin_draws == left
        assert all(outcome >= BUILDING for outcome, _ in m.outcomes())
        m.draw(m.outcomes()[0][0])
    assert m.state.phase == MONEY  # the replacement comes after Martin's buildings
    assert picture(m).building_pile == pile - 6 == 38
    assert len(picture(m).players[2].buildings) == 12
    bring_scoring(m, "B")
    for _ in range(38 // 3):
        m.draw(m.outcomes()[0][0])
    assert m.state.phase == MONEY
    assert picture(m).building_pile == 38 - 12
    assert len(picture(m).players[2].buildings) == 24


@pytest.mark.parametrize("values", [(13, 12), (13,)])
def test_ALH_52_ALH_40_martin_draws_as_many_as_there_are_and_the_game_goes_on(values: tuple[int, ...]) -> None:
    """No real game is so short of buildings when A comes: the pile is cut down in the record."""
    m = table(2)
    left = [("tower", value) for value in values]
    for kind in range(len(BUILDING_CARDS)):
        editor(m.states).building_bag[kind] = int(BUILDING_CARDS[kind] in left)
    editor(m.states).building_size = len(left)
    bring_scoring(m, "A")
    assert m.state.phase == MARTIN_DRAWS
    assert m.state.martin_draws == len(left)
    draw(m, ", ".join(f"tower {value}" for value in values))
    assert picture(m).building_pile == 0
    assert m.state.phase == MONEY
    draw_quietly(m)
    assert m.to_move >= 0


def test_ALH_53_a_building_may_be_given_to_martin_and_exact_payment_still_counts() -> None:
    m = table(2, "florin 8, florin 7, denar 6", yard="garden 8, tower 11, arcades 6, garden 7")
    assert counts(m, "garden") == [0, 0, 0]
    m.apply("buy garden 8")
    assert texts(m) == ["keep", "give martin"]
    for move in ("pay 8", "take 1", "buy arcades 6"):
        with pytest.raises(IllegalAction) as refusal:
            m.apply(move)
        assert refusal.value.clause == "ALH-53"
    m.apply("give martin")
    m.apply("pay 8")
    assert counts(m, "garden") == [0, 0, 1]
    assert m.to_move == 0  # exact: another action
    buy(m, "arcades 6", "6", to_martin=False)
    assert counts(m, "arcades") == [1, 0, 1]
    assert m.to_move == 0


def test_ALH_53_overpaying_for_martin_ends_the_turn() -> None:
    m = table(2, "florin 9, florin 7, denar 6")
    buy(m, "garden 8", "9", to_martin=True)
    assert counts(m, "garden") == [0, 0, 1]
    draw_quietly(m)
    assert m.to_move == 1


def test_ALH_53_there_is_nobody_to_give_to_with_more_players() -> None:
    m = table(3)
    m.apply("buy garden 8")
    assert texts(m)[0].startswith("pay")
    with pytest.raises(IllegalAction) as refusal:
        m.apply("give martin")
    assert refusal.value.clause == "ALH-53"


def test_ALH_54_martin_takes_places_like_a_third_player() -> None:
    m = table(2, martin="tower 7, tower 8, seraglio 3, seraglio 4, arcades 4, chambers 5", yard=MORE_TOWERS)
    bring_scoring(m, "A")
    draw(m, "pavilion 2, pavilion 3, pavilion 4, seraglio 5, seraglio 6, arcades 5")
    stage(m, tower=[3, 1, 2])
    bring_scoring(m, "B")
    assert gains(m, "tower") == [13, 0, 6]
    assert gains(m, "pavilion") == [0, 0, 8]
    assert gains(m, "seraglio") == [0, 0, 9]


def test_ALH_54_martin_has_points_but_no_place_and_no_left_over_building() -> None:
    m = table(2)
    rush(m, 0)
    while not m.is_over:
        before = picture(m).players[2].buildings
        decide_busily(m)
        draw_quietly(m)
    assert len(m.scores()) == 2
    assert min(score.place for score in m.scores()) == 1
    assert points(m)[2] > 0
    left = [event for event in last_events(m) if event.clause == "ALH-41"]
    assert left
    assert all(event.seat in (NONE, 0, 1) for event in left)
    assert len(picture(m).players[2].buildings) - len(before) <= 1  # at most the last purchase, a gift


def test_ALH_54_martin_wins_nothing_even_with_the_most_points() -> None:
    m = table(2)
    editor(m.states).collectors[2].score = 99  # written into the record: this looks at the places alone
    editor(m.states).collectors[1].score = 7
    assert [(score.seat, score.points, score.place) for score in m.scores()] == [(0, 0, 2), (1, 7, 1)]
