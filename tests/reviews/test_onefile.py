"""A game in one file: what the page needs is in it, and the record comes out again."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

import bastide
from bastide.core.errors import BadRecord
from bastide.core.game import Game
from bastide.reviews.onefile import LARGEST, MARK, Comment, change, make_file, read_file
from bastide.reviews.warming import random_record
from bastide.table.imported import replayed
from bastide.table.result import result_of
from tests.reviews.games import fixture_of

MOST, PAGE_ITSELF = 600_000, 260_000  # bytes of a file, and of a game's page in it (web/scripts/size.js)
PAGE = f"<!doctype html><body>{MARK}</body>"


def told_in(page: str) -> dict[str, Any]:
    packed = re.search(r'id="bastide-game">(.*?)</script>', page)
    assert packed
    told: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    return told


def patched(before: Any, told: Any) -> Any:
    """What the page makes of a change (web/src/review/kept.ts)."""
    if told is None:
        return before
    if isinstance(told, list):
        return told[0]
    if isinstance(before, list):
        return [patched(part, told.get(str(place))) for place, part in enumerate(before)]
    after = dict(before)
    for name, part in told.items():
        if part == ["\u0000"]:
            del after[name]
        else:
            after[name] = patched(after.get(name), part)
    return after


def test_changes_put_a_value_together_again() -> None:
    before, after = {"a": 1, "b": {"c": [1], "d": 2}, "e": 0}, {"a": 1, "b": {"c": [2], "d": 2}, "f": {"g": 1}}
    assert patched(before, change(before, after)) == after
    assert change(after, after) is None
    row, other = {"row": [{"a": 1}, 2, 3]}, {"row": [{"a": 4}, 2, None]}
    assert patched(row, change(row, other)) == other
    assert change(row, other) == {"row": {"0": {"a": [4]}, "2": [None]}}
    assert patched([1], change([1], [1, 2])) == [1, 2]


@pytest.mark.compiled
def test_a_file_tells_every_stop_through_all_eyes_and_carries_its_record(game: Game, tmp_path: Path) -> None:
    record = fixture_of(game)
    page = make_file(PAGE, record, None, [Comment(0, 9, 0, "</script>")])
    told = told_in(page)
    table = replayed(record)
    assert all(len(changes) == record.seats + 1 for changes in told["seen"])
    for eyes in told["seen"][0]:
        view: Any = {}
        for ply, changes in zip(told["stops"], told["seen"], strict=True):
            view = patched(view, changes[eyes])
            assert view["ply"] == ply
        assert view["picture"] == json.loads(json.dumps(view["picture"]))
        assert view["viewer"] == (None if eyes == "" else int(eyes))
    assert told["result"]["scores"]["places"] == list(result_of(table).scores.places)
    path = tmp_path / "game.html"
    path.write_text(page, encoding="utf-8")
    assert read_file(path) == record


@pytest.mark.broad
@pytest.mark.compiled
def test_the_longest_games_leave_room_for_the_page_in_a_file(game: Game) -> None:
    record = random_record(game, game.spec.seats[1])
    assert len(make_file(PAGE, record, bastide.review(record)).encode()) < MOST - PAGE_ITSELF


def test_files_that_hold_no_game_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    for text in ("<html></html>", "{}", ""):
        path.write_text(text)
        with pytest.raises(BadRecord):
            read_file(path)
    path.write_bytes(b" " * (LARGEST + 1))
    with pytest.raises(BadRecord, match="at most"):
        read_file(path)
    with pytest.raises(BadRecord):
        read_file(tmp_path / "none.json")
