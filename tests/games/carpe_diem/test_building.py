"""Building and rewards, clause by clause. Board 1: shovel c3, banderoles d1 b2 f2 a3 e3 d4 f5 a6 c6."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from bastide.core.errors import IllegalAction
from bastide.core.position import Position
from bastide.core.state import NONE, ask, editor, int_array
from bastide.games import load_version
from bastide.games.carpe_diem import GAME
from bastide.games.carpe_diem.actions import LAY, STORE
from bastide.games.carpe_diem.building import lay_tile
from bastide.games.carpe_diem.kinds import ARTISAN, BAKER, FISH_POND, MARKET, MERCHANT, SENATOR, VILLA, VINEYARD
from bastide.games.carpe_diem.rewards import legal_place
from bastide.games.carpe_diem.state import DRAW_FOUNTAIN, PLACE, PLAYER
from bastide.games.carpe_diem.tables import BOARDS, LAST_SPACE, PERIOD, SHOVEL, TILE_IDS, TILES
from tests.games.carpe_diem.script import Script, goods, player, run, stage, texts


def refused(script: Script, text: str) -> str:
    before = bytes(script.m)
    with pytest.raises(IllegalAction) as refusal:
        script.m.apply(text)
    assert bytes(script.m) == before
    return refusal.value.clause


def placements(script: Script) -> list[str]:
    return [text for text in texts(script.m) if text != "store"]


# ---- where a tile may lie


def test_CDM_20_the_first_tile_goes_on_the_shovel() -> None:
    script = Script(2, ["villa-1"], boards=[1], game=GAME)
    script.take()
    assert texts(script.m) == ["place c3", "place c3 r90", "place c3 r180", "place c3 r270"]
    assert refused(script, "place c4") == "CDM-20"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_CDM_20_nobody_can_store_a_first_tile_and_everybody_a_second(seats: int) -> None:
    script = Script(seats, ["villa-1", "villa-2"], game=GAME)
    for p in range(seats):
        run(script.m, "right")
        run(script.m, script.first_take())
        assert "store" not in texts(script.m)
        assert refused(script, "store") == "CDM-20"
        assert GAME.prompt(script.m.view(p).state, p).label.key == "carpe_diem.ask.place_first"
        assert GAME.targets(script.m.view(p).state, STORE, p) == ("store",)
        script.finish_turn(texts(script.m)[0])
    for p in range(seats):
        run(script.m, "right")
        run(script.m, script.first_take())
        assert GAME.prompt(script.m.view(p).state, p).label.key == "carpe_diem.ask.place"
        run(script.m, "store")
    assert [player(script.m, p).stored for p in range(seats)] == [1] * seats


def test_CDM_20_every_tile_fits_on_every_shovel() -> None:
    script = Script(2, game=GAME)
    s = editor(script.m.states)
    out = int_array(GAME.buffer)
    s.stage = PLACE
    for board, tile in product(range(BOARDS), range(TILES)):
        s.players[0].board, s.in_hand = board, tile
        assert ask(legal_place, s, out) == PERIOD[tile]
        assert {(a - LAY) // 4 for a in out[: PERIOD[tile]]} == {SHOVEL[board]}


def test_CDM_20_under_version_1_the_shovel_waits_while_the_first_tiles_are_stored() -> None:
    script = Script(2, ["villa-1", "market"], boards=[1], game=load_version("carpe_diem", 1))
    script.turn("store")
    script.take()
    assert texts(script.m) == ["place c3", "store"]


def test_CDM_20_later_tiles_go_next_to_a_tile_and_the_frame_is_no_tile() -> None:
    script = Script(2, ["market", "bakery"], boards=[1])
    script.turn("place c3")
    script.take()
    assert placements(script) == ["place c2", "place b3", "place d3", "place c4"]
    for elsewhere in ("a1", "c1", "d4", "f6", "c3"):
        assert refused(script, f"place {elsewhere}") == "CDM-20"


def test_CDM_21_every_edge_must_match_what_it_touches() -> None:
    script = Script(2, ["villa-straight-1", "merchant"], boards=[1])
    script.turn("place c3 r90")  # villa to b3 and d3
    script.take()
    # the merchant's half turns its pasture to the neighbours above and below, and fits nowhere beside the villa
    assert placements(script) == [
        "place c2", "place c2 r90", "place c2 r270", "place c4 r90", "place c4 r180", "place c4 r270",
    ]  # fmt: skip
    assert refused(script, "place c2 r180") == "CDM-21"
    assert refused(script, "place d3 r270") == "CDM-21"


def test_CDM_21_each_kind_matches_its_own_only() -> None:
    script = Script(2, ["vineyard", "garden", "vineyard"], boards=[1])
    script.turn("place c3 r90")  # vineyard to d3
    script.take()
    assert not any("d3" in text for text in placements(script))
    run(script.m, "store")
    script.idle_others()
    script.take()
    assert [text for text in placements(script) if "d3" in text] == ["place d3 r270"]


def test_CDM_21_the_frame_is_pasture() -> None:
    script = Script(2, ["market", "bakery", "villa-tee-1", "villa-1"], boards=[1])
    script.turn("place c3")
    script.turn("place c2")
    script.take()
    # c1 lies at the frame: the tee's one pasture side cannot face both the frame and the bakery below
    assert not any("c1" in text for text in placements(script))
    assert refused(script, "place c1") == "CDM-21"
    run(script.m, "store")
    script.idle_others()
    script.take()
    assert [text for text in placements(script) if "c1" in text] == ["place c1 r90", "place c1 r270"]


@pytest.mark.parametrize(
    ("tile", "turns"),
    [("market", 1), ("villa-straight-1", 2), ("villa-1", 4), ("villa-tee-2", 4), ("vineyard-merchant", 4)],
)
def test_CDM_21_turns_that_look_alike_are_one_action(tile: str, turns: int) -> None:
    script = Script(2, [tile], boards=[1])
    script.take()
    assert len(placements(script)) == turns
    assert GAME.read(script.m.state, "place c3 r180") in script.m.legal  # read as the turn it looks like


# ---- banderoles and the track


def test_CDM_22_a_tile_on_a_banderole_removes_it_for_one_step() -> None:
    script = Script(2, ["market", "bakery", "market"], boards=[1])
    script.turn("place c3")
    assert player(script.m).track == 0
    script.turn("place d3")
    assert player(script.m).track == 0
    script.turn("place d4")  # a banderole
    assert player(script.m).track == 1
    picture = script.m.view(0).picture()
    assert "d4" not in picture.players[0].banderoles  # type: ignore[attr-defined]
    assert len(picture.players[0].banderoles) == 8  # type: ignore[attr-defined]
    assert picture.track[:2] == [[1], [0]]  # type: ignore[attr-defined]


def test_CDM_22_a_disc_that_arrives_goes_on_top_and_one_that_leaves_lets_the_others_sink() -> None:
    script = Script(3, ["market", "bakery", "market"], boards=[1])
    script.turn("place c3")
    script.turn("place d3")
    script.stand((3, 0), (4, 0), (3, 1))
    script.turn("place d4")
    assert [(player(script.m, p).track, player(script.m, p).height) for p in range(3)] == [(4, 1), (4, 0), (3, 0)]


def test_CDM_22_the_track_ends_at_20_and_a_disc_there_keeps_its_place() -> None:
    script = Script(2, ["market", "bakery", "market", "senator", "garden-senator-bend"], boards=[1])
    script.turn("place c3")
    script.turn("place d3")
    script.stand((LAST_SPACE, 0), (LAST_SPACE, 1))
    script.turn("place d4")  # a banderole
    assert (player(script.m).track, player(script.m).height) == (20, 0)
    script.stand((19, 0), (LAST_SPACE, 0))
    script.turn("place c4 r270")
    script.take()
    before = script.m.copy()
    run(script.m, "place b4")  # two steps, of which one is left
    assert (player(script.m).track, player(script.m).height) == (20, 1)
    events = GAME.story(before.state, script.m.plies[-1].action, script.m.state)
    told = [event.values for event in events if event.key == "carpe_diem.event.senator"]
    assert told == [{"n": 1, "space": LAST_SPACE}]


# ---- when rewards come


def test_CDM_23_the_banderole_comes_first_then_the_reward_and_a_villa_is_not_asked_about() -> None:
    script = Script(2, ["villa-senator-bend", "villa-1", "senator"], boards=[1])
    script.turn("place c3 r90")  # villa to d3, senator to c4
    script.turn("place d3 r270")
    assert player(script.m).complete[VILLA] == 1
    assert script.m.to_move == 0
    script.turn("place c4")
    assert player(script.m).track == 2


def merchant_and_vineyard() -> Script:
    """One tile has just completed a vineyard and a merchant."""
    script = Script(2, ["vineyard", "market", "market", "bakery", "merchant", "vineyard-merchant"], boards=[1])
    script.turn("place c3 r90")  # vineyard to d3
    script.turn("place c4")
    script.turn("place d4")
    script.turn("place e4")
    script.turn("place e3 r270")  # merchant's half to d3
    script.take()
    script.give(coins=0)
    run(script.m, "place d3 r90")  # merchant to e3, vineyard to c3
    return script


def test_CDM_23_the_player_chooses_which_of_two_rewards_comes_next() -> None:
    """The grape may be sold, or come after the sale."""
    script = merchant_and_vineyard()
    assert texts(script.m) == ["reward vineyard", "reward merchant"]
    assert refused(script, "reward baker") == "CDM-23"
    assert refused(script, "store") == "CDM-23"
    other = script.m.copy()
    run(script.m, "reward vineyard")  # then the merchant comes by itself and sells the grape
    assert (goods(script.m), player(script.m).coins) == ({}, 2)
    run(other, "reward merchant")  # then the grape comes by itself
    assert (goods(other), player(other).coins) == ({"grape": 1}, 1)
    assert script.m.to_move == other.to_move == 1


def garden_and_artisan() -> Script:
    """One tile has just completed a garden and an artisan; half a merchant lies at c5, open to d5."""
    mine = ["garden", "market", "merchant", "market", "bakery", "artisan", "garden-artisan"]
    script = Script(2, mine, boards=[1], row=["merchant", "market"])
    script.turn("place c3 r90")
    script.turn("place c4")
    script.turn("place c5 r90")
    script.turn("place d4")
    script.turn("place e4")
    script.turn("place e3 r270")
    script.take()
    script.give(coins=0)
    run(script.m, "place d3 r90")
    return script


def test_CDM_23_an_artisans_tile_is_settled_wholly_before_what_waits() -> None:
    script = garden_and_artisan()
    assert texts(script.m) == ["reward herb_garden", "reward artisan"]
    run(script.m, "reward artisan", "take merchant")
    assert goods(script.m) == {}
    run(script.m, "place d5 r270")  # completes the merchant: nothing to sell yet; then the herb comes
    assert (goods(script.m), player(script.m).coins) == ({"herb": 1}, 1)
    assert player(script.m).complete[MERCHANT] == 1


# ---- villas, landscapes, dwellings


def test_CDM_24_a_villa_is_complete_without_open_edges_and_brings_nothing_now() -> None:
    script = Script(2, ["villa-1", "villa-straight-2", "villa-2"], boards=[1])
    before = (player(script.m).coins, player(script.m).bread, player(script.m).points)
    script.turn("place c3 r180")  # to c4
    script.turn("place c4")
    assert player(script.m).complete[VILLA] == 0
    script.turn("place c5")
    assert player(script.m).complete[VILLA] == 1
    assert (player(script.m).coins, player(script.m).bread, player(script.m).points) == before
    assert goods(script.m) == {}


def test_CDM_24_a_ring_around_a_corner_closes_too() -> None:
    script = Script(2, ["villa-bend-1", "villa-bend-1", "villa-bend-2", "villa-bend-2"], boards=[1])
    script.turn("place c3 r90")
    script.turn("place d3 r180")
    script.turn("place d4 r270")
    assert player(script.m).complete[VILLA] == 0
    script.turn("place c4")
    assert player(script.m).complete[VILLA] == 1
    (villa,) = (f for f in script.m.view(0).picture().players[0].features if f.kind == "villa")  # type: ignore[attr-defined]
    assert (villa.cells, villa.chimneys, villa.complete) == (["c3", "d3", "c4", "d4"], 6, True)


def test_CDM_24_two_kinds_on_a_tile_are_two_things_and_one_may_own_any_number() -> None:
    script = Script(2, ["villa-vineyard", "villa-1", "vineyard", "villa-1"], boards=[1])
    script.turn("place c3 r90")  # villa to d3, vineyard to b3
    script.turn("place d3 r270")
    assert (player(script.m).complete[VILLA], player(script.m).complete[VINEYARD]) == (1, 0)
    script.turn("place b3 r90")
    assert (player(script.m).complete[VILLA], player(script.m).complete[VINEYARD]) == (1, 1)
    script.turn("place c4 r180")  # another villa is begun
    kinds = [f.kind for f in script.m.view(0).picture().players[0].features]  # type: ignore[attr-defined]
    assert kinds == ["villa", "villa", "vineyard"]


def test_CDM_24_neighbours_join_across_matching_edges_only() -> None:
    script = Script(2, ["villa-1", "villa-1"], boards=[1])
    script.turn("place c3")  # to c2
    script.turn("place d3")  # to d2, beside it with pasture between
    assert len(script.m.view(0).picture().players[0].features) == 2  # type: ignore[attr-defined]


def test_CDM_25_a_pond_of_three_tiles_brings_two_fish_once() -> None:
    script = Script(2, ["pond", "pond-straight", "pond", "market"], boards=[1])
    script.turn("place c3 r90")
    script.turn("place d3 r90")
    assert goods(script.m) == {}
    script.turn("place e3 r270")
    assert goods(script.m) == {"fish": 2}
    assert player(script.m).complete[FISH_POND] == 1
    script.turn("place c4")
    assert goods(script.m) == {"fish": 2}


@pytest.mark.parametrize(
    ("kind", "good"), [("vineyard", "grape"), ("garden", "herb"), ("run", "chicken"), ("pond", "fish")]
)
def test_CDM_25_each_landscape_brings_its_own_goods_one_less_than_its_tiles(kind: str, good: str) -> None:
    script = Script(2, [kind, kind], boards=[1])
    script.turn("place c3 r90")
    script.turn("place d3 r270")
    assert goods(script.m) == {good: 1}
    script = Script(2, [kind, f"{kind}-straight", f"{kind}-bend", kind], boards=[1])
    script.turn("place c3 r90")
    script.turn("place d3 r90")
    script.turn("place e3 r180")  # from d3 down to e4
    script.turn("place e4")
    assert goods(script.m) == {good: 3}


def test_CDM_25_a_tile_that_would_make_more_than_four_is_refused() -> None:
    """No five tiles of one landscape fit together among the components shipped: the straight ones are laid by hand."""
    script = Script(2, ["vineyard"], boards=[1])
    script.take()
    s = editor(script.m.states)
    straight = TILE_IDS.index("vineyard-straight")
    for cell in range(12, 16):  # a3 to d3
        lay(s.players[0], straight, cell, 1)
    m = type(script.m).resume(GAME, 2, {}, script.m.plies, bytes(script.m))
    assert not any("e3" in text for text in m.moves)
    with pytest.raises(IllegalAction, match="CDM-25"):
        m.apply("place e3 r270")
    three = Script(2, ["vineyard"], boards=[1])
    three.take()
    for cell in range(12, 15):
        lay(editor(three.m.states).players[0], straight, cell, 1)
    m = type(three.m).resume(GAME, 2, {}, three.m.plies, bytes(three.m))
    assert "place d3 r270" in m.moves


def lay(who: Any, tile: int, cell: int, turn: int) -> None:
    ask(lay_tile, who, tile, cell, turn)


def test_CDM_26_a_dwelling_is_two_halves_of_one_colour() -> None:
    script = Script(2, ["baker", "merchant", "villa-baker"], boards=[1])
    script.turn("place c3 r90")
    script.take()
    assert not any("d3" in text for text in placements(script))  # a merchant's half is no baker's
    run(script.m, "store")
    script.idle_others()
    assert player(script.m).complete[BAKER] == 0
    script.turn("place d3 r90")  # baker to c3, villa to e3
    assert player(script.m).complete[BAKER] == 1


# ---- what they bring


def sale(**held: int) -> Script:
    """A merchant is completed by somebody who holds these goods."""
    script = Script(2, ["merchant", "vineyard-merchant"], boards=[1])
    script.turn("place c3 r90")
    script.take()
    script.give(**held)
    run(script.m, "place d3 r270")
    return script


def test_CDM_27_nick_sells_two_fish_a_chicken_and_a_grape_for_five_coins() -> None:
    script = sale(fish=2, chicken=1, grape=1)
    assert goods(script.m) == {}
    assert player(script.m).coins == 5


def test_CDM_27_without_goods_one_coin() -> None:
    assert player(sale().m).coins == 1
    assert player(sale(coins=3).m).coins == 4  # coins are no goods


def test_CDM_28_a_baker_brings_two_bread() -> None:
    script = Script(2, ["baker", "garden-baker"], boards=[1])
    script.turn("place c3 r90")
    script.turn("place d3 r270")
    assert player(script.m).bread == 2


def test_CDM_29_a_senator_brings_two_steps() -> None:
    script = Script(2, ["senator", "vineyard-senator"], boards=[1])
    script.turn("place c3 r90")
    script.turn("place d3 r270")
    assert (player(script.m).track, player(script.m).complete[SENATOR]) == (2, 1)


def artisan(row: list[str]) -> Script:
    """An artisan is completed at c3 and d3; half another lies at c5, open to b5."""
    mine = ["pond-artisan", "market", "vineyard-artisan-bend", "artisan", "bakery", "market", "bakery"]
    script = Script(2, mine, boards=[1], row=row)
    script.turn("place c3 r90")
    script.turn("place c4")
    script.turn("place c5 r180")
    script.take()
    run(script.m, "place d3 r270")
    return script


def test_CDM_30_any_tile_of_the_bottom_row_is_placed_at_once_with_its_reward() -> None:
    script = artisan(["market", "villa-1", "market", "senator"])
    assert stage(script.m) == "artisan_pick"
    assert len(set(texts(script.m))) == len(texts(script.m)) < 11  # equal tiles are one choice
    assert refused(script, "row 3") == "CDM-30"  # the second market
    coins = player(script.m).coins
    run(script.m, "take market")
    assert "place d4" in texts(script.m)
    run(script.m, "place d4")
    assert player(script.m).coins == coins + 1
    assert script.m.to_move == 1


def test_CDM_30_another_artisan_takes_another_tile_and_a_tile_may_be_stored() -> None:
    script = artisan(["artisan", "bakery"])
    run(script.m, "take artisan", "place b5 r90")
    assert player(script.m).complete[ARTISAN] == 2
    assert stage(script.m) == "artisan_pick"
    with pytest.raises(IllegalAction, match="CDM-30"):
        script.m.apply("store")  # taking is a duty
    bread = player(script.m).bread
    run(script.m, "take bakery", "store")
    assert (player(script.m).stored, player(script.m).bread) == (1, bread)
    assert script.m.to_move == 1


def test_CDM_30_the_row_is_never_refilled() -> None:
    script = artisan(["market"])
    run(script.m, "take market", "store")
    script.idle_phase()
    script.skip_scoring()
    script.deal_ring(())
    row = script.m.state.row.tolist()
    assert row[0] == NONE
    assert sum(tile == NONE for tile in row) == 1


def test_CDM_30_nothing_happens_if_the_row_is_empty() -> None:
    mine = ["pond-artisan", "artisan"]
    script = Script(2, mine, boards=[1])
    script.turn("place c3 r90")
    script.take()
    s = editor(script.m.states)
    for slot in range(11):
        s.row[slot] = NONE
        s.players[1].stored += 1
    script.edit()
    run(script.m, "place d3 r270")
    assert player(script.m).complete[ARTISAN] == 1
    assert (stage(script.m), script.m.to_move) == ("move", 1)


def test_CDM_31_a_market_brings_a_coin_a_bakery_a_bread() -> None:
    script = Script(2, ["market", "bakery"], boards=[1])
    script.turn("place c3")
    assert (player(script.m).coins, player(script.m).bread) == (1, 0)
    script.turn("place c4")
    assert (player(script.m).coins, player(script.m).bread) == (1, 1)


def test_CDM_31_single_tiles_lie_in_pasture() -> None:
    script = Script(2, ["villa-1", "market"], boards=[1])
    script.turn("place c3 r90")  # villa to d3
    script.take()
    assert placements(script) == ["place c2", "place b3", "place c4"]
    assert refused(script, "place d3") == "CDM-21"
    run(script.m, "place c4")
    assert player(script.m).complete[MARKET] == 1


def test_CDM_32_two_cards_are_looked_at_and_one_goes_under_the_pile() -> None:
    script = Script(2, ["fountain", "fountain"], boards=[1])
    script.take()
    run(script.m, "place c3")
    assert sum(weight for _, weight in script.m.outcomes()) == 24
    run(script.m, "fountain villa")
    assert sum(weight for _, weight in script.m.outcomes()) == 23
    run(script.m, "fountain market")
    assert (script.m.to_move, texts(script.m)) == (0, ["return villa", "return market"])
    assert refused(script, "return baker") == "CDM-32"
    run(script.m, "return market")
    assert script.m.view(0).picture().players[0].fountain_cards == ["villa"]  # type: ignore[attr-defined]
    assert script.m.to_move == 1


def test_CDM_32_from_the_second_fountain_on_any_card_held_may_go_back() -> None:
    script = Script(2, ["fountain", "fountain"], boards=[1])
    script.take()
    run(script.m, "place c3", "fountain villa", "fountain market", "return market")
    script.idle_others()
    script.take()
    run(script.m, "place c4", "fountain baker", "fountain baker")
    assert texts(script.m) == ["return villa", "return baker"]
    run(script.m, "return villa")
    picture = script.m.view(0).picture()
    assert picture.players[0].fountain_cards == ["baker", "baker"]  # type: ignore[attr-defined]
    weights = dict(two_more(script).outcomes())
    assert GAME.write(two_more(script).state, min(weights)) == "fountain villa"
    assert weights[min(weights)] == 1  # one villa lies under the pile, one in it: neither copy is drawn twice


def two_more(script: Script) -> Position:
    """The pile before another draw."""
    m = script.m.copy()
    editor(m.states).stage = DRAW_FOUNTAIN
    return Position.resume(GAME, 2, {}, m.plies, bytes(m))


def test_CDM_32_all_else_is_public() -> None:
    script = Script(2, ["fountain"], boards=[1])
    script.take()
    run(script.m, "place c3", "fountain villa", "fountain market", "return market")
    s, theirs = script.m.state, script.m.view(1).state
    hidden = {"fountain_hand", "fountain_back"}
    for name in PLAYER.names or ():
        mine, seen = getattr(s.players[0], name), getattr(theirs.players[0], name)
        same = mine == seen if isinstance(mine, int) else mine.tolist() == seen.tolist()
        assert same == (name not in hidden), name


def test_CDM_33_supplies_never_run_out() -> None:
    script = sale(fish=30, chicken=20)  # five of each are in the box, and 24 coins
    assert player(script.m).coins == 51
    script = Script(2, ["bakery"], boards=[1])
    script.give(p=1, bread=18)
    script.turn("place c3")
    assert player(script.m).bread == 1
