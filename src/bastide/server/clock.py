"""The one clock whose times are stored and told."""

from __future__ import annotations

import time


def now_ms() -> int:
    return time.time_ns() // 1_000_000
