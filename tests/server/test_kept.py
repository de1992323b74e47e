"""Games survive upgrades: stored tables of every rules version open, go on and replay."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from bastide.core.game import Game
from bastide.games import load_version
from bastide.server.store import NewLines, NewTableRow, Store
from bastide.server.summary import summary_of
from bastide.table.fairness import verify
from bastide.table.result import record_of
from tests.server.kept import FOLDER, Kept, paths, stands
from tests.server.serving import serving

FILES = sorted(FOLDER.glob("*.json"))


@pytest.fixture(params=FILES, ids=[path.stem for path in FILES])
def kept(request: pytest.FixtureRequest) -> Kept:
    return msgspec.json.decode(request.param.read_bytes(), type=Kept)


def test_the_present_rules_have_kept_tables(game: Game) -> None:
    for path in paths(game):
        assert path.exists(), "run python -m tests.server.kept"


def test_a_kept_log_leads_where_it_led(kept: Kept) -> None:
    table = kept.fold()
    assert stands(table) == (kept.state, kept.ply, kept.legal, kept.points)
    if kept.state == "over":
        game = load_version(kept.setup.game, kept.setup.rules_version)
        assert verify(record_of(table), game).plies == kept.ply
    else:
        seat = table.match.position.to_move
        table.act(seat, kept.legal[:1], table.ply(seat), 0)
        assert table.match.position.ply > kept.ply


async def _store(database: str, tables: list[Kept]) -> None:
    store = Store(database)
    await store.start()
    for number, each in enumerate(tables):
        table = each.fold()
        setup = msgspec.structs.replace(each.setup, id=f"kept{number:012}", listed=True)
        new = NewLines(each.lines, 0, table.state, summary_of(table), None)
        await store.create(NewTableRow(setup, each.seed, {}), new)
    await store.close()


def test_a_server_opens_every_kept_table(tmp_path: Path) -> None:
    tables = [msgspec.json.decode(path.read_bytes(), type=Kept) for path in FILES]
    asyncio.run(_store(f"sqlite:///{tmp_path / 'test.db'}", tables))
    with serving(tmp_path) as server:
        for number, each in enumerate(tables):
            path = f"/api/tables/kept{number:012}"
            status, shown = server.ask("GET", f"{path}/plies/0")
            assert status == 200, shown
            assert shown["table"]["state"] == each.state
            last = server.ask("GET", f"{path}/plies/{shown['last']}")[1]
            assert last["view"]["ply"] == shown["last"]
            status, record = server.ask("GET", f"{path}/record")
            assert status == (200 if each.state == "over" else 409)
            if status == 200:
                assert [score["points"] for score in record["scores"]] == each.points
