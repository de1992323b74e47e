"""The schedule on the processes of this machine. A worker that dies costs only the games it was playing: they are
played again."""

from __future__ import annotations

import logging
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from bastide.arena.run import Result, Results, play, play_here
from bastide.arena.schedule import BadTournament, Fixture, Tournament

logger = logging.getLogger(__name__)

QUEUE = 2  # games waiting for each worker
PATIENCE = 5  # pools that may break without a single game finished


def run_local(tournament: Tournament, wanted: list[Fixture], workers: int) -> Results:
    """Results as they come, in no order."""
    if workers < 1:
        raise BadTournament(f"a tournament needs at least one worker, not {workers}")
    if workers == 1:
        yield from play_here(tournament, wanted)
        return
    left = {fixture.number: fixture for fixture in wanted}
    broken = 0
    while left:
        before = len(left)
        try:
            for result in _run_pool(tournament, list(left.values()), workers):
                del left[result.number]
                yield result
        except BrokenProcessPool:
            broken = broken + 1 if len(left) == before else 0
            if broken == PATIENCE:
                raise
            logger.warning("a worker of the arena died; %d games are left and go on with new workers", len(left))


def _run_pool(tournament: Tournament, wanted: list[Fixture], workers: int) -> Results:
    """Until all are played, or a worker dies."""
    queue = iter(wanted)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running: set[Future[Result]] = set()
        try:
            while True:
                while len(running) < QUEUE * workers and (fixture := next(queue, None)):
                    running.add(pool.submit(play, tournament, fixture))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from _finished(done)
        finally:
            for future in running:
                future.cancel()


def _finished(done: set[Future[Result]]) -> Results:
    """The results of those that ended well first: a broken pool must not lose them."""
    failures = []
    for future in done:
        error = future.exception()
        if error is None:
            yield future.result()
        else:
            failures.append(error)
    if failures:
        raise failures[0]
