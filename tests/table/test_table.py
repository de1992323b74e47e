"""A table: seats, the deal, decisions, tentative turns, undo, and its log."""

from __future__ import annotations

import random

import msgspec
import pytest

from bastide.core.catalogue import LANGUAGES, say_phrase
from bastide.core.game import Game, live_never
from bastide.core.state import SPECTATOR
from bastide.core.words import Phrase
from bastide.table import lines, messages
from bastide.table.fairness import seal_of, verify
from bastide.table.folded import BrokenLog
from bastide.table.lines import AnyLine
from bastide.table.refused import Refused, Stale
from bastide.table.result import record_of, result_of
from bastide.table.seen import info_of, log_for, past_for, peek_for, reasons_for, view_for
from bastide.table.table import Table
from tests.table.tables import SEED, dealt, entropy, new_table, play


def refusal(call: object, *arguments: object, **named: object) -> Phrase:
    with pytest.raises(Refused) as refused:
        call(*arguments, **named)  # type: ignore[operator]
    for language in LANGUAGES:
        assert say_phrase(language, refused.value.label, ["Ada"] * 6)
    return refused.value.label


def whole_view(table: Table, viewer: int) -> bytes:
    view = view_for(table, viewer, 0)
    return msgspec.json.encode(messages.ViewChanged(view, 0, log_for(table, viewer, 0)))


def test_a_log_rebuilds_its_table_and_the_record_can_be_verified(table: tuple[Game, int]) -> None:
    game, seats = table
    live, log = dealt(game, seats)
    for p in range(seats):
        log += live.set_confirm(p, ("off", "on")[p % 2], 0)
    for _ in play(live, log, seed=seats, undos=0.2):
        pass
    again = Table(live.setup, SEED)
    for line in msgspec.json.decode(msgspec.json.encode(log), type=list[AnyLine]):
        again.fold(line, 0)
    assert again.state == "over"
    for viewer in (SPECTATOR, 0):
        assert whole_view(again, viewer) == whole_view(live, viewer)
    checked = verify(record_of(live), game)
    assert checked.seats_with_entropy == seats
    result = result_of(live)
    assert len(result.proof.draws) == checked.draws
    final = live.match.position.scores()
    assert result.scores.totals[:seats] == [score.points for score in final]
    assert result.scores.places == [score.place for score in final]


def test_the_log_tells_decisions_from_what_is_dealt(table: tuple[Game, int]) -> None:
    """ "Since your last turn" counts from a decision of one's own: a starting hand is none."""
    game, seats = table
    live, log = dealt(game, seats)
    assert not any(event.decided for event in log_for(live, 0, 0))
    for _, _ in zip(range(40), play(live, log, seed=8), strict=False):
        pass
    told = [event for event in log_for(live, SPECTATOR, 0) if event.decided]
    plies = live.match.position.plies
    assert told
    assert [event.seat for event in told] == [plies[event.ply].who for event in told]


def test_a_view_offers_what_is_legal_and_tells_why_the_rest_is_not(table: tuple[Game, int]) -> None:
    game, seats = table
    live, log = dealt(game, seats)
    chooser = random.Random(3)
    for _ in play(live, log, seed=5):
        if live.state == "over" or chooser.randrange(25):
            continue
        mover = live.mover
        view = view_for(live, mover, 0)
        assert tuple(choice.action for choice in view.choices) == live.match.position.legal
        offered = {choice.targets for choice in view.choices}
        for reason in reasons_for(live, mover).refusals:
            assert reason.targets
            assert reason.targets not in offered
            for language in LANGUAGES:
                assert say_phrase(language, reason.label)
        for other in {SPECTATOR, *range(seats)} - {mover}:
            theirs = view_for(live, other, 0)
            assert (theirs.choices, reasons_for(live, other).refusals, theirs.plans) == ([], [], [])


def test_the_others_see_nothing_of_a_turn_before_it_is_sent(table: tuple[Game, int]) -> None:
    game, seats = table
    live, log = dealt(game, seats)
    for p in range(seats):
        log += live.set_confirm(p, "on", 0)
    held = 0
    before = {viewer: whole_view(live, viewer) for viewer in live.match.viewers}
    for _ in play(live, log, seed=11, undos=0.15):
        if isinstance(log[-1], lines.Acted) and live.match.pending:
            held += 1
            for viewer in set(live.match.viewers) - {live.match.runner}:
                assert whole_view(live, viewer) == before[viewer]
        else:
            before = {viewer: whole_view(live, viewer) for viewer in live.match.viewers}
        if held > 12:
            break
    assert held


def test_a_bid_in_a_live_auction_is_seen_at_once_even_where_turns_are_confirmed(game: Game) -> None:
    live, _ = dealt(game, game.spec.seats[0])
    for p in range(game.spec.seats[0]):
        live.set_confirm(p, "on", 0)
    chooser = random.Random(4)
    bids = 0
    while live.state == "playing" and bids < 10:
        match = live.match
        seat = match.runner if match.pending else match.mover
        if match.is_done:
            live.commit(seat, live.ply(seat), 0)
            continue
        action, ply = chooser.choice(match.position.legal), live.ply(seat)
        is_bid = game.live(match.position.state, action)
        live.act(seat, [action], ply, 0)
        if is_bid:
            bids += 1
            assert all(live.ply(viewer) > ply for viewer in match.viewers)
    assert (bids > 0) == (game.live is not live_never)


SHOWN_STEP_BY_STEP = "batisseurs"  # a turn opens with an auction that all see at once, and the next with a die


def test_a_done_turn_waits_for_its_seat_to_confirm(game: Game) -> None:
    live, _ = dealt(game, game.spec.seats[0])
    seat = live.mover
    live.set_confirm(seat, "on", 0)
    while not live.match.is_done:
        if live.mover != seat:
            assert game.id == SHOWN_STEP_BY_STEP
            return
        live.act(seat, [live.match.position.legal[0]], live.ply(seat), 0)
    view = view_for(live, seat, 0)
    assert view.turn.done
    assert view.turn.pending
    assert view.choices == []
    assert view.prompt.label.key == "table.prompt.confirm"
    assert live.mover == seat
    live.commit(seat, view.ply, 0)
    assert not live.match.pending


def test_a_timed_turn_is_sent_after_its_time(game: Game) -> None:
    live, _ = dealt(game, game.spec.seats[0])
    seat = live.mover
    live.set_confirm(seat, "timed", 0)
    while not live.match.is_done and live.mover == seat:
        live.act(seat, [live.match.position.legal[0]], live.ply(seat), 1000)
    due = live.commits_at()
    if due is None:
        assert game.id == SHOWN_STEP_BY_STEP
        return
    assert view_for(live, seat, 1500).turn.auto_ms == due - 1500
    assert live.commit_late(due - 1) == []
    assert live.commit_late(due) != []
    assert not live.match.pending


def test_what_is_refused_changes_nothing(game: Game) -> None:
    live, _ = dealt(game, game.spec.seats[0])
    mover = live.mover
    other = (mover + 1) % game.spec.seats[0]
    ply = live.ply(mover)
    legal = live.match.position.legal
    illegal = next(a for a in range(game.spec.num_actions) if a not in legal)
    before = [whole_view(live, viewer) for viewer in live.match.viewers], live.length
    assert refusal(live.act, other, [legal[0]], ply, 0).key == "table.refused.not_your_turn"
    assert refusal(live.act, mover, [illegal], ply, 0).key.startswith(f"{game.id}.refuse.")
    assert refusal(live.act, mover, [legal[0], illegal], ply, 0)
    assert refusal(live.act, mover, [30000], ply, 0).key == "table.refused.no_such_action"
    assert refusal(live.act, mover, ["no such move"], ply, 0).key == "table.refused.notation"
    assert refusal(live.act, mover, [], ply, 0).key == "table.refused.nothing_asked"
    assert refusal(live.act, mover, [legal[0]] * 60, ply, 0)
    assert refusal(live.commit, mover, ply, 0).key == "table.refused.commit"
    assert refusal(live.undo, mover, ply, 0).key == "table.refused.undo"
    assert refusal(live.reclaim, mover, 0).key == "table.refused.not_held"
    assert refusal(past_for, live, mover, ply + 1, mover, 0).key == "table.refused.no_such_ply"
    assert refusal(past_for, live, mover, 0, other, 0).key == "table.refused.eyes"
    assert refusal(peek_for, live, mover, 5 if game.spec.seats[0] < 6 else 6, 0).key == "table.refused.no_such_seat"
    assert refusal(record_of, live).key == "table.refused.not_over"
    assert refusal(live.follow_with, "next", 0).key == "table.refused.not_over"
    assert refusal(live.mute, mover, mover, True, 0).key == "table.refused.no_such_seat"
    with pytest.raises(Stale):
        live.act(mover, [legal[0]], ply - 1, 0)
    with pytest.raises(Stale):
        live.undo(mover, ply - 1, 0)
    with pytest.raises(Stale):
        live.commit(mover, ply - 1, 0)
    assert ([whole_view(live, viewer) for viewer in live.match.viewers], live.length) == before


def test_a_decision_may_be_named_by_its_notation(game: Game) -> None:
    live, _ = dealt(game, game.spec.seats[0])
    mover = live.mover
    choice = view_for(live, mover, 0).choices[-1]
    made = live.act(mover, [choice.text], live.ply(mover), 0)
    assert made[0] == lines.Acted(mover, choice.action, choice.text)


def test_seats_are_filled_once_and_only_before_the_deal(game: Game) -> None:
    seats = game.spec.seats[0]
    live = new_table(game, seats)
    live.sit(0, "person", 0, name="Ada")
    assert refusal(live.sit, 0, "person", 0, name="Bea").key == "table.refused.taken"
    assert refusal(live.sit, seats, "bot", 0).key == "table.refused.no_such_seat"
    assert refusal(live.act, 0, [0], 0, 0).key == "table.refused.not_begun"
    for p in range(1, seats):
        live.sit(p, "bot", 0, level="uniform")
    live.sit(1, "open", 0)
    assert not live.is_full
    live.sit(1, "bot", 0, level="greedy")
    assert live.is_bots(1)
    assert live.level_of(1) == "greedy"
    live.share(0, None, entropy(0), 0)
    assert live.state == "playing"
    assert refusal(live.sit, 0, "open", 0).key == "table.refused.begun"
    assert refusal(live.share, 0, None, entropy(0), 0).key == "table.refused.shared"


def test_a_table_that_waits_can_be_looked_at(table: tuple[Game, int]) -> None:
    game, seats = table
    live = new_table(game, seats)
    live.sit(0, "person", 0)
    for viewer in live.match.viewers:
        view = view_for(live, viewer, 0)
        assert view.prompt.label.key == "table.prompt.waiting"
        assert view.choices == []
        assert past_for(live, viewer, 0, viewer, 0).picture == view.picture


def test_seals_are_opened_only_when_every_seat_has_shown_one(game: Game) -> None:
    seats = game.spec.seats[0]
    live = new_table(game, seats)
    for p in range(seats):
        live.sit(p, "person", 0)
    live.share(0, seal_of(entropy(0)), None, 0)
    assert refusal(live.share, 1, None, None, 0).key == "table.refused.share"
    assert refusal(live.open_share, 0, entropy(0), 0).key == "table.refused.not_opening"
    for p in range(1, seats):
        live.share(p, seal_of(entropy(p)), None, 0)
    assert info_of(live).opening
    assert refusal(live.open_share, 0, entropy(1), 0).key == "table.refused.seal"
    for p in range(seats):
        live.open_share(p, entropy(p), 0)
    assert live.state == "playing"


def test_the_deal_does_not_wait_for_ever(game: Game) -> None:
    seats = game.spec.seats[0]
    live = new_table(game, seats)
    for p in range(seats):
        live.sit(p, "person", 1000)
    live.share(0, seal_of(entropy(0)), None, 1500)
    due = live.deals_at()
    assert due is not None
    assert live.deal_late(due - 1) == []
    assert live.deal_late(due) != []
    assert live.state == "playing"
    assert live.deals_at() is None


def test_seats_on_one_device_share_one_hand(game: Game) -> None:
    seats = game.spec.seats[0]
    live = new_table(game, seats)
    for p in range(seats):
        live.sit(p, "person", 0, name=f"P{p}", owner=0)
    assert live.seats_of(0) == list(range(seats))
    assert info_of(live).hot_seat
    live.share(0, None, entropy(0), 0)
    assert live.state == "playing"


def test_peeking_shows_what_everybody_sees_of_me_and_never_what_others_see_of_themselves(
    table: tuple[Game, int],
) -> None:
    """ALH-07, BAT-03. Other eyes are lent to nobody while the game is played, a spectator's are everybody's."""
    game, seats = table
    live, log = dealt(game, seats)
    chooser = random.Random(8)
    for _ in play(live, log, seed=8):
        if chooser.randrange(50) or live.state == "over":
            continue
        for viewer in live.match.viewers:
            peek = peek_for(live, viewer, SPECTATOR, 0)
            assert (peek.viewer, peek.choices) == (None, [])
            if not live.match.pending:
                assert peek.picture == view_for(live, SPECTATOR, 0).picture
            for eyes in range(seats):
                if eyes != viewer:
                    with pytest.raises(Refused, match="eyes"):
                        peek_for(live, viewer, eyes, 0)
    assert peek_for(live, SPECTATOR, 0, 0).picture == view_for(live, 0, 0).picture  # it is over


def test_the_past_is_shown_as_it_was_seen(game: Game) -> None:
    seats = game.spec.seats[0]
    live, log = dealt(game, seats)
    seen = {(viewer, live.ply(viewer)): view_for(live, viewer, 0).picture for viewer in live.match.viewers}
    chooser = random.Random(2)
    for _ in play(live, log, seed=2):
        if live.match.pending == 0 and not chooser.randrange(12):
            for viewer in live.match.viewers:
                seen[viewer, live.ply(viewer)] = view_for(live, viewer, 0).picture
    for (viewer, ply), picture in list(seen.items())[:: max(1, len(seen) // 25)]:
        assert past_for(live, viewer, ply, viewer, 0).picture == picture
    last = past_for(live, SPECTATOR, live.ply(0), 0, 0)
    assert last.picture == view_for(live, 0, 0).picture
    assert last.scores == view_for(live, 0, 0).scores


def test_a_lost_line_is_noticed(game: Game) -> None:
    live, log = dealt(game, game.spec.seats[0])
    for _ in zip(range(4), play(live, log, seed=1), strict=False):
        pass
    broken = Table(live.setup, SEED)
    draw = max(i for i, line in enumerate(log) if isinstance(line, lines.Drawn))
    forged = msgspec.structs.replace(log[draw], action=log[draw].action + 1)  # type: ignore[union-attr]
    for line in log[:draw]:
        broken.fold(line, 0)
    with pytest.raises(BrokenLog):
        broken.fold(forged, 0)


def test_a_dumped_match_stands_where_it_stood(game: Game) -> None:
    seats = game.spec.seats[0]
    live, log = dealt(game, seats)
    for _ in zip(range(9), play(live, log, seed=4, undos=0.2), strict=False):
        pass
    twin = new_table(game, seats).match
    twin.restore(live.match.snapshot())
    for viewer in live.match.viewers:
        assert bytes(twin.view(viewer)) == bytes(live.match.view(viewer))
        assert twin.chronicle(viewer).since(0) == live.match.chronicle(viewer).since(0)
    assert [twin.undo_depth(p) for p in range(seats)] == [live.match.undo_depth(p) for p in range(seats)]
    assert (twin.mover, twin.pending, twin.published) == (
        live.match.mover,
        live.match.pending,
        live.match.published,
    )
