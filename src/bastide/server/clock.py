"""The one clock whose times are stored and sent."""

from __future__ import annotations

import time


class Clock:
    """The time of day in milliseconds; a test that has to do with time sets it ahead instead of waiting."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead_ms


now_ms = Clock()
