"""Building and sabotage, clause by clause (BAT-30 to BAT-44)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bastide.core.errors import BadNotation
from bastide.core.position import Position
from bastide.core.state import CHANCE, NONE, UNSEEN, ask, editor, int_array
from bastide.games.batisseurs import GAME
from bastide.games.batisseurs.actions import (
    AT,
    BUILD,
    DONE,
    INSIDE,
    LEFT,
    PLACES,
    RANSOM_YES,
    RIGHT,
    UNDER,
)
from bastide.games.batisseurs.city import may_fill
from bastide.games.batisseurs.rules import legal
from bastide.games.batisseurs.state import BREACH, BUILDING, FILL, row_of
from bastide.games.batisseurs.tables import HIDDEN, OPEN, WIDTH
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
    to_building,
)


def builder(*cards: str, standing: tuple[str, ...] = (), top: str = "church 4", **options: Any) -> Position:
    """p1 in phase 3, holding these cards (and the open card, bought for 1), before this city."""
    m = table(top=top, **options)
    city(m, 1, *standing)
    deal(m, 1, *cards)
    to_building(m, reveal="gate 2")
    check(m)
    return m


def builds(m: Position) -> set[str]:
    return {move for move in moves(m) if move.startswith("build")}


# ---- building


def test_BAT_30_a_first_build_lays_three_cards_and_the_turn_is_over() -> None:
    m = builder("gate 5", "town-hall 7", "tower 3")
    play(m, "build gate 5; build town-hall 7 left; build tower 3 right")
    assert row(m, 1) == ["town-hall 7", "gate 5", "tower 3"]
    assert m.state.current == 1


def test_BAT_30_a_first_build_of_two_is_refused_and_there_is_no_stopping_before_the_third() -> None:
    m = builder("gate 5")
    assert hand(m, 1) == ["gate 5", "church 4"]
    assert builds(m) == set()
    refused(m, "build gate 5", "BAT-30")
    m = builder("gate 5", "tower 3")
    play(m, "build gate 5")
    refused(m, "done", "BAT-30")
    play(m, "build tower 3 left")
    refused(m, "done", "BAT-30")


def test_BAT_30_a_card_is_laid_only_if_three_can_still_be_completed() -> None:
    m = builder("gate 5", "gate 3 2c")  # and the church: gate, church, gate is the only way
    play(m, "build church 4")
    assert builds(m) == {f"build {gate} {side}" for gate in ("gate 5", "gate 3 2c") for side in ("left", "right")}
    m = builder("gate 5", "gate 3 2c", "left-corner 3", "right-corner 3")
    play(m, "build left-corner 3")
    assert "build gate 5 right" in builds(m)
    m = builder("tower 3", "left-corner 3", "right-corner 3")  # two of the tower group at most: with a church between
    play(m, "build church 4")
    play(m, "build left-corner 3 left")
    assert builds(m) == {"build tower 3 right"}
    refused(m, "build right-corner 3 right", "BAT-34")


def test_BAT_30_a_hand_of_three_that_cannot_stand_together_builds_nothing() -> None:
    m = builder("church 9", "church 8")
    assert hand(m, 1) == ["church 4", "church 8", "church 9"]
    assert moves(m) == {"done"}
    refused(m, "build church 9", "BAT-30")


def test_BAT_30_later_turns_lay_one_to_three() -> None:
    m = builder("tower 3", "gate 3 2c", "church 9", standing=("gate 5", "town-hall 7"))
    play(m, "build church 4 right")
    one = play(m.copy(), "done")
    assert (len(row(one, 1)), one.state.current) == (3, 1)
    play(m, "build gate 3 2c right; build tower 3 right")
    assert (len(row(m, 1)), m.state.current) == (5, 1)
    assert hand(m, 1) == ["church 9"]


def test_BAT_30_three_again_after_a_city_was_wholly_destroyed() -> None:
    m = table()
    city(m, 2, "gate 5")
    deal(m, 2, "church 9", "tower 3")
    give_stones(m, 1)
    to_building(m)
    play(m, "sabotage p2 gate 5; roll saboteur; under hidden")
    assert row(m, 2) == []
    play(m, "roll 1; auction hidden; look gate 2; bid 1; pass; pass")
    play(m, "build church 9")
    refused(m, "done", "BAT-30")
    assert builds(m) == {f"build {card} {side}" for card in ("gate 2", "tower 3") for side in ("left", "right")}


def test_BAT_30_a_card_that_is_not_in_the_hand_is_refused() -> None:
    m = builder("gate 5", "tower 3")
    refused(m, "build church 9", "BAT-30")


def test_BAT_31_new_cards_go_at_the_ends_or_into_a_breach_and_laid_cards_never_move() -> None:
    m = builder("gate 3 2c", standing=("gate 5", "breach", "town-hall 7"), top="church 4")
    assert builds(m) == {
        "build church 4 left",
        "build church 4 right",
        "build church 4 breach",
        "build gate 3 2c right",
    }
    play(m, "build church 4 breach; build gate 3 2c right; done")
    assert row(m, 1) == ["gate 5", "church 4", "town-hall 7", "gate 3 2c"]


def test_BAT_31_the_first_card_has_no_side() -> None:
    m = builder("gate 5", "tower 3")
    refused(m, BUILD + KIND["gate 5"] * PLACES + LEFT, "BAT-31")
    refused(m, BUILD + KIND["gate 5"] * PLACES + RIGHT, "BAT-31")


@pytest.mark.parametrize(
    ("end", "card"),
    [
        ("gate 5", "gate 3 2c"),
        ("church 9", "church 5"),
        ("town-hall 7", "town-hall 5"),
        ("tower 3", "tower 1"),
        ("tower 3", "left-corner 3"),
    ],
)
def test_BAT_32_two_of_a_type_may_not_stand_side_by_side(end: str, card: str) -> None:
    other = "church 7" if end == "gate 5" else "gate 4 2c"
    m = builder(card, standing=(end, other), one_town_hall=0)
    refused(m, f"build {card} left", "BAT-32")


def test_BAT_32_tower_and_corner_tower_count_as_the_same_type() -> None:
    m = builder("tower 1", "right-corner 3", standing=("gate 5", "tower 3"))
    refused(m, "build right-corner 3 right", "BAT-32")
    m = table()
    city(m, 1, "gate 5", "church 9", "right-corner 3")
    deal(m, 1, "tower 1")
    city(m, 2, "gate 4 2c", "breach", "tower 3")
    deal(m, 2, "tower 1")
    to_building(m, reveal="gate 2")
    play(m, "done; roll 1; auction open; bid 1; pass; pass; reveal gate 3 2c")
    refused(m, "build tower 1 breach", "BAT-32")


def test_BAT_32_an_empty_neighbour_sets_no_condition() -> None:
    m = builder("gate 3 2c", "tower 1", standing=("gate 5", "breach", "breach", "church 9"))
    play(m, "build tower 1 breach")
    assert moves(m) == {"at 2", "at 3"}
    play(m, "at 3")
    assert row(m, 1) == ["gate 5", "breach", "tower 1", "church 9"]
    refused(m, "build gate 3 2c breach", "BAT-32")


def test_BAT_33_one_city_per_player() -> None:
    m = builder("church 9", "tower 3", standing=("gate 5", "town-hall 7"))
    assert all(move.rsplit(" ", 1)[1] in ("left", "right") for move in builds(m))
    assert len(picture(m).players[0].city) == 2
    assert BUILD + KIND["church 9"] * PLACES + INSIDE not in m.legal
    refused(m, BUILD + KIND["church 9"] * PLACES + INSIDE, "BAT-36")


def test_BAT_34_one_corner_tower_before_the_final_round() -> None:
    m = builder("right-corner 3", standing=("left-corner 1", "gate 5", "church 9"))
    refused(m, "build right-corner 3 right", "BAT-34")


def test_BAT_34_a_left_corner_tower_stands_at_the_left_end_and_closes_it() -> None:
    m = builder("left-corner 3", "tower 3", standing=("gate 5", "church 9"))
    refused(m, "build left-corner 3 right", "BAT-34")
    play(m, "build left-corner 3 left")
    refused(m, "build tower 3 left", "BAT-34")
    assert "build tower 3 right" in moves(m)
    assert (picture(m).players[0].left, picture(m).players[0].right) == ("closed", "free")


def test_BAT_34_a_right_one_at_the_right_end() -> None:
    m = builder("right-corner 3", "tower 3", standing=("gate 5", "church 9"))
    refused(m, "build right-corner 3 left", "BAT-34")
    play(m, "build right-corner 3 right")
    refused(m, "build tower 3 right", "BAT-34")


def test_BAT_34_if_it_is_destroyed_the_end_is_open_again() -> None:
    m = table()
    city(m, 2, "left-corner 1", "gate 5", "church 9")
    deal(m, 2, "tower 3", "left-corner 3")
    give_stones(m, 1)
    to_building(m, reveal="gate 2")
    play(m, "sabotage p2 left-corner 1; roll saboteur; under hidden")
    assert row(m, 2) == ["gate 5", "church 9"]
    play(m, "roll 1; auction open; bid 1; pass; pass; reveal gate 3 2c")
    assert {"build tower 3 left", "build left-corner 3 left"} <= moves(m)


def test_BAT_34_a_city_may_begin_with_one() -> None:
    m = builder("right-corner 3", "gate 5")
    play(m, "build right-corner 3; build gate 5 left; build church 4 left")
    assert row(m, 1) == ["church 4", "gate 5", "right-corner 3"]


def test_BAT_35_one_town_hall_stands_in_a_city() -> None:
    m = builder("town-hall 7", standing=("town-hall 5", "gate 5"))
    refused(m, "build town-hall 7 right", "BAT-35")
    m = builder("town-hall 7", standing=("town-hall 5", "gate 5"), one_town_hall=0)
    play(m, "build town-hall 7 right")
    assert row(m, 1) == ["town-hall 5", "gate 5", "town-hall 7"]


def test_BAT_36_a_building_destroyed_inside_leaves_a_breach_that_counts_toward_the_three() -> None:
    m = table()
    city(m, 2, "gate 5", "town-hall 7", "church 9")
    deal(m, 2, "tower 3", "gate 4 2c", "tower 1")
    give_stones(m, 1)
    to_building(m, reveal="gate 2")
    play(m, "sabotage p2 town-hall 7; roll saboteur")
    assert row(m, 2) == ["gate 5", "breach", "church 9"]
    play(m, "roll 1; auction open; bid 1; pass; pass; reveal gate 3 2c")
    play(m, "build tower 3 breach; build tower 1 left; build gate 4 2c right")
    assert row(m, 2) == ["tower 1", "gate 5", "tower 3", "church 9", "gate 4 2c"]
    assert m.state.current == 2


def test_BAT_36_no_corner_tower_in_a_breach() -> None:
    m = builder("left-corner 3", standing=("gate 5", "breach", "church 9"))
    refused(m, "build left-corner 3 breach", "BAT-36")


def test_BAT_36_no_breach_no_filling() -> None:
    m = builder("tower 3", standing=("gate 5", "church 9"))
    refused(m, "build tower 3 breach", "BAT-36")


def test_BAT_36_at_an_end_the_city_shortens_with_the_breaches_that_become_outer() -> None:
    m = table()
    city(m, 2, "gate 5", "breach", "breach", "town-hall 7", "church 9")
    give_stones(m, 1)
    to_building(m)
    play(m, "sabotage p2 gate 5; roll saboteur")
    assert row(m, 2) == ["town-hall 7", "church 9"]
    check(m)


def test_BAT_36_two_breaches_side_by_side_are_two_places() -> None:
    m = builder("tower 3", "gate 3 2c", standing=("gate 5", "breach", "breach", "town-hall 7"))
    play(m, "build church 4 breach")
    assert m.state.phase == FILL
    refused(m, AT + 0, "BAT-36")
    refused(m, "done", "BAT-36")
    play(m, "at 2; build gate 3 2c breach; done")
    assert row(m, 1) == ["gate 5", "church 4", "gate 3 2c", "town-hall 7"]


def test_BAT_36_a_breach_beside_its_own_type_is_refused_when_asked_which() -> None:
    standing = ("tower 3", "breach", "gate 5", "breach", "church 9", "breach", "gate 4 2c")
    m = builder("tower 1", standing=standing)
    play(m, "build tower 1 breach")
    assert moves(m) == {"at 4", "at 6"}
    refused(m, "at 2", "BAT-32")


def test_BAT_36_a_row_is_never_wider_than_forty_places() -> None:
    m = table()
    city(m, 1, "gate 5", *["breach"] * (WIDTH - 2), "church 9")
    deal(m, 1, "tower 3")
    to_building(m, reveal="gate 2")
    refused(m, "build tower 3 left", "BAT-36")
    assert "build tower 3 breach" in moves(m)


@pytest.mark.lengthy
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("one_town_hall", [0, 1])
def test_BAT_30_to_BAT_36_placements_agree_with_the_slow_twin(seats: int, one_town_hall: int) -> None:
    """As the cities stand, and with a building or two razed by hand, so that there are breaches."""
    chooser = random.Random(seats)
    looked = breaches = 0
    for seed in range(81, 84):
        for m in lively(seats, seed, one_town_hall=one_town_hall):
            if m.state.phase == BUILDING:
                for n in (0, 1, 2):
                    s = battered(m, n, chooser)
                    assert laid_places(s) == naive.placements(s), m.where()
                    looked += 1
                    breaches += BREACH in row_of(s, s.current)
    assert looked > 300
    assert breaches > 30


def battered(m: Position, n: int, chooser: random.Random) -> Any:
    """The same position, with n of the builder's inner places laid waste."""
    s = editor(m.copy().states)
    for _ in range(n if not s.laid else 0):
        inner = range(1, s.length[s.current] - 1)
        if inner:
            s.row[s.current, chooser.choice(inner)] = BREACH
    return s


def laid_places(s: Any) -> set[tuple[int, str]]:
    """What the rules allow, breach by breach."""
    buf = int_array(GAME.spec.num_actions)
    found = set()
    for a in buf[: ask(legal, s, buf)].tolist():
        if not BUILD <= a < DONE:
            continue
        kind, place = divmod(a - BUILD, PLACES)
        if place == INSIDE and s.length[s.current]:
            found |= {(kind, f"at {i}") for i in range(s.length[s.current]) if ask(may_fill, s, s.current, kind, i)}
        else:
            found.add((kind, ("left", "right", "first")[place]))
    return found


# ---- sabotage


def saboteur(victim: tuple[str, ...] = ("gate 5", "church 9"), other: tuple[str, ...] = (), **options: Any) -> Position:
    """p1 in phase 3 with one stone; the cities of p2 and p3."""
    m = table(**options)
    city(m, 2, *victim)
    city(m, 3, *other)
    give_stones(m, 1)
    to_building(m, reveal="gate 2")
    check(m)
    return m


def attacks(m: Position) -> set[str]:
    return {move for move in moves(m) if move.startswith("sabotage")}


def test_BAT_40_sabotage_costs_a_stone_which_returns_to_the_reserve_in_every_case() -> None:
    for roll in ("roll saboteur", "roll 1", "roll 4; ransom no", "roll 5; ransom yes"):
        m = play(saboteur(), f"sabotage p2 gate 5; {roll}")
        assert (m.state.stones[0], m.state.reserve) == (0, 5)
        assert m.state.current == 1, "one sabotage is all of phase 3"


def test_BAT_40_without_a_stone_and_against_oneself_it_is_refused() -> None:
    m = builder(standing=("gate 5", "church 9"))
    refused(m, "sabotage p2 gate 5", "BAT-40")
    refused(m, "sabotage p2 hand", "BAT-40")
    m = table()
    city(m, 1, "gate 5", "church 9")
    city(m, 2, "gate 4 2c")
    give_stones(m, 1)
    to_building(m)
    refused(m, "sabotage p1 gate 5", "BAT-40")
    refused(m, "sabotage p1 hand", "BAT-40")


def test_BAT_41_a_building_of_the_opponent_with_the_fewest_shields() -> None:
    m = saboteur(("gate 5", "tower 1"), ("church 9", "tower 3"))
    assert attacks(m) == {"sabotage p3 church 9", "sabotage p3 tower 3"}
    refused(m, "sabotage p2 gate 5", "BAT-41")
    refused(m, "sabotage p3 gate 5", "BAT-41")


def test_BAT_41_tied_the_attacker_chooses() -> None:
    m = saboteur(("gate 5", "tower 3"), ("church 9", "tower 2 1s"))
    assert attacks(m) == {
        "sabotage p2 gate 5",
        "sabotage p2 tower 3",
        "sabotage p3 church 9",
        "sabotage p3 tower 2 1s",
    }


def test_BAT_41_only_opponents_with_a_building_are_compared_and_not_the_attacker() -> None:
    m = saboteur(("gate 5", "tower 1", "church 9"))
    assert attacks(m) == {"sabotage p2 gate 5", "sabotage p2 tower 1", "sabotage p2 church 9"}
    refused(m, "sabotage p3 gate 5", "BAT-41")


def test_BAT_41_with_one_shield_the_fewest_shields_may_be_anothers() -> None:
    two = ("tower 1", "gate 5"), ("tower 3", "church 9", "tower 2 1s")
    assert {move.split()[1] for move in attacks(saboteur(*two))} == {"p2", "p3"}
    assert {move.split()[1] for move in attacks(saboteur(*two, one_shield=1))} == {"p2"}


def test_BAT_41_which_of_two_equal_buildings_is_asked() -> None:
    m = saboteur(("gate 5", "church 9", "gate 5"))
    play(m, "sabotage p2 gate 5")
    assert moves(m) == {"at 1", "at 3"}
    refused(m, "at 2", "BAT-41")
    play(m, "at 3; roll saboteur")
    assert row(m, 2) == ["gate 5", "church 9"]


def test_BAT_42_the_saboteurs_face_destroys() -> None:
    m = play(saboteur(), "sabotage p2 church 9; roll saboteur")
    assert row(m, 2) == ["gate 5"]


@pytest.mark.parametrize("face", [1, 2])
def test_BAT_42_one_and_two_do_nothing(face: int) -> None:
    m = play(saboteur(), f"sabotage p2 church 9; roll {face}")
    assert row(m, 2) == ["gate 5", "church 9"]
    assert m.state.current == 1


@pytest.mark.parametrize("face", [3, 4, 5])
def test_BAT_42_three_to_five_the_owner_may_pay_the_printed_value_to_the_attacker(face: int) -> None:
    m = play(saboteur(), f"sabotage p2 church 9; roll {face}")
    assert m.to_move == 1
    assert moves(m) == {"ransom no", "ransom yes"}
    attack = picture(m).sabotage
    assert attack is not None
    assert (attack.attacker, attack.victim, attack.place, attack.ransom) == (0, 1, 1, 9)
    paid = play(m.copy(), "ransom yes")
    assert row(paid, 2) == ["gate 5", "church 9"]
    assert money(paid) == [10 + 9, 1, 10]
    play(m, "ransom no")
    assert row(m, 2) == ["gate 5"]
    assert money(m) == [10, 10, 10]


def test_BAT_42_who_cannot_pay_loses_the_building() -> None:
    m = table()
    city(m, 2, "gate 5", "church 9")
    give_stones(m, 1)
    give_money(m, 10, 8, 10)
    to_building(m)
    play(m, "sabotage p2 church 9; roll 3")
    assert moves(m) == {"ransom no"}
    refused(m, "ransom yes", "BAT-42")
    refused(m, "done", "BAT-42")
    play(m, "ransom no")
    assert row(m, 2) == ["gate 5"]


def test_BAT_42_a_ransom_out_of_season_is_refused() -> None:
    m = builder("gate 5")
    refused(m, RANSOM_YES, "BAT-42")


def test_BAT_43_a_destroyed_card_goes_under_the_lower_pile_and_all_know_it() -> None:
    m = table()
    city(m, 2, "gate 5", "church 9")
    give_stones(m, 1)
    heights(m, 10, 6, "town-hall 7")
    to_building(m, reveal="town-hall 7")
    play(m, "sabotage p2 church 9; roll saboteur")
    assert (m.state.height[OPEN], m.state.height[HIDDEN]) == (9, 7)
    assert [card.value for card in picture(m, 3).hidden_pile.bottom] == [9]
    assert m.state.tail[HIDDEN, 0] == m.view().state.tail[HIDDEN, 0] == KIND["church 9"]


def test_BAT_43_equal_piles_the_attacker_chooses() -> None:
    m = table()
    city(m, 2, "gate 5", "church 9")
    give_stones(m, 1)
    heights(m, 8, 7, "town-hall 7")
    to_building(m, reveal="town-hall 7")
    play(m, "sabotage p2 church 9; roll 3; ransom no")
    assert m.to_move == 0
    assert moves(m) == {"under open", "under hidden"}
    refused(m, "done", "BAT-43")
    play(m, "under open")
    assert [card.value for card in picture(m).open_pile.bottom] == [9]
    assert (m.state.height[OPEN], m.state.height[HIDDEN]) == (8, 7)


def test_BAT_43_out_of_season_nothing_goes_under_a_pile() -> None:
    refused(builder("gate 5"), UNDER + OPEN, "BAT-43")


def test_BAT_43_a_card_all_have_seen_comes_up_without_a_draw() -> None:
    m = table()
    city(m, 2, "gate 5", "church 9")
    give_stones(m, 1)
    heights(m, 2, 5, "town-hall 7")
    play(m, "roll 1; auction open; bid 1; pass; pass; reveal town-hall 7; sabotage p2 church 9; roll saboteur")
    assert m.state.height[OPEN] == 2
    play(m, "roll 1; auction open; bid 1; pass; pass")
    assert m.to_move == 1, "no draw: the card under the town hall is known"
    assert m.state.top == KIND["church 9"]


def test_BAT_43_a_known_card_of_the_hidden_pile_is_offered_without_a_secret() -> None:
    m = table()
    city(m, 2, "gate 5", "church 9")
    give_stones(m, 1)
    heights(m, 5, 1, "town-hall 7", "gate 2")
    play(m, "roll 1; auction open; bid 1; pass; pass; reveal town-hall 7; sabotage p2 church 9; roll saboteur")
    assert m.state.height[HIDDEN] == 2
    play(m, "roll 1; auction hidden; look gate 2; bid 1; pass; pass; done; roll 1; auction hidden")
    lot = picture(m).auction
    assert lot is not None
    assert lot.card is not None
    assert lot.card.value == 9
    play(m, "bid 1; bid 2; pass; pass")
    assert [card.value for card in picture(m).players[0].known] == [4, 9]
    check(m)


def test_BAT_44_a_hand_of_five_whatever_the_shields_and_without_a_roll() -> None:
    m = table()
    city(m, 2, "tower 1", "gate 5", "left-corner 1")
    city(m, 3, "church 9")
    deal(m, 2, "gate 3 2c", "gate 3 2c", "church 8", "church 7", "town-hall 5")
    deal(m, 3, "gate 4 2c", "gate 4 1c", "church 6", "church 5")
    give_stones(m, 1)
    to_building(m, reveal="gate 2")
    assert attacks(m) == {"sabotage p3 church 9", "sabotage p2 hand"}
    refused(m, "sabotage p3 hand", "BAT-44")
    play(m, "sabotage p2 hand")
    assert m.to_move == CHANCE
    weights = {GAME.write(m.state, outcome): weight for outcome, weight in m.outcomes()}
    assert weights == {"show gate 3 2c": 2, "show town-hall 5": 1, "show church 7": 1, "show church 8": 1}
    assert GAME.witness(m.state, KIND["church 8"], 2) != UNSEEN
    play(m, "show church 8; under hidden")
    assert m.state.hand_size[1] == 4
    assert m.state.tail[HIDDEN, 0] == KIND["church 8"]
    assert (m.state.stones[0], m.state.current) == (0, 1)


def test_BAT_44_equal_piles_the_attacker_chooses_as_for_a_building() -> None:
    m = table()
    deal(m, 2, "gate 3 2c", "church 9", "church 8", "church 7", "town-hall 5")
    give_stones(m, 1)
    heights(m, 8, 7, "gate 5")
    to_building(m, reveal="gate 5")
    play(m, "sabotage p2 hand; show church 9")
    assert moves(m) == {"under open", "under hidden"}
    play(m, "under hidden")
    assert m.state.tail[HIDDEN, 0] == KIND["church 9"]
    assert m.state.fallen == NONE


# ---- notation


def test_notation_leaves_out_coins_and_shields_where_one_card_can_be_meant() -> None:
    m = builder("gate 4 1c", "tower 2 2s", standing=("church 9", "town-hall 7"))
    play(m, "build gate 4 left; build tower 2 left")
    assert row(m, 1) == ["tower 2 2s", "gate 4 1c", "church 9", "town-hall 7"]


def test_notation_that_could_be_two_cards_is_refused_with_both() -> None:
    m = builder("gate 4 1c", "gate 4 2c", standing=("church 9", "town-hall 7"))
    with pytest.raises(BadNotation, match="gate 4 2c or gate 4 1c"):
        m.apply("build gate 4 left")
    with pytest.raises(BadNotation, match="say where"):
        m.apply("build gate 4 1c")
    with pytest.raises(BadNotation, match="no such card"):
        m.apply("build gate 9 left")
    with pytest.raises(BadNotation, match="seats are p1 to p3"):
        m.apply("sabotage p9 hand")
    with pytest.raises(BadNotation, match="is no move; write for instance"):
        m.apply("castle")


def test_notation_reads_the_words_that_people_use() -> None:
    m = builder("left-corner 3", "town-hall 7", standing=("church 9", "gate 5"))
    assert GAME.read(m.state, "build Left Corner Tower 3 left") == GAME.read(m.state, "build corner_left 3 left")
    assert GAME.read(m.state, "BUILD hall 7 right") == GAME.read(m.state, "build townhall 7 right")
