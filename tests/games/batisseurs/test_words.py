"""Choices, plans, targets, prompts and the log of Les Grands Bâtisseurs."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from rich.console import Console

from bastide.cli.boards import board_of
from bastide.core.catalogue import LANGUAGES, say_phrase
from bastide.core.position import Position
from bastide.core.words import Choice
from bastide.games.batisseurs import GAME
from bastide.games.batisseurs.state import PHASES
from tests.games.batisseurs.lively import lively
from tests.games.batisseurs.scripts import (
    city,
    deal,
    give_money,
    give_stones,
    heights,
    moves,
    picture,
    play,
    table,
    to_building,
    viewer,
)

NAMES = ["Ada", "Bob", "Cleo", "Dora"]
STOPPING = ("insolvent", "unharmed", "destroyed", "shown", "ransom_yes")


def choice(m: Position, move: str) -> Choice:
    return GAME.choice(m.view(m.to_move).state, m.moves[move], m.to_move)


def tell(m: Position, transcript: str, seat: int = 0) -> list[str]:
    """Plays a transcript; what p<seat> reads of it in English (0 is a spectator)."""
    lines, eyes = [], viewer(seat)
    for text in transcript.split(";"):
        past = m.copy()
        play(m, text)
        seen = GAME.witness(past.state, m.plies[-1].action, eyes)
        events = GAME.story(past.view(eyes).state, seen, m.view(eyes).state)
        lines += [f"{say_phrase('en', event, NAMES)} [{event.clause}]" for event in events]
    return lines


def test_a_bid_says_where_the_money_goes_and_warns_beyond_ones_means() -> None:
    m = play(table(), "roll 1; auction open; bid 2")
    affordable = choice(m, "bid 7")
    assert affordable.targets == ("bid:7",)
    assert affordable.risk is None
    assert say_phrase("en", affordable.effects[0].label, NAMES) == ("if you win: 3 to Ada, 4 to the bank; you keep 3")
    wild = choice(m, "bid 11")
    assert wild.risk is not None
    assert wild.risk.clause == "BAT-27"
    assert not wild.effects


def test_a_card_and_its_place_stand_for_a_build() -> None:
    m = table()
    city(m, 1, "gate 5", "breach", "town-hall 7", "breach", "church 9")
    deal(m, 1, "tower 3", "gate 3 2c")
    to_building(m, reveal="gate 2")
    kind = GAME.read(m.state, "build tower 3 left") - GAME.read(m.state, "build left-corner 1 left")
    assert choice(m, "build tower 3 left").targets == (f"card:{kind // 3}", "city:0:left")
    assert choice(m, "build gate 3 2c breach").targets[1] == "city:0:3"
    assert choice(m, "build tower 3 left").points == 3
    assert choice(m, "build tower 3 left").commits
    plans = GAME.plans(m.view(0).state, 0)
    assert [plan.targets[1] for plan in plans if plan.targets[0] == f"card:{kind // 3}"] == ["city:0:1", "city:0:3"]
    for plan in plans:
        twin = m.copy()
        for a in plan.actions:
            twin.apply(a)


def test_one_of_two_equal_buildings_is_attacked_in_one_plan() -> None:
    m = table()
    city(m, 2, "gate 5", "church 9", "gate 5")
    give_stones(m, 1)
    to_building(m, reveal="gate 2")
    plans = GAME.plans(m.view(0).state, 0)
    assert [plan.targets for plan in plans] == [("city:1:0",), ("city:1:2",)]
    assert choice(m, "sabotage p2 church 9").targets == ("city:1:1",)
    assert choice(m, "sabotage p2 church 9").reveals


def test_every_action_that_is_offered_or_refused_has_its_own_pieces() -> None:
    for m in lively(4, 61):
        if m.to_move < 0:
            continue
        v = m.view(m.to_move).state
        plans = {plan.actions[0] for plan in GAME.plans(v, m.to_move)}
        offered = [GAME.choice(v, a, m.to_move).targets for a in m.legal if a not in plans]
        assert len(set(offered)) == len(offered), m.where()
        assert all(offered), m.where()
        for a in range(GAME.spec.num_actions):
            pieces = GAME.targets(v, a, m.to_move)
            assert a in m.legal or pieces not in offered, f"{GAME.write(m.state, a)}: {pieces}\n{m.where()}"


def test_offers_and_bids_are_shown_at_once_and_building_is_not() -> None:
    m = play(table(), "roll 1")
    assert GAME.live(m.state, m.legal[0])
    play(m, "auction open")
    assert GAME.live(m.state, m.legal[0])
    play(m, "bid 1; pass; pass; reveal gate 2")
    assert not GAME.live(m.state, m.legal[0])


def test_the_log_tells_an_auction_to_each_as_far_as_they_saw_it() -> None:
    transcript = "roll 4; auction hidden; look church 9; bid 2; bid 3; pass; pass"
    common = ["Turn of Ada []", "Ada rolls 4 and takes 4 [BAT-10]", "Auction 1: Ada offers a hidden card [BAT-20]"]
    bidding = [
        "Ada bids 2 [BAT-21]",
        "Bob bids 3 [BAT-22]",
        "Cleo passes [BAT-22]",
        "Ada names it: church [BAT-25]",
        "Ada passes [BAT-22]",
        "Bob gets the card for 3: 1 to Ada, 2 to the bank [BAT-23]",
    ]
    assert tell(table(), transcript, 1) == [*common, "it is church 9; nobody else sees it [BAT-25]", *bidding]
    assert tell(table(), transcript, 3) == [*common, "Ada alone looks at it [BAT-25]", *bidding]


def test_the_log_tells_insolvencies_down_to_the_lost_card() -> None:
    m = play(table(), "roll 1; auction open; bid 12; bid 20; bid 30; pass")
    assert tell(m, "pass") == [
        "Bob passes [BAT-22]",
        "Cleo bid 30 and cannot pay: all their money (10) goes to the bank [BAT-27]",
        "Bob bid 20 and cannot pay: all their money (10) goes to the bank [BAT-27]",
        "Ada bid 12 and cannot pay: all their money (11) goes to the bank [BAT-27]",
        "nobody can pay: the card leaves the game [BAT-29]",
    ]


def test_the_log_tells_a_sabotage_to_its_end() -> None:
    m = table()
    city(m, 2, "gate 5", "church 9")
    give_stones(m, 1)
    heights(m, 10, 5, "gate 2")
    to_building(m, reveal="gate 2")
    assert tell(m, "sabotage p2 church 9; roll 3; ransom no") == [
        "Ada sends a saboteur against church 9 of Bob [BAT-41]",
        "Ada rolls 3 [BAT-42]",
        "Bob does not pay Ada the 9 for church 9 [BAT-42]",
        "Bob loses church 9 [BAT-42]",
        "church 9 goes under the hidden pile [BAT-43]",
    ]


def test_the_log_tells_the_end_source_by_source() -> None:
    m = table()
    city(m, 1, "church 5", "town-hall 7", "church 6")
    deal(m, 1, "left-corner 1", "right-corner 1", "gate 2")
    heights(m, 5, 1, "gate 5")
    play(m, "roll 1; auction hidden; look gate 5; bid 1; pass; pass; done")
    play(m, "done; done; build left-corner 1 left; build right-corner 1 right")
    assert tell(m, "done") == [
        "Ada stops building [BAT-51]",
        "The count [BAT-60]",
        "Ada: a complete city, buildings worth 20 [BAT-60]",
        "Ada: the town hall stands exactly in the middle [BAT-61]",
        "Ada: as many churches left of the town hall as right of it [BAT-62]",
        "Ada: two corner towers of equal value [BAT-63]",
        "Ada: cards left in hand, worth 7 [BAT-64]",
        "Bob: buildings worth 0, the city is not complete [BAT-60]",
        "Cleo: buildings worth 0, the city is not complete [BAT-60]",
        "Ada wins the contest with 33 points [BAT-65]",
    ]
    assert [score.points for score in m.scores()] == [33, 0, 0]


@pytest.mark.broad
@pytest.mark.compiled
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminals_board_shows_every_phase(language: str) -> None:
    seen: set[int] = set()
    for before, m in pairwise(p.copy() for seed in (62, 63, 64, 65) for p in lively(4, seed)):
        if len(seen) >= len(PHASES) - 4:
            break
        if m.state.phase in seen and m.state.phase == before.state.phase:
            continue
        seen.add(m.state.phase)
        console = Console(width=100, file=io.StringIO(), record=True)
        console.print(board_of("batisseurs")(m.view(0).picture(), language))
        text = console.export_text()
        assert all(f"P{seat + 1}" in text for seat in range(4))
    assert len(seen) >= len(PHASES) - 4


def test_the_prompt_of_a_first_build_never_offers_to_stop() -> None:
    m = table()
    deal(m, 1, "gate 5", "church 9", "town-hall 7", "tower 3")
    to_building(m, reveal="gate 2")
    asked = []
    for text in ("build gate 5", "build church 9 right", "build town-hall 7 right"):
        asked.append(say_phrase("en", GAME.prompt(m.view(0).state, 0).label))
        play(m, text)
    assert asked == [
        "build, or end your turn.",
        "a first build lays three cards: 2 more.",
        "a first build lays three cards: one more.",
    ]


OFFERS = {
    "build": ("build", "sabotage", "done"),
    "build_only": ("build", "done"),
    "sabotage_only": ("sabotage", "done"),
    "neither": ("done",),
    "final": ("build", "done"),
    "final_over": ("done",),
    "three": ("build",),
    "more": ("build", "done"),
    "stop": ("done",),
    "ransom": ("ransom",),
}


def test_prompts_offer_what_may_be_done_and_nothing_else() -> None:
    seen = set()
    for m in (m for seed in (66, 67, 68, 69) for m in lively(4, seed)):
        key = GAME.prompt(m.view(m.to_move).state, m.to_move).label.key.rpartition(".")[2] if m.to_move >= 0 else ""
        if key in OFFERS:
            seen.add(key)
            assert {move.split()[0] for move in m.moves} == set(OFFERS[key]), m.where()
    assert len(seen) >= len(OFFERS) - 2, seen


def test_who_cannot_pay_a_ransom_is_not_asked_to() -> None:
    m = table()
    city(m, 2, "gate 5", "church 9")
    give_stones(m, 1)
    to_building(m, reveal="gate 2")
    give_money(m, 10, 3, 10)
    play(m, "sabotage p2 church 9; roll 3")
    asked = say_phrase("en", GAME.prompt(m.view(1).state, 1).label, NAMES)
    assert asked == "you cannot pay Ada the 9 for church 9: it falls."
    assert list(m.moves) == ["ransom no"]


def test_nothing_is_marked_as_struck_once_it_has_fallen() -> None:
    m = table()
    city(m, 2, "gate 5", "church 9")
    give_stones(m, 1)
    heights(m, 8, 7, "town-hall 7")
    to_building(m, reveal="town-hall 7")
    play(m, "sabotage p2 church 9")
    assert attacked(m) == 1
    play(m, "roll 3")
    assert attacked(m) == 1
    play(m, "ransom no")
    assert moves(m) == {"under open", "under hidden"}
    assert attacked(m) is None


def attacked(m: Position) -> int | None:
    """The place that is marked as struck."""
    sabotage = picture(m).sabotage
    assert sabotage is not None
    return sabotage.place


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Saboter p2 église 9", "sabotage p2 church 9"),
        ("saboter p3 main", "sabotage p3 hand"),
        ("BATIR HOTEL-DE-VILLE 7 GAUCHE", "build town-hall 7 left"),
        ("miser 7", "bid 7"),
        ("pierre aucune", "stone none"),
        ("rançon oui", "ransom yes"),
    ],
)
def test_what_may_be_typed_in_french(typed: str, meant: str) -> None:
    m = table()
    city(m, 1, "gate 5")
    play(m, "roll 1")
    assert GAME.read(m.state, typed) == GAME.read(m.state, meant)


def test_how_a_sabotage_or_an_insolvent_sale_ended_is_worth_a_pause() -> None:
    """BAT-27, BAT-42, BAT-44: the page stops there, and nowhere else."""
    names = {True: set[str](), False: set[str]()}
    for before, m in pairwise(p.copy() for seed in (62, 63, 64) for p in lively(4, seed)):
        if m.ply:
            for event in GAME.story(before.state, m.plies[-1].action, m.state):
                names[event.stops].add(event.key.rsplit(".", 1)[1])
    assert {"insolvent", "unharmed", "destroyed"} <= names[True] <= {*STOPPING}
    assert not names[False] & {*STOPPING}
