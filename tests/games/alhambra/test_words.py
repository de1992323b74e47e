"""Notation as it may be typed, refusals, the log, prompts and advice of Alhambra."""

from __future__ import annotations

import pytest

from bastide.core.catalogue import say_phrase
from bastide.core.errors import BadNotation
from bastide.core.play import entry_points
from bastide.core.position import Position
from bastide.core.state import int_array, new_states
from bastide.games.alhambra import GAME
from bastide.games.alhambra.actions import BUY, GIVE, KEEP, PASS, SCORING_CARD
from bastide.games.alhambra.state import CHOOSE
from bastide.games.alhambra.tables import SLOTS
from tests.games.alhambra.script import (
    buy,
    draw_quietly,
    last_events,
    picture,
    play,
    refused,
    stage,
    table,
    take_highest,
    texts,
)
from tests.walks import walk

MONEY = "florin 3, denar 2, ducat 3, dirham 9"


def meant(m: Position, text: str) -> str:
    """What a text is read as, in full notation."""
    return GAME.write(m.state, GAME.read(m.state, text))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("take florin 3", "take florin 3"),
        ("TAKE 3 Florins", "take florin 3"),
        ("take 9", "take dirham 9"),
        ("take denar 2 and florin 3", "take florin 3 + denar 2"),
        ("take 2, 3 florins", "take florin 3 + denar 2"),
        ("take place 4", "take dirham 9"),
        ("buy garden", "buy garden 8 with florins"),
        ("buy 8", "buy garden 8 with florins"),
        ("buy 2", "buy tower 11 with dirhams"),
        ("buy slot 3", "buy arcades 6 with denars"),
        ("buy the arcades for denars", "buy arcades 6 with denars"),
        ("buy ducat", "buy seraglio 7 with ducats"),
        ("pay 7", "pay 7"),
        ("pay 7 florins", "pay 7"),
        ("keep it", "keep"),
        ("give", "give martin"),
        ("give it to Martin", "give martin"),
        ("Pass", "pass"),
    ],
)
def test_what_may_be_typed(typed: str, said: str) -> None:
    assert meant(table(3, money=MONEY), typed) == said


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "no move"),
        ("hello", "no move"),
        ("take", "names no card"),
        ("take garden 8", "names no card"),
        ("take 3", "say which currency"),
        ("take florin 7", "lies open"),
        ("take florin 3 + florin 3", "lies open"),
        ("take place 5", "lies open"),
        ("buy", "no such building"),
        ("buy pavilion", "no such building"),
        ("buy garden 9", "no such building"),
        ("pay", "no move"),
        ("pay 10", "no move"),
        ("pay 3 5", "no move"),
        ("pass the salt", "no move"),
    ],
)
def test_what_is_no_move_is_refused_with_the_position(typed: str, why: str) -> None:
    m = table(3, money=MONEY)
    with pytest.raises(BadNotation, match=why) as refusal:
        m.apply(typed)
    assert "yard: florin: garden 8" in refusal.value.position


@pytest.mark.parametrize("typed", ["pay", "pay 10", "pay 3 5"])
def test_a_payment_is_one_card_at_a_time(typed: str) -> None:
    m = table(3, money=MONEY)
    m.apply(next(move for move in m.moves if move.startswith("buy")))
    with pytest.raises(BadNotation, match="one card at a time"):
        m.apply(typed)


def test_equal_buildings_are_told_apart_by_their_currency() -> None:
    m = table(3, "florin 9, ducat 9, ducat 8", yard="garden 8, tower 11, arcades 6, garden 8")
    with pytest.raises(BadNotation, match="`buy garden 8 with florins` or `buy garden 8 with ducats`"):
        m.apply("buy garden 8")
    m.apply("buy garden 8 with ducats")
    assert m.state.slot == 3


@pytest.mark.parametrize("typed", ["florin 10", "florin", "garden 5", "scoring C", "scoring", "pass", ""])
def test_what_cannot_be_drawn_is_no_draw(typed: str) -> None:
    m = GAME.new(3)
    with pytest.raises(BadNotation, match="no draw"):
        m.draw(typed)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("prendre florin 3 + denier 2", "take florin 3 + denar 2"),
        ("acheter jardin 8 avec florins", "buy garden 8 with florins"),
        ("ACHETER SERAIL", "buy seraglio 7 with ducats"),
        ("offrir Martin", "give martin"),
        ("passer", "pass"),
    ],
)
def test_what_may_be_typed_in_french(typed: str, said: str) -> None:
    assert meant(table(3, money=MONEY), typed) == said


def test_draws_by_notation() -> None:
    m = GAME.new(3)
    assert meant(m, "building GARDEN 8") == "garden 8"
    assert meant(m, "draws florin 7") == "florin 7"
    assert GAME.read(m.state, "scoring b") == SCORING_CARD + 1


def test_the_position_in_words() -> None:
    m = table(2, "florin 9, florin 8, denar 6")
    play(m, "buy garden 8;keep")
    shown = GAME.show(m.state)
    assert "turn 1, pay, seat 0" in shown
    assert "buying garden 8: nothing laid, 8 florins due" in shown
    assert "Martin: 0 points; pavilion 2, seraglio 2, arcades 1, chambers 1" in shown
    assert "seat 0: 0 points; no buildings; holds florin 8, florin 9, denar 6" in shown


def test_refusals_outside_a_turn_and_of_decisions_nobody_asks_for() -> None:
    m = table(3)
    assert refused(m, KEEP) == "ALH-53"
    assert refused(m, GIVE) == "ALH-53"
    assert refused(m, PASS) == "ALH-18"
    two = table(2, "florin 9, florin 8, denar 6")
    two.apply("buy garden 8")
    assert {GAME.refuse(two.state, a) for a in range(GAME.spec.num_actions) if a not in two.legal} == {"ALH-53"}
    buy(m, "garden 8", "9")
    assert GAME.refuse(m.state, BUY) == "ALH-24"


def test_the_log_of_a_turn() -> None:
    m = table(3)
    buy(m, "garden 8", "9")
    [event] = last_events(m)
    assert say_phrase("en", event, ["Ada"]) == "Ada buys the garden (8) with 9 florins, 1 lost"
    assert say_phrase("fr", event, ["Ada"]) == "Ada achète le jardin (8) avec 9 florins, 1 de trop"
    assert event.moved == (("yard:0", "player:0"), ("hand:florin:9", "discards"))
    m.draw("pavilion 2")
    assert [say_phrase("en", event) for event in last_events(m)] == ["new in the yard: the pavilion, 2 florins"]
    m.apply(take_highest(m))
    assert say_phrase("fr", last_events(m)[0], ["Ada", "Bob"]) == "Bob prend 8 ducats"
    m.draw("florin 9")
    assert last_events(m)[0].moved == (("money_pile", "money:3"),)


def test_the_log_of_a_payment_of_several_cards_for_martin() -> None:
    m = table(2, "florin 5, florin 3, florin 6, denar 6")
    while m.to_move != 0:
        m.apply(take_highest(m))
        draw_quietly(m)
    buy(m, "garden 8", "5 3", to_martin=True)
    [event] = last_events(m)
    assert event.clause == "ALH-53"
    text = say_phrase("en", event, ["Ada"])
    assert text == "Ada buys the garden (8) for Martin with 5 + 3 florins: exact, one more action"


def test_the_prompt_says_what_is_asked_and_of_whom() -> None:
    m = table(2, "florin 9, florin 8, denar 6")
    asked = GAME.prompt(m.state, 0)
    assert (asked.label.key, asked.seat, asked.clause) == ("alhambra.prompt.choose", 0, "ALH-10")
    m.apply("buy garden 8")
    assert GAME.prompt(m.state, 0).clause == "ALH-53"
    assert [step.state for step in GAME.prompt(m.state, 0).steps] == ["done", "now", "next"]
    m.apply("keep")
    waiting = GAME.prompt(m.state, 1)
    assert say_phrase("en", waiting.label, ["Ada"]) == "Ada pays 8 florins for the garden."
    m.apply("pay 8")
    assert GAME.prompt(m.state, 0).label.key == "alhambra.prompt.again"


@pytest.mark.lengthy
def test_ALH_10_the_prompt_offers_nothing_that_is_out_of_reach() -> None:
    seen = set()
    for seats, seed in ((2, 1), (3, 2), (6, 3)):
        for m in walk(GAME, seats, seed):
            if m.state.phase != CHOOSE:
                continue
            asked = GAME.prompt(m.view(m.to_move).state, m.to_move)
            key = asked.label.key
            takes, buys = m.legal[0] < BUY, any(BUY <= a < BUY + SLOTS for a in m.legal)
            assert ("take" in key, "buy" in key, "pass" in key) == (
                not buys and takes,
                not takes and buys,
                PASS in m.legal,
            )
            assert bool(asked.steps) == buys
            seen.add(key.rsplit(".", 1)[1])
    assert {"choose", "again", "take"} <= seen


def test_a_choice_shows_the_majority_it_changes() -> None:
    m = table(3)
    stage(m, tower=[1, 0, 0])
    while m.to_move != 0 or m.state.phase != 4:
        m.apply(take_highest(m))
        draw_quietly(m)
    offered = next(text for text in texts(m) if text.startswith("buy"))
    choice = GAME.choice(m.state, GAME.read(m.state, offered), 0)
    [row] = choice.majorities
    assert row.counts[0] == picture(m).majorities[[r.kind for r in picture(m).majorities].index(row.kind)].counts[0] + 1
    assert not choice.commits
    assert GAME.choice(m.state, m.legal[0], 0).reveals


def test_what_cannot_be_chosen_is_still_there_to_be_asked_about() -> None:
    m = table(3, "florin 9, florin 8, denar 6")
    assert GAME.targets(m.state, BUY + 1, 0) == ("yard:1",)  # too dear
    assert GAME.targets(m.state, GAME.read(m.state, "take denar 7 + ducat 8"), 0) == ("money:2", "money:3")
    assert GAME.targets(m.state, GAME.read(m.state, "pay 9"), 0) == ()  # for which building?
    m.apply("buy garden 8")
    assert GAME.targets(m.state, GAME.read(m.state, "pay 9"), 0) == ("hand:florin:9",)
    assert GAME.targets(m.state, GAME.read(m.state, "pay 7"), 0) == ()  # not in this hand
    assert GAME.targets(m.state, PASS, 0) == ()


# ---- advice


def opinion(m: Position, seat: int) -> list[int]:
    out = int_array(len(GAME.terms), "int32")
    entry_points(GAME).opinion(m.states, seat, out)
    return [int(term) for term in out]


def test_the_opinion_prefers_an_exact_payment() -> None:
    m = table(3, "florin 9, florin 8, denar 6")
    m.apply("buy garden 8")
    worth = {}
    for text, a in m.moves.items():
        twin = m.copy()
        twin.apply(a)
        worth[text] = sum(opinion(twin, 0))
    assert max(worth, key=lambda text: worth[text]) == "pay 8"


def test_the_opinion_of_a_finished_game_is_the_lead_in_points() -> None:
    m = GAME.new(4, seed=9)
    while not m.is_over:
        m.apply(m.legal[0])
    points = [score.points for score in m.scores()]
    for seat in range(4):
        rivals = sum(points) - points[seat]
        assert opinion(m, seat) == [100 * (3 * points[seat] - rivals) // 3, 0, 0, 0, 0, 0]


def test_the_opinion_reads_a_view_and_leaves_it_alone() -> None:
    m = table(3)
    view = m.view(1)
    copy = new_states(GAME.state)
    entry_points(GAME).look(view.states, 1, copy)
    opinion(m, 1)
    assert bytes(view) == bytes(m)
