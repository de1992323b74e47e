"""The end of the game, clause by clause: positions are built in phase 2, then everybody stores to the end."""

from __future__ import annotations

import pytest

from bastide.core.state import editor
from bastide.games.carpe_diem import GAME
from bastide.games.carpe_diem.building import villa_value
from bastide.games.carpe_diem.kinds import EAST, KIND_NAMES, NORTH, SOUTH, WEST
from bastide.games.carpe_diem.tables import LEFT_COLUMN, TOP_ROW, line_mask
from tests.games.carpe_diem.script import Script, player, points, run

SOURCES = ("villas", "leftovers", "track", "fountains", "frame")


def script_with(*tiles: str, frames: tuple[int, ...] = ()) -> Script:
    """Seat 0 has built this by the scoring of phase 2."""
    script = Script(2, boards=[1], frames=frames, keep=[text.split()[0] for text in tiles])
    script.idle_to_scoring(2)
    script.build(*tiles)
    return script


def to_last_decision(script: Script) -> None:
    """Everybody stores, and takes the first choice in every scoring, up to the very last decision."""
    if script.m.state.phase < 3:
        script.skip_scoring()
        script.deal_ring(())
        script.idle_to_scoring(4)
    while True:
        ahead = script.m.copy()
        ahead.apply(ahead.legal[0])
        if ahead.is_over:
            return
        script.m = ahead


def at_the_end() -> Script:
    """Two players with nothing but 28 stored tiles each, before the very last decision."""
    script = Script(2)
    script.idle_to_scoring(4)
    to_last_decision(script)
    return script


def final_gains(script: Script) -> list[dict[str, int]]:
    """What every seat gets at the end, by source, as the story tells it."""
    to_last_decision(script)
    before = script.m.view().state
    a = script.m.legal[0]
    script.m.apply(a)
    gained = [dict.fromkeys(SOURCES, 0) for _ in range(script.m.seats)]
    for event in GAME.story(before, a, script.m.view().state):
        for gain in event.gains:
            name = gain.source.removeprefix("carpe_diem.source.")
            if name in SOURCES:
                gained[gain.seat][name] += gain.points
    return gained


def test_CDM_60_nicks_villas_bring_seventeen() -> None:
    script = script_with(
        "villa-1 a1 r90", "villa-2 b1 r270",  # 3 chimneys
        "villa-2 a2 r90", "villa-straight-2 b2 r90", "villa-1 c2 r270",  # 5
        "villa-2 a3 r90", "villa-straight-2 b3 r90", "villa-1 c3 r270",  # 5
        "villa-tee-2 a5", "villa-tee-2 b5 r180",  # 4, open
        "villa-tee-2 d5", "villa-bend-2 e5 r270",  # 4, open
    )  # fmt: skip
    assert player(script.m).chimneys == 3 + 5 + 5 + 4 + 4
    assert final_gains(script)[0]["villas"] == 17


@pytest.mark.parametrize(("chimneys", "value"), [(0, 0), (3, 3), (5, 7), (10, 21), (11, 24), (14, 33)])
def test_CDM_60_the_villa_table_and_three_more_for_each_chimney_beyond(chimneys: int, value: int) -> None:
    assert villa_value(chimneys) == value


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ({"grape": 1, "fish": 2, "coins": 1, "bread": 1, "stored": 0}, 2),
        ({"coins": 1, "stored": 0}, 0),
        ({"bread": 2, "stored": 5}, 3),
        ({"stored": 0}, 0),
    ],
)
def test_CDM_61_goods_coins_bread_and_stored_tiles_are_halved_and_rounded_down(
    held: dict[str, int], expected: int
) -> None:
    script = at_the_end()
    stored = held.pop("stored")
    editor(script.m.states).players[1].stored += 28 - stored  # the other seat is said to have stored them: tiles add up
    editor(script.m.states).players[0].stored = stored
    script.give(**held)
    assert final_gains(script)[0]["leftovers"] == expected


def test_CDM_61_fountain_cards_and_discs_are_no_items() -> None:
    script = at_the_end()
    fountains(script, market=1)
    assert final_gains(script)[0]["leftovers"] == 14


def test_CDM_62_the_number_of_the_banderole_space() -> None:
    script = at_the_end()
    script.stand((13, 0), (4, 0))
    assert [gained["track"] for gained in final_gains(script)] == [13, 4]


def fountains(script: Script, **cards: int) -> None:
    """Seat 0 holds these fountain cards, drawn and kept; as many others went back."""
    s = editor(script.m.states)
    n = sum(cards.values())
    for name, copies in cards.items():
        kind = KIND_NAMES.index(name)
        s.fountain_bag[kind] -= copies
        s.players[0].fountain_hand[kind] += copies
    for _ in range(n):
        kind = max(range(1, 13), key=lambda kind: s.fountain_bag[kind])
        s.fountain_bag[kind] -= 1
        s.players[0].fountain_back[kind] += 1
    s.players[0].fountain_cards += n
    s.players[0].fountain_returns += n
    s.fountain_left -= 2 * n
    script.edit()


def test_CDM_63_two_points_for_each_thing_of_a_cards_kind_and_equal_cards_both_count() -> None:
    script = script_with(
        "market a1", "market b1", "market c1", "garden a2 r90", "garden b2 r270", "garden a3 r90",
        "villa-1 a4 r90", "villa-1 b4 r270", "merchant a5 r90",
    )  # fmt: skip
    fountains(script, market=2, herb_garden=1, villa=1, merchant=1)
    assert final_gains(script)[0]["fountains"] == 2 * 3 * 2 + 2 * 1 + 2 * 1 + 0  # the merchant is half built


def test_CDM_63_the_cards_lie_open_at_the_end() -> None:
    script = script_with("market a1")
    fountains(script, market=1)
    to_last_decision(script)
    assert script.m.view(1).picture().players[0].fountain_cards is None  # type: ignore[attr-defined]
    script.m.apply(script.m.legal[0])
    assert script.m.view(1).picture().players[0].fountain_cards == ["market"]  # type: ignore[attr-defined]


def test_CDM_64_the_rulebooks_frame_baker_and_villa_reached_pond_and_garden_not() -> None:
    """Top: baker over column b, villa over column f. Right: garden along row 6. Bottom: pond under column a."""
    script = script_with(
        "baker a2 r90", "baker b2 r270",  # a baker crosses column b
        "villa-1 f3 r180", "villa-straight-1 f4", "villa-1 f5",  # a villa stands in column f
        "pond a5",  # a pond in column a, not complete
        "garden c4 r90", "garden d4 r270",  # a garden, complete, but not in row 6
        frames=(8, 10, 3, 13),
    )  # fmt: skip
    tasks = script.m.view(0).picture().players[0].frame  # type: ignore[attr-defined]
    assert {(task.kind, task.side, task.position): task.done for task in tasks} == {
        ("baker", "top", 2): True, ("villa", "top", 6): True,
        ("senator", "right", 3): False, ("herb_garden", "right", 6): False,
        ("merchant", "bottom", 6): False, ("fish_pond", "bottom", 1): False,
        ("artisan", "left", 6): False, ("vineyard", "left", 1): False,
    }  # fmt: skip
    assert final_gains(script)[0]["frame"] == 4 + 3


def test_CDM_64_a_task_pays_once_and_one_thing_may_serve_several() -> None:
    """Two villas in one column pay once; a villa that crosses both a column and a row serves both tasks."""
    script = script_with(
        "villa-1 f1 r180", "villa-1 f2",  # column f, row 1 and 2
        "villa-1 f4 r180", "villa-2 f5",  # column f again
        frames=(8, 4, 12, 16),
    )  # fmt: skip
    done = [
        (task.side, task.position)
        for task in script.m.view(0).picture().players[0].frame  # type: ignore[attr-defined]
        if task.kind == "villa" and task.done
    ]
    # top position 6: column f; right position 4: row 4; left position 5: row 2 from the far side
    assert done == [("top", 6), ("right", 4), ("left", 2)]
    assert final_gains(script)[0]["frame"] == 9


def test_CDM_64_positions_run_clockwise() -> None:
    for position in range(1, 7):
        assert line_mask(NORTH, position) == LEFT_COLUMN << position - 1
        assert line_mask(EAST, position) == TOP_ROW << 6 * (position - 1)
        assert line_mask(SOUTH, position) == LEFT_COLUMN << 6 - position
        assert line_mask(WEST, position) == TOP_ROW << 6 * (6 - position)


def test_CDM_65_most_points_win_and_a_tie_goes_to_the_disc_farther_back_or_lower() -> None:
    script = Script(3)
    for p, held in enumerate((40, 41, 41)):
        script.give(p, points=held)
    script.stand((0, 0), (7, 0), (5, 0))
    assert [score.place for score in script.m.scores()] == [3, 2, 1]
    script.stand((0, 0), (7, 1), (7, 0))
    assert [score.place for score in script.m.scores()] == [3, 2, 1]
    script.stand((0, 0), (7, 0), (7, 1))
    assert [score.place for score in script.m.scores()] == [3, 1, 2]
    script.give(0, points=42)
    assert [score.place for score in script.m.scores()] == [1, 2, 3]


def test_the_final_scoring_comes_once_after_the_fourth() -> None:
    script = Script(2)
    for phase in range(1, 5):
        script.idle_phase()
        before = points(script.m)
        script.skip_scoring()
        lost = [then - now for then, now in zip(before, points(script.m), strict=True)]
        assert lost == ([8, 8] if phase < 4 else [8 - 14, 8 - 14])  # every card fails; 28 stored tiles are 14 points
        assert script.m.is_over == (phase == 4)
        if phase < 4:
            script.deal_ring(())
    with pytest.raises(Exception, match="over"):
        run(script.m, "left")
