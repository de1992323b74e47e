"""A database that an earlier release wrote: every table opens where it stood, replays, and is played on."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bastide.core.record import Record
from bastide.games import GAMES, load, load_version
from bastide.table.fairness import verify
from tests.server.kept_database import STORE
from tests.server.serving import Running, play_on, serving

FOLDER = Path(__file__).parent / "kept_databases"
RELEASES = sorted(path.stem for path in FOLDER.glob("*.json"))
SHIPPED = {"alhambra", "batisseurs", "carpe_diem", "enghien"}  # with every release kept here so far
DECISIONS = 8  # made at every running table


@contextmanager
def opened(release: str, folder: Path) -> Iterator[tuple[Running, dict[str, Any]]]:
    """A server of today on a copy of that release's file."""
    (folder / "test.db").write_bytes(lzma.decompress((FOLDER / f"{release}.db.xz").read_bytes()))
    with serving(folder, listed_days=1e6, private_days=1e6) as server:  # what waits there waits since long ago
        yield server, json.loads((FOLDER / f"{release}.json").read_text())


@pytest.mark.parametrize("release", RELEASES)
def test_games_of_all_kinds_are_kept_running_and_finished(release: str) -> None:
    tables = json.loads((FOLDER / f"{release}.json").read_text()).values()
    for what in ("over", "running", "against bots"):
        kept = {table["game"] for table in tables if table["what"] == what}
        assert kept == SHIPPED <= set(GAMES)  # a game that is newer than the release has nothing to keep
    assert {table["state"] for table in tables} == {"waiting", "playing", "over"}


@pytest.mark.parametrize("release", RELEASES)
def test_every_table_opens_where_it_stood_and_is_played_on(release: str, tmp_path: Path) -> None:
    with opened(release, tmp_path) as (server, tables):
        for table, stood in tables.items():
            players = [server.sit(table, key) for key in stood["keys"]] or [server.sit(table)]
            told = players[0].welcome
            assert told["table"]["rules_version"] == stood["rules_version"]
            assert told["table"]["state"] == stood["state"]
            assert len(told["chat"]) == stood["chat"]
            if stood["what"] != "against bots":  # there somebody moves meanwhile
                assert told["view"]["ply"] == stood["ply"], stood
                assert [choice["action"] for choice in told["view"]["choices"]] == stood["actions"]
                assert told["view"]["scores"]["totals"] == stood["totals"]
            if stood["state"] == "playing":
                before = players[0].ply
                play_on(players, DECISIONS)
                assert players[0].ply > before or players[0].result is not None
            for player in players:
                player.close()


@pytest.mark.parametrize("release", RELEASES)
def test_every_finished_game_replays_and_verifies_under_its_version(release: str, tmp_path: Path) -> None:
    with opened(release, tmp_path) as (server, tables):
        for table, stood in tables.items():
            if stood["state"] != "over":
                continue
            key = (stood["keys"] or [""])[0]
            status, kept = server.ask("GET", f"/api/tables/{table}/record", key=key)
            assert status == 200, kept
            record = Record.from_json(json.dumps(kept))
            assert record.rules_version == stood["rules_version"]
            game = load_version(record.game, record.rules_version)
            assert verify(record, game).plies == len(record.plies) >= stood["ply"]
            status, shown = server.ask("GET", f"/api/tables/{table}/plies/{len(record.plies) // 2}", key=key)
            assert status == 200, shown


def test_version_1_of_carpe_diem_still_lets_a_first_tile_be_stored_and_new_tables_do_not(tmp_path: Path) -> None:
    with opened("06052bb", tmp_path) as (server, tables):
        table, stood = next(each for each in tables.items() if each[1]["what"] == "first tile in hand")
        players = [server.sit(table, key) for key in stood["keys"]]
        mover = next(player for player in players if player.view["choices"])
        assert STORE in [choice["action"] for choice in mover.view["choices"]]
        assert mover.view["prompt"]["label"]["key"] == "carpe_diem.ask.place"
        before = mover.ply
        mover.send("act", ply=before, actions=[STORE])
        mover.wait(lambda: mover.ply > before)
        for player in players:
            player.close()
        made = server.make("carpe_diem", [{"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "uniform"}])
        assert made["table"]["rules_version"] == load("carpe_diem").spec.rules_version == 2
