"""`bastide review` and `bastide contest`, as a stranger types them."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from bastide.core.catalogue import say
from bastide.core.game import Game
from bastide.games import load
from bastide.reviews.onefile import MARK, make_file
from bastide.table.contest import contest
from tests.cli.test_commands import Capture, printed, refused
from tests.reviews.games import fixture_of

GAME = "enghien"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(fixture_of(load(GAME)).to_json(), encoding="utf-8")
    return path


@pytest.mark.compiled
def test_a_review_is_told_in_both_languages_and_as_json(capsys: Capture, file: Path) -> None:
    for language in ("en", "fr"):
        told = printed(capsys, "review", str(file), "--lang", language)
        assert say(language, "review.ledger.unseen") in told
        assert say(language, "review.luck") in told
    found = json.loads(printed(capsys, "review", str(file), "--json"))
    assert found["game"] == GAME
    assert len(found["ledger"]) == found["seats"]


@pytest.mark.compiled
def test_a_game_in_one_file_is_replayed_verified_and_reviewed(capsys: Capture, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    page.write_text(make_file(MARK, fixture_of(load(GAME))), encoding="utf-8")
    assert printed(capsys, "replay", str(page), "--lang", "en")
    assert json.loads(printed(capsys, "review", str(page), "--json"))["game"] == GAME


def test_what_cannot_be_reviewed_is_refused_in_the_readers_language(capsys: Capture, tmp_path: Path) -> None:
    record = fixture_of(load(GAME))
    path = tmp_path / "old.json"
    path.write_text(msgspec.structs.replace(record, rules_version=99).to_json(), encoding="utf-8")
    for language in ("en", "fr"):
        assert say(language, "review.refused.version", version=99) in refused(
            capsys, "review", str(path), "--lang", language
        )
    path.write_text("{}")
    refused(capsys, "review", str(path))


def test_a_contest_shows_the_rule_its_code_and_its_tests(capsys: Capture, game: Game, tmp_path: Path) -> None:
    m = game.new(game.spec.seats[0], seed=3)
    view = m.view(m.to_move)
    action = next(a for a in range(game.spec.num_actions) if a not in m.legal)
    clause = game.refuse(view.state, action)
    found = contest(view, m.options, action, clause, "refusal", "that it goes")
    path = tmp_path / "contest.json"
    path.write_bytes(msgspec.json.encode(found))
    for language in ("en", "fr"):
        told = printed(capsys, "contest", str(path), "--lang", language)
        assert say(language, "cli.contest.refused", clause=clause) in told
        assert "that it goes" in told
        assert ".py:" in told
    written = Path(printed(capsys, "contest", str(path), "--test", str(tmp_path / "contested")).strip())
    scope: dict[str, object] = {}
    exec(written.read_text(encoding="utf-8"), scope)
    test = next(value for name, value in scope.items() if name.startswith("test_"))
    assert callable(test)
    test()
    path.write_text('{"format": "x"}')
    refused(capsys, "contest", str(path))
