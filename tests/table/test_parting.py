"""How people part before the end: resigning, being removed, abandoning; and what their log says afterwards."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from bastide.core.game import Game
from bastide.core.record import Record
from bastide.core.state import NONE, SPECTATOR
from bastide.games import GAMES, load
from bastide.table import lines
from bastide.table.lines import AnyLine
from bastide.table.parting import PATIENCE_MS, rank
from bastide.table.refused import Refused
from bastide.table.result import record_of, result_of
from bastide.table.seen import info_of, reasons_for, view_for
from bastide.table.snapshot import freeze, thaw
from bastide.table.table import Table
from tests.table.tables import SEED, dealt, new_table, play

MANY = max((load(name) for name in GAMES), key=lambda game: game.spec.seats[1])
QUICK = load("enghien")


def refused(command: Callable[[], object]) -> str:
    """The key of a refusal; the command changes nothing."""
    with pytest.raises(Refused) as caught:
        command()
    return caught.value.label.key.removeprefix("table.refused.")


def again(table: Table, log: list[AnyLine]) -> Table:
    """The table that the log gives: as it travels to the store and back."""
    other = Table(table.setup, SEED)
    for line in log:
        other.fold(msgspec.json.decode(msgspec.json.encode(line), type=AnyLine), 0)
    return other


def told(table: Table) -> list[bytes]:
    views = [view_for(table, viewer, 0) for viewer in (SPECTATOR, *range(table.setup.seats))]
    return [msgspec.json.encode(each) for each in [info_of(table), *views]]


def check_kept(table: Table, log: list[AnyLine]) -> None:
    """Neither a replay nor a snapshot loses anything of it."""
    assert told(again(table, log)) == told(table)
    thawed = thaw(table.setup, SEED, freeze(table))
    assert thawed is not None
    assert told(thawed) == told(table)


def test_who_resigns_is_played_on_by_a_bot_and_ranked_last(game: Game) -> None:
    seats = game.spec.seats[0]
    table, log = dealt(game, seats)
    log += table.resign(0, 0)
    assert table.is_bots(0)
    assert info_of(table).seats[0].left == "resigned"
    assert refused(lambda: table.resign(0, 0)) == "left"
    assert refused(lambda: table.reclaim(0, 0)) == "left"
    assert refused(lambda: table.propose(0, "abandon", NONE, 0)) == "left"
    check_kept(table, log)
    for _ in play(table, log, seed=1):
        pass
    scores = [score.place for score in table.match.position.scores()]
    places = result_of(table).scores.places
    assert places == rank(scores, [0])
    assert places[0] == seats
    assert [score.place for score in record_of(table).scores or []] == scores, "the record is the game's own"
    check_kept(table, log)


def test_a_turn_that_was_finished_is_sent_when_its_player_resigns(game: Game) -> None:
    table, log = dealt(game, game.spec.seats[0])
    seat = table.mover
    log += table.set_confirm(seat, "on", 0)
    for _ in range(200):
        if table.match.is_done or table.mover != seat:
            break
        log += table.act(seat, [int(table.match.view(seat).legal[0])], table.ply(seat), 0)
    log += table.resign(seat, 0)
    assert not table.match.is_done
    check_kept(table, log)


@pytest.mark.parametrize(
    ("places", "gone", "ranked"),
    [
        ([1, 2, 3], [], [1, 2, 3]),
        ([1, 2, 3], [0], [3, 1, 2]),
        ([1, 1, 3], [0], [3, 1, 2]),
        ([1, 2, 2, 4], [1, 2], [1, 3, 3, 2]),
        ([1, 2], [0, 1], [1, 2]),
    ],
)
def test_those_who_left_are_behind_those_who_stayed(places: list[int], gone: list[int], ranked: list[int]) -> None:
    assert rank(places, gone) == ranked


def test_when_the_last_person_leaves_the_game_is_abandoned() -> None:
    table, log = dealt(QUICK, QUICK.spec.seats[0])
    for p in range(QUICK.spec.seats[0]):
        assert table.state == "playing"
        log += table.resign(p, 0)
    assert (table.state, table.abandoned, table.has_result) == ("over", True, False)
    check_kept(table, log)


def test_all_must_agree_to_abandon(game: Game) -> None:
    seats = min(3, game.spec.seats[1])
    table, log = dealt(game, seats)
    assert refused(lambda: table.vote(0, True, 0)) == "nothing_proposed"
    log += table.propose(1, "abandon", NONE, 0)
    assert refused(lambda: table.propose(0, "abandon", NONE, 0)) == "proposed"
    asked = info_of(table).proposal
    assert asked is not None
    assert (asked.what, asked.by, asked.seat) == ("abandon", 1, None)
    assert asked.waiting == [p for p in range(seats) if p != 1]
    check_kept(table, log)
    log += table.vote(0, True, 0)
    if seats > 2:
        assert table.state == "playing"
        assert table.vote(1, True, 0) == []
        log += table.vote(2, False, 0)
        assert info_of(table).proposal is None
        log += table.propose(0, "abandon", NONE, 0)
        log += table.vote(1, True, 0)
        log += table.vote(2, True, 0)
    assert (table.state, table.abandoned) == ("over", True)
    for viewer in (SPECTATOR, *range(seats)):
        view = view_for(table, viewer, 0)
        assert (view.choices, view.plans, reasons_for(table, viewer).refusals) == ([], [], [])
        assert view.prompt.label.key == "table.prompt.abandoned"
    assert refused(lambda: result_of(table)) == "abandoned"
    assert refused(lambda: table.act(table.match.mover, [0], 0, 0)) == "over"
    assert refused(lambda: table.resign(0, 0)) == "over"
    record = record_of(table)
    assert record.scores is None
    assert Record.from_json(record.to_json()).proof is not None, "the shuffle can be checked all the same"
    check_kept(table, log)


def test_what_was_tried_out_is_shown_when_a_game_is_abandoned() -> None:
    table, log = dealt(QUICK, 2)
    seat = table.mover
    log += table.set_confirm(seat, "on", 0)
    log += table.act(seat, [int(table.match.view(seat).legal[0])], table.ply(seat), 0)
    log += table.propose(1 - seat, "abandon", NONE, 0)
    log += table.vote(seat, True, 0)
    assert table.match.pending == 0
    assert isinstance(log[-1], lines.Abandoned)
    check_kept(table, log)


def test_the_others_agree_to_remove_somebody() -> None:
    table, log = dealt(MANY, 4)
    assert refused(lambda: table.propose(0, "remove", 0, 0)) == "not_removable"
    assert refused(lambda: table.propose(0, "remove", 4, 0)) == "no_such_seat"
    assert refused(lambda: table.propose(0, "remove", NONE, 0)) == "no_such_seat"
    log += table.propose(0, "remove", 2, 0)
    assert refused(lambda: table.vote(2, False, 0)) == "no_vote"
    log += table.vote(1, True, 0)
    assert not table.chairs[2].left
    check_kept(table, log)
    log += table.vote(3, True, 0)
    assert (table.chairs[2].left, table.proposal) == ("removed", None)
    assert refused(lambda: table.propose(0, "remove", 2, 0)) == "not_removable"
    log += table.propose(NONE, "remove", 1, 0)  # a host who only watches
    log += table.vote(NONE, False, 0)
    assert table.proposal is None
    check_kept(table, log)


def test_who_is_away_is_not_waited_for_and_takes_the_proposal_along() -> None:
    table, log = dealt(MANY, 4)
    log += table.propose(0, "abandon", NONE, 0)
    log += table.vote(1, True, 0)
    log += table.hold(2, "absent", 0)
    assert refused(lambda: table.vote(2, True, 0)) == "no_vote"
    log += table.resign(3, 0)
    assert table.abandoned
    check_kept(table, log)
    table, log = dealt(MANY, 4)
    log += table.propose(0, "remove", 1, 0)
    log += table.resign(1, 0)
    assert table.proposal is None
    log += table.propose(0, "abandon", NONE, 0)
    log += table.resign(0, 0)
    assert table.proposal is None


def test_ones_only_companion_is_removed_only_after_keeping_the_table_waiting() -> None:
    table, log = dealt(QUICK, 2)
    slow = table.mover
    other = 1 - slow
    assert refused(lambda: table.propose(other, "remove", slow, PATIENCE_MS - 1)) == "too_soon"
    assert refused(lambda: table.propose(slow, "remove", other, PATIENCE_MS)) == "too_soon"
    log += table.propose(other, "remove", slow, PATIENCE_MS)
    assert table.chairs[slow].left == "removed"
    assert not table.abandoned


def test_nobody_is_removed_because_all_who_could_agree_went_away() -> None:
    table, log = dealt(MANY, 4)
    target = next(p for p in range(4) if p != table.mover and p != 0)
    log += table.propose(0, "remove", target, 0)
    for p in range(1, 4):
        if p != target:
            log += table.hold(p, "absent", 0)
    assert not table.chairs[target].left


def test_a_shared_device_has_one_voice_and_leaves_as_one() -> None:
    table = new_table(MANY, 4)
    log: list[AnyLine] = []
    for p, owner in enumerate([0, 0, 2, 2]):
        log += table.sit(p, "person", 0, name=f"P{p}", owner=owner)
    log += table.deal_late(10**9)
    assert refused(lambda: table.propose(0, "remove", 1, 0)) == "not_removable"
    log += table.propose(0, "remove", 3, 10**9 + PATIENCE_MS) if table.times.running == 3 else []
    if table.mover == 2:
        log += table.propose(0, "remove", 2, 10**9 + PATIENCE_MS)
        assert [chair.left for chair in table.chairs] == ["", "", "removed", "removed"]
    log += [] if table.proposal or table.abandoned else table.propose(0, "abandon", NONE, 10**9)
    asked = info_of(table).proposal
    assert asked is None or asked.waiting == [2]


def test_nothing_of_this_can_be_done_before_the_deal() -> None:
    table = new_table(QUICK, 2)
    for command in (lambda: table.resign(0, 0), lambda: table.propose(0, "abandon", NONE, 0)):
        assert refused(command) == "not_begun"
    assert table.allow_spectators_chat(False, 0) == [lines.SpectatorsChat(False)]
    assert table.allow_spectators_chat(False, 0) == []
    assert not info_of(table).spectators_chat
