"""A server's signature under the records of games that were played there, and under no others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bastide.cli import run
from bastide.core.record import Record
from bastide.table.signature import Signer, is_signed, new_secret
from tests.server.serving import Running, play_on, serving
from tests.server.test_life import ANY, close, fewest
from tests.server.test_play import people


def played(server: Running) -> tuple[str, dict[str, Any]]:
    """A game played to its end: its table and its record."""
    players = people(server, ANY, fewest(ANY))
    play_on(players)
    close(*players)
    table = players[0].welcome["table"]["id"]
    status, record = server.ask("GET", f"/api/tables/{table}/record")
    assert status == 200, record
    return table, record


def test_a_finished_game_is_signed_by_the_key_that_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(tmp_path) as server:
        table, record = played(server)
        about = server.ask("GET", "/api/about")[1]
        assert record["signature"]["key"] == about["key"]
        assert is_signed(Record.from_json(json.dumps(record)))
        assert server.ask("GET", f"/api/tables/{table}/record")[1] == record

        file, exported, pin = (tmp_path / name for name in ("record.json", "exported.json", "about.json"))
        file.write_text(json.dumps(record))
        pin.write_text(json.dumps(about))
        assert run(["verify", str(file), "--lang", "en"]) == 0
        assert "whose key that is" in capsys.readouterr().out
        for key in (
            about["key"],
            str(pin),
            f"http://127.0.0.1:{server.port}",
            f"http://127.0.0.1:{server.port}/api/about",
        ):
            assert run(["verify", str(file), "--key", key, "--lang", "en"]) == 0
            told = capsys.readouterr().out
            assert f"Signed by the server whose key is {about['key']}" in told
            assert "Nothing here vouches for" not in told
        assert run(["admin", "export", table, str(exported), "--data", str(tmp_path / "test.db")]) == 0
        assert Record.load(exported) == Record.load(file)

        status, taken = server.ask("POST", "/api/records", record)
        assert status == 201
        assert server.ask("GET", f"/api/tables/{taken['id']}/record")[1] == record
    with serving(tmp_path) as again:
        assert again.ask("GET", "/api/about")[1] == about


def test_a_game_from_elsewhere_is_not_signed_here(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        _, record = played(server)
        unsigned = {**record, "signature": None}
        taken = server.ask("POST", "/api/records", unsigned)[1]
        assert server.ask("GET", f"/api/tables/{taken['id']}/record")[1]["signature"] is None
        renamed = {**record, "names": ["Eve", *record["names"][1:]]}
        status, told = server.ask("POST", "/api/records", renamed)
        assert (status, told["label"]["key"]) == (400, "table.refused.signature")
        other = Signer(new_secret()).sign(Record.from_json(json.dumps(renamed)))
        taken = server.ask("POST", "/api/records", json.loads(other.to_json()))[1]
        kept = server.ask("GET", f"/api/tables/{taken['id']}/record")[1]
        assert kept["signature"]["key"] != record["signature"]["key"]
        assert is_signed(Record.from_json(json.dumps(kept)))


def test_a_key_that_is_none_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "key"
    file.write_text("no key")
    assert run(["verify", str(tmp_path / "record.json"), "--key", str(file)]) == 2
    assert "no key of a server" in capsys.readouterr().err
    assert run(["verify", str(tmp_path / "record.json"), "--key", str(tmp_path / "none")]) == 2
    assert run(["verify", str(tmp_path / "record.json"), "--key", "http://127.0.0.1:1"]) == 2
