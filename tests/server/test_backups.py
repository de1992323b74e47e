"""Scheduled copies of a server's file: when they are due, that each is tried out, and how many are kept."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from bastide.cli import run
from bastide.server import metrics
from bastide.server.backups import RETRY_MS, Backups, BadBackup, back_up
from bastide.server.settings import BackupPlan
from tests.server.serving import poll, serving
from tests.server.test_check import changed
from tests.server.test_life import ANY, close, fewest
from tests.server.test_play import people

HOUR_MS = 3_600_000
NOW = 1_800_000_000_000


def count(result: str) -> float:
    return float(metrics.backups.labels(result)._value.get())


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file with one game under way."""
    with serving(tmp_path) as server:
        close(*people(server, ANY, fewest(ANY)))
    return tmp_path / "test.db"


def test_copies_are_made_when_due_and_only_so_many_kept(source: Path, tmp_path: Path) -> None:
    now = [NOW]
    folder = tmp_path / "copies"
    backups = Backups(source, BackupPlan(every_s=3600, folder=folder, keep=2), lambda: now[0])
    assert backups.due_at() <= now[0]
    for _ in range(3):
        assert backups.make()
        assert backups.due_at() == now[0] + HOUR_MS
        now[0] += HOUR_MS
    (folder / "notes.db").touch()
    (folder / "bastide-mine.db").touch()  # not ours to drop
    assert [path.name for path in backups.copies()] == ["bastide-20270115T090000Z.db", "bastide-20270115T100000Z.db"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in backups.copies()} == {0o600}
    again = Backups(source, BackupPlan(every_s=7200, folder=folder), lambda: now[0])
    assert again.due_at() == now[0] + HOUR_MS  # a restart does not begin anew
    assert again.make()
    assert len(again.copies()) == 3
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith(".")) == []


def test_a_server_goes_on_from_a_copy(source: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert back_up(source, copy) == 1
    with serving(tmp_path, database=f"sqlite:///{copy}") as server:
        assert server.ask("GET", "/api/health")[1]["tables"] == {"playing": 1}


def test_a_copy_that_could_not_be_restored_is_not_kept(source: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(source, isolation_level=None)) as database:
        changed(database)
    folder = tmp_path / "copies"
    folder.mkdir()
    with pytest.raises(BadBackup, match=r"table\.damage\.chain"):
        back_up(source, folder / "copy.db")
    now, failed = [NOW], count("failed")
    backups = Backups(source, BackupPlan(every_s=60, folder=folder), lambda: now[0])
    assert not backups.make()
    assert backups.due_at() == NOW + RETRY_MS
    assert count("failed") == failed + 1
    assert list(folder.iterdir()) == []
    assert run(["admin", "backup", str(folder / "copy.db"), "--data", str(source)]) == 2


def test_a_running_server_makes_its_copies(tmp_path: Path) -> None:
    plan = BackupPlan(every_s=3600, folder=tmp_path / "copies")
    made = count("made")
    with serving(tmp_path, backups=plan) as server:
        players = people(server, ANY, fewest(ANY))
        poll(lambda: count("made") > made)
        close(*players)
    assert len(list(plan.folder.glob("bastide-*.db"))) == 1


def test_what_cannot_be_backed_up_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--backup-every", "-1", "--port", "0"]) == 2
    assert run(["serve", "--backup-every", "1", "--backup-keep", "0", "--port", "0"]) == 2
    assert run(["serve", "--database", "postgresql://127.0.0.1:1/x", "--backup-every", "1", "--lang", "en"]) == 2
    assert "pg_dump" in capsys.readouterr().err
