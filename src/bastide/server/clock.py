"""The one clock whose times are stored and told: the date at the start, and since then only time that has passed."""

from __future__ import annotations

import time
from collections.abc import Callable

NS_A_MS = 1_000_000
MOST_AHEAD_MS = 24 * 3_600_000  # stored times further in the future come from a wrong date, and are not followed

Source = Callable[[], int]  # nanoseconds


def since_boot_ns() -> int:
    """Time that has passed, a sleeping machine's included where the system counts it."""
    source = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic_ns() if source is None else time.clock_gettime_ns(source)


class SteadyClock:
    """Milliseconds since 1970 that never jump: setting the date of the machine costs no player time.

    A test that has to do with time sets it ahead instead of waiting.
    """

    def __init__(self, wall: Source = time.time_ns, steady: Source = since_boot_ns) -> None:
        self.steady = steady
        self.offset = wall() - steady()
        self.ahead_ms = 0

    def __call__(self) -> int:
        return (self.steady() + self.offset) // NS_A_MS + self.ahead_ms

    def catch_up(self, stored_ms: int) -> None:
        """Goes on from a stored time, where the date was set back while no server ran."""
        behind = stored_ms - self()
        if 0 < behind < MOST_AHEAD_MS:
            self.offset += behind * NS_A_MS


now_ms = SteadyClock()
