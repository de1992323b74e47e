"""The scoring stage and the next phase, clause by clause. Two players' card spaces: 2 3 / 5 6 7 8 / 10 11."""

from __future__ import annotations

import pytest

from bastide.core.errors import BadNotation, IllegalAction
from bastide.core.state import editor
from bastide.games.carpe_diem.tables import DATA, TILE_IDS
from tests.games.carpe_diem.script import Script, goods, player, points, run, stage, texts

CARDS = ("C01", "C05", "A02", "B11", "A06", "D09", "D17", "B09")  # on spaces 2 3 5 6 7 8 10 11
SEVEN_CHIMNEYS = ("villa-tee-2 c3", "villa-straight-2 c2", "villa-bend-2 d3 r180", "villa-1 c4")


def at_scoring(cards: tuple[str, ...] = CARDS, *, phase: int = 1, keep: tuple[str, ...] = ()) -> Script:
    """The first disc of a phase, by seat 0; nothing is built, nobody holds anything."""
    script = Script(2, boards=[1], cards=cards, keep=[text.split()[0] for text in keep])
    script.idle_to_scoring(phase)
    editor(script.m.states).current = 0  # as it would be, had the discs stood so before
    script.stand((1, 0), (0, 0))
    for p in range(2):
        script.give(p, points=0, coins=0, bread=0)
    return script


def refused(script: Script, text: str) -> str:
    before = bytes(script.m)
    with pytest.raises(IllegalAction) as refusal:
        script.m.apply(text)
    assert bytes(script.m) == before
    return refusal.value.clause


# ---- who scores when


def test_CDM_40_the_farthest_first_and_on_one_space_the_disc_on_top() -> None:
    script = Script(4)
    script.idle_phase()
    script.stand((3, 0), (5, 0), (3, 2), (3, 1))
    s = editor(script.m.states)
    s.current = 1  # as it would be, had the discs stood so before
    script.edit()
    order = []
    while stage(script.m) == "circle":
        order.append(script.m.to_move)
        run(script.m, texts(script.m)[0])
        while stage(script.m) in ("first", "pay_bread", "sets"):
            script.m.apply(script.m.legal[0])
    assert order == [1, 2, 3, 0]


def test_CDM_40_at_the_start_the_last_player_lies_on_top() -> None:
    script = Script(3)
    script.idle_phase()
    assert script.m.to_move == 2


def test_CDM_41_a_disc_scores_the_two_cards_beside_it_and_stays() -> None:
    script = at_scoring()
    assert len(texts(script.m)) == 9
    run(script.m, "disc 3-7")
    assert texts(script.m) == ["first upper", "first lower"]
    with pytest.raises(BadNotation, match="first upper"):
        script.m.apply("first left")
    run(script.m, "first upper")  # C05 and A06, both failed
    assert points(script.m) == [-8, 0]
    assert script.m.to_move == 1
    assert refused(script, "disc 3-7") == "CDM-41"
    assert player(script.m).discs == 3
    run(script.m, "disc 2-6", "first upper")
    assert points(script.m) == [-8, -8]
    script.deal_ring(())
    script.idle_phase()
    assert len(texts(script.m)) == 7  # both discs still block
    assert points(script.m) == [-8, -8]  # and bring nothing again


def test_CDM_41_the_first_cards_reward_may_pay_for_the_second() -> None:
    script = at_scoring(("C02", "C05", "A02", "B11", "A06", "D09", "D17", "B09"), keep=SEVEN_CHIMNEYS)
    script.build("villa-bend-2 c3 r90", "villa-straight-2 c4", "villa-2 d3 r270")
    script.give(herb=1, fish=1, grape=1)
    other = script.m.copy()
    run(script.m, "disc 2-6", "first upper")  # six chimneys bring three coins
    assert player(script.m).coins == 3
    run(script.m, "1 set")  # the chicken is a coin
    assert (points(script.m)[0], player(script.m).coins, goods(script.m)) == (8, 2, {})
    run(other, "disc 2-6", "first lower")  # no coin yet: B11 fails, then the coins come
    assert (points(other)[0], player(other).coins) == (-4, 3)


# ---- green cards


def test_CDM_42_a_green_card_brings_its_reward_for_every_full_set_and_nothing_is_given_up() -> None:
    keep = ("pond", "pond", "pond", "pond", "garden", "garden", "garden", "garden")
    script = at_scoring(phase=2, keep=keep)
    script.build("pond a1 r90", "pond b1 r270", "pond c1 r90", "pond d1 r270", "garden e1 r90", "garden f1 r270")
    before = player(script.m).complete.tolist()
    run(script.m, "disc 7-8", "first right")  # D09: pond and garden; nothing is asked
    assert stage(script.m) != "sets"
    assert points(script.m)[0] == 7 - 4  # one set, and A06 failed
    assert player(script.m).complete.tolist() == before
    script = at_scoring(phase=2, keep=keep)
    script.build("pond a1 r90", "pond b1 r270", "pond c1 r90", "pond d1 r270", "garden e1 r90", "garden f1 r270")
    script.build("garden a2 r90", "garden b2 r270")
    run(script.m, "disc 7-8", "first right")
    assert points(script.m)[0] == 14 - 4


# ---- red cards


def test_CDM_43_the_player_chooses_how_many_sets_he_gives() -> None:
    script = at_scoring()
    script.give(herb=5)
    run(script.m, "disc 5-6", "first left")  # A02: two herbs, 4 points
    assert texts(script.m) == ["0 sets", "1 set", "2 sets"]
    assert refused(script, "3 sets") == "CDM-43"
    run(script.m, "1 set")
    assert goods(script.m) == {"herb": 3}
    assert points(script.m)[0] == 4 - 4  # B11 failed


def test_CDM_43_none_though_able_is_a_failure() -> None:
    script = at_scoring()
    script.give(herb=5)
    run(script.m, "disc 5-6", "first left", "0 sets")
    assert (goods(script.m), points(script.m)[0]) == ({"herb": 5}, -8)


def test_CDM_43_coins_replace_any_goods_even_all_of_a_set_and_goods_are_given_first() -> None:
    script = at_scoring()
    script.give(herb=1, fish=2, coins=4)
    run(script.m, "disc 5-6", "first left")
    assert texts(script.m) == ["0 sets", "1 set", "2 sets"]
    run(script.m, "2 sets")  # the herb and three coins
    assert (goods(script.m), player(script.m).coins) == ({"fish": 2}, 1)
    script = at_scoring()
    script.give(coins=4)
    run(script.m, "disc 5-6", "first right", "1 set")  # four coins for four goods
    assert (points(script.m)[0], player(script.m).coins) == (8 - 4, 0)


# ---- bread


def test_CDM_44_sophie_gives_three_bread_and_eight_items_for_24_points() -> None:
    script = at_scoring()
    script.give(bread=3, coins=3, fish=2, herb=2, chicken=1)
    run(script.m, "disc 5-6", "first right")  # B11: four different goods, 8 points
    assert texts(script.m) == ["keep bread", "pay bread"]
    run(script.m, "pay bread")
    assert texts(script.m) == ["0 sets", "1 set", "2 sets"]
    run(script.m, "2 sets")
    assert points(script.m)[0] == 24 - 4  # the other card, A02, fails
    assert (goods(script.m), player(script.m).coins, player(script.m).bread) == ({}, 0, 0)


def test_CDM_44_bread_pays_a_green_card_too_alone_or_on_top_of_real_sets() -> None:
    script = at_scoring(keep=SEVEN_CHIMNEYS)
    script.give(bread=3)
    run(script.m, "disc 6-10", "first lower", "pay bread")  # D17, though no landscape is there
    assert (player(script.m).coins, player(script.m).bread) == (1, 1)
    script = at_scoring(keep=SEVEN_CHIMNEYS)
    script.build(*SEVEN_CHIMNEYS)
    script.give(bread=3)
    run(script.m, "disc 2-3", "first right", "pay bread")  # C05: two sets by chimneys and one by bread
    assert (player(script.m).coins, player(script.m).track) == (3, 1 + 3)


def test_CDM_44_once_in_a_scoring_turn_even_with_six_bread() -> None:
    script = at_scoring()
    script.give(bread=6)
    run(script.m, "disc 5-6", "first left", "pay bread")  # A02 once; B11 is not asked about and fails
    assert (points(script.m)[0], player(script.m).bread) == (4 - 4, 3)


def test_CDM_44_one_may_keep_the_bread_for_the_other_card_or_for_good() -> None:
    script = at_scoring()
    script.give(bread=3)
    run(script.m, "disc 5-6", "first left", "keep bread")
    assert stage(script.m) == "pay_bread"
    other = script.m.copy()
    run(script.m, "pay bread")
    assert (points(script.m)[0], player(script.m).bread) == (-4 + 8, 0)
    run(other, "keep bread")
    assert (points(other)[0], player(other).bread) == (-8, 3)


def test_CDM_44_bread_that_a_card_brings_serves_only_the_card_after_it() -> None:
    script = at_scoring(keep=SEVEN_CHIMNEYS)
    script.build(*SEVEN_CHIMNEYS)
    other = script.m.copy()
    run(script.m, "disc 2-6", "first upper")  # C01 brings three bread: the rulebook's note
    assert (stage(script.m), player(script.m).bread) == ("pay_bread", 3)
    run(script.m, "pay bread")
    assert points(script.m)[0] == 8
    run(other, "disc 2-6", "first lower")  # B11 first: it fails, and the bread comes after it
    assert (points(other)[0], player(other).bread, other.to_move) == (-4, 3, 1)


# ---- failure


def test_CDM_45_sophie_keeps_her_two_herbs_and_loses_four_points() -> None:
    script = at_scoring()
    script.give(herb=2, points=20)
    run(script.m, "disc 7-11", "first upper")  # A06: three herbs; and B09 fails too
    assert goods(script.m) == {"herb": 2}
    assert points(script.m)[0] == 20 - 8


def test_CDM_45_totals_may_go_below_zero() -> None:
    script = at_scoring()
    run(script.m, "disc 7-11", "first upper")
    assert points(script.m)[0] == -8


# ---- what cards ask for


def test_CDM_46_nicks_seven_chimneys_bring_three_bread_two_coins_and_two_steps() -> None:
    script = at_scoring(keep=SEVEN_CHIMNEYS)
    script.build(*SEVEN_CHIMNEYS)
    assert player(script.m).chimneys == 7
    assert player(script.m).villa_points == 0  # the villa is not complete, its chimneys count
    run(script.m, "disc 2-3", "first right")
    assert (player(script.m).bread, player(script.m).coins, player(script.m).track) == (3, 2, 1 + 2)
    assert points(script.m)[0] == 0


def test_CDM_46_hanks_seven_landscapes_bring_seven_points_two_coins_and_two_bread() -> None:
    kinds = ("pond", "pond", "garden", "vineyard", "vineyard", "run", "run")
    cells = ("a1 b1", "c1 d1", "e1 f1", "a2 b2", "c2 d2", "e2 f2", "a3 b3")
    halves = [f"{kind} {cell}" for kind, pair in zip(kinds, cells, strict=True) for cell in mirrored(pair)]
    cards = ("C01", "C05", "A02", "D09", "A06", "B09", "D17", "B11")
    script = at_scoring(cards, phase=2, keep=tuple(halves))
    script.build(*halves)
    run(script.m, "disc 6-10", "first upper")
    assert points(script.m)[0] == 7
    assert (player(script.m).coins, player(script.m).bread) == (2, 2)


def mirrored(pair: str) -> list[str]:
    """Two ends that face each other."""
    left, right = pair.split()
    return [f"{left} r90", f"{right} r270"]


def test_CDM_46_decks_ask_for_equal_goods_different_goods_villas_and_the_rest() -> None:
    asked = {deck: [card for card in DATA.cards if card.deck == deck] for deck in range(4)}
    assert all(len(card.need) == 1 for card in asked[0])
    assert all(n == 1 for card in asked[1] for _, n in card.need)
    assert {what for card in asked[2] for what, _ in card.need} == {1, 13}  # villas, chimneys
    assert all(what not in (1, 13) for card in asked[3] for what, _ in card.need)


@pytest.mark.parametrize(
    ("card", "tiles", "gained"),
    [
        ("C09", ("villa-1 a1 r90", "villa-2 b1 r270", "villa-1 c1 r90"), 3),  # one villa complete, one not
        ("C12", ("villa-1 a1 r90", "villa-2 b1 r270", "villa-1 c1 r90", "villa-1 d1 r270"), 7),
        ("D01", ("merchant a1 r90", "merchant b1 r270"), 3),
        ("D11", ("merchant a1 r90", "merchant b1 r270", "baker c1 r90", "baker d1 r270"), 7),
        ("D20", ("bakery a1", "bakery b1", "bakery c1"), 3),
        ("D23", ("market a1", "fountain b1", "fountain c1"), 3),
    ],
)
def test_CDM_46_what_counts(card: str, tiles: tuple[str, ...], gained: int) -> None:
    order = (card, "C01", "A02", "A06", "B11", "B09", "D17", "D09" if card[0] == "C" else "C05")
    script = at_scoring(order, keep=tiles)
    script.build(*tiles)
    run(script.m, "disc 2-6", "first upper")  # with A06 below, which fails
    assert points(script.m)[0] == gained - 4


# ---- the next phase


def test_CDM_50_two_more_phases_with_white_tiles_the_last_with_black_and_the_marker_passes_left() -> None:
    script = Script(3)
    bags = []
    for phase in range(4):
        s = editor(script.m.states)
        bags.append((int(s.white_left), int(s.black_left)))
        assert s.first == phase % 3
        assert script.m.to_move == s.first
        pawns = [player(script.m, p).pawn for p in range(3)]
        script.idle_phase()
        script.skip_scoring()
        if phase < 3:
            kept = [player(script.m, p).pawn for p in range(3)]
            script.deal_ring(())
            assert [player(script.m, p).pawn for p in range(3)] == kept
            assert kept == pawns  # seven steps to the right lead round the ring
    assert bags == [(56, 28), (28, 28), (0, 28), (0, 0)]


def test_CDM_50_the_last_phase_has_the_black_tiles_only() -> None:
    script = Script(2)
    script.idle_to_scoring(3)
    script.skip_scoring()
    black = {TILE_IDS[tile]: n for tile, n in script.m.outcomes()}
    row = [TILE_IDS[tile] for tile in script.m.state.row.tolist()]
    assert black == {t.id: t.black - row.count(t.id) for t in DATA.tiles if t.black > row.count(t.id)}
    assert sum(black.values()) == 28


def test_the_picture_tells_what_a_card_would_take_and_what_a_settled_one_brought() -> None:
    script = at_scoring()
    script.give(bread=3, coins=3, fish=2, herb=2, chicken=1)
    run(script.m, "disc 5-6", "first right", "pay bread")
    first, second = script.m.view(0).picture().scoring.cards  # type: ignore[attr-defined]
    assert (first.space, first.settled, first.sets, first.points) == (4, False, 2, 8)  # A02, two herbs: twice
    assert (second.space, second.sets, second.most, second.bread_set, second.points) == (5, 3, 2, True, 24)
    assert second.gives == {"herb": 2, "chicken": 1, "fish": 2, "coin": 3, "bread": 3}
    script = at_scoring()
    script.give(herb=4)
    run(script.m, "disc 2-6", "first lower")  # B11 cannot be given: it is settled at once, then C01
    assert stage(script.m) == "circle"
    script = at_scoring(keep=SEVEN_CHIMNEYS)
    script.build(*SEVEN_CHIMNEYS)
    run(script.m, "disc 2-6", "first upper")  # C01 three times; its bread is asked about for B11
    first, second = script.m.view(0).picture().scoring.cards  # type: ignore[attr-defined]
    assert (first.settled, first.sets, first.points) == (True, 3, 0)
    assert (second.settled, second.sets, second.points) == (False, 0, -4)


def test_CDM_44_a_settled_card_says_that_bread_paid() -> None:
    script = at_scoring()
    script.give(bread=3, coins=3, fish=2, herb=2, chicken=1)
    run(script.m, "disc 5-6", "first right", "pay bread", "1 set")  # B11 for bread and goods; A02 can still be given
    first, second = script.m.view(0).picture().scoring.cards  # type: ignore[attr-defined]
    assert (second.settled, second.sets, second.bread_set) == (True, 2, True)
    assert (first.settled, first.bread_set) == (False, False)


def test_CDM_40_those_who_have_scored_stand_behind_those_to_come() -> None:
    script = Script(3)
    script.idle_phase()
    scored = script.m.to_move
    run(script.m, texts(script.m)[0])
    script.skip_to_circle()
    order = script.m.view(0).picture().scoring.order  # type: ignore[attr-defined]
    assert (order[0].seat, order[0].done) == (script.m.to_move, False)
    assert (order[-1].seat, order[-1].done) == (scored, True)
    assert sorted(turn.seat for turn in order) == [0, 1, 2]
