"""Who thinks for a bot: levels are interpreted until they are compiled, what searches has a stand-in or waits, and no
move is lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bastide.bots.interpreted import Decided
from bastide.bots.worker import Answer, Failed
from bastide.games import load
from bastide.server import metrics, readiness
from bastide.server.fair import Asker
from bastide.server.minds import Minds
from bastide.server.readiness import Readiness
from bastide.server.seats import Thinkers
from tests.server.serving import Running

ASKER = Asker("address", "table")
COMPILED, INTERPRETED = 1, 2  # what each kind of worker answers
GAME = "enghien"
VIEW: Any = SimpleNamespace(game=load(GAME), legal=(1, 2))
FORCED: Any = SimpleNamespace(game=load(GAME), legal=(1,))


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
        self.readiness = Readiness((GAME,), self._rules, bots=self._bots if apart else None)
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

    def ask(self, bot: str, itself: bool = False, view: Any = VIEW) -> asyncio.Task[Any]:
        """What a bot decides, or a hint."""

        async def answer() -> Any:
            if bot == "hint":
                return await self.minds.hint(ASKER, view, 0)
            return await self.minds.choose(ASKER, bot, view, 0, 0, itself=itself)

        return asyncio.create_task(answer())

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


def test_levels_are_interpreted_until_they_are_compiled_and_what_must_search_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(scene: Scene) -> None:
        scene.rules.set_result(None)
        champion, hint = scene.ask("champion", itself=True), scene.ask("hint")
        levels = [await scene.ask(level, itself=True) for level in ("level1", "level5", "greedy")]
        assert levels == [Decided(INTERPRETED)] * 3
        assert not champion.done()
        assert not hint.done()
        assert scene.compiled.asked == []
        scene.bots.set_result(None)
        assert [await champion, await scene.ask("level1")] == [Decided(COMPILED)] * 2
        assert await hint == COMPILED
        await scene.until(lambda: scene.interpreter.is_closed)

    scene = play(story, monkeypatch)
    assert scene.started == 1
    assert scene.interpreter.asked == ["level1", "level5", "greedy"]
    assert sorted(scene.compiled.asked) == ["champion", "hint", "level1"]


def test_until_it_is_compiled_a_champions_judge_decides_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = metrics.stand_ins.labels(GAME)._value.get

    async def story(scene: Scene) -> None:
        before = counted()
        scene.rules.set_result(None)
        assert [await scene.ask(bot) for bot in ("champion", "classic5")] == [Decided(INTERPRETED, "judged")] * 2
        assert counted() == before + 2
        assert scene.readiness.is_preparing(GAME)
        scene.bots.set_result(None)
        await scene.readiness.wait_bots(GAME)
        assert not scene.readiness.is_preparing(GAME)
        assert await scene.ask("champion") == Decided(COMPILED)
        assert counted() == before + 2

    scene = play(story, monkeypatch)
    assert scene.interpreter.asked == ["judged", "judged"]
    assert scene.compiled.asked == ["champion"]


def test_what_is_no_choice_is_nobodys_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(scene: Scene) -> None:
        scene.rules.set_result(None)
        assert await scene.ask("champion", itself=True, view=FORCED) == Decided(INTERPRETED)

    play(story, monkeypatch)


def test_the_interpreter_starts_while_the_rules_are_compiled_and_ends_with_its_last_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(scene: Scene) -> None:
        await scene.minds.expect(GAME, bots=True)
        await scene.until(lambda: scene.started)
        scene.rules.set_result(None)
        scene.interpreter.go.clear()
        asked = scene.ask("level2")
        await scene.until(lambda: scene.interpreter.asked)
        scene.bots.set_result(None)
        assert await scene.ask("level2") == Decided(COMPILED)
        assert not scene.interpreter.is_closed
        scene.interpreter.go.set()
        assert await asked == Decided(INTERPRETED)
        await scene.until(lambda: scene.interpreter.is_closed)

    play(story, monkeypatch)


@pytest.mark.parametrize("bot", ["level1", "champion"])
@pytest.mark.parametrize("failure", [Failed("the bot's process ended"), OSError("no more processes")])
def test_an_interpreter_that_fails_costs_a_wait_and_no_move(
    failure: Exception, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(scene: Scene) -> None:
        scene.rules.set_result(None)
        asked = scene.ask(bot)
        await scene.until(lambda: scene.started)
        assert scene.compiled.asked == []
        scene.bots.set_result(None)
        assert await asked == Decided(COMPILED)

    assert play(story, monkeypatch, failure).compiled.asked == [bot]


def test_bots_that_cannot_be_compiled_are_asked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(scene: Scene) -> None:
        scene.rules.set_result(None)
        asked = scene.ask("champion", itself=True)
        scene.bots.set_exception(OSError("no room"))
        assert await asked == Decided(COMPILED)
        assert await scene.ask("level1") == Decided(COMPILED)

    assert play(story, monkeypatch).interpreter.asked == []


def test_where_nothing_is_compiled_apart_no_interpreter_is_started(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(scene: Scene) -> None:
        await scene.minds.expect(GAME, bots=True)
        assert [await scene.ask(bot) for bot in ("level1", "champion")] == [Decided(COMPILED)] * 2

    assert play(story, monkeypatch, apart=False).started == 0
    assert not server.settings.compiles_apart
    assert not asyncio.run(server.app.state.server.readiness.lacks_bots("enghien"))


def test_people_among_themselves_need_no_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(scene: Scene) -> None:
        await scene.minds.expect(GAME, bots=False)
        assert scene.readiness.is_preparing(GAME)

    assert play(story, monkeypatch).started == 0


def test_what_was_compiled_before_needs_no_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(scene: Scene) -> None:
        monkeypatch.setattr(readiness, "is_compiled", lambda _name, _part: True)
        await scene.minds.expect(GAME, bots=True)
        assert await scene.ask("level1") == Decided(COMPILED)

    assert play(story, monkeypatch).started == 0
