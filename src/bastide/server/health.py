"""Whether what players decide could be stored: one row is written, and the disk is asked how much room it has."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

from bastide.server import metrics
from bastide.server.logs import log, where_of
from bastide.server.store import Store
from bastide.table.refused import Refused

PROBE_S = 2.0  # asked more often, the last answer holds
LEAST_FREE = 32 << 20  # bytes: below this a disk counts as full


def free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


class Probe:
    """Tries out the store; what it finds holds for a moment, so that asking costs little."""

    def __init__(
        self,
        store: Store,
        free: Callable[[Path], int] = free_bytes,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self._free = free
        self._seconds = seconds
        self._until = float("-inf")
        self._found: Refused | None = None

    async def check(self) -> None:
        """Raises a refusal while nothing can be stored; the answer is cached for a moment."""
        if self._seconds() >= self._until:
            self._found = await self._look()
            self._until = self._seconds() + PROBE_S
        if self._found is not None:
            raise self._found

    async def _look(self) -> Refused | None:
        try:
            await self.store.touch()
        except Exception as error:
            log.error("health", error=type(error).__name__, where=where_of(error))
            return Refused("table.refused.storage")
        if self.store.file is None:
            return None
        free = self._free(self.store.file.parent)
        metrics.disk_free.set(free)
        return Refused("table.refused.disk", free=free >> 20) if free < LEAST_FREE else None
