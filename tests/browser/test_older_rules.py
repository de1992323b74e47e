"""A game that began under an earlier version of its rules says so, at the table and at its end."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Guests
from tests.browser.serving import Served
from tests.server.test_kept_database import FOLDER

RELEASE = "06052bb"  # knew version 1 of every game


@pytest.fixture
def older(browser: Browser, tmp_path: Path) -> Iterator[Served]:
    """A server of today on that release's file."""
    (tmp_path / "tables.db").write_bytes(lzma.decompress((FOLDER / f"{RELEASE}.db.xz").read_bytes()))
    running = Served(tmp_path)
    yield running
    running.stop()


@pytest.mark.slow
def test_an_older_version_is_named_wherever_the_game_is_seen(visit: Guests, older: Served) -> None:
    tables = json.loads((FOLDER / f"{RELEASE}.json").read_text())
    of = {(table["game"], table["what"]): (name, table["keys"]) for name, table in tables.items()}
    person = visit(at=older, language="fr")
    said = person.say("page.older_rules", version=1, today=2)
    table, keys = of["carpe_diem", "running"]
    person.go(f"/table/{table}#{keys[0]}")
    expect(person.page.get_by_text(said)).to_be_visible()
    table, _ = of["carpe_diem", "over"]
    for address in (f"/end/{table}", f"/replay/{table}/3"):
        person.go(address)
        expect(person.page.get_by_text(said)).to_be_visible()
    table, _ = of["enghien", "over"]
    person.go(f"/end/{table}")
    expect(person.text("page.end.proof")).to_be_visible()
    expect(person.page.get_by_text(said)).to_have_count(0)
    assert person.errors == []
