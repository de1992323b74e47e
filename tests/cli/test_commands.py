"""The commands, as a stranger types them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bastide.cli import arena, run
from bastide.core.catalogue import LANGUAGES
from bastide.core.game import Game
from bastide.core.jit import TARGET
from bastide.core.record import Record
from bastide.core.rulebook import rulebook
from bastide.games import GAMES, load
from tests.fixtures import FOLDER

Capture = pytest.CaptureFixture[str]


def printed(capsys: Capture, *arguments: str) -> str:
    assert run(list(arguments)) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def refused(capsys: Capture, *arguments: str) -> str:
    assert run(list(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("bastide: ")
    return " ".join(captured.err.split())


def in_process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bastide", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


@pytest.mark.compiled
def test_a_judge_that_cannot_be_used_is_told_to_whoever_would_ask_it(
    lost_judge: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quitter\n"))
    assert run(["play", "enghien", "--bots", "uniform", "--seed", "1", "--lang", "fr"]) == 0
    assert f"inutilisable ({lost_judge} : there is no such file)" in " ".join(capsys.readouterr().out.split())
    arena = ["arena", "enghien", "--games", "2", "--workers", "1", "--json"]
    assert run([*arena, "--results", str(tmp_path / "a"), "--bots", "judged:0.1,uniform"]) == 0
    captured = capsys.readouterr()
    assert f"its learned judge cannot be used ({lost_judge}: there is no such file)" in captured.err
    assert json.loads(captured.out)["games"] == 2
    assert run([*arena, "--results", str(tmp_path / "b"), "--bots", "classic1,uniform"]) == 0
    assert "learned judge" not in capsys.readouterr().err
    dataset = ["dataset", "enghien", "--games", "1", "--workers", "1", "--output", str(tmp_path / "rows.jsonl")]
    assert run([*dataset, "--bots", "level1"]) == 0
    assert "its learned judge cannot be used" in capsys.readouterr().err
    assert "enghien is played by its hand-written opinion" in refused(capsys, "judge", "enghien")


@pytest.mark.compiled
def test_an_arena_says_where_results_are_kept_before_it_compiles(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(arena, "is_compiled", lambda *_: False)
    monkeypatch.setattr(arena, "warm_up", lambda *_: told.append(capsys.readouterr().err))
    command = ["arena", "enghien", "--bots", "uniform,greedy", "--games", "1", "--workers", "1", "--lang", "en"]
    assert run([*command, "--results", str(tmp_path / "results")]) == 0
    assert "Results are kept in" in told[0]


@pytest.mark.broad
@pytest.mark.compiled
def test_simulate_prints_a_digest_that_is_equal_on_both_targets(game: Game, capsys: Capture) -> None:
    command = ["simulate", game.id, "--seats", str(game.spec.seats[1]), "--games", "3", "--seed", "1", "--json"]
    ours = json.loads(printed(capsys, *command))
    theirs = json.loads(in_process(*command, "--target", "python").stdout)
    assert (ours["target"], theirs["target"]) == ("cpu", "python")
    for field in ("digest", "decisions", "plies", "mean_points", "games"):
        assert ours[field] == theirs[field]


def test_simulate_writes_records_that_replay(game: Game, tmp_path: Path, capsys: Capture) -> None:
    target = os.environ.get("BASTIDE_TARGET", "cpu")
    folder = tmp_path / "records"
    printed(capsys, "simulate", game.id, "--games", "2", "--records", str(folder), "--target", target)
    files = sorted(folder.iterdir())
    assert len(files) == 2
    for path in files:
        assert Record.load(path).replay(game).is_over
    assert "Décompte final" in printed(capsys, "replay", str(files[0]), "--lang", "fr")
    assert printed(capsys, "replay", str(files[0]), "--ply", "30", "--seat", "1")


def test_replay_refuses_what_is_not_there(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "r.json"
    path.write_text(load(GAMES[0]).new(seed=1).record().to_json())
    assert "--ply" in refused(capsys, "replay", str(path), "--ply", "99999")
    assert "--seat" in refused(capsys, "replay", str(path), "--seat", "9")
    path.write_text(path.read_text()[:100])
    assert "r.json" in refused(capsys, "replay", str(path))
    assert "No such file" in refused(capsys, "replay", str(tmp_path / "none.json"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_prints_every_clause_and_one(game: Game, language: str, capsys: Capture) -> None:
    clause = list(rulebook(game.folder, language))[-1]
    assert clause in printed(capsys, "rules", game.id, "--lang", language)
    assert clause in printed(capsys, "rules", game.id, clause.lower(), "--lang", language)
    assert "ZZZ-99" in refused(capsys, "rules", game.id, "ZZZ-99")


def test_coverage_lists_every_clause_with_its_tests(capsys: Capture) -> None:
    listed = json.loads(printed(capsys, "rules", "--coverage", "--json"))
    assert set(listed["games"]) == set(GAMES)
    assert listed["uncovered"] == []
    assert all(row["tests"] and row["languages"] == ["en", "fr"] for rows in listed["games"].values() for row in rows)


def test_perft_counts_what_is_legal(game: Game, capsys: Capture) -> None:
    lines = printed(capsys, "perft", game.id, "--depth", "2").splitlines()
    m = game.new(seed=1)
    after = 0
    for action in m.legal:
        twin = m.at(m.ply)
        twin.apply(action)
        after += len(twin.legal or twin.outcomes())
    assert [int(line.split()[1].replace(",", "")) for line in lines] == [len(m.legal), after]


def test_components_prints_tables(game: Game, capsys: Capture) -> None:
    assert len(printed(capsys, "components", game.id).splitlines()) > 10


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["simulate", "chess", "--target", "cpu"], "chess"),
        (["simulate", "enghien", "--seats", "7"], "2 to 6"),
        (["simulate", "enghien", "--games", "0"], "--games"),
        (["simulate", "enghien", "--seed", "-1"], "seed"),
        (["simulate", "enghien", "--option", "target=1000"], "target"),
        (["simulate", "enghien", "--option", "nonsense=1"], "nonsense"),
        (["simulate", "enghien", "--option", "target"], "name=value"),
        (["simulate", "enghien", "--target", "gpu"], "gpu"),
        (["simulate", "enghien", "--workers", "0"], "--workers is 0"),
        (["simulate", "enghien", "--ray", "127.0.0.1:1"], "no Ray cluster answers"),
        (["train", "go"], "there is no game called 'go'"),
        (["train", "enghien", "--minutes", "-1"], "numbers from 0 on"),
        (["train", "enghien", "--minutes", "nan"], "numbers from 0 on"),
        (["train", "enghien", "--minutes", "inf"], "numbers from 0 on"),
        (["train", "enghien", "--iterations", "-1"], "numbers from 0 on"),
        (["train", "enghien", "--seed", "-1"], "seed"),
        (["perft", "enghien", "--depth", "0"], "--depth"),
        (["rules"], "which game"),
        (["rules", "enghien", "--lang", "de"], "'de'"),
        (["play", "enghien", "--bots", "nobody"], "nobody"),
        (["play", "enghien", "--bots", "greedy,greedy,greedy"], "--bots"),
        (["play", "enghien", "--seat", "3"], "--seat"),
        (["nonsense"], "nonsense"),
    ],
)
def test_bad_input_is_a_clear_error_with_exit_code_2(arguments: list[str], word: str, capsys: Capture) -> None:
    assert word in refused(capsys, *arguments)


@pytest.mark.compiled
def test_what_cannot_be_written_is_named(tmp_path: Path, capsys: Capture) -> None:
    inside = tmp_path / "file" / "inside"
    inside.parent.write_text("not a folder")
    simulate = ["simulate", "enghien", "--games", "1", "--target", TARGET]
    assert f"{inside} cannot be written: Not a directory" in refused(capsys, *simulate, "--records", str(inside))
    (tmp_path / "enghien-2-1-0.json").mkdir()
    assert "enghien-2-1-0.json cannot be written" in refused(capsys, *simulate, "--records", str(tmp_path))
    arena = ["arena", "enghien", "--bots", "uniform,greedy", "--games", "1", "--workers", "1", "--lang", "en"]
    assert run([*arena, "--results", str(tmp_path / "results"), "--html", str(tmp_path)]) == 2
    assert f"{tmp_path} cannot be written: Is a directory" in " ".join(capsys.readouterr().err.split())


@pytest.mark.slow
@pytest.mark.compiled
def test_a_cache_folder_that_cannot_be_written_is_a_warning_and_play_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    done = in_process("simulate", "enghien", "--games", "1", BASTIDE_CACHE=str(blocked))
    assert "digest" in done.stdout
    assert done.stderr.count("cannot be kept") == 1
    done = in_process("warm", "--lang", "en", BASTIDE_CACHE=str(blocked))
    assert "cannot be kept" in done.stderr
    assert "Nothing is compiled ahead" in done.stderr


@pytest.mark.compiled
def test_an_unknown_target_is_refused() -> None:
    done = in_process("rules", "enghien", BASTIDE_TARGET="abacus")
    assert done.returncode != 0
    assert "abacus" in done.stderr


def test_a_record_of_older_rules_is_told_under_them_and_says_so(game: Game, capsys: Capture) -> None:
    for version in game.spec.older_versions:
        path = next((FOLDER / game.id / "fixtures" / f"v{version}").glob("*.json"))
        today = game.spec.rules_version
        told = " ".join(printed(capsys, "replay", str(path), "--lang", "en").split())
        assert f"Played by version {version} of the rules" in told
        assert f"played by version {today}." in told
        told = " ".join(printed(capsys, "replay", str(path), "--ply", "5", "--lang", "fr").split())
        assert f"selon la version {version} des règles" in told
