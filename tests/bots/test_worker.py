"""Bots out of process: deadline, crash, nonsense, cancel."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from bastide.bots import UnknownBot, make_bot
from bastide.bots.hint import hint
from bastide.bots.worker import PREPARE, START, Cancelled, Failed, Worker
from bastide.core.position import Position
from bastide.core.view import View
from bastide.games import GAMES, load

PATIENCE = 600.0  # seconds; a child may have to compile first, on a busy machine
HURRY = 0.5  # seconds, which have always passed
ROGUE = (sys.executable, str(Path(__file__).with_name("rogue.py")))


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker(start=PATIENCE) as running:
        yield running


class Watch:
    """A clock that stands still, and passes a limit of HURRY seconds as soon as one is set."""

    def __init__(self) -> None:
        self.at = 0.0
        self.limits: list[float] = []  # every limit that was set

    def now(self) -> float:
        return self.at

    def wait(self, lines: Sequence[Any], seconds: float) -> Sequence[Any]:
        self.limits.append(seconds)
        if seconds == HURRY:
            self.at += seconds
            return []
        return wait(lines, PATIENCE)


def rogue_with(watch: Watch, prepare: float = PREPARE) -> Worker:
    return Worker(ROGUE, clock=watch.now, wait=watch.wait, prepare=prepare)


@pytest.fixture(scope="module")
def rogue() -> Iterator[Worker]:
    with rogue_with(Watch()) as running:
        yield running


@pytest.fixture
def m() -> Position:
    return load(GAMES[0]).new(seed=5)


@pytest.fixture
def view(m: Position) -> View:
    return m.view(m.to_move)


def test_a_bot_chooses_the_same_in_and_out_of_process(worker: Worker, view: View) -> None:
    for name in ("uniform", "greedy", "level3"):
        bot = make_bot(name, view.game, 9)
        here = [bot.choose(view) for _ in range(3)]
        there = [worker.choose(name, view, 9, decision, PATIENCE) for decision in range(3)]
        assert [answer.action for answer in there] == here
        assert not any(answer.trouble for answer in there)


def test_an_unknown_bot_is_refused_before_anything_is_asked(worker: Worker, view: View) -> None:
    with pytest.raises(UnknownBot):
        worker.choose("genius", view, 1)


def test_a_hint_comes_from_the_child(worker: Worker, view: View) -> None:
    assert worker.hint(view, 4, PATIENCE) == hint(view, seed=4)


@pytest.mark.parametrize(
    ("bot", "trouble", "deadline"),
    [
        ("level1", "deadline", HURRY),
        ("level2", "process ended", PATIENCE),
        ("level3", "ValueError: lost my way", PATIENCE),
        ("level4", "30000, which is not legal", PATIENCE),
    ],
)
def test_a_failing_bot_is_replaced_for_that_move_and_logged(
    rogue: Worker, m: Position, view: View, bot: str, trouble: str, deadline: float, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="bastide.bots.worker"):
        answer = rogue.choose(bot, view, 3, deadline=deadline)
    assert trouble in answer.trouble
    assert answer.action == make_bot("greedy", view.game, 3).choose(view)
    assert trouble in caplog.text
    m.apply(answer.action)


def test_a_deadline_is_kept_and_another_child_takes_over(rogue: Worker, view: View) -> None:
    rogue.choose("level4", view, 3, deadline=PATIENCE)  # so that the child runs
    hung = rogue.child
    answer = rogue.choose("level1", view, 3, deadline=HURRY)  # it never answers
    assert "deadline" in answer.trouble
    assert answer.seconds == HURRY
    assert "not legal" in rogue.choose("level4", view, 3, deadline=PATIENCE).trouble
    assert rogue.child is not hung


def test_getting_ready_is_not_counted_as_thinking_but_has_a_bound_too(view: View) -> None:
    watch = Watch()
    with rogue_with(watch) as patient:
        assert patient.choose("level5", view, 3, deadline=7.0).trouble == ""
        assert watch.limits == [START, PREPARE, 7.0]  # each from when the one before was met
    with rogue_with(Watch(), prepare=HURRY) as hurried:
        assert "deadline" in hurried.choose("greedy", view, 3, deadline=PATIENCE).trouble


def test_a_child_that_never_starts_leaves_the_game_playable(view: View) -> None:
    with Worker((*ROGUE, "stillborn")) as stillborn:
        assert "process ended" in stillborn.choose("level5", view, 3).trouble
        with pytest.raises(Failed):
            stillborn.hint(view)


def test_cancelling_is_immediate_and_the_child_lives_on(worker: Worker, view: View) -> None:
    worker.choose("uniform", view, 1, deadline=PATIENCE)
    child = worker.child
    raised: list[Cancelled] = []

    def think() -> None:
        try:
            worker.choose("search:1000000000", view, 1, deadline=3600.0)  # hours of it
        except Cancelled as withdrawn:
            raised.append(withdrawn)

    thinking = threading.Thread(target=think, daemon=True)
    thinking.start()
    while not worker.is_asking:
        time.sleep(0.001)
    worker.cancel()
    thinking.join(PATIENCE)
    assert raised
    assert worker.choose("greedy", view, 1, deadline=PATIENCE).trouble == ""  # so its search has ended too
    assert worker.child is child


def test_cancelling_nothing_does_nothing(worker: Worker, view: View) -> None:
    worker.cancel()
    assert worker.choose("uniform", view, 1, deadline=PATIENCE).trouble == ""
