"""Bots out of process: deadline, crash, nonsense, cancel."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.bots import UnknownBot, make_bot
from bastide.bots.hint import hint
from bastide.bots.worker import Cancelled, Failed, Worker
from bastide.core.position import Position, View
from bastide.games import GAMES, load

ROGUE = (sys.executable, str(Path(__file__).with_name("rogue.py")))


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as running:
        yield running


@pytest.fixture(scope="module")
def rogue() -> Iterator[Worker]:
    with Worker(ROGUE) as running:
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
        there = [worker.choose(name, view, 9, decision) for decision in range(3)]
        assert [answer.action for answer in there] == here
        assert not any(answer.trouble for answer in there)


def test_an_unknown_bot_is_refused_before_anything_is_asked(worker: Worker, view: View) -> None:
    with pytest.raises(UnknownBot):
        worker.choose("genius", view, 1)


def test_a_hint_comes_from_the_child(worker: Worker, view: View) -> None:
    assert worker.hint(view, seed=4) == hint(view, seed=4)


@pytest.mark.parametrize(
    ("bot", "trouble"),
    [
        ("level1", "deadline"),
        ("level2", "process ended"),
        ("level3", "ValueError: lost my way"),
        ("level4", "30000, which is not legal"),
    ],
)
def test_a_failing_bot_is_replaced_for_that_move_and_logged(
    rogue: Worker, m: Position, view: View, bot: str, trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="bastide.bots.worker"):
        answer = rogue.choose(bot, view, 3, deadline=0.5)
    assert trouble in answer.trouble
    assert answer.action == make_bot("greedy", view.game, 3).choose(view)
    assert trouble in caplog.text
    m.apply(answer.action)


def test_a_deadline_is_kept(rogue: Worker, view: View) -> None:
    rogue.choose("level4", view, 3)  # so that the child runs
    started = time.monotonic()
    assert "deadline" in rogue.choose("level1", view, 3, deadline=0.2).trouble
    assert time.monotonic() - started < 1.0
    assert "not legal" in rogue.choose("level4", view, 3).trouble  # another child has taken its place


def test_a_child_that_never_starts_leaves_the_game_playable(view: View) -> None:
    with Worker((*ROGUE, "stillborn")) as stillborn:
        assert "process ended" in stillborn.choose("level5", view, 3).trouble
        with pytest.raises(Failed):
            stillborn.hint(view)


def test_cancelling_is_immediate_and_the_child_lives_on(worker: Worker, view: View) -> None:
    worker.choose("level5", view, 1)
    child = worker.child
    cancelled_after: list[float] = []

    def think() -> None:
        started = time.monotonic()
        while True:
            try:
                worker.choose("level5", view, 1)
            except Cancelled:
                cancelled_after.append(time.monotonic() - started)
                return

    thinking = threading.Thread(target=think)
    thinking.start()
    time.sleep(0.1)
    asked = time.monotonic()
    while thinking.is_alive():  # a question may end before the withdrawal reaches it
        worker.cancel()
        thinking.join(0.05)
    assert time.monotonic() - asked < 2.0
    assert cancelled_after
    assert worker.choose("greedy", view, 1).trouble == ""
    assert worker.child is child


def test_cancelling_nothing_does_nothing(worker: Worker, view: View) -> None:
    worker.cancel()
    assert worker.choose("uniform", view, 1).trouble == ""
