"""Bots are asked in turns: nobody waits behind another's many tables, and what nobody waits for gives way."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import pytest

from bastide.bots.worker import Cancelled
from bastide.server.fair import Asker, FairQueue
from bastide.server.seats import Thinkers, is_strong
from tests.server.serving import PATIENCE_S, Running, poll
from tests.server.test_life import ANY, close, fewest
from tests.server.test_play import BOT, YOU


def order(queue: FairQueue[str]) -> str:
    told = ""
    while queue:
        told += queue.pop()
    return told


def test_addresses_take_turns_and_so_do_their_tables() -> None:
    queue: FairQueue[str] = FairQueue()
    for table in "abc":
        for number in (1, 2):
            queue.push(Asker("many", table), f"{table}{number} ")
    queue.push(Asker("one", "x"), "x1 ")
    queue.push(Asker("nobody", "l", is_last=True), "last ")
    queue.push(Asker("one", "x"), "x2 ")
    assert order(queue) == "a1 x1 b1 x2 c1 a2 b2 c2 last "


def test_what_is_withdrawn_leaves_no_lane_behind() -> None:
    queue: FairQueue[str] = FairQueue()
    asker = Asker("a", "t")
    queue.push(asker, "1")
    queue.push(asker, "2")
    assert queue.remove(asker, "1")
    assert not queue.remove(asker, "1")
    assert not queue.remove(Asker("b", "t"), "2")
    assert queue.remove(asker, "2")
    assert not queue
    assert not queue.is_urgent


class Slow:
    """Stands for a worker: thinks until told to answer, or cancelled."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.go = threading.Semaphore(0)
        self.cancelled = 0
        self.log: list[str] = []

    def hint(self, view: Any, seed: int, _deadline: float) -> Any:
        self.log.append(f"asked {view}")
        self.begun.release()
        self.go.acquire()
        if self.cancelled:
            self.cancelled -= 1
            raise Cancelled("withdrawn")
        self.log.append(f"told {view}")
        return view

    def cancel(self) -> None:
        self.cancelled += 1
        self.go.release()

    def close(self) -> None:
        self.go.release()


def with_one_worker(story: Any) -> list[str]:
    worker = Slow()

    async def run() -> None:
        thinkers = Thinkers(1, 1.0, make=lambda: worker)  # type: ignore[arg-type,return-value]
        await story(thinkers, worker)
        await thinkers.close()

    asyncio.run(run())
    return worker.log


async def begun(worker: Slow) -> None:
    await asyncio.to_thread(worker.begun.acquire)


def ask(thinkers: Thinkers, name: str, is_last: bool = False) -> asyncio.Task[Any]:
    question: Coroutine[Any, Any, Any] = thinkers.hint(Asker(name[0], name, is_last), name, 0)  # type: ignore[arg-type]
    return asyncio.create_task(question)


def test_what_nobody_waits_for_gives_way_and_is_asked_again() -> None:
    async def story(thinkers: Thinkers, worker: Slow) -> None:
        unwatched = [ask(thinkers, name, is_last=True) for name in ("u1", "u2")]
        await begun(worker)
        stranger = ask(thinkers, "s")
        await begun(worker)  # u1 was put off at once
        worker.go.release()
        assert await stranger == "s"
        for _ in unwatched:
            await begun(worker)
            worker.go.release()
        assert sorted(await asyncio.gather(*unwatched)) == ["u1", "u2"]

    log = with_one_worker(story)
    assert log[:3] == ["asked u1", "asked s", "told s"]
    assert log.count("asked u1") == 2


def test_a_question_that_is_withdrawn_is_thought_about_no_longer() -> None:
    async def story(thinkers: Thinkers, worker: Slow) -> None:
        asked, waiting, other = (ask(thinkers, name) for name in ("a1", "a2", "b"))
        await begun(worker)
        waiting.cancel()
        asked.cancel()
        await begun(worker)
        worker.go.release()
        assert await other == "b"

    assert with_one_worker(story) == ["asked a1", "asked b", "told b"]


def test_hints_are_withdrawn_when_their_asker_leaves(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers = server.app.state.server.thinkers
    asked, withdrawn = threading.Event(), threading.Event()

    async def hint(_asker: Asker, _view: Any, _seed: int) -> Any:
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            withdrawn.set()

    monkeypatch.setattr(thinkers, "hint", hint)
    made = server.make(ANY, [YOU, *[BOT] * (fewest(ANY) - 1)])
    player = server.sit(made["table"]["id"], made["key"])
    player.until_asked()
    player.send("hint")
    assert asked.wait(PATIENCE_S)
    close(player)
    assert withdrawn.wait(PATIENCE_S)


def test_strong_bots_come_last_where_nobody_watches(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers = server.app.state.server.thinkers
    askers: list[Asker] = []
    choose = thinkers.choose

    async def note(asker: Asker, _bot: str, *rest: Any) -> int:
        askers.append(asker)
        action: int = await choose(asker, "uniform", *rest)
        return action

    monkeypatch.setattr(thinkers, "choose", note)
    assert is_strong("level5")
    assert not is_strong("level1")
    strong = {"kind": "bot", "level": "level5"}
    watched = server.make(ANY, [YOU, *[strong] * (fewest(ANY) - 1)])
    player = server.sit(watched["table"]["id"], watched["key"])
    player.until_asked()
    player.act()
    player.until_asked()
    assert {asker for asker in askers if asker.table == watched["table"]["id"]} == {
        Asker("127.0.0.1", watched["table"]["id"])
    }
    close(player)
    alone = server.make(ANY, [strong] * fewest(ANY))["table"]["id"]
    assert server.ask("GET", f"/api/tables/{alone}")[0] == 200
    poll(lambda: any(asker == Asker("", alone, is_last=True) for asker in askers))
    weak = server.make(ANY, [BOT] * fewest(ANY))["table"]["id"]
    assert server.ask("GET", f"/api/tables/{weak}")[0] == 200
    poll(lambda: any(asker == Asker("", weak) for asker in askers))
