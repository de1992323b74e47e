"""A bot decides in somebody's name: when it may, and where it is told that it did."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from bastide.core.errors import BadRecord
from bastide.core.game import Game
from bastide.core.record import Record
from bastide.core.state import SPECTATOR
from bastide.table.fairness import verify
from bastide.table.imported import imported_lines
from bastide.table.lines import Acted, AnyLine
from bastide.table.parting import HOLD_MS
from bastide.table.result import record_of
from bastide.table.seen import log_for, past_log_for
from bastide.table.setup import Setup
from bastide.table.signature import Signer, is_signed, new_secret
from bastide.table.snapshot import freeze, thaw
from bastide.table.table import Table
from bastide.table.timing import TimeControl
from tests.table.tables import SEED, dealt, new_table, play
from tests.table.test_parting import MANY, QUICK, again, check_kept, refused


def marked(table: Table, viewer: int = SPECTATOR) -> set[int]:
    """The plies of which the log says that a stand-in decided them."""
    return {event.ply for event in log_for(table, viewer, 0) if event.stand_in}


def stood_in_for(game: Game, seat: int) -> tuple[Table, list[AnyLine], set[int]]:
    """A game in which a bot decides a few times for a seat, whose player then returns; and those plies."""
    table, log = dealt(game, game.spec.seats[0])
    decided: set[int] = set()
    held = False
    for _ in play(table, log, seed=3):
        if table.state != "playing":
            break
        if held and table.mover != seat and len(decided) >= 3:
            log += table.reclaim(seat, 0)
            held = False
        if not decided and table.mover == seat:
            log += table.hold(seat, "absent", 0)
            held = True
        if held and table.mover == seat:
            decided.add(table.match.position.ply)
    return table, log, decided


def test_what_a_stand_in_decided_is_marked_in_every_log_and_in_the_record(game: Game) -> None:
    table, log, decided = stood_in_for(game, 0)
    assert len(decided) >= 3
    for viewer in (SPECTATOR, 0, 1):
        told = {event.ply for event in log_for(table, viewer, 0) if event.decided}  # steps on the way have no line
        assert marked(table, viewer) == decided & told != set()
    assert all(event.stand_in for event in past_log_for(table, 0, min(decided) + 1, 0) if event.decided)
    record = record_of(table)
    assert record.stand_ins == sorted(decided)
    verify(record, game)
    assert marked(again(table, log)) == marked(table)
    thawed = thaw(table.setup, SEED, freeze(table))
    assert thawed is not None
    assert thawed.stood_in == table.stood_in == decided


def test_what_another_bot_decided_in_place_of_one_is_marked_in_every_log_and_in_the_record(game: Game) -> None:
    table, log = new_table(game, game.spec.seats[0]), []
    for seat in range(table.setup.seats):
        log += table.sit(seat, "bot", 0, level="champion")
    decided: set[int] = set()
    dice = Random(3)
    while table.state == "playing":
        by = "judged" if len(decided) < 3 else ""
        decided |= {table.match.position.ply} if by else set()
        log += table.act(table.mover, [dice.choice(table.match.position.legal)], table.ply(table.mover), 0, by=by)
    told = {event.ply for event in log_for(table, SPECTATOR, 0) if event.decided}
    assert marked(table) == decided & told != set()
    assert record_of(table).stand_ins == sorted(decided)
    verify(record_of(table), game)
    assert marked(again(table, log)) == marked(table)
    assert {line.by for line in log if isinstance(line, Acted)} == {"judged", ""}


def test_a_game_without_stand_ins_has_the_record_it_always_had(game: Game) -> None:
    table, log = dealt(game, game.spec.seats[0])
    for _ in play(table, log, seed=1):
        pass
    assert record_of(table).stand_ins is None
    assert "stand_ins" not in record_of(table).to_json()


def test_a_game_from_elsewhere_keeps_its_stand_ins_and_its_signature() -> None:
    table, _, decided = stood_in_for(QUICK, 0)
    record = Signer(new_secret()).sign(record_of(table))
    setup = Setup(
        "tbl", QUICK.id, record.rules_version, record.seats, record.options, "", imported=True, proof=record.proof,
        signature=record.signature,
    )  # fmt: skip
    taken_in = Table(setup, "")
    for line in imported_lines(record, record.names or []):
        taken_in.fold(line, 0)
    assert taken_in.stood_in == decided
    assert is_signed(record_of(taken_in))
    assert not is_signed(msgspec.structs.replace(record, stand_ins=None))


@pytest.mark.parametrize("named", [[0, 0], [10**6], [-1]])
def test_stand_ins_that_are_no_decisions_are_refused(named: list[int]) -> None:
    table, _, _ = stood_in_for(QUICK, 0)
    with pytest.raises(BadRecord, match="stand_ins"):
        Record.from_json(msgspec.structs.replace(record_of(table), stand_ins=named).to_json()).replay(QUICK)


def test_what_is_taken_back_is_no_longer_a_stand_ins() -> None:
    table, log = dealt(MANY, 3)
    seat = table.mover
    log += table.set_confirm(seat, "on", 0)
    log += table.hold(seat, "absent", 0)
    while table.mover == seat:
        log += table.act(seat, [table.match.position.legal[0]], table.ply(seat), 0)
    assert marked(table)
    log += table.reclaim(seat, 0)
    if table.match.undo_depth(seat):
        log += table.undo(seat, table.ply(seat), 0, whole=True)
        assert not marked(table)
    check_kept(table, log)


def test_without_a_clock_the_others_may_ask_for_a_stand_in_after_a_day() -> None:
    table, log = dealt(MANY, 4)
    slow = table.mover
    first, second, third = (p for p in range(4) if p != slow)
    assert refused(lambda: table.propose(first, "hold", slow, HOLD_MS - 1)) == "wait_a_day"
    assert refused(lambda: table.propose(first, "hold", second, HOLD_MS)) == "wait_a_day"
    assert refused(lambda: table.propose(slow, "hold", slow, HOLD_MS)) == "not_removable"
    log += table.propose(first, "hold", slow, HOLD_MS)
    assert refused(lambda: table.vote(slow, False, HOLD_MS)) == "no_vote"
    log += table.vote(second, True, HOLD_MS)
    assert not table.chairs[slow].held
    log += table.vote(third, True, HOLD_MS)
    assert table.chairs[slow].held
    assert (table.proposal, table.chairs[slow].left) == (None, "")
    check_kept(table, log)
    log += table.reclaim(slow, HOLD_MS)
    assert not table.is_bots(slow)


def test_whoever_was_asked_about_answers_by_deciding() -> None:
    table, log = dealt(MANY, 4)
    slow = table.mover
    log += table.propose((slow + 1) % 4, "hold", slow, HOLD_MS)
    log += table.act(slow, [table.match.position.legal[0]], table.ply(slow), HOLD_MS)
    assert table.proposal is None
    check_kept(table, log)


def test_ones_only_companion_is_held_at_once_after_a_day() -> None:
    table, log = dealt(QUICK, 2)
    slow = table.mover
    log += table.propose(1 - slow, "hold", slow, HOLD_MS)
    assert table.chairs[slow].held


@pytest.mark.parametrize("kind", ["live", "days"])
def test_where_a_clock_runs_it_alone_decides(kind: str) -> None:
    table, _ = dealt(QUICK, 2, TimeControl(kind, days=3))  # type: ignore[arg-type]
    slow = table.mover
    assert refused(lambda: table.propose(1 - slow, "hold", slow, HOLD_MS)) == "own_time"
