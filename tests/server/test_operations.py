"""Running it for real: one server a file, reasons for not starting, files for the owner alone, honest health."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli import run
from bastide.server.clock import MOST_AHEAD_MS, NS_A_MS, SteadyClock, now_ms, since_boot_ns
from bastide.server.health import LEAST_FREE, PROBE_S, Probe
from bastide.server.main import listen
from bastide.server.store import Store
from bastide.server.store.database import FileDatabase, driver_of
from bastide.table.refused import Refused
from bastide.table.timing import MINUTE
from tests.server.serving import Running, poll, serving
from tests.server.test_life import ANY, close, fewest
from tests.server.test_play import people

HOUR_NS = 3_600_000 * NS_A_MS


def test_no_packet_waits_for_the_one_before() -> None:
    """Nagle's algorithm is off for everybody who connects: every answer on a kept connection took 44 ms with it."""

    async def is_off() -> list[bool]:
        found: list[bool] = []

        async def look(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.append(bool(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        async with await asyncio.start_server(look, sock=listen("127.0.0.1", 0)) as server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            assert await reader.read() == b""  # closed once it was looked at
            writer.close()
        return found

    assert asyncio.run(is_off()) == [True]


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def written(path: Path) -> None:
    """A database with some pages."""

    async def write() -> None:
        store = Store(f"sqlite:///{path}")
        await store.start()
        await store.touch()
        await store.close()

    asyncio.run(write())


def truncate(path: Path) -> None:
    written(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def garble(path: Path) -> None:
    path.write_bytes(b"this was a database once" * 500)


def date_back(path: Path) -> None:
    """As if a later release had written it."""
    written(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


# ------------------------------------------------------------------ one server a file


def test_a_file_is_served_by_one_server_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "test.db"
    with serving(tmp_path) as first:
        for language, said in (("en", "Another server"), ("fr", "Un autre serveur")):
            assert run(["serve", "--data", str(data), "--port", "0", "--lang", language]) == 2
            told = capsys.readouterr().err
            assert said in told
            assert str(data) in told
        assert first.ask("GET", "/api/health")[0] == 200
        assert run(["admin", "list", "--data", str(data)]) == 0  # looking after it is no serving
    with serving(tmp_path) as second:
        assert second.ask("GET", "/api/health")[0] == 200


# ------------------------------------------------------------------ reasons


@pytest.mark.parametrize(
    ("damage", "reason"),
    [(truncate, "is damaged"), (garble, "file is not a database"), (date_back, "newer release")],
)
def test_a_file_that_cannot_be_served_is_told_with_its_reason(
    damage: Callable[[Path], None], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "bad.db"
    damage(data)
    assert run(["serve", "--data", str(data), "--port", "0", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert reason in told
    assert str(data) in told
    assert "Traceback" not in told


@pytest.mark.parametrize("database", ["postgresql://ada:secret@127.0.0.1:1/none", "sqlite:////nowhere/at/all/x.db"])
def test_a_database_that_cannot_be_reached_is_told_without_a_password(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--database", database, "--port", "0", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert "cannot be opened" in told
    assert "secret" not in told


# ------------------------------------------------------------------ files


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    data, copy = tmp_path / "test.db", tmp_path / "copy.db"
    data.touch(0o644)
    data.chmod(0o644)  # as earlier releases left it
    with serving(tmp_path) as server:
        players = people(server, ANY, fewest(ANY))
        assert run(["admin", "backup", str(copy), "--data", str(data)]) == 0
        files = sorted(path for path in tmp_path.iterdir())
        assert {path.name for path in files} >= {"test.db", "test.db-wal", "test.db.lock", "copy.db"}
        assert {path.name: oct(mode_of(path)) for path in files} == {path.name: "0o600" for path in files}
        close(*players)


# ------------------------------------------------------------------ health


def pragma(server: Running, line: str) -> None:
    """On the one connection that writes."""
    database = server.app.state.server.store.database
    assert isinstance(database, FileDatabase)
    database.writer_thread.submit(lambda: driver_of(database.hold()).execute(f"PRAGMA {line}")).result()


def test_health_notices_that_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path) as server:
        monkeypatch.setattr("bastide.server.health.PROBE_S", 0.0)
        assert server.ask("GET", "/api/health")[0] == 200
        pragma(server, "query_only = 1")
        status, told = server.ask("GET", "/api/health")
        assert (status, told["label"]["key"]) == (503, "table.refused.storage")
        pragma(server, "query_only = 0")
        assert server.ask("GET", "/api/health")[0] == 200


def test_health_notices_a_full_disk_and_asks_not_too_often(tmp_path: Path) -> None:
    async def look() -> None:
        store = Store(f"sqlite:///{tmp_path / 'test.db'}")
        await store.start()
        free, now = [LEAST_FREE], [0.0]
        asked: list[Path] = []

        def left(folder: Path) -> int:
            asked.append(folder)
            return free[0]

        probe = Probe(store, left, lambda: now[0])
        await probe.check()
        free[0] -= 1
        await probe.check()  # what was found holds for a moment
        now[0] += PROBE_S
        for _ in range(3):
            with pytest.raises(Refused, match="disk"):
                await probe.check()
        assert asked == [tmp_path] * 2
        now[0] += PROBE_S
        free[0] += 1
        await probe.check()
        await store.close()

    asyncio.run(look())


# ------------------------------------------------------------------ time


class Sources:
    """A wall clock that can be set, and time that only passes."""

    def __init__(self) -> None:
        self.date = 1_800_000_000 * 1000 * NS_A_MS
        self.passed = 77 * HOUR_NS

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.date, lambda: self.passed)


@pytest.mark.parametrize("jump", [2 * HOUR_NS, -2 * HOUR_NS])
def test_setting_the_date_moves_no_time(jump: int) -> None:
    sources = Sources()
    steady = sources.clock()
    before = steady()
    assert before == sources.date // NS_A_MS
    sources.date += jump
    sources.passed += 5 * NS_A_MS
    assert steady() == before + 5


def test_a_start_goes_on_from_the_latest_stored_time() -> None:
    sources = Sources()
    steady = sources.clock()
    before = steady()
    steady.catch_up(before - 1000)
    assert steady() == before
    steady.catch_up(before + 2000)
    assert steady() == before + 2000
    steady.catch_up(before + MOST_AHEAD_MS + 2000)  # a wrong date, which nobody follows
    assert steady() == before + 2000


def test_a_jump_of_the_wall_clock_changes_no_bank(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    bank = 60 * MINUTE
    players = people(server, ANY, fewest(ANY), clock={"kind": "live", "bank_ms": bank, "increment_ms": 0})
    poll(lambda: any(player.view["choices"] for player in players))
    mover = next(player for player in players if player.view["choices"])
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + 2 * HOUR_NS)
    monkeypatch.setattr(now_ms, "steady", lambda: since_boot_ns() + 3000 * NS_A_MS)  # three seconds of thought
    mover.act()
    again = server.sit(mover.welcome["table"]["id"], mover.key)
    left = again.view["clock"]["left"][mover.hand]
    assert 0 < left <= bank - 3000
    close(again, *players)
