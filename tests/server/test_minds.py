"""Who thinks for a bot: levels are interpreted until they are compiled, what searches waits, and no move is lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bastide.bots.worker import Answer, Failed
from bastide.server import readiness
from bastide.server.fair import Asker
from bastide.server.minds import Minds
from bastide.server.readiness import Readiness
from bastide.server.seats import Thinkers
from tests.server.serving import Running

ASKER = Asker("address", "table")
COMPILED, INTERPRETED = 1, 2  # what each kind of worker answers
VIEW: Any = SimpleNamespace(game=SimpleNamespace(id="a"))


class Stub:
    """A worker that answers with a number of its own, or fails; where it is held up, when it is let go."""

    def __init__(self, number: int, failure: Exception | None = None) -> None:
        self.number = number
        self.failure = failure
        self.asked: list[str] = []
        self.go = threading.Event()
        self.go.set()
        self.is_closed = False

    def decide(self, bot: str, *_: object) -> int:
        self.asked.append(bot)
        self.go.wait()
        if self.failure:
            raise self.failure
        return self.number

    def choose(self, bot: str, *_: object) -> Answer:
        return Answer(self.decide(bot))

    def hint(self, *_: object) -> int:
        return self.decide("hint")

    def cancel(self) -> None:
        raise AssertionError("nobody withdraws a question here")

    def close(self) -> None:
        self.is_closed = True


class Scene:
    """A game whose rules and bots are compiled when they are told to be."""

    def __init__(self, interpreter: Stub, apart: bool = True) -> None:
        self.compiled = Stub(COMPILED)
        self.interpreter = interpreter
        self.started = 0
        self.rules = asyncio.get_running_loop().create_future()
        self.bots = asyncio.get_running_loop().create_future()
        self.readiness = Readiness("a", self._rules, bots=self._bots if apart else None)
        thinkers = Thinkers(1, 1.0, lambda: self.compiled)  # type: ignore[arg-type,return-value]
        self.minds = Minds(thinkers, self.readiness, self._start)  # type: ignore[arg-type]

    async def _rules(self, _name: str, _is_asked: bool) -> None:
        await self.rules

    async def _bots(self, _name: str, _is_asked: bool) -> None:
        assert self.rules.done()
        await self.bots

    def _start(self) -> Stub:
        self.started += 1
        if isinstance(self.interpreter.failure, OSError):
            raise self.interpreter.failure
        return self.interpreter

    def ask(self, bot: str) -> asyncio.Task[Any]:
        work = self.minds.hint(ASKER, VIEW, 0) if bot == "hint" else self.minds.choose(ASKER, bot, VIEW, 0, 0)
        return asyncio.create_task(work)

    async def until(self, holds: Callable[[], object]) -> None:
        """Threads answer in their own time."""
        while not holds():
            await asyncio.sleep(0.001)


def play(
    story: Callable[[Scene], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
    failure: Exception | None = None,
    apart: bool = True,
) -> Scene:
    monkeypatch.setattr(readiness, "is_compiled", lambda _name, _part: False)

    async def run() -> Scene:
        scene = Scene(Stub(INTERPRETED, failure), apart)
        await story(scene)
        await scene.minds.close()
        await scene.readiness.close()
        return scene

    return asyncio.run(run())


def test_levels_are_interpreted_until_they_are_compiled_and_what_searches_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(scene: Scene) -> None:
        scene.rules.set_result(None)
        champion, hint = scene.ask("champion"), scene.ask("hint")
        assert [await scene.ask(level) for level in ("level1", "level5")] == [INTERPRETED] * 2
        assert not champion.done()
        assert not hint.done()
        assert scene.compiled.asked == []
        scene.bots.set_result(None)
        assert [await champion, await hint, await scene.ask("level1")] == [COMPILED] * 3
        await scene.until(lambda: scene.interpreter.is_closed)

    scene = play(story, monkeypatch)
    assert scene.started == 1
    assert sorted(scene.compiled.asked) == ["champion", "hint", "level1"]


def test_the_interpreter_starts_while_the_rules_are_compiled_and_ends_with_its_last_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(scene: Scene) -> None:
        await scene.minds.expect("a")
        await scene.until(lambda: scene.started)
        scene.rules.set_result(None)
        scene.interpreter.go.clear()
        asked = scene.ask("level2")
        await scene.until(lambda: scene.interpreter.asked)
        scene.bots.set_result(None)
        assert await scene.ask("level2") == COMPILED
        assert not scene.interpreter.is_closed
        scene.interpreter.go.set()
        assert await asked == INTERPRETED
        await scene.until(lambda: scene.interpreter.is_closed)

    play(story, monkeypatch)


@pytest.mark.parametrize("failure", [Failed("the bot's process ended"), OSError("no more processes")])
def test_an_interpreter_that_fails_costs_a_wait_and_no_move(
    failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(scene: Scene) -> None:
        scene.rules.set_result(None)
        asked = scene.ask("level1")
        await scene.until(lambda: scene.started)
        assert scene.compiled.asked == []
        scene.bots.set_result(None)
        assert await asked == COMPILED

    play(story, monkeypatch, failure)


def test_bots_that_cannot_be_compiled_are_asked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(scene: Scene) -> None:
        scene.rules.set_result(None)
        asked = scene.ask("champion")
        scene.bots.set_exception(OSError("no room"))
        assert await asked == COMPILED
        assert await scene.ask("level1") == COMPILED

    assert play(story, monkeypatch).started == 0


def test_where_nothing_is_compiled_apart_no_interpreter_is_started(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(scene: Scene) -> None:
        await scene.minds.expect("a")
        assert [await scene.ask(bot) for bot in ("level1", "champion")] == [COMPILED] * 2

    assert play(story, monkeypatch, apart=False).started == 0
    assert not server.settings.compiles_apart
    assert not asyncio.run(server.app.state.server.readiness.lacks_bots("enghien"))


def test_what_was_compiled_before_needs_no_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(scene: Scene) -> None:
        monkeypatch.setattr(readiness, "is_compiled", lambda _name, _part: True)
        await scene.minds.expect("a")
        assert await scene.ask("level1") == COMPILED

    assert play(story, monkeypatch).started == 0
