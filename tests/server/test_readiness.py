"""Games get ready behind the server: who asks for one is served first, and a failure is tried again."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bastide.bots.warming import command_of
from bastide.games import GAMES
from bastide.server import readiness
from bastide.server.readiness import Readiness, make_readiness
from bastide.table.refused import Refused
from tests.server.serving import Running


class Workshop:
    """Compiles a game when it is told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.asked: set[str] = set()
        self.bots: list[str] = []
        self.reviews: list[str] = []
        self.release: dict[str, asyncio.Future[None]] = {}

    async def rules(self, name: str, is_asked: bool) -> None:
        self.begun.append(name)
        self.asked |= {name} if is_asked else set()
        self.release[name] = asyncio.get_running_loop().create_future()
        await self.release[name]

    async def prepare_bots(self, name: str, _is_asked: bool) -> None:
        self.bots.append(name)

    async def prepare_reviews(self, name: str, _is_asked: bool) -> None:
        self.reviews.append(name)
        assert len(self.bots) == 4


async def turn() -> None:
    """Everything that can go on without waiting has gone on."""
    for _ in range(50):
        await asyncio.sleep(0)


def test_two_at_a_time_in_order_then_bots_then_reviews() -> None:
    async def scene() -> None:
        shop = Workshop()
        readiness = Readiness("abcd", shop.rules, bots=shop.prepare_bots, later=(shop.prepare_reviews,))
        await readiness.start()
        await turn()
        assert shop.begun == ["a", "b"]
        shop.release["a"].set_result(None)
        await turn()
        assert [name for name in "abcd" if readiness.is_ready(name)] == ["a"]
        assert shop.begun == ["a", "b", "c"]
        for name in "bcd":
            shop.release[name].set_result(None)
            await turn()
        assert all(map(readiness.is_ready, "abcd"))
        assert shop.bots == shop.reviews == list("abcd")
        await readiness.close()

    asyncio.run(scene())


def test_what_comes_later_comes_first_for_a_game_that_was_asked_for() -> None:
    async def scene() -> None:
        shop = Workshop()
        readiness = Readiness("abcd", shop.rules, bots=shop.prepare_bots, later=(shop.prepare_reviews,))
        await readiness.start()
        await turn()
        asked = asyncio.create_task(readiness.wait("c"))
        await turn()
        for name in "abcd":
            shop.release[name].set_result(None)
            await turn()
        await asked
        assert shop.bots == shop.reviews == list("cabd")
        await readiness.close()

    asyncio.run(scene())


def test_a_game_that_was_asked_for_has_its_bots_before_the_others_have_their_rules() -> None:
    async def scene() -> None:
        shop = Workshop()
        readiness = Readiness("abcd", shop.rules, bots=shop.prepare_bots, later=(shop.prepare_reviews,))
        await readiness.start()
        await turn()
        asked = [asyncio.create_task(readiness.wait("c")) for _ in range(2)]
        await turn()
        shop.release["c"].set_result(None)
        await asyncio.gather(*asked)
        await turn()
        assert shop.begun == ["a", "b", "c"]
        assert (shop.bots, shop.reviews) == (["c"], [])
        await readiness.close()

    asyncio.run(scene())


def test_what_is_asked_for_begins_at_once_and_only_once() -> None:
    async def scene() -> None:
        shop = Workshop()
        readiness = Readiness("abcd", shop.rules, bots=shop.prepare_bots, later=(shop.prepare_reviews,))
        await readiness.start()
        await turn()
        asked = [asyncio.create_task(readiness.wait("d")) for _ in range(3)]
        await turn()
        assert shop.begun == ["a", "b", "d"]
        assert shop.asked == {"d"}
        shop.release["d"].set_result(None)
        await asyncio.gather(*asked)
        await readiness.close()

    asyncio.run(scene())


def test_who_leaves_stops_nothing_and_a_failure_is_refused_and_tried_again() -> None:
    async def scene() -> None:
        shop = Workshop()
        readiness = Readiness("a", shop.rules)
        left = asyncio.create_task(readiness.wait("a"))
        await turn()
        left.cancel()
        asked = asyncio.create_task(readiness.wait("a"))
        await turn()
        shop.release["a"].set_exception(OSError("no room"))
        with pytest.raises(Refused) as refusal:
            await asked
        assert refusal.value.label.key == "table.refused.not_ready"
        again = asyncio.create_task(readiness.wait("a"))
        await turn()
        shop.release["a"].set_result(None)
        await again
        assert shop.begun == ["a", "a"]
        await readiness.close()

    asyncio.run(scene())


def test_why_bots_go_by_the_opinion_is_logged_before_they_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "weights_file", lambda _game: tmp_path / "judge.npz")
    monkeypatch.setattr(readiness, "is_compiled", lambda _name, _part: True)
    with capture_logs() as entries:
        asyncio.run(readiness.compile_bots("enghien", False))
    (entry,) = entries
    assert (entry["event"], entry["log_level"], entry["game"]) == ("no judge", "warning", "enghien")
    assert entry["error"] == f"the judge's weights in {tmp_path / 'judge.npz'} cannot be used: there is no such file"


def test_the_quickest_game_is_first_and_another_process_compiles() -> None:
    for apart in (True, False):
        in_order = asyncio.run(make_readiness(apart).in_order())
        assert in_order[0] == "enghien"
        assert set(in_order) == set(GAMES)
    assert command_of("enghien", "rules") == [sys.executable, "-m", "bastide.bots.warming", "enghien", "rules"]


@pytest.mark.parametrize(("is_asked", "is_there"), [(False, False), (True, False), (True, True)])
def test_for_who_waits_a_second_process_compiles(
    is_asked: bool, is_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    given_way: list[int] = []

    class Process:
        pid, returncode = 1, 0

        async def wait(self) -> None:
            assert begun

    async def begin(*command: str, **_: object) -> Process:
        begun.append(command[-1])
        return Process()

    monkeypatch.setattr(asyncio, "create_subprocess_exec", begin)
    monkeypatch.setattr(readiness, "is_compiled", lambda _name, _part: is_there)
    monkeypatch.setattr(readiness, "give_way", lambda _process, niceness: given_way.append(niceness))
    asyncio.run(readiness.compile_rules("enghien", is_asked))
    assert begun == ([] if is_there else ["rules"])
    assert bool(given_way) is not is_asked
    asyncio.run(readiness.help_compile("enghien", True))
    assert begun == ([] if is_there else ["rules", "undo"])


def test_who_waits_has_help_until_the_rules_are_ready_even_if_they_were_begun_before() -> None:
    async def scene() -> None:
        shop = Workshop()
        helped: list[str] = []

        async def help_out(name: str, _is_asked: bool) -> None:
            helped.append(f"begun {name}")
            try:
                await asyncio.Event().wait()
            finally:
                helped.append(f"ended {name}")

        readiness = Readiness("ab", shop.rules, hurry=help_out, bots=shop.prepare_bots)
        await readiness.start()
        await turn()
        assert helped == []
        asked = [asyncio.create_task(readiness.wait("b")) for _ in range(2)]
        await turn()
        assert helped == ["begun b"]
        shop.release["b"].set_result(None)
        await asyncio.gather(*asked)
        await turn()
        await readiness.wait("b")
        await turn()
        assert helped == ["begun b", "ended b"]
        await readiness.close()

    asyncio.run(scene())


def test_bots_are_waited_for_and_a_failure_is_not_waited_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        shop = Workshop()
        bots: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def prepare_bots(_name: str, _is_asked: bool) -> None:
            await bots

        monkeypatch.setattr(readiness, "is_compiled", lambda _name, _part: False)
        getting_ready = Readiness("a", shop.rules, bots=prepare_bots)
        waiting = asyncio.create_task(getting_ready.wait_bots("a"))
        await turn()
        shop.release["a"].set_result(None)
        await turn()
        assert await getting_ready.lacks_bots("a")
        assert not waiting.done()
        bots.set_exception(OSError("no room"))
        await waiting
        assert not await getting_ready.lacks_bots("a")
        await getting_ready.close()

    asyncio.run(scene())


def test_a_server_says_which_games_are_ready(server: Running) -> None:
    _, answer = server.ask("GET", "/api/games")
    assert {game["id"]: game["ready"] for game in answer["games"]} == dict.fromkeys(GAMES, True)
