"""What was shown was stored: the database fails at every moment, and nobody is shown more than the log says."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bastide.server import metrics
from bastide.server.room import Room
from bastide.server.store import Conflict, NewLines, NewTableRow, Store
from bastide.server.store.append import TOGETHER
from bastide.server.store.database import Job
from bastide.server.store.writer import Writer
from bastide.table import lines
from bastide.table.setup import Setup
from tests.server.serving import PATIENCE_S, Player, Running, poll
from tests.server.test_life import ANY, close, fewest
from tests.server.test_play import BOT, OPEN, YOU, people

WRITES = ("append", "say", "change_link", "lease")
READS = ("table", "lines", "kept", "chat")


class Outage:
    """A database that cannot be reached; with `late`, writes are done and only their answers are lost."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch, late: bool = False) -> None:
        self.is_on = False
        self.late = late
        for name in (*WRITES, *READS):
            monkeypatch.setattr(store, name, self._wrapped(getattr(store, name), name in WRITES))

    def _wrapped(self, call: Callable[..., Any], is_write: bool) -> Callable[..., Any]:
        async def attempt(*given: Any, **named: Any) -> Any:
            if self.is_on and not (self.late and is_write):
                raise ConnectionRefusedError("the database is down")
            result = await call(*given, **named)
            if self.is_on:
                raise ConnectionResetError("the database went away")
            return result

        return attempt


def store_of(server: Running) -> Store:
    store: Store = server.app.state.server.store
    return store


def stored_plies(server: Running, table: str) -> int:
    """How many plies the log has, read by a store of its own."""

    async def read() -> int:
        other = Store(server.settings.database)
        try:
            return sum(line.__struct_config__.tag in ("act", "draw") for _, line in await other.lines(table))
        finally:
            await other.database.close()

    return asyncio.run(read())


def views(player: Player) -> list[int]:
    return [message["view"]["ply"] for message in player.heard if message["type"] == "view"]


@pytest.mark.parametrize("late", [False, True])
def test_a_move_that_was_not_stored_is_shown_to_nobody(
    server: Running, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    players = people(server, ANY, fewest(ANY), listed=True)
    table = players[0].welcome["table"]["id"]
    watcher = server.sit(table)
    mover = players[players[0].view["prompt"]["seat"]]
    everybody, seen = [*players, watcher], mover.ply
    heard = {each: len(views(each)) for each in everybody}
    outage = Outage(store_of(server), monkeypatch, late)
    outage.is_on = True
    act = {"ply": mover.ply, "actions": [mover.view["choices"][0]["action"]]}
    for _ in range(3):  # sending it again is said to be safe
        assert mover.refused("act", **act) == "table.refused.storage"
    for path in (f"/api/tables/{table}", f"/api/tables/{table}/plies/{seen}"):
        status, answer = server.ask("GET", path, key=mover.key)
        assert (status, answer["label"]["key"]) == (503, "table.refused.storage")
    assert watcher.refused("travel", ply=0) == "table.refused.storage"
    assert {each: len(views(each)) for each in everybody} == heard
    outage.is_on = False  # nobody asks for anything: the room comes back by itself
    for each in everybody:
        each.wait(lambda each=each: len(views(each)) > heard[each])  # type: ignore[misc]
        assert each.ply <= stored_plies(server, table)
    assert (stored_plies(server, table) > seen) == late
    poll(lambda: any(each.view["choices"] for each in players))
    next(each for each in players if each.view["choices"]).act()
    close(*everybody)


def test_an_acknowledged_move_is_never_ahead_of_the_log(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a move is being stored, whoever looks is shown the table without it."""
    players = people(server, ANY, fewest(ANY), listed=True)
    table = players[0].welcome["table"]["id"]
    mover = players[players[0].view["prompt"]["seat"]]
    store, seen = store_of(server), mover.ply
    append, held = store.append, asyncio.Event()
    loop: list[asyncio.AbstractEventLoop] = []

    async def wait(*given: Any) -> Any:
        loop.append(asyncio.get_running_loop())
        await held.wait()
        raise ConnectionResetError("the database went away")

    monkeypatch.setattr(store, "append", wait)
    mover.send("act", ply=seen, actions=[mover.view["choices"][0]["action"]])
    poll(lambda: loop)
    monkeypatch.setattr(store, "append", append)
    answers: list[tuple[int, Any]] = []
    asking = threading.Thread(
        target=lambda: answers.append(server.ask("GET", f"/api/tables/{table}/plies/{seen + 1}", key=mover.key))
    )
    asking.start()
    loop[0].call_soon_threadsafe(held.set)
    asking.join(PATIENCE_S)
    assert answers[0][0] == 404  # there is no such ply
    mover.until("refused")
    mover.wait(lambda: bool(mover.view["choices"]))
    assert mover.ply == seen == stored_plies(server, table)
    mover.act()
    close(*players)


def test_bots_go_on_after_an_outage(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.make(ANY, [YOU, *[BOT] * (fewest(ANY) - 1)])
    player = server.sit(made["table"]["id"], made["key"])
    player.until_asked()
    outage = Outage(store_of(server), monkeypatch)
    move = RoomBotsMove(monkeypatch, outage)
    for _ in range(4):
        if not player.view["choices"]:
            break
        player.act()
        player.until_asked()
    assert move.failed > 0
    close(player)


class RoomBotsMove:
    """Every second move of a bot meets an outage."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, outage: Outage) -> None:
        from bastide.server.room_bots import RoomBots

        self.count = self.failed = 0
        move = RoomBots._move

        async def fail(bots: Any, *given: Any) -> None:
            self.count += 1
            outage.is_on = self.count % 2 == 1
            try:
                await move(bots, *given)
            except Exception:
                self.failed += 1
                raise
            finally:
                outage.is_on = False

        monkeypatch.setattr(RoomBots, "_move", fail)


def test_a_first_lease_that_fails_bricks_no_table(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.make(ANY, [YOU, *[OPEN] * (fewest(ANY) - 1)])
    store = store_of(server)
    lease, failures = store.lease, [1, 1]

    async def fail(*given: Any) -> bool:
        if failures:
            failures.pop()
            raise ConnectionRefusedError("the database is down")
        return await lease(*given)

    monkeypatch.setattr(store, "lease", fail)
    player = server.sit(made["table"]["id"], made["key"])
    poll(lambda: not failures)
    poll(lambda: server.ask("GET", f"/api/tables/{made['table']['id']}")[0] == 200)
    close(player)


def test_the_task_of_a_room_is_restarted_and_counted(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    players = people(server, ANY, fewest(ANY))
    wait, failures = Room._seconds_to_wait, [1]

    def fail(room: Room) -> float:
        if failures:
            failures.pop()
            raise RuntimeError("a bug")
        return wait(room)

    before = metrics.room_restarts._value.get()
    monkeypatch.setattr(Room, "_seconds_to_wait", fail)
    players[0].ask("chat", "say", text="anybody there?")
    poll(lambda: not failures)
    players[0].ask("chat", "say", text="still there?")
    assert metrics.room_restarts._value.get() == before + 1
    close(*players)


def test_who_connects_while_a_room_is_evicted_finds_it_again(server: Running) -> None:
    made = server.make(ANY, [YOU, *[OPEN] * (fewest(ANY) - 1)])
    table = made["table"]["id"]
    assert server.ask("GET", f"/api/tables/{table}")[0] == 200
    rooms = server.app.state.server.rooms
    room = rooms.get(table)
    asyncio.run_coroutine_threadsafe(rooms.evict(room), room._task.get_loop()).result(PATIENCE_S)
    assert rooms.get(table) is not room
    player = server.sit(table, made["key"])
    close(player)


def test_a_link_changes_only_from_the_number_it_had(server: Running) -> None:
    """Two processes with old copies of the numbers: neither revives nor kills the other's links."""
    from bastide.server.store import LinkChange

    made = server.make(ANY, [YOU, *[OPEN] * (fewest(ANY) - 1)])
    table = made["table"]["id"]

    async def race() -> None:
        store = Store(server.settings.database)
        await store.start()
        row = await store.table(table)
        assert row is not None
        old = row.link_numbers
        changed = await store.change_link(table, LinkChange("0", old["0"], "first"))
        assert changed == {**old, "0": "first"}
        assert await store.change_link(table, LinkChange("0", old["0"], "second")) is None
        other = await store.change_link(table, LinkChange("1", old["1"], "one"))
        assert other == {**old, "0": "first", "1": "one"}
        assert await store.change_link(table, LinkChange("9", "x", "y")) is None
        await store.close()

    asyncio.run(race())


class Failing:
    """A database whose every transaction fails, and how many jobs each had."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.tried: list[int] = []

    async def transact(self, jobs: Sequence[Job]) -> list[Any]:
        self.tried.append(len(jobs))
        raise self.error


@pytest.mark.parametrize(
    ("error", "tried"),
    [
        (sqlite3.OperationalError("database or disk is full"), [2]),
        (ConnectionResetError("the database went away"), [2]),
        (sqlite3.IntegrityError("one of the two is wrong"), [2, 1, 1]),
    ],
)
def test_what_was_written_together_is_retried_one_by_one_only_where_a_job_was_wrong(
    error: Exception, tried: list[int]
) -> None:
    async def write() -> list[Any]:
        database = Failing(error)
        writer = Writer(database)  # type: ignore[arg-type]
        both = asyncio.gather(*(writer.write(name, lambda _: None) for name in "ab"), return_exceptions=True)
        await asyncio.sleep(0)
        writer.start()
        failed = await both
        await writer.close()
        assert failed == [error, error]
        return database.tried

    assert asyncio.run(write()) == tried


def test_logs_written_together_are_each_compared_with_what_was_thought_of_them(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(f"sqlite:///{tmp_path / 'test.db'}")
        await store.start()
        begun = NewLines([lines.Resumed()], 1, "waiting", "begun", None, 1)
        names = [f"t{i:02d}" for i in range(2 * TOGETHER + 1)]
        for name in names:
            setup = Setup(id=name, game=ANY, rules_version=1, seats=2, options={}, commitment="")
            await store.create(NewTableRow(setup, "seed", {}), begun)
        more = NewLines([lines.Paused(), lines.Resumed()], 2, "playing", "more", 7)
        known = {name: 9 if name in ("t03", "t20") else 1 for name in names}
        known["none"] = 1
        asked = [store.append(name, length, more) for name, length in known.items()]
        done = await asyncio.gather(*asked, return_exceptions=True)
        lost = [name for name, result in zip(known, done, strict=True) if isinstance(result, Conflict)]
        assert lost == ["t03", "t20", "none"]
        for name in names:
            row = await store.table(name)
            assert row is not None
            is_lost = name in lost
            assert (row.length, row.state, row.summary, row.updated) == (
                (1, "waiting", "begun", 1) if is_lost else (3, "playing", "more", 1)
            )
            assert [line for _, line in await store.lines(name)] == [*begun.lines, *([] if is_lost else more.lines)]
        twice = await asyncio.gather(*(store.append("t03", 1, more) for _ in range(2)), return_exceptions=True)
        assert [type(result) for result in twice] == [type(None), Conflict]
        assert len(await store.lines("t03")) == 3
        await store.close()

    asyncio.run(write())
