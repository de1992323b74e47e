"""Work on rows of a batch, cut into pieces for all cores; compiled loops release the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from bastide.core.game import check_count

Piece = Callable[[int, int, int], None]  # worker, first row, the row after the last
SMALLEST_PIECE = 64  # rows; less is not worth a thread


def count_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_threads(threads: int | None) -> int:
    return count_cores() if threads is None else check_count("threads", threads)


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="bastide-batch")


def spread(rows: int, threads: int, work: Piece) -> None:
    """Calls `work` for pieces that together are 0..rows-1, each on a worker of its own."""
    pieces = max(1, min(threads, rows // SMALLEST_PIECE))
    if pieces == 1:
        work(0, 0, rows)
        return
    cuts = [rows * k // pieces for k in range(pieces + 1)]
    for piece in [_pool(threads).submit(work, k, cuts[k], cuts[k + 1]) for k in range(pieces)]:
        piece.result()
