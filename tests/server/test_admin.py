"""`bastide admin`, while a server runs; and the database's migrations."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from bastide.cli import run
from bastide.server.store.migrate import upgrade
from bastide.server.store.schema import metadata
from tests.server.serving import serving
from tests.server.test_life import ANY, close, fewest
from tests.server.test_play import BOT, YOU


def test_looking_after_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "test.db"
    with serving(tmp_path) as server:
        over = server.make(ANY, [BOT] * fewest(ANY))
        watcher = server.sit(over["table"]["id"], over["watch"].split("#")[1])
        watcher.wait(lambda: watcher.result is not None)
        running = server.make(ANY, [YOU, *[BOT] * (fewest(ANY) - 1)])
        ada = server.sit(running["table"]["id"], running["key"])
        ada.until_asked()
        done, going = over["table"]["id"], running["table"]["id"]

        assert run(["admin", "list", "--data", str(data)]) == 0
        listed = capsys.readouterr().out
        assert done in listed
        assert going in listed
        assert run(["admin", "list", "--data", str(data), "--state", "over"]) == 0
        assert going not in capsys.readouterr().out

        record = tmp_path / "record.json"
        assert run(["admin", "export", done, str(record), "--data", str(data)]) == 0
        assert run(["verify", str(record)]) == 0
        assert run(["admin", "export", going, str(record), "--data", str(data)]) == 2
        assert "over" in capsys.readouterr().err
        assert run(["admin", "export", done, str(tmp_path), "--data", str(data)]) == 2
        assert "cannot be written: Is a directory" in " ".join(capsys.readouterr().err.split())

        backup = tmp_path / "backup.db"
        assert run(["admin", "backup", str(backup), "--data", str(data)]) == 0
        assert run(["admin", "backup", str(backup), "--data", str(data)]) == 2
        with sqlite3.connect(backup) as copy:
            assert copy.execute("SELECT count(*) FROM tables").fetchone() == (2,)
        copy.close()

        assert run(["admin", "delete", going, "--data", str(data)]) == 0
        assert run(["admin", "delete", going, "--data", str(data)]) == 2
        ada.send("act", ply=ada.ply, actions=[ada.view["choices"][0]["action"]])
        assert ada.closed_with() == 1012
        assert ada.heard[-1]["label"]["key"] == "table.refused.no_such_table"
        assert server.ask("GET", f"/api/tables/{going}")[0] == 404
        close(watcher)
    assert run(["admin", "list", "--data", str(tmp_path / "none.db")]) == 2
    with serving(tmp_path, database=f"sqlite:///{backup}") as restored:
        again = restored.sit(going, running["key"])
        again.until_asked()
        close(again)


def test_the_migrations_make_what_the_queries_expect(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'new.db'}")
    with engine.begin() as connection:
        upgrade(connection)
        upgrade(connection)  # a second time changes nothing
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    assert differences == []
    engine.dispose()


def test_serve_says_what_is_wrong_before_it_opens_anything(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--port", "99999"]) == 2
    assert run(["serve", "--thinkers", "0"]) == 2
    assert run(["serve", "--bus", "pigeon://"]) == 2
    assert run(["serve", "--host", "203.0.113.1", "--port", "1"]) == 2
    assert "cannot listen" in capsys.readouterr().err
    assert json.dumps(run(["serve", "--web", "/nowhere/at/all"])) == "2"
