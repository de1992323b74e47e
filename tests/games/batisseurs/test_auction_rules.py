"""Set-up, income and auction, clause by clause (BAT-01 to BAT-29)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from bastide.core.errors import BadComponents, BadOption, BadSeats
from bastide.core.rulebook import rulebook
from bastide.core.state import CHANCE, NONE, SPECTATOR, UNSEEN
from bastide.games.batisseurs import GAME
from bastide.games.batisseurs.actions import BID, PASS
from bastide.games.batisseurs.state import BIDDING
from bastide.games.batisseurs.tables import (
    COINS,
    COPIES,
    DATA,
    HIDDEN,
    KINDS,
    OPEN,
    SHIELDS,
    SPOKEN_NAMES,
    TOWER,
    TYPE,
    TYPE_NAMES,
    VALUE,
    check_components,
)
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
    table,
    to_building,
)
from tests.walks import walk

PRINTED = {  # the rulebook's table of values
    "corner_left": [1, 1, 2, 2, 3],
    "corner_right": [1, 1, 2, 2, 3],
    "tower": [1, 1, 2, 2, 3, 3],
    "gate": [2, 2, 3, 3, 3, 4, 4, 4, 5, 5],
    "town_hall": [5, 5, 6, 6, 7, 7],
    "church": [4, 5, 5, 6, 6, 7, 8, 9],
}


# ---- material and set-up


def test_BAT_01_forty_cards_of_five_types_with_the_printed_values() -> None:
    values: dict[str, list[int]] = {name: [] for name in TYPE_NAMES}
    for kind in range(KINDS):
        values[TYPE_NAMES[TYPE[kind]]] += [int(VALUE[kind])] * COPIES[kind]
    assert values == PRINTED
    assert sum(map(len, values.values())) == 40


def test_BAT_01_gates_carry_one_or_two_coins_and_all_towers_shields() -> None:
    for kind in range(KINDS):
        name = TYPE_NAMES[TYPE[kind]]
        assert COINS[kind] in ((1, 2) if name == "gate" else (0,))
        assert (SHIELDS[kind] > 0) == (TYPE[kind] <= TOWER)


def test_BAT_01_one_shield_gives_every_tower_one_and_keeps_forty_cards() -> None:
    m = table(one_shield=1)
    kinds = sum(COPIES[kind] for kind in range(KINDS))
    assert sum(m.state.bag[:]) + 1 == kinds == 40
    city(m, 2, "left-corner 1", "gate 2", "tower 1")
    assert picture(m).players[1].shields == 2
    other = table()
    city(other, 2, "left-corner 1", "gate 2", "tower 1")
    assert picture(other).players[1].shields == 4


def test_BAT_01_coins_and_shields_are_labelled_as_reconstructed() -> None:
    cards = dict(GAME.components())["cards"]
    assert all("reconstructed" in str(row["status"]) for row in cards)
    assert "Reconstructed:" in rulebook(GAME.folder, "en")["BAT-01"].text
    assert GAME.spec.reconstructed


def test_BAT_01_a_file_with_a_wrong_count_is_refused_by_the_entrys_name() -> None:
    types = list(DATA.type)
    types[3] = replace(types[3], kinds=types[3].kinds[:-1])
    with pytest.raises(BadComponents, match="type gate"):
        check_components(replace(DATA, type=types))


def test_BAT_02_two_piles_of_twenty_of_which_only_the_open_top_is_seen() -> None:
    m = GAME.new(3)
    assert m.to_move == CHANCE
    assert m.outcomes() == [(kind, COPIES[kind]) for kind in range(KINDS)]
    m.draw("reveal church 8")
    seen = picture(m)
    assert (seen.open_pile.cards, seen.hidden_pile.cards) == (20, 20)
    assert seen.open_pile.top is not None
    assert (seen.open_pile.top.type, seen.open_pile.top.value) == ("church", 8)
    assert seen.hidden_pile.top is None


def test_BAT_02_both_piles_draw_from_the_cards_nobody_has_seen() -> None:
    m = play(table(top="church 8"), "roll 1; auction hidden")
    left = Counter({kind: COPIES[kind] for kind in range(KINDS)}) - Counter([KIND["church 8"]])
    assert dict(m.outcomes()) == dict(left)
    play(m, "look church 9; bid 1; pass; pass; done; roll 1; auction open; bid 1; pass; pass")
    left -= Counter([KIND["church 9"]])
    assert dict(m.outcomes()) == dict(left)


def test_BAT_03_ten_thalers_each_and_five_stones_in_the_reserve() -> None:
    for seats in (3, 4):
        m = table(seats)
        assert money(m) == [10] * seats
        assert picture(m).reserve == 5


def test_BAT_03_money_stays_behind_the_tents_unless_the_table_opens_it() -> None:
    assert [player.money for player in picture(table(), 2).players] == [None, 10, None]
    assert [player.money for player in picture(table()).players] == [None] * 3
    assert [player.money for player in picture(table(open_money=1)).players] == [10] * 3


def test_BAT_03_whoever_remembers_every_payment_knows_all_money() -> None:
    m = to_building(table(), "roll 4")
    view = m.view(2).state
    assert [view.money[p] for p in range(3)] == money(m) == [13, 10, 10]


def test_BAT_03_the_bank_never_runs_dry() -> None:
    m = table()
    give_money(m, 10, 90, 10)
    play(m, "roll 5")
    assert sum(money(m)) == 115


def test_BAT_03_stones_cities_and_hand_sizes_are_public() -> None:
    m = table()
    deal(m, 2, "gate 5", "church 9")
    city(m, 3, "gate 2", "church 7")
    give_stones(m, 2)
    seen = picture(m, 1)
    assert [player.hand_size for player in seen.players] == [0, 2, 0]
    assert [len(player.city) for player in seen.players] == [0, 0, 2]
    assert [player.stones for player in seen.players] == [0, 1, 0]
    assert seen.players[1].hand is None


def test_BAT_04_the_highest_roll_starts() -> None:
    m = play(GAME.new(4), "reveal gate 5; roll 2; roll 4; roll 3; roll 1")
    assert m.state.current == 1
    assert picture(m).turn_of == 1


def test_BAT_04_the_saboteur_counts_nothing_and_those_tied_roll_again() -> None:
    m = play(GAME.new(3), "reveal gate 5; roll saboteur; roll 4; roll 4")
    assert m.to_move == CHANCE
    assert m.state.current == 1
    play(m, "roll saboteur; roll saboteur")
    assert m.state.current == 1
    play(m, "roll 1; roll saboteur")
    assert (m.state.current, m.state.start_in) == (1, 0)


def test_BAT_04_the_turn_goes_round_clockwise() -> None:
    m = table()
    order = []
    for _ in range(4):
        order.append(m.state.current)
        play(m, "roll 1; auction hidden")
        outcome, _ = m.outcomes()[0]
        m.draw(outcome)
        play(m, "bid 1; pass; pass; done")
    assert order == [0, 1, 2, 0]


def test_BAT_05_income_then_auction_then_build_or_sabotage() -> None:
    m = table()
    deal(m, 1, "gate 5", "church 9", "tower 3")
    assert picture(m, 1).phase == "income"
    play(m, "roll 1")
    assert picture(m, 1).phase == "auction"
    refused(m, "build gate 5", "BAT-05")
    play(m, "auction open")
    refused(m, "build gate 5", "BAT-05")
    play(m, "bid 1; pass; pass; reveal gate 2")
    assert picture(m, 1).phase == "build"
    refused(m, "auction hidden", "BAT-05")


def test_BAT_05_the_auction_is_compulsory_and_the_third_phase_is_not() -> None:
    m = play(table(), "roll 1")
    assert moves(m) == {"auction open", "auction hidden"}
    play(m, "auction open; bid 1; pass; pass; reveal gate 2; done")
    assert m.state.current == 1
    assert m.to_move == CHANCE


def test_BAT_05_build_or_sabotage_not_both() -> None:
    m = table()
    city(m, 1, "gate 5", "church 9")
    city(m, 2, "gate 2", "church 7")
    deal(m, 1, "tower 3")
    give_stones(m, 1)
    to_building(m, reveal="gate 3 2c")
    assert "sabotage p2 gate 2" in moves(m)
    play(m, "build tower 3 left")
    refused(m, "sabotage p2 gate 2", "BAT-05")


@pytest.mark.parametrize("seats", [0, 1, 2, 5, "3", None])
def test_BAT_03_other_numbers_of_players_are_refused(seats: object) -> None:
    if seats is None:
        assert GAME.new().seats == 3
        return
    with pytest.raises(BadSeats, match="3 to 4"):
        GAME.new(seats)  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"two_town_halls": 1}, {"one_shield": 2}, {"open_money": "yes"}])
def test_BAT_35_unknown_options_and_values_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        GAME.new(3, **options)


# ---- income


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_BAT_10_the_roll_in_thalers_and_one_for_every_coin_on_built_gates(face: int) -> None:
    m = table()
    city(m, 1, "gate 2", "church 9", "gate 5")
    city(m, 2, "gate 3 2c")
    deal(m, 1, "gate 4 2c")
    play(m, f"roll {face}")
    assert money(m) == [10 + face + 3, 10, 10]


def test_BAT_11_the_saboteur_brings_the_gates_coins_and_a_stone() -> None:
    m = table()
    city(m, 1, "gate 2", "church 9", "gate 5")
    play(m, "roll saboteur")
    assert money(m) == [13, 10, 10]
    seen = picture(m)
    assert (seen.players[0].stones, seen.reserve) == (1, 4)
    assert seen.phase == "auction"


def test_BAT_12_with_an_empty_reserve_a_stone_may_be_taken_from_another_or_not() -> None:
    m = table(4)
    give_stones(m, 2, 3)
    give_stones(m, 4, 2)
    play(m, "roll saboteur")
    assert moves(m) == {"stone p2", "stone p4", "stone none"}
    refused(m, "stone p3", "BAT-12")
    refused(m, "stone p1", "BAT-12")
    taken = play(m.copy(), "stone p4")
    assert [taken.state.stones[p] for p in range(4)] == [1, 3, 0, 1]
    play(m, "stone none")
    assert [m.state.stones[p] for p in range(4)] == [0, 3, 0, 2]
    assert moves(m) == {"auction open", "auction hidden"}


def test_BAT_12_nothing_happens_when_nobody_else_has_one() -> None:
    m = table()
    give_stones(m, 1, 5)
    play(m, "roll saboteur")
    assert m.state.stones[0] == 5
    assert moves(m) == {"auction open", "auction hidden"}


# ---- the auction


def test_BAT_20_the_choice_of_pile_binds_and_comes_before_the_look() -> None:
    m = play(table(), "roll 1; auction hidden")
    assert m.to_move == CHANCE
    play(m, "look church 9")
    refused(m, "auction open", "BAT-05")
    assert all(move.startswith("bid") for move in moves(m))


def test_BAT_20_the_card_leaves_its_pile_when_the_sale_is_settled_and_only_then_the_next_is_seen() -> None:
    m = play(table(top="church 4"), "roll 1; auction open; bid 1; pass")
    assert (m.state.height[OPEN], m.state.top) == (20, KIND["church 4"])
    play(m, "pass")
    assert (m.state.height[OPEN], m.state.top) == (19, NONE)
    assert m.to_move == CHANCE
    play(m, "reveal gate 5")
    assert m.state.top == KIND["gate 5"]


def test_BAT_20_a_hidden_card_leaves_the_hidden_pile() -> None:
    m = play(table(), "roll 1; auction hidden; look church 9; bid 1; pass")
    assert (m.state.height[OPEN], m.state.height[HIDDEN]) == (20, 20)
    play(m, "pass")
    assert (m.state.height[OPEN], m.state.height[HIDDEN]) == (20, 19)


def test_BAT_21_the_auctioneer_opens_with_one_or_more() -> None:
    m = play(table(), "roll 1; auction open")
    assert m.to_move == 0
    assert moves(m) == {f"bid {n}" for n in range(1, 91)}
    refused(m, "bid 0", "BAT-21")
    refused(m, "pass", "BAT-21")


def test_BAT_21_one_who_owns_nothing_opens_at_exactly_0() -> None:
    m = table()
    give_money(m, 0, 10, 10)
    play(m, "roll saboteur; auction open")
    assert moves(m) == {"bid 0"}
    refused(m, "bid 1", "BAT-21")
    play(m, "bid 0; pass; pass")
    assert hand(m, 1) == ["church 4"]


def test_BAT_22_clockwise_raise_or_pass_and_a_pass_is_final() -> None:
    m = play(table(4), "roll 1; auction open; bid 2")
    order = [m.to_move]
    refused(m, "bid 2", "BAT-22")
    refused(m, "bid 1", "BAT-22")
    assert moves(m) == {f"bid {n}" for n in range(3, 91)} | {"pass"}
    for text in ("bid 3", "pass", "bid 5", "pass", "bid 6", "bid 7"):
        play(m, text)
        order.append(m.to_move)
    assert order == [1, 2, 3, 0, 1, 3, 1]
    play(m, "pass")
    assert hand(m, 4) == ["church 4"]
    assert money(m) == [11 + 3, 10, 10, 3]


def test_BAT_20_bids_outside_an_auction_are_refused() -> None:
    m = play(table(), "roll 1")
    refused(m, BID + 3, "BAT-20")
    refused(m, PASS, "BAT-20")
    to_end = to_building(table())
    refused(to_end, PASS, "BAT-20")


@pytest.mark.parametrize(("price", "half"), [(2, 1), (3, 1), (5, 2), (8, 4)])
def test_BAT_23_half_to_the_auctioneer_rounded_down_the_rest_to_the_bank(price: int, half: int) -> None:
    m = play(table(), f"roll 1; auction open; bid 1; bid {price}; pass; pass")
    assert money(m) == [11 + half, 10 - price, 10]
    assert hand(m, 2) == ["church 4"]


def test_BAT_24_the_auctioneer_pays_everything_to_the_bank() -> None:
    m = play(table(), "roll 1; auction open; bid 3; bid 5; pass; bid 7; pass")
    assert hand(m, 1) == ["church 4"]
    assert money(m) == [4, 10, 10]


def test_BAT_25_only_the_auctioneer_sees_the_hidden_card() -> None:
    m = play(table(), "roll 1; auction hidden; look church 9")
    lots = [picture(m, seat).auction for seat in range(4)]
    assert [lot.card.value if lot and lot.card else None for lot in lots] == [None, 9, None, None]
    past = m.at(m.ply - 1)
    kind = KIND["church 9"]
    assert [GAME.witness(past.state, kind, seat) for seat in (SPECTATOR, 0, 1, 2)] == [UNSEEN, kind, UNSEEN, UNSEEN]


def test_BAT_25_he_names_its_type_when_the_bidding_comes_back_even_if_he_then_passes() -> None:
    m = play(table(), "roll 1; auction hidden; look left-corner 3; bid 2; bid 3; pass")
    lot = picture(m, 2).auction
    assert lot is not None
    assert (lot.named, lot.card) == ("corner_tower", None)
    play(m, "pass")
    assert picture(m, 3).players[1].named == ["corner_tower"]


def test_BAT_25_nothing_is_named_before_that() -> None:
    m = play(table(), "roll 1; auction hidden; look gate 5; bid 2; bid 3")
    lot = picture(m, 3).auction
    assert lot is not None
    assert lot.named is None


@pytest.mark.parametrize(
    ("card", "named"),
    [("right-corner 1", "corner_tower"), ("tower 3", "tower"), ("town-hall 7", "town_hall"), ("church 9", "church")],
)
def test_BAT_25_the_name_is_the_truth_and_not_the_value(card: str, named: str) -> None:
    m = play(table(), f"roll 1; auction hidden; look {card}; bid 2; bid 3; pass")
    lot = picture(m, 2).auction
    assert lot is not None
    assert lot.named == named
    assert lot.card is None


def test_BAT_26_nobody_raised_the_auctioneer_gets_it_and_nothing_is_told() -> None:
    m = play(table(), "roll 1; auction hidden; look church 9; bid 2; pass; pass")
    assert hand(m, 1) == ["church 9"]
    assert money(m) == [9, 10, 10]
    seen = picture(m, 2).players[0]
    assert (seen.hand_size, seen.hand, seen.known, seen.named) == (1, None, [], [])


def test_BAT_26_a_hidden_card_goes_to_the_buyers_hand_unseen_but_by_the_auctioneer() -> None:
    m = play(table(4), "roll 1; auction hidden; look church 9; bid 2; pass; bid 3; pass; pass")
    known = [[card.value for card in picture(m, seat).players[2].known] for seat in (1, 2, 4)]
    assert known == [[9], [], []]
    assert picture(m, 3).players[2].hand_value == 9
    assert picture(m, 2).players[2].named == ["church"]


def test_BAT_26_an_auctioneer_who_cannot_pay_does_not_get_it() -> None:
    m = play(table(), "roll 1; auction hidden; look church 9; bid 12; pass; pass")
    assert hand(m, 1) == []
    assert money(m) == [0, 10, 10]


def test_BAT_27_the_insolvent_loses_all_and_the_next_bid_stands_at_its_own_price() -> None:
    m = play(table(), "roll 1; auction open; bid 3; bid 4; bid 30; pass; pass")
    assert hand(m, 2) == ["church 4"]
    assert money(m) == [11 + 2, 6, 0]


def test_BAT_27_no_bid_above_90_and_then_the_others_can_only_pass() -> None:
    m = play(table(), "roll 1; auction open; bid 3; bid 90")
    assert moves(m) == {"pass"}
    play(m, "pass; pass")
    assert hand(m, 1) == ["church 4"]
    assert money(m) == [8, 0, 10]


def test_BAT_28_an_insolvent_auctioneer_gets_no_half() -> None:
    m = play(table(), "roll 1; auction open; bid 3; bid 6; pass; bid 20; pass")
    assert hand(m, 2) == ["church 4"]
    assert money(m) == [0, 4, 10]


def test_BAT_29_insolvencies_go_down_from_bidder_to_bidder() -> None:
    m = play(table(4), "roll 1; auction open; bid 5; bid 20; bid 30; bid 40; pass; pass; pass")
    assert hand(m, 1) == ["church 4"]
    assert money(m) == [6, 0, 0, 0]


def test_BAT_29_if_nobody_can_pay_the_card_leaves_the_game() -> None:
    m = play(table(), "roll 1; auction open; bid 12; bid 20; bid 30; pass; pass")
    assert money(m) == [0, 0, 0]
    assert [hand(m, seat) for seat in (1, 2, 3)] == [[], [], []]
    assert (m.state.gone, m.state.height[OPEN]) == (1, 19)
    check(m)


def test_BAT_29_a_hidden_card_leaves_the_game_unseen_but_for_the_auctioneer() -> None:
    m = play(table(), "roll 1; auction hidden; look church 9; bid 12; bid 20; pass; pass")
    church = KIND["church 9"]
    assert [m.view(seat).state.bag[church] for seat in (SPECTATOR, 0, 1, 2)] == [1, 0, 1, 1]
    assert [m.view(seat).state.sale_kind[0] for seat in (SPECTATOR, 0, 1, 2)] == [NONE, church, NONE, NONE]
    assert SPOKEN_NAMES[m.view(1).state.sale_named[0]] == "church"
    check(m)


@pytest.mark.parametrize("seats", [3, 4])
def test_BAT_22_to_BAT_29_sales_agree_with_the_slow_twin(seats: int) -> None:
    """In lively games most buyers can pay; in uniform ones hardly anybody can."""
    sales: Counter[str] = Counter()
    for game in (lively(seats, 71), lively(seats, 72), walk(GAME, seats, 73)):
        bids: list[int] = []
        purses: list[int] = []
        for m in game:
            if m.state.phase == BIDDING:
                bids, purses = [m.state.bids[p] for p in range(seats)], money(m)
                sizes, auctioneer, bidder = [m.state.hand_size[p] for p in range(seats)], m.state.current, m.to_move
            elif bids:
                if m.plies[-1].action != PASS:
                    bids[bidder] = m.plies[-1].action - BID
                buyer, left = naive.settle(bids, purses, auctioneer)
                assert money(m) == left
                grown = [p for p in range(seats) if m.state.hand_size[p] > sizes[p]]
                assert grown == ([] if buyer is None else [buyer])
                sales["lost" if buyer is None else "self" if buyer == auctioneer else "other"] += 1
                bids = []
    assert min(sales[name] for name in ("lost", "self", "other")) >= 5


def test_BAT_50_the_piles_shrink_in_every_auction_of_a_lively_game() -> None:
    for m in lively(4, 5):
        check(m)
    assert m.is_over
    heights_left = m.state.height[OPEN], m.state.height[HIDDEN]
    assert min(heights_left) <= 1


def test_BAT_20_both_piles_always_have_a_card_to_offer_before_the_end() -> None:
    m = table()
    heights(m, 1, 1)
    play(m, "roll 1")
    assert moves(m) == {"auction open", "auction hidden"}
