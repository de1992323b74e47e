"""Set-up and turns, clause by clause: transcripts with scripted draws."""

from __future__ import annotations

import pytest

from bastide.core.errors import IllegalAction
from bastide.core.state import CHANCE, NONE, ask, editor
from bastide.games.carpe_diem import GAME
from bastide.games.carpe_diem.deal import cards_left
from bastide.games.carpe_diem.rules import begins_turn
from bastide.games.carpe_diem.tables import DATA
from tests.games.carpe_diem.script import Script, card_ids, player, points, run, stage, texts
from tests.walks import walk


def refused(script: Script, text: str) -> str:
    """The clause that forbids a move; nothing changes."""
    before = bytes(script.m)
    with pytest.raises(IllegalAction) as refusal:
        script.m.apply(text)
    assert bytes(script.m) == before
    return refusal.value.clause


def test_CDM_01_four_frame_pieces_and_a_board_for_each_without_repeats() -> None:
    m = GAME.new(3)
    assert m.outcomes() == [(piece, 1) for piece in range(16)]
    run(m, *(f"frame {n}" for n in (16, 3, 9, 1, 2, 4, 5, 6, 7, 8, 10, 11)))
    assert [piece + 1 for piece in player(m, 0).frame.tolist()] == [16, 3, 9, 1]
    assert [piece + 1 for piece in player(m, 2).frame.tolist()] == [7, 8, 10, 11]
    assert m.outcomes() == [(board, 1) for board in range(4)]
    run(m, "board 4", "board 2")
    assert m.outcomes() == [(0, 1), (2, 1)]
    run(m, "board 1")
    assert [player(m, p).board + 1 for p in range(3)] == [4, 2, 1]


def test_CDM_01_a_board_has_a_shovel_and_nine_banderoles_and_a_player_four_discs_beside_the_one_on_the_track() -> None:
    m = Script(2).m
    picture = m.view(0).picture()
    for mine in picture.players:  # type: ignore[attr-defined]
        assert mine.shovel
        assert len(mine.banderoles) == 9
        assert mine.shovel not in mine.banderoles
        assert len(mine.frame) == 8
        assert mine.discs == 4
    assert picture.track[0] == [0, 1]  # type: ignore[attr-defined]


def test_CDM_02_pawns_start_on_different_spaces_first_player_first_once_all_lies_open() -> None:
    script = Script(3)
    m = script.m.at(script.m.ply - 3)
    assert (stage(m), m.to_move) == ("start", 0)
    assert all(n == 4 for n in m.state.ring_left.tolist())
    assert NONE not in m.state.row.tolist()
    assert texts(m) == [f"start {space}" for space in range(1, 8)]
    run(m, "start 5")
    assert m.to_move == 1
    assert "start 5" not in texts(m)
    with pytest.raises(IllegalAction, match="CDM-02"):
        m.apply("start 5")
    run(m, "start 4")
    assert m.to_move == 2
    run(m, "start 6")
    assert (stage(m), m.to_move) == ("move", 0)


@pytest.mark.parametrize(("seats", "decks"), [(2, "AABBCCDD"), (3, "AABBBCCDDD"), (4, "AAABBBCCDDDD")])
def test_CDM_03_cards_by_player_count(seats: int, decks: str) -> None:
    assert "".join(sorted(card[0] for card in card_ids(Script(seats).m))) == decks


def test_CDM_03_the_decks_are_shuffled_together_and_a_card_comes_once() -> None:
    m = GAME.new(2)
    run(m, *(f"frame {n}" for n in range(1, 9)), "board 1", "board 2")
    assert m.outcomes() == [(0, 2), (1, 2), (2, 2), (3, 2)]  # each of the 8 places is equally likely to be any deck's
    run(m, "deck D")
    assert sum(weight for _, weight in m.outcomes()) == 24
    run(m, "card D09")
    assert m.outcomes() == [(0, 2), (1, 2), (2, 2), (3, 1)]
    run(m, "deck B")
    assert dict(m.outcomes())[GAME.read(m.state, "card B11")] == 2  # two copies of one card
    run(m, "card B11", "deck D")
    assert m.outcomes()
    assert GAME.read(m.state, "card D09") not in dict(m.outcomes())
    run(m, "card D01")
    assert m.outcomes() == [(0, 2), (1, 1), (2, 2)]


def test_CDM_03_the_rest_is_never_seen() -> None:
    script = Script(2)
    left = [ask(cards_left, script.m.state, deck) for deck in range(4)]
    script.idle_to_scoring(4)
    assert [ask(cards_left, script.m.state, deck) for deck in range(4)] == left
    assert [cards.bit_count() for cards in left] == script.m.state.deck_left.tolist()
    assert sum(script.m.state.deck_left.tolist()) == 60 - 8


@pytest.mark.parametrize(("seats", "empty", "circles"), [(2, [0, 3, 8, 11], 9), (3, [0, 11], 13), (4, [], 17)])
def test_CDM_04_empty_corners_and_circles(seats: int, empty: list[int], circles: int) -> None:
    script = Script(seats)
    picture = script.m.view(0).picture()
    assert [space for space, card in enumerate(picture.cards) if card is None] == empty  # type: ignore[attr-defined]
    assert len(picture.circles) == circles  # type: ignore[attr-defined]
    for circle in picture.circles:  # type: ignore[attr-defined]
        first, second = circle.cards
        assert second - first == 4 or (second - first == 1 and first % 4 < 3)
    script.idle_phase()
    assert len(script.m.legal) == circles


def test_CDM_04_a_circle_beside_an_empty_corner_is_refused() -> None:
    script = Script(2)
    script.idle_phase()
    assert refused(script, "disc 1-2") == "CDM-04"
    assert refused(script, "disc 4-8") == "CDM-04"


def test_CDM_05_four_white_tiles_on_each_space_eleven_black_ones_below() -> None:
    m = GAME.new(2)
    run(m, *(f"frame {n}" for n in range(1, 9)), "board 1", "board 2")
    while stage(m) != "deal_ring":
        m.draw(m.outcomes()[0][0])
    assert {DATA.tiles[tile].id: n for tile, n in m.outcomes()} == {t.id: t.white for t in DATA.tiles if t.white}
    while stage(m) == "deal_ring":
        m.draw(m.outcomes()[-1][0])
    assert {DATA.tiles[tile].id: n for tile, n in m.outcomes()} == {t.id: t.black for t in DATA.tiles if t.black}
    while m.to_move == CHANCE:
        m.draw(m.outcomes()[0][0])
    assert m.state.white_left == 84 - 28
    assert m.state.black_left == 39 - 11
    assert m.state.fountain_left == 24
    assert all(len(face.elements) == 1 for face in DATA.tiles if face.black)


def test_CDM_05_a_space_has_no_order() -> None:
    m = Script(2).m.at(26)  # the ring comes next
    assert stage(m) == "deal_ring"
    twin = m.copy()
    run(m, "tile villa-1", "tile market", "tile baker", "tile market")
    run(twin, "tile market", "tile market", "tile villa-1", "tile baker")
    assert bytes(m) == bytes(twin)


def test_CDM_06_the_lowest_seat_is_first_and_its_disc_is_at_the_bottom() -> None:
    m = Script(4).m
    assert m.state.first == 0
    assert m.view().picture().track[0] == [0, 1, 2, 3]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("seats", "expected"), [(2, [8, 9]), (3, [8, 9, 13]), (4, [8, 9, 10, 11])])
def test_CDM_07_starting_points(seats: int, expected: list[int]) -> None:
    assert points(Script(seats).m) == expected


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_CDM_10_four_phases_of_seven_rounds_clockwise_from_the_first_player(seats: int) -> None:
    script = Script(seats)
    for phase in range(4):
        order = []
        while stage(script.m) == "move":
            order.append(script.m.to_move)
            script.idle()
        assert order == [(phase + turn) % seats for turn in range(7 * seats)]
        assert stage(script.m) == "circle"
        script.skip_scoring()
        if phase < 3:
            script.deal_ring(())
    assert script.m.is_over


def test_CDM_10_a_turn_begins_where_the_pawn_is_about_to_go() -> None:
    turns = 0
    for m in walk(GAME, 2, seed=10):
        begins = bool(ask(begins_turn, m.state))
        assert begins == (stage(m) == "move"), m.where()
        turns += begins
    assert turns == 4 * 7 * 2


def test_CDM_11_the_pawn_must_move_to_a_neighbour_and_may_share_a_space() -> None:
    script = Script(2)  # seat 0 on 7, seat 1 on 6
    assert texts(script.m) == ["left", "right"]
    run(script.m, "left")
    assert player(script.m, 0).pawn + 1 == player(script.m, 1).pawn + 1 == 6
    run(script.m, texts(script.m)[0], "store", "right")
    assert player(script.m, 1).pawn + 1 == 7
    run(script.m, texts(script.m)[0], "store", "right")
    assert player(script.m, 0).pawn + 1 == 7


def test_CDM_11_left_of_the_first_space_is_the_last() -> None:
    script = Script(2)
    script.idle()
    assert player(script.m).pawn + 1 == 1
    script.idle()
    run(script.m, "left")
    assert player(script.m).pawn + 1 == 7


def test_CDM_12_an_empty_space_is_passed_in_the_same_direction_even_on_purpose() -> None:
    script = Script(2)  # all go right: after three rounds spaces 1 and 2 are empty
    for _ in range(6):
        script.idle()
    assert [space + 1 for space, n in enumerate(script.m.state.ring_left.tolist()) if n == 0] == [1, 2]
    assert player(script.m).pawn + 1 == 3
    assert texts(script.m) == ["left", "right"]  # the left neighbour is empty, and may be chosen
    run(script.m, "left")
    assert player(script.m).pawn + 1 == 7  # over 2 and 1


def test_CDM_12_a_pawn_may_come_full_circle_to_where_it_stood() -> None:
    script = Script(2)
    while script.m.state.played < 13:
        script.idle()
    s = editor(script.m.states)
    left = [space for space in range(7) if s.ring_left[space]]
    assert left == [6 - 1]
    player(script.m, 1).pawn = left[0]
    script.edit()
    for way in ("left", "right"):
        twin = script.m.copy()
        run(twin, way)
        assert player(twin, 1).pawn == left[0]


def test_CDM_13_one_bread_at_the_start_of_a_turn_leads_to_any_space_with_a_tile_even_ones_own() -> None:
    script = Script(2)
    for _ in range(6):
        script.idle()
    assert refused(script, "bread 5") == "CDM-13"  # no bread
    script.give(bread=2)
    assert texts(script.m) == ["left", "right", *(f"bread {space}" for space in range(3, 8))]  # 1 and 2 are empty
    assert refused(script, "bread 1") == "CDM-13"
    own = script.m.copy()
    run(own, "bread 3")
    assert (player(own).pawn + 1, player(own).bread) == (3, 1)
    run(script.m, "bread 5")
    assert (player(script.m).pawn + 1, player(script.m).bread) == (5, 1)
    assert stage(script.m) == "take"
    assert refused(script, "bread 6") == "CDM-14"  # not after the move


def test_CDM_14_one_tile_is_taken_then_placed_or_stored_for_good() -> None:
    script = Script(2, ["villa-1"])
    run(script.m, "right")
    assert "take villa-1" in texts(script.m)
    assert len(texts(script.m)) == len(set(texts(script.m))) <= 4
    assert refused(script, "store") == "CDM-14"
    run(script.m, "take villa-1")
    assert texts(script.m)[-1] == "store"
    assert refused(script, "left") == "CDM-14"
    run(script.m, "store")
    assert player(script.m).stored == 1
    assert script.m.to_move == 1
    script.idle_to_scoring(4)
    assert player(script.m).stored == 28
    assert player(script.m).occupied == 0


def test_CDM_14_equal_tiles_of_a_space_are_one_choice() -> None:
    script = Script(2, ["villa-bend-1"])
    m = script.m.at(26)  # before the ring
    assert stage(m) == "deal_ring"
    run(m, "tile villa-bend-1", "tile market", "tile villa-bend-1", "tile market")
    while m.to_move == CHANCE:
        m.draw(m.outcomes()[0][0])
    run(m, "start 7", "start 6", "right")
    assert sorted(texts(m)) == ["take market", "take villa-bend-1"]


@pytest.mark.parametrize(("seats", "after_take"), [(2, [3, 0]), (3, [3, 2, 0]), (4, [3, 2, 1, 0])])
def test_CDM_15_what_is_left_over_leaves_the_game(seats: int, after_take: list[int]) -> None:
    script = Script(seats)
    seen: list[int] = []
    while script.m.state.ring_left[0]:
        script.idle()
        n = int(script.m.state.ring_left[0])
        if n < 4 and (not seen or seen[-1] != n):
            seen.append(n)
    assert seen == after_take


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_CDM_15_so_every_phase_lasts_exactly_seven_turns_each(seats: int) -> None:
    script = Script(seats)
    script.idle_phase()
    assert script.m.state.played == 7 * seats
    assert script.m.state.ring_left.tolist() == [0] * 7
    assert [player(script.m, p).stored for p in range(seats)] == [7] * seats
