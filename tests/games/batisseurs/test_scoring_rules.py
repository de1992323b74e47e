"""The end and the score, clause by clause (BAT-50 to BAT-67)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bastide.core.position import Position
from bastide.core.state import CHANCE, ask
from bastide.games.batisseurs.actions import TYPE_WORDS
from bastide.games.batisseurs.scoring import (
    building_points,
    church_points,
    corner_points,
    hand_points,
    middle_points,
)
from bastide.games.batisseurs.state import row_of
from bastide.games.batisseurs.tables import DATA, HIDDEN, OPEN, TYPE_NAMES, City
from tests.games.batisseurs import naive
from tests.games.batisseurs.lively import lively
from tests.games.batisseurs.scripts import (
    KIND,
    check,
    city,
    deal,
    give_money,
    give_stones,
    hand,
    heights,
    money,
    moves,
    picture,
    play,
    refused,
    row,
    table,
)

RULES = {
    "buildings": building_points,
    "middle": middle_points,
    "churches": church_points,
    "corners": corner_points,
    "hand": hand_points,
}
SELL = "roll 1; auction open; bid 1" + "; pass" * 2


# ---- the end


def test_BAT_50_whoever_auctions_the_last_card_of_a_pile_is_the_last_to_build_or_sabotage() -> None:
    m = table()
    city(m, 1, "gate 5", "church 9")
    city(m, 2, "gate 4 2c", "church 8")
    deal(m, 1, "tower 3")
    give_stones(m, 1)
    heights(m, 1, 3)
    play(m, SELL)
    assert m.state.ender == 0
    assert {"build tower 3 right", "sabotage p2 church 8", "done"} <= moves(m)
    play(m, "done")
    assert picture(m).phase == "final"


def test_BAT_50_the_hidden_pile_ends_the_game_as_well() -> None:
    m = table()
    heights(m, 5, 1, "gate 5")
    play(m, "roll 1; auction hidden; look gate 5; bid 1; pass; pass")
    assert m.state.ender == 0
    play(m, "done; done; done; done")
    assert m.is_over


def test_BAT_50_sold_or_not() -> None:
    m = table()
    heights(m, 1, 6)
    play(m, "roll 1; auction open; bid 12; pass; pass")
    assert hand(m, 1) == []
    assert m.state.ender == 0
    play(m, "done; done; done; done")
    assert m.is_over


def test_BAT_50_the_end_stays_even_if_a_card_comes_back_to_the_pile() -> None:
    m = table()
    city(m, 2, "gate 4 2c", "church 8")
    give_stones(m, 1)
    heights(m, 1, 3)
    play(m, SELL)
    play(m, "sabotage p2 church 8; roll saboteur")
    assert (m.state.height[OPEN], m.state.top) == (1, KIND["church 8"])
    assert picture(m).phase == "final"
    check(m)
    play(m, "done; done; done")
    assert m.is_over


def test_BAT_51_from_the_left_neighbour_round_to_the_trigger_and_only_building() -> None:
    m = table()
    for seat, gate in ((1, "gate 5"), (2, "gate 2"), (3, "gate 3 2c")):
        city(m, seat, gate, "church 5" if seat == 1 else "church 6" if seat == 2 else "church 7")
    deal(m, 2, "tower 3", "town-hall 7", "gate 4 2c", "tower 1")
    give_stones(m, 2)
    heights(m, 1, 3)
    play(m, f"{SELL}; done")
    before = money(m)
    assert m.to_move == 1
    refused(m, "sabotage p3 church 7", "BAT-51")
    refused(m, "auction hidden", "BAT-51")
    play(m, "build tower 3 right; build town-hall 7 right; build gate 4 2c right")
    assert row(m, 2) == ["gate 2", "church 6", "tower 3", "town-hall 7", "gate 4 2c"]
    order = [m.to_move]
    play(m, "done")
    order.append(m.to_move)
    play(m, "done")
    assert order == [2, 0]
    assert m.is_over
    assert money(m) == before


def test_BAT_51_only_now_a_second_corner_tower_or_both() -> None:
    m = table()
    city(m, 2, "left-corner 1", "gate 5", "church 9")
    city(m, 3, "gate 2", "church 8")
    deal(m, 2, "right-corner 1")
    deal(m, 3, "left-corner 3", "right-corner 3", "left-corner 2 1s")
    heights(m, 1, 3)
    play(m, f"{SELL}; done; build right-corner 1 right; done")
    assert row(m, 2)[-1] == "right-corner 1"
    play(m, "build left-corner 3 left; build right-corner 3 right")
    assert picture(m).players[2].complete
    refused(m, "build left-corner 2 1s left", "BAT-34")


def test_BAT_51_a_player_with_no_city_needs_exactly_three() -> None:
    m = table()
    deal(m, 2, "gate 5", "church 9")
    deal(m, 3, "left-corner 3", "gate 2", "right-corner 3")
    heights(m, 1, 3)
    play(m, f"{SELL}; done")
    assert moves(m) == {"done"}
    refused(m, "build gate 5", "BAT-30")
    play(m, "done; build gate 2; build left-corner 3 left")
    refused(m, "done", "BAT-30")
    play(m, "build right-corner 3 right")
    assert row(m, 3) == ["left-corner 3", "gate 2", "right-corner 3"]


# ---- the score


def scored(*cards: str, held: tuple[str, ...] = (), **options: Any) -> dict[str, int]:
    """The points of a city and a hand by source."""
    m = table(**options)
    city(m, 1, *cards)
    deal(m, 1, *held)
    return told(m)


def told(m: Position) -> dict[str, int]:
    """p1's points by source, as the rules count them; they add up to the score."""
    points = {name: ask(rule, m.state, 0) for name, rule in RULES.items()}
    assert sum(points.values()) == m.scores()[0].points
    return points


WALLED = ("left-corner 1", "church 5", "gate 2", "town-hall 7", "gate 3 2c", "church 6", "right-corner 3")


def test_BAT_60_printed_values_count_and_a_breach_or_an_open_end_spoils_completeness() -> None:
    assert scored(*WALLED)["buildings"] == 1 + 5 + 2 + 7 + 3 + 6 + 3
    assert scored(*WALLED)["middle"] == 10
    assert scored(*WALLED[:-1])["middle"] == 0
    assert scored(*WALLED[:2], "breach", *WALLED[3:])["middle"] == 0
    assert picture_of(*WALLED).complete
    assert not picture_of(*WALLED[1:]).complete


def picture_of(*cards: str) -> Any:
    m = table()
    city(m, 1, *cards)
    return picture(m).players[0]


def test_BAT_61_the_town_hall_exactly_in_the_middle_of_an_odd_number() -> None:
    assert scored(*WALLED)["middle"] == 10
    assert scored(*WALLED[:5], "tower 1", *WALLED[5:])["middle"] == 0
    assert scored(*WALLED[:2], *WALLED[3:])["middle"] == 0


def test_BAT_61_with_several_town_halls_one_is_enough_and_it_counts_once() -> None:
    two = ("left-corner 1", "town-hall 5", "gate 2", "town-hall 7", "gate 3 2c", "town-hall 6", "right-corner 3")
    assert scored(*two, one_town_hall=0)["middle"] == 10


def test_BAT_62_as_many_churches_left_as_right_wherever_they_stand_and_at_least_one() -> None:
    assert scored(*WALLED)["churches"] == 5
    uneven = ("left-corner 1", "church 5", "gate 2", "church 6", "town-hall 7", "church 8", "right-corner 3")
    assert scored(*uneven)["churches"] == 0
    assert scored(*uneven[:-1], "gate 5", "church 9", "right-corner 3")["churches"] == 5
    assert scored("left-corner 1", "gate 2", "town-hall 7", "gate 5", "right-corner 3")["churches"] == 0
    assert scored("left-corner 1", "church 5", "gate 2", "church 6", "right-corner 3")["churches"] == 0


def test_BAT_62_with_several_town_halls_any_one_of_them() -> None:
    cards = ("left-corner 1", "church 5", "town-hall 5", "church 6", "town-hall 7", "right-corner 3")
    assert scored(*cards, one_town_hall=0)["churches"] == 5


def test_BAT_63_two_corner_towers_of_equal_value() -> None:
    assert scored(*WALLED)["corners"] == 0
    assert scored("left-corner 3", *WALLED[1:])["corners"] == 5
    assert scored("left-corner 3", *WALLED[2:-1], "breach", "right-corner 3")["corners"] == 0


def test_BAT_64_cards_in_hand_are_subtracted_and_money_and_stones_are_worth_nothing() -> None:
    assert scored("gate 5", "church 9", held=("church 8", "gate 2", "gate 2"))["hand"] == -12
    m = table()
    give_stones(m, 1, 3)
    give_money(m, 80, 10, 10)
    assert m.scores()[0].points == 0


def test_BAT_64_hands_are_laid_open_for_the_count() -> None:
    m = table()
    heights(m, 5, 1, "church 9")
    play(m, "roll 1; auction hidden; look church 9; bid 1; pass; pass; done")
    assert picture(m, 2).players[0].hand is None
    play(m, "done; done; done")
    assert [card.value for card in picture(m, 2).players[0].hand or []] == [9]
    assert [score.points for score in m.scores()] == [-9, 0, 0]


def test_BAT_65_most_points_win_and_those_tied_share() -> None:
    m = table(4)
    for seat, card in ((1, "church 5"), (2, "church 8"), (3, "church 8"), (4, "gate 2")):
        if card == "church 8" and seat == 3:
            city(m, 3, "town-hall 5", "gate 3 2c")
        else:
            city(m, seat, card)
    assert [(score.points, score.place) for score in m.scores()] == [(5, 3), (8, 1), (8, 1), (2, 4)]


@pytest.mark.parametrize("example", DATA.city, ids=[example.name for example in DATA.city])
def test_BAT_66_the_rulebooks_four_cities(example: City) -> None:
    m = table(top="church 7")
    names = [named(m, card) for card in example.row]
    city(m, 1, *choose_copies(m, names))
    deal(m, 1, *hand_worth(m, example.hand))
    points = told(m)
    assert points == {
        "buildings": example.buildings,
        "middle": example.middle,
        "churches": example.churches,
        "corners": example.corners,
        "hand": -sum(example.hand),
    }
    assert m.scores()[0].points == example.total
    assert naive.score(row_of(m.state, 0), example.hand) == points


def named(m: Position, card: str) -> str:
    """`town_hall 7` of the component file as notation begins it."""
    if card == "breach":
        return card
    name, value = card.rsplit(" ", 1)
    return f"{TYPE_WORDS[TYPE_NAMES.index(name)]} {value}"


def choose_copies(m: Position, names: list[str]) -> list[str]:
    """A card of that type and value that is left, whatever its coins and shields."""
    left = Counter({card: m.state.bag[kind] for card, kind in KIND.items()})
    chosen = []
    for name in names:
        card = (
            "breach"
            if name == "breach"
            else next(c for c in KIND if left[c] and (c == name or c.startswith(name + " ")))
        )
        left[card] -= 1
        chosen.append(card)
    return chosen


def hand_worth(m: Position, values: list[int]) -> list[str]:
    """Cards of these values that are left."""
    left = Counter({card: m.state.bag[kind] for card, kind in KIND.items()})
    chosen = []
    for value in values:
        card = next(c for c in KIND if left[c] and c.split()[1] == str(value))
        left[card] -= 1
        chosen.append(card)
    return chosen


@pytest.mark.lengthy
@pytest.mark.parametrize("one_town_hall", [0, 1])
def test_BAT_60_to_BAT_65_scores_agree_with_the_slow_twin(one_town_hall: int) -> None:
    bonuses: Counter[str] = Counter()
    for seed in range(91, 97):
        for m in lively(3 + seed % 2, seed, one_town_hall=one_town_hall):
            if m.ply % 20 == 0 or m.is_over:
                bonuses += compare(m)
    for seed in range(400):
        bonuses += compare(walled(seed, one_town_hall))
    assert all(bonuses[name] > 3 for name in ("middle", "churches", "corners", "hand"))


def compare(m: Position) -> Counter[str]:
    """Every seat's score against the twin's; returns which sources counted."""
    seen: Counter[str] = Counter()
    totals = []
    for p in range(m.seats):
        held = [int(card.rsplit()[1]) for card in hand(m, p + 1)]
        points = naive.score(row_of(m.state, p), held)
        totals.append(sum(points.values()))
        seen.update(name for name, n in points.items() if n)
    assert [score.points for score in m.scores()] == totals, m.where()
    places = [1 + sum(other > mine for other in totals) for mine in totals]
    assert [score.place for score in m.scores()] == places
    return seen


def walled(seed: int, one_town_hall: int) -> Position:
    """A random well-built city between two corner towers."""
    chooser = random.Random(seed)
    m = table(one_town_hall=one_town_hall)
    middle: list[str] = []
    for _ in range(chooser.randrange(1, 9)):
        cards = [card for card, kind in KIND.items() if m.state.bag[kind] and "corner" not in card]
        card = chooser.choice(cards)
        if naive.is_well_built([KIND[c] for c in [*middle, card]], 2, bool(one_town_hall)) and card not in middle:
            middle.append(card)
    left = chooser.choice([card for card in KIND if card.startswith("left")])
    right = chooser.choice([card for card in KIND if card.startswith("right")])
    city(m, 1, left, *middle, right)
    return m


def test_BAT_67_the_tents_numbers_and_the_saboteurs_die_are_in_the_picture() -> None:
    m = table(top="church 8")
    deal(m, 1, "gate 5")
    seen = {line.type: (line.cards, line.seen) for line in picture(m, 2).tent}
    assert seen == {
        "corner_left": (5, 0),
        "corner_right": (5, 0),
        "tower": (6, 0),
        "gate": (10, 1),
        "town_hall": (6, 0),
        "church": (8, 1),
    }
    assert picture(m).die_faces == ["saboteur", "1", "2", "3", "4", "5"]


def test_BAT_67_the_tent_counts_only_what_the_viewer_has_seen() -> None:
    m = play(table(), "roll 1; auction hidden; look gate 5; bid 1; bid 2; pass; pass")
    gates = [next(line.seen for line in picture(m, seat).tent if line.type == "gate") for seat in (0, 1, 2, 3)]
    assert gates == [0, 1, 1, 0]
    assert m.to_move != CHANCE
    assert m.state.height[HIDDEN] == 19
