"""Clocks as a pure function of what happened and when: no timer lives here, and times are milliseconds from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from bastide.core.state import NONE

MINUTE = 60_000
DAY = 24 * 60 * MINUTE

ClockKind = Literal["none", "live", "days"]
GIFT_MS: dict[ClockKind, int] = {"none": 0, "live": 5 * MINUTE, "days": DAY}


class TimeControl(msgspec.Struct, frozen=True):
    """None, a bank with an increment for every turn, or so many days for each turn."""

    kind: ClockKind = "none"
    bank_ms: Annotated[int, msgspec.Meta(ge=10_000, le=DAY)] = 20 * MINUTE
    increment_ms: Annotated[int, msgspec.Meta(ge=0, le=60 * MINUTE)] = 20_000
    days: Annotated[int, msgspec.Meta(ge=1, le=60)] = 3


class Times(msgspec.Struct, frozen=True):
    """What each seat had left when the clock last changed hands; None where no clock is kept."""

    left: tuple[int | None, ...]
    running: int = NONE
    since: int = 0


def start_times(control: TimeControl, people: Sequence[bool]) -> Times:
    """Full banks for people; bots are not timed."""
    full = {"none": None, "live": control.bank_ms, "days": control.days * DAY}[control.kind]
    return Times(tuple(full if person else None for person in people))


def left_at(times: Times, seat: int, at: int) -> int | None:
    """What a seat has left at a moment; never below nothing."""
    left = times.left[seat]
    if left is None or seat != times.running:
        return left
    return max(0, left - max(0, at - times.since))


def pass_clock(times: Times, control: TimeControl, to: int, at: int) -> Times:
    """The clock goes to another seat (or to nobody); the seat that had it is charged, and has finished a turn."""
    if to == times.running:
        return times
    left = list(times.left)
    if times.running != NONE:
        rest = left_at(times, times.running, at)
        left[times.running] = None if rest is None else _after_turn(control, rest)
    return Times(tuple(left), to, at)


def _after_turn(control: TimeControl, rest: int) -> int:
    return rest + control.increment_ms if control.kind == "live" else control.days * DAY


def give_time(times: Times, control: TimeControl, seat: int, at: int) -> Times:
    """A seat gets more time: a few minutes of a bank, or a day."""
    left = [left_at(times, p, at) if p == seat else rest for p, rest in enumerate(times.left)]
    rest = left[seat]
    if rest is not None:
        left[seat] = rest + GIFT_MS[control.kind]
    return Times(tuple(left), times.running, at if times.running == seat else times.since)


def stop_clock(times: Times, at: int) -> Times:
    """Nobody's clock runs (a bot holds the seat, the game is over); the turn is charged but not finished."""
    if times.running == NONE:
        return times
    left = list(times.left)
    left[times.running] = left_at(times, times.running, at)
    return Times(tuple(left), NONE, at)


def falls_at(times: Times) -> int | None:
    """When the running clock will have nothing left."""
    if times.running == NONE:
        return None
    left = times.left[times.running]
    return None if left is None else times.since + left
