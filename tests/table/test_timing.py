"""Clocks as a pure function of events and time, and seats that a bot holds."""

from __future__ import annotations

import pytest

from bastide.core.game import Game
from bastide.core.state import NONE
from bastide.games import GAMES, load
from bastide.table.seen import clock_of, info_of
from bastide.table.table import Table
from bastide.table.timing import (
    DAY,
    TimeControl,
    falls_at,
    left_at,
    pass_clock,
    start_times,
    stop_clock,
)
from tests.table.tables import dealt

LIVE = TimeControl("live", bank_ms=60_000, increment_ms=5_000)
DAYS = TimeControl("days", days=2)


def test_a_live_clock_charges_the_turn_and_adds_the_increment() -> None:
    times = pass_clock(start_times(LIVE, [True, True]), LIVE, 0, at=1_000)
    assert left_at(times, 0, 11_000) == 50_000
    assert left_at(times, 1, 11_000) == 60_000
    assert falls_at(times) == 61_000
    times = pass_clock(times, LIVE, 1, at=11_000)
    assert times.left == (55_000, 60_000)
    assert times.running == 1


def test_nobody_has_less_than_nothing() -> None:
    times = pass_clock(start_times(LIVE, [True, True]), LIVE, 0, at=0)
    assert left_at(times, 0, 10**9) == 0
    assert left_at(times, 0, -5) == 60_000


def test_days_are_given_anew_for_every_turn() -> None:
    times = pass_clock(start_times(DAYS, [True, True]), DAYS, 0, at=0)
    assert falls_at(times) == 2 * DAY
    times = pass_clock(times, DAYS, 1, at=DAY)
    assert times.left[0] == 2 * DAY


def test_without_a_clock_nothing_runs_out_and_bots_are_not_timed() -> None:
    times = pass_clock(start_times(TimeControl(), [True, True]), TimeControl(), 0, at=0)
    assert falls_at(times) is None
    assert left_at(times, 0, 10**9) is None
    assert start_times(LIVE, [True, False]).left == (60_000, None)


def test_a_stopped_clock_is_charged_without_an_increment() -> None:
    times = stop_clock(pass_clock(start_times(LIVE, [True, True]), LIVE, 0, at=0), at=7_000)
    assert times.left == (53_000, 60_000)
    assert times.running == NONE
    assert stop_clock(times, 9_000) == times


def timed(game: Game) -> Table:
    live, _ = dealt(game, game.spec.seats[0], clock=LIVE, at=1_000)
    return live


def finish_turn(live: Table, seat: int, at: int) -> None:
    while live.state == "playing" and live.mover == seat:
        live.act(seat, [live.match.position.legal[0]], live.ply(seat), at)


def test_a_tables_clock_runs_for_whoever_is_asked(game: Game) -> None:
    live = timed(game)
    first = live.mover
    assert clock_of(live, 2_000).running == [first]
    assert clock_of(live, 2_000).left[first] == 59_000
    finish_turn(live, first, 11_000)
    clock = clock_of(live, 11_000)
    assert clock.running == [live.mover]
    assert clock.left[first] == 55_000


def test_taking_back_gives_the_clock_back_too() -> None:
    """Whoever takes a turn back has been thinking all the while; the next seat has not."""
    for name in GAMES:
        live = timed(load(name))
        seat = live.mover
        live.act(seat, [live.match.position.legal[0]], live.ply(seat), 11_000)
        if live.mover != seat and live.match.undo_depth(seat):
            other = live.mover
            live.undo(seat, live.ply(seat), 15_000)
            clock = clock_of(live, 15_000)
            assert clock.running == [seat]
            assert clock.left[seat] == 60_000 - 14_000
            assert clock.left[other] == 60_000
            return
    pytest.fail("no game has a turn that can be taken back after it was sent")


def test_a_seat_out_of_time_is_held_by_a_bot_and_can_be_reclaimed(game: Game) -> None:
    live = timed(game)
    seat = live.mover
    assert live.fall(60_999) == []
    assert live.fall(61_000) != []
    assert live.is_bots(seat)
    assert info_of(live).seats[seat].stand_in
    assert clock_of(live, 70_000).running == []
    assert clock_of(live, 70_000).left[seat] == 0
    live.reclaim(seat, 70_000)
    assert not live.is_bots(seat)
    assert clock_of(live, 70_000).running == [seat]


def test_a_game_without_a_clock_never_runs_out(game: Game) -> None:
    live, _ = dealt(game, game.spec.seats[0])
    assert live.falls_at() is None
    assert live.fall(10**12) == []
    assert clock_of(live, 5).kind == "none"
