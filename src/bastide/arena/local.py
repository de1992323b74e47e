"""Pieces of work on the cores of this machine, by processes or by threads.

A process that dies costs what it was doing, which is done again; when the first one dies, the others end too.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import warnings
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import TypeVar

from bastide.batch.threads import count_cores
from bastide.core.game import check_count
from bastide.core.jit import NotKept
from bastide.judge import NoJudge

logger = logging.getLogger(__name__)

Task = TypeVar("Task")
Done = TypeVar("Done")

QUEUE = 2  # pieces waiting for each worker
PATIENCE = 5  # pools that may break without a single piece finished


def check_workers(workers: int | None) -> int:
    """How many work at once: as many as asked for, or one for each core."""
    return count_cores() if workers is None else check_count("--workers", workers)


def run_local(
    work: Callable[[Task], Done], tasks: Sequence[Task], workers: int | None = None
) -> Generator[Done, None, None]:
    """What came of each task, as it comes, in no order; closing it ends the work."""
    count = min(check_workers(workers), len(tasks))
    return _run_here(work, tasks) if count <= 1 else _run_pools(work, tasks, count)


def run_threads(work: Callable[[Task], Done], tasks: Sequence[Task], workers: int) -> Generator[Done, None, None]:
    """As `run_local`, by threads of this process: for compiled work, which releases the interpreter."""
    if min(workers, len(tasks)) <= 1:
        yield from _run_here(work, tasks)
        return
    with ThreadPoolExecutor(workers) as pool:
        for _, done in _drain(pool, work, list(enumerate(tasks)), workers):
            yield done


def _run_here(work: Callable[[Task], Done], tasks: Sequence[Task]) -> Generator[Done, None, None]:
    """One after another in this process."""
    for task in tasks:
        yield work(task)


def _run_pools(work: Callable[[Task], Done], tasks: Sequence[Task], workers: int) -> Generator[Done, None, None]:
    """Until all are done, however many pools break over it."""
    left = dict(enumerate(tasks))
    broken = 0
    while left:
        before = len(left)
        try:
            for number, done in _run_pool(work, list(left.items()), workers):
                del left[number]
                yield done
        except BrokenProcessPool:
            broken = broken + 1 if len(left) == before else 0
            if broken == PATIENCE:
                raise
            logger.warning("a worker died; what it did is done again (%d pieces are left)", len(left))


def _run_pool(
    work: Callable[[Task], Done], numbered: list[tuple[int, Task]], workers: int
) -> Generator[tuple[int, Done], None, None]:
    """Until all are done, or a worker dies."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_to_first) as pool:
        yield from _drain(pool, work, numbered, workers)


def _drain(
    pool: Executor, work: Callable[[Task], Done], numbered: list[tuple[int, Task]], workers: int
) -> Generator[tuple[int, Done], None, None]:
    """Whoever is free takes the next; what is still waiting when this is closed is not begun."""
    queue = iter(numbered)
    running: dict[Future[Done], int] = {}
    try:
        while True:
            while len(running) < QUEUE * workers and (waiting := next(queue, None)):
                running[pool.submit(work, waiting[1])] = waiting[0]
            if not running:
                return
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            yield from _results([(running.pop(future), future) for future in finished])
    finally:
        for future in running:
            future.cancel()


def _leave_to_first() -> None:
    """^C reaches every process of a terminal, but the one that was typed at ends the others, and speaks for all."""
    for told in (NoJudge, NotKept):
        warnings.simplefilter("ignore", told)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_first, daemon=True).start()


def _end_with_first() -> None:
    """A first process that was killed told nobody; the others would wait for its next piece of work for ever."""
    first = parent_process()
    assert first is not None
    first.join()
    os._exit(1)


def _results(finished: list[tuple[int, Future[Done]]]) -> Generator[tuple[int, Done], None, None]:
    """The results of those that ended well first: a broken pool must not lose them."""
    failures = []
    for number, future in finished:
        error = future.exception()
        if error is None:
            yield number, future.result()
        else:
            failures.append(error)
    if failures:
        raise failures[0]
