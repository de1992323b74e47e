"""A Champion whose search is not compiled: nobody waits for it, everybody is told, and what counts waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bastide.bots import make_bot
from bastide.bots.bot import Dice
from bastide.bots.interpreted import Decided
from bastide.games import load
from bastide.server import app, readiness
from bastide.server.minds import Minds
from bastide.server.readiness import Readiness
from bastide.server.room_bots import RoomBots
from bastide.table.fairness import commitment_of
from bastide.table.setup import Setup
from bastide.table.table import Table
from tests.server.serving import Player, Running, play_on, poll, serving
from tests.table.tables import SEED

GAME = "enghien"
CHAMPION = {"kind": "bot", "level": "champion"}
YOU = {"kind": "you", "name": "Ada"}


class Cold:
    """A server whose bots are compiled when it is told to, and what was asked of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.server: Running
        self.compiled = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop
        self.asked: list[tuple[Any, ...]] = []
        self.decided: list[Decided] = []
        choose = Minds.choose

        async def overheard(minds: Minds, *asked: Any, itself: bool) -> Decided:
            self.asked.append(asked)
            self.decided.append(await choose(minds, *asked, itself=itself))
            return self.decided[-1]

        monkeypatch.setattr(Minds, "choose", overheard)
        monkeypatch.setattr(readiness, "is_compiled", lambda _name, _part: False)
        monkeypatch.setattr(app, "make_readiness", lambda _apart: Readiness((GAME,), self._rules, bots=self._bots))

    async def _rules(self, _name: str, _is_asked: bool) -> None:
        self.loop = asyncio.get_running_loop()

    async def _bots(self, _name: str, _is_asked: bool) -> None:
        await self.compiled.wait()

    def compile(self) -> None:
        self.loop.call_soon_threadsafe(self.compiled.set)

    def sit(self, **more: Any) -> Player:
        made = self.server.make(GAME, [YOU, CHAMPION], **more)
        return self.server.sit(made["table"]["id"], made["key"])


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cold]:
    scene = Cold(monkeypatch)
    with serving(tmp_path) as scene.server:
        yield scene


def is_unready(player: Player) -> bool:
    """What the table says of its Champion, and of what searches."""
    table = player.heard_table()
    assert bool(table["seats"][1].get("stand_in")) == bool(table.get("preparing"))
    return bool(table.get("preparing"))


@pytest.mark.compiled
@pytest.mark.judged
def test_one_decides_before_the_champion_is_compiled_and_is_told_so(cold: Cold) -> None:
    player = cold.sit()
    player.wait(lambda: is_unready(player))
    play_on([player], 6)
    stood_in = list(zip(list(cold.asked), list(cold.decided), strict=False))
    assert stood_in
    for (_, bot, view, seed, decision), decided in stood_in:
        judged = make_bot("judged", view.game, 0)
        judged.dice = Dice(seed, decision)  # type: ignore[attr-defined]
        assert bot == "champion"
        assert decided == Decided(judged.choose(view), "judged")
    assert {line["seat"] for line in player.log if line.get("stand_in")} == {1}
    cold.compile()
    player.wait(lambda: not is_unready(player))
    play_on([player])
    assert cold.decided[-1].by == ""
    record = cold.server.ask("GET", f"/api/tables/{player.welcome['table']['id']}/record", key=player.key)[1]
    assert len(record["stand_ins"]) == sum(decided.by == "judged" for decided in cold.decided)
    player.close()


@pytest.mark.compiled
@pytest.mark.judged
def test_where_the_result_counts_the_champion_is_waited_for(cold: Cold) -> None:
    player = cold.sit(rated=True)
    player.wait(lambda: is_unready(player))
    poll(lambda: cold.asked or (player.view["choices"] and not player.act()))
    assert cold.decided == []
    cold.compile()
    player.wait(lambda: not is_unready(player))
    play_on([player])
    assert {decided.by for decided in cold.decided} == {""}
    assert not any(line.get("stand_in") for line in player.log)
    player.close()


@pytest.mark.compiled
def test_a_hint_that_is_being_compiled_keeps_nobody_from_deciding_nor_from_the_next_hint(cold: Cold) -> None:
    player = cold.sit()
    player.until_asked()
    player.send("hint")
    assert player.refused("hint") == "table.refused.thinking"
    player.act()
    player.until_asked()
    player.send("hint")
    cold.compile()
    assert player.until("hint")["hint"]["ply"] == player.ply
    assert [message["type"] for message in player.heard].count("hint") == 1
    player.close()


class Minding:
    """A room with a table of Champions, and how they are asked."""

    def __init__(self, **setup: Any) -> None:
        game = load(GAME)
        options = game.spec.check_options({})
        self.table = Table(Setup("tbl", GAME, game.spec.rules_version, 2, options, commitment_of(SEED), **setup), SEED)
        for seat in range(2):
            self.table.sit(seat, "bot", 0, level="champion")
        self.asked: list[bool] = []
        self.id, self.is_closed = "tbl", False
        self.presence = SimpleNamespace(is_watched=False, address="")
        self.timers = SimpleNamespace(is_owner=True)
        self.rooms = SimpleNamespace(minds=self, readiness=self, settings=SimpleNamespace(pace_ms=(0, 0)))

    def is_preparing(self, _game: str) -> bool:
        return False

    async def choose(self, *_: Any, itself: bool) -> Decided:
        self.asked.append(itself)
        await asyncio.Event().wait()
        raise AssertionError


@pytest.mark.parametrize(
    ("setup", "wanted"), [({}, [True, False]), ({"rated": True}, [True, True]), ({"daily": "2026-11-18"}, [True, True])]
)
def test_only_whom_somebody_waits_for_and_nothing_is_counted_of_has_a_stand_in(
    setup: dict[str, Any], wanted: list[bool]
) -> None:
    async def scene() -> list[bool]:
        room = Minding(**setup)
        bots = RoomBots(room)  # type: ignore[arg-type]
        for is_watched in (False, True):
            room.presence.is_watched = is_watched
            bots.consider()
            await asyncio.sleep(0)
        bots.close()
        return room.asked

    assert asyncio.run(scene()) == wanted
