"""A pause that all agreed to, and time given away."""

from __future__ import annotations

import pytest

from bastide.core.state import NONE
from bastide.table.lines import AnyLine
from bastide.table.seen import clock_of, info_of
from bastide.table.snapshot import freeze, thaw
from bastide.table.table import Table
from bastide.table.timing import DAY, GIFT_MS, MINUTE, TimeControl
from tests.table.tables import SEED, dealt
from tests.table.test_parting import QUICK, refused, told

Timed = list[tuple[int, AnyLine]]

HOUR = 60 * MINUTE
LIVE = TimeControl("live", bank_ms=20 * MINUTE, increment_ms=0)


def begun(clock: TimeControl) -> tuple[Table, Timed]:
    table, log = dealt(QUICK, 2, clock)
    return table, [(0, line) for line in log]


def at(moment: int, made: list[AnyLine]) -> Timed:
    return [(moment, line) for line in made]


def check_kept(table: Table, log: Timed) -> None:
    """Neither a replay nor a snapshot loses anything of it."""
    again = Table(table.setup, SEED)
    for moment, line in log:
        again.fold(line, moment)
    thawed = thaw(table.setup, SEED, freeze(table))
    assert thawed is not None
    assert told(again) == told(thawed) == told(table)


def paused(moment: int) -> tuple[Table, Timed, int]:
    table, log = begun(LIVE)
    mover = table.mover
    log += at(moment, table.propose(mover, "pause", NONE, moment))
    log += at(moment, table.vote(1 - mover, True, moment))
    return table, log, mover


def test_nobodys_time_runs_during_a_pause() -> None:
    table, log, mover = paused(MINUTE)
    assert table.paused
    assert info_of(table).paused
    assert (table.falls_at(), table.proposal) == (None, None)
    assert clock_of(table, 10 * HOUR).left[mover] == 19 * MINUTE
    assert table.fall(10 * HOUR) == []
    check_kept(table, log)
    assert refused(lambda: table.propose(mover, "pause", NONE, HOUR)) == "paused"
    log += at(10 * HOUR, table.resume(10 * HOUR))
    assert not table.paused
    assert clock_of(table, 10 * HOUR + MINUTE).left[mover] == 18 * MINUTE
    assert refused(lambda: table.resume(10 * HOUR)) == "not_paused"
    check_kept(table, log)


def test_deciding_ends_a_pause() -> None:
    table, log, mover = paused(MINUTE)
    log += at(10 * HOUR, table.act(mover, [table.match.position.legal[0]], table.ply(mover), 10 * HOUR))
    assert not table.paused
    assert table.times.running == table.mover
    assert clock_of(table, 10 * HOUR).left[mover] == 19 * MINUTE
    check_kept(table, log)


def test_a_pause_needs_everybody_and_a_clock() -> None:
    table, _ = begun(LIVE)
    table.propose(0, "pause", NONE, 0)
    table.vote(1, False, 0)
    assert (table.paused, table.proposal) == (False, None)
    table, _ = dealt(QUICK, 2)
    assert refused(lambda: table.propose(0, "pause", NONE, 0)) == "no_clock"
    assert refused(lambda: table.give_time(0, 1, 0)) == "no_clock"


@pytest.mark.parametrize("clock", [LIVE, TimeControl("days", days=3)])
def test_time_can_be_given_to_others_only(clock: TimeControl) -> None:
    table, log = begun(clock)
    mover = table.mover
    before = clock_of(table, MINUTE).left
    assert refused(lambda: table.give_time(mover, mover, MINUTE)) == "not_removable"
    log += at(MINUTE, table.give_time(1 - mover, mover, MINUTE))
    log += at(MINUTE, table.give_time(mover, 1 - mover, MINUTE))
    gift = GIFT_MS[clock.kind]
    assert clock_of(table, MINUTE).left == [None if rest is None else rest + gift for rest in before]
    assert clock_of(table, 2 * MINUTE).left[mover] == (before[mover] or 0) + gift - MINUTE
    assert gift in (5 * MINUTE, DAY)
    check_kept(table, log)
