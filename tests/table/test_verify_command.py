"""`bastide verify`: what it says of a good record, and of one whose draws were exchanged."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from bastide.cli import run
from bastide.core.game import Game
from bastide.core.record import Record
from bastide.games import load_version
from bastide.table.fairness import commitment_of
from tests.table.test_fairness import finished


def test_a_good_record(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    record = finished(game, game.spec.seats[0])
    file.write_text(record.to_json())
    assert run(["verify", str(file), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert f"{len(record.plies)} plies" in said
    assert f"{record.seats} of {record.seats} seats" in said


def test_the_first_ply_that_does_not_fit_is_named(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another seed with its own good commitment: the draws of the record are not those it gives."""
    record = finished(game, game.spec.seats[0])
    assert record.proof is not None
    seed = "00" * 32
    forged = msgspec.structs.replace(record.proof, seed=seed, commitment=commitment_of(seed))
    file = tmp_path / "game.json"
    file.write_text(msgspec.structs.replace(record, proof=forged).to_json())
    assert run(["verify", str(file)]) == 2
    said = capsys.readouterr().err
    named = re.search(r"ply (\d+): the record has .*, the proof gives", said)
    assert named, said
    assert record.plies[int(named[1])].who == "chance"
    assert run(["verify", str(file), "--lang", "fr"]) == 2
    assert f"coup {named[1]}\u00a0: la partie a" in capsys.readouterr().err


def test_an_exchanged_seed_and_a_missing_file(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    record = finished(game, game.spec.seats[0])
    assert record.proof is not None
    file.write_text(record.to_json().replace(record.proof.seed, "00" * 32))
    assert run(["verify", str(file)]) == 2
    assert "does not hash to the commitment" in capsys.readouterr().err
    assert run(["verify", str(tmp_path / "none.json")]) == 2
    assert Record.from_json(record.to_json()) == record


def test_a_record_of_older_rules_is_verified_under_them_and_says_so(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for version in game.spec.older_versions:
        file = tmp_path / "game.json"
        file.write_text(finished(load_version(game.id, version), game.spec.seats[0]).to_json())
        for language, said in (
            ("en", f"by version {version} of the rules"),
            ("fr", f"la version {version} des règles"),
        ):
            assert run(["verify", str(file), "--lang", language]) == 0
            assert said in capsys.readouterr().out


def test_what_nothing_vouches_for_is_said_in_both_languages(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(finished(game, game.spec.seats[0]).to_json())
    for language, said in (
        ("en", "Nothing here vouches for: the names ·"),
        ("fr", "Rien ici ne garantit : les noms ·"),
    ):
        assert run(["verify", str(file), "--lang", language]) == 0
        assert said in capsys.readouterr().out.replace("\u00a0", " ").replace("\u202f", " ")
