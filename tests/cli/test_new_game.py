"""`bastide new-game`: a game that plays at once, and names that are refused."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from rich.console import Console

from bastide.cli import run
from bastide.cli.boards import board_of
from bastide.cli.boards.plain import plain_board
from bastide.core.catalogue import LANGUAGES
from bastide.core.state import SPECTATOR
from bastide.games import GAMES, load

command = import_module("bastide.cli.new_game")  # the module: `bastide.cli.new_game` itself is the function
ROOT = Path(__file__).resolve().parents[2]
COPIED = ("src/bastide", "template", "tests/contract", "pyproject.toml")
HELPERS = ("__init__.py", "conftest.py", "fixtures.py", "goldens.py", "rebuilt.py", "walks.py")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project: the package, the template and the contract suite."""
    skip = shutil.ignore_patterns("__pycache__", "web_dist")
    for name in (*COPIED, *(f"tests/{helper}" for helper in HELPERS)):
        source, target = ROOT / name, tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target, ignore=skip) if source.is_dir() else shutil.copy(source, target)
    return tmp_path


def in_project(project: Path, *command: str, typed: str = "") -> str:
    """Runs Python in the copy, interpreted; what it printed."""
    environment = {**os.environ, "BASTIDE_TARGET": "python", "PYTHONPATH": f"{project / 'src'}{os.pathsep}{project}"}
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(
        [sys.executable, *command],
        cwd=project,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_new_game_plays_and_passes_every_contract_at_once(project: Path) -> None:
    """In a copy of the project: its folder is written, its tests and the contract suite pass, a terminal plays it."""
    told = in_project(project, "-m", "bastide", "new-game", "stone_heap", "--title", "The heap", "--only-files")
    assert "src/bastide/games/stone_heap" in told
    assert "web/src/games/stone_heap" in told
    assert "kit/plain" in (project / "web/src/games/stone_heap/index.ts").read_text()
    written = [project / line for line in told.splitlines() if (project / line).exists()]
    assert len(written) == 5
    texts = [path.read_text() for root in written for path in (root, *root.rglob("*")) if path.is_file()]
    assert not [text for text in texts if "newgame" in text.lower() or "NGM" in text or "New game" in text]
    in_project(project, "-m", "ruff", "format", "--check", *map(str, written[:2]))
    in_project(project, "-m", "ruff", "check", *map(str, written[:2]))
    suite = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-k", "stone_heap")
    in_project(project, *suite, "tests/contract", "tests/games")
    played = in_project(project, "-m", "bastide", "play", "stone_heap", "--seed", "1", typed="take 1\n" * 30)
    assert "The heap" in played
    assert "stones in the heap" in played
    assert "the last stone" in played


# ---- names that are refused


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As much of a checkout as the command looks at."""
    (tmp_path / "src/bastide/games/enghien").mkdir(parents=True)
    (tmp_path / "src/bastide/games/enghien/__init__.py").write_text('clause_prefix="ENG",')
    for language in LANGUAGES:
        (tmp_path / f"src/bastide/locale/{language}").mkdir(parents=True)
        (tmp_path / f"src/bastide/locale/{language}/page.json").write_text("{}")
    (tmp_path / "tests/games/old").mkdir(parents=True)
    shutil.copytree(ROOT / "template", tmp_path / "template")
    monkeypatch.setattr(command, "CHECKOUT", tmp_path)
    return tmp_path


def files(root: Path) -> list[Path]:
    return sorted(root.rglob("*"))


@pytest.mark.parametrize(
    ("name", "why"),
    [("enghien", "is taken: there is src/bastide/games/enghien"), ("page", "is taken: there is src/bastide/locale"),
     ("old", "is taken: there is tests/games/old")],
)  # fmt: skip
def test_a_taken_name_is_refused_and_nothing_is_written(
    checkout: Path, capsys: pytest.CaptureFixture[str], name: str, why: str
) -> None:
    before = files(checkout)
    assert run(["new-game", name, "--only-files"]) == 2
    assert why in capsys.readouterr().err
    assert files(checkout) == before


@pytest.mark.parametrize(
    "name", ["", "Demo", "1st", "a b", "class", "a__b", "_a", "a_", "x" * 21, "../up", "château", "a-b", "a.b"]
)
def test_an_impossible_name_is_refused_and_nothing_is_written(
    checkout: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    before = files(checkout)
    assert run(["new-game", "--only-files", "--", name]) == 2
    assert "is no name for a game" in capsys.readouterr().err
    assert files(checkout) == before


@pytest.mark.parametrize("title", ["", " ", "two\nlines", 'a "quoted" one', "{n}"])
def test_an_impossible_title_is_refused_and_nothing_is_written(
    checkout: Path, capsys: pytest.CaptureFixture[str], title: str
) -> None:
    before = files(checkout)
    assert run(["new-game", "demo", "--only-files", "--title", title]) == 2
    assert "is no title" in capsys.readouterr().err
    assert files(checkout) == before


def test_without_a_checkout_there_is_nowhere_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "CHECKOUT", tmp_path)
    assert run(["new-game", "demo"]) == 2
    assert "a checkout of the sources" in capsys.readouterr().err
    assert files(tmp_path) == []


def test_a_failure_on_the_way_leaves_nothing_behind(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(checkout / "template/tests")
    before = files(checkout)
    with pytest.raises(FileNotFoundError):
        command.write_game(checkout, "demo", "Demo")
    assert files(checkout) == before


def test_clauses_get_three_letters_that_are_free() -> None:
    assert command.free_prefix("demo", set()) == "DEM"
    assert command.free_prefix("demo", {"DEM"}) == "DEO"
    assert command.free_prefix("go", {"GAA"}) == "GAB"


# ---- the plain board


def test_a_game_without_a_board_of_its_own_gets_the_plain_one() -> None:
    assert board_of("nobody_drew_it") is plain_board
    assert all(board_of(name) is not plain_board for name in GAMES if name == "enghien")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plain_board_shows_every_part_of_a_picture(language: str) -> None:
    picture = load("enghien").new(2, seed=1).view(SPECTATOR).picture()
    console = Console(width=160, record=True, file=io.StringIO())
    console.print(plain_board(picture, language))
    text = console.export_text()
    assert {"en": "columns: 6 · rows: 6", "fr": "columns\u00a0: 6 · rows\u00a0: 6"}[language] in text
    assert "P1" in text
    assert "a1" in text


# ---- generated files


def test_what_cannot_be_generated_here_is_named_with_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generated = (("one thing", ("-c", "")), ("another", ("-c", "raise SystemExit('there is no node')")))
    monkeypatch.setattr(command, "GENERATED", generated)
    monkeypatch.setattr(command, "FETCHED", ("what it takes", ("-c", "")))
    console = Console(width=200, file=io.StringIO(), record=True)
    command.write_generated(tmp_path, console)
    fetched, first, second, later = console.export_text().splitlines()
    assert fetched == "written anew: what it takes"
    assert first == "written anew: one thing"
    assert second.startswith("not written: another (python -c ")
    assert second.endswith("there is no node")
    assert "make generated" in later
    (tmp_path / "web" / "node_modules").mkdir(parents=True)
    command.write_generated(tmp_path, console)
    assert "what it takes" not in console.export_text()
