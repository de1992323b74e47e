"""Fountain cards: who knows what, and whether re-deals are uniform over what is possible (CDM-32)."""

from __future__ import annotations

from collections import Counter

from bastide.core.rng import new_rng
from bastide.core.state import SPECTATOR, UNSEEN, editor, reader, to_bytes
from bastide.games.carpe_diem import GAME
from bastide.games.carpe_diem.kinds import BAKER, MARKET, MERCHANT, VILLA
from tests.games.carpe_diem.script import Script, player, run


def two_fountains() -> Script:
    """Seat 0 looked at villa and market and put market back; then at merchant and baker and put villa back."""
    script = Script(2, ["fountain", "fountain"], boards=[1])
    script.take()
    run(script.m, "place c3", "fountain villa", "fountain market", "return market")
    script.idle_others()
    script.take()
    run(script.m, "place c4", "fountain merchant", "fountain baker", "return villa")
    return script


def test_CDM_32_a_card_put_back_is_known_to_whoever_put_it_there() -> None:
    script = two_fountains()
    mine, theirs = script.m.view(0).state, script.m.view(1).state
    assert [mine.players[0].fountain_back[kind] for kind in (MARKET, VILLA)] == [1, 1]
    assert theirs.players[0].fountain_back.tolist() == theirs.players[0].fountain_hand.tolist() == [0] * 13
    assert (theirs.players[0].fountain_cards, theirs.players[0].fountain_returns) == (2, 2)
    assert sum(mine.fountain_bag.tolist()) == 20  # seat 0 knows what the pile can still hold
    assert sum(theirs.fountain_bag.tolist()) == 24


def test_CDM_32_nobody_else_witnesses_what_is_drawn_or_put_back() -> None:
    script = Script(2, ["fountain"], boards=[1])
    script.take()
    run(script.m, "place c3")
    s = editor(script.m.states)
    assert GAME.witness(s, VILLA, 0) == VILLA
    assert GAME.witness(s, VILLA, 1) == GAME.witness(s, VILLA, SPECTATOR) == UNSEEN
    run(script.m, "fountain villa", "fountain market")
    a = script.m.legal[0]
    assert GAME.witness(script.m.state, a, 0) == a
    assert GAME.witness(script.m.state, a, 1) == UNSEEN
    run(script.m, "return villa")
    assert GAME.witness(script.m.state, 0, 0) == GAME.witness(script.m.state, 0, 1) == 0


def test_CDM_32_the_story_names_cards_to_their_owner_only() -> None:
    script = two_fountains()
    past = script.m.at(0)
    said: dict[int, list[str]] = {0: [], 1: []}
    for who, a in script.m.plies:
        before = {seat: past.view(seat).state for seat in said}
        witnessed = {seat: GAME.witness(past.state, a, seat) for seat in said}
        past.apply(a) if who >= 0 else past.draw(a)
        for seat, told in said.items():
            events = GAME.story(before[seat], witnessed[seat], past.view(seat).state)
            told += [event.key for event in events if "fountain" in event.key or "return" in event.key]
    assert [key.rsplit(".", 1)[1] for key in said[0]] == ["fountain_card", "fountain_card", "return"] * 2
    assert [key.rsplit(".", 1)[1] for key in said[1]] == ["fountain_look", "return_hidden"] * 2


def test_CDM_32_a_redeal_draws_hand_and_returns_of_others_evenly_from_what_is_unseen() -> None:
    """Seat 1 knows nothing of four cards: each of the 24 is as likely to be held, put back or still in the pile."""
    view = two_fountains().m.view(1)
    rng = new_rng(5)
    held, back = Counter[int](), Counter[int]()
    tries = 6000
    for _ in range(tries):
        truth = reader(view.redeal(rng))
        held.update(kind for kind in range(13) for _ in range(truth.players[0].fountain_hand[kind]))
        back.update(kind for kind in range(13) for _ in range(truth.players[0].fountain_back[kind]))
    for counts in (held, back):
        assert sum(counts.values()) == 2 * tries
        expected = 2 * tries / 12
        spread = sum((counts[kind] - expected) ** 2 / expected for kind in range(1, 13))
        assert spread < 35  # chi squared with 11 degrees of freedom: beyond this once in some four thousand runs


def test_CDM_32_the_owner_has_one_truth_and_a_rival_who_holds_a_card_narrows_the_others() -> None:
    script = two_fountains()
    rng = new_rng(6)
    assert {to_bytes(script.m.view(0).redeal(rng)) for _ in range(20)} == {bytes(script.m)}
    rival = editor(script.m.states).players[1]
    rival.fountain_hand[MERCHANT] = 1  # the second merchant: seat 0 holds the other one
    rival.fountain_back[BAKER] = 1
    rival.fountain_cards = rival.fountain_returns = 1
    editor(script.m.states).fountain_bag[MERCHANT] -= 1
    editor(script.m.states).fountain_bag[BAKER] -= 1
    editor(script.m.states).fountain_left -= 2
    script.edit()
    for _ in range(200):
        truth = reader(script.m.view(1).redeal(rng))
        assert truth.players[0].fountain_hand[MERCHANT] + truth.players[0].fountain_back[MERCHANT] <= 1
        assert GAME.check(truth) == ""
        assert truth.players[1].fountain_hand[MERCHANT] == 1
    assert player(script.m, 1).fountain_cards == 1
