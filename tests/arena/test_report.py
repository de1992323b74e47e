"""Reports: JSON, CSV, a page that opens offline; the command itself."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import pytest

from bastide.arena.plots import LINE, spread
from bastide.arena.report import as_csv, as_html, as_json
from bastide.arena.run import Result, play_here
from bastide.arena.schedule import Tournament, fixtures, plan
from bastide.cli import run
from bastide.games import GAMES, load

GAME = load(GAMES[0])
SAY = ["arena", GAME.id, "--seats", "2", "--bots", "greedy,uniform", "--games", "6", "--seed", "3", "--workers", "1"]


@pytest.fixture(scope="module")
def played() -> tuple[Tournament, list[Result]]:
    tournament = plan(GAME, 2, ["greedy", "uniform"], 3)
    return tournament, list(play_here(tournament, fixtures(tournament, 6)))


def test_json_and_csv_say_the_same(played: tuple[Tournament, list[Result]]) -> None:
    told = json.loads(as_json(*played))
    listed = list(csv.DictReader(io.StringIO(as_csv(*played))))
    assert told["games"] == 6
    assert [row["bot"] for row in told["standings"]] == [row["bot"] for row in listed]
    for row, line in zip(told["standings"], listed, strict=True):
        assert float(line["share"]) == row["share"]
        assert int(line["games"]) == row["games"] == 6


@pytest.mark.parametrize(("language", "word"), [("en", "Share of first places"), ("fr", "Part des premières places")])
def test_the_page_needs_nothing_from_elsewhere(
    played: tuple[Tournament, list[Result]], language: str, word: str
) -> None:
    page = as_html(*played, language)
    assert word in page
    assert not re.search(r"(src|href)=|@import|url\(", page)
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) == 4
    for drawing in drawings:
        assert len(list(ElementTree.fromstring(drawing))) > 3


def test_a_page_about_nothing_says_so(played: tuple[Tournament, list[Result]]) -> None:
    page = as_html(played[0], [], "en")
    assert "0 games" in page
    assert "<svg" not in page


@pytest.mark.slow
def test_the_command_prints_json_and_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    assert run([*SAY[:-1], "2", "--json", "--results", str(kept)]) == 0  # two processes
    first = json.loads(capsys.readouterr().out)
    lines = kept.read_bytes()
    assert lines.count(b"\n") == 7
    assert run([*SAY, "--json", "--results", str(kept)]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert kept.read_bytes() == lines


def test_results_are_kept_without_being_told_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run([*SAY, "--csv"]) == 0
    assert capsys.readouterr().out.startswith("bot,games,share")
    assert [path.suffix for path in (tmp_path / "bastide" / "arena").iterdir()] == [".jsonl"]


def test_the_command_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert run([*SAY, "--html", str(page), "--results", str(tmp_path / "kept.jsonl"), "--lang", "fr"]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "graine 3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (["--bots", "level9,level1"], "there is no bot called 'level9'"),
        (["--bots", "level1,level2,level3"], "3 bots do not fit 2 seats"),
        (["--games", "0"], "at least one game"),
        (["--workers", "0"], "--workers is 0"),
        (["--seats", "9"], "players, not 9"),
        (["--seed", "-1"], "a seed is"),
        (["--json", "--csv"], "ask for one of them"),
    ],
)
def test_bad_input_ends_before_any_game(
    changed: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [*SAY, "--results", str(tmp_path / "kept.jsonl")]
    if len(changed) == 2 and changed[0] in asked:
        asked[asked.index(changed[0]) + 1] = changed[1]
    else:
        asked += changed
    assert run(asked) == 2
    assert said in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.parametrize(
    "heights", [[50.0, 50.0, 51.0, 20.0], [200.0] * 6, [10.0, 11.0, 12.0], [100.0], [210.0 - i for i in range(20)]]
)
def test_names_of_curves_that_end_beside_each_other_lie_apart_in_their_order(heights: list[float]) -> None:
    placed = spread(heights, 10.0, 210.0)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    steps = [placed[b] - placed[a] for a, b in pairwise(order)]
    assert all(step >= LINE - 1e-9 for step in steps)
    assert min(placed) >= 10.0
    assert max(placed) <= max(210.0, 10.0 + LINE * (len(heights) - 1))


def test_names_that_lie_apart_stay_where_they_are() -> None:
    assert spread([20.0, 90.0, 50.0], 10.0, 210.0) == [20.0, 90.0, 50.0]
