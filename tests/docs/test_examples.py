"""Documentation that is code is run."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from bastide.cli.review import review

ROOT = Path(__file__).resolve().parents[2]
NEED_A_SERVER = {"bot_client.py"}  # run by tests/server
LONG = {"dump_dataset.py", "train_policy.py"}  # they play thousands of games
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.py") if path.name not in NEED_A_SERVER)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name not in LONG])
def test_an_example_runs_and_prints(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [name])
    assert not exit_code(ROOT / "examples" / name)
    assert capsys.readouterr().out.strip()


def exit_code(path: Path) -> str | int | None:
    """Runs a program in this process; what it exits with."""
    try:
        runpy.run_path(str(path), run_name="__main__")
    except SystemExit as ended:
        return ended.code
    return None


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LONG))
def test_a_long_example_runs_and_prints(name: str) -> None:
    """In a process of its own, which those it starts import anew."""
    command = [sys.executable, str(ROOT / "examples" / name)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip()


def test_the_readmes_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    program = re.search(r"run by the tests -->\n```python\n(.*?)```", readme, re.DOTALL)
    assert program
    exec(compile(program[1], "README.md", "exec"), {})
    assert "bastide-record/1" in capsys.readouterr().out


@pytest.mark.compiled
def test_the_readmes_review_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"```\n\$ bastide review examples/game.json\n(.*?)```", readme, re.DOTALL)
    assert shown
    review(ROOT / "examples" / "game.json", lang="en")
    told = "\n".join(line.rstrip() for line in capsys.readouterr().out.splitlines())
    assert told.startswith(shown[1])


def test_lock_files_name_public_hosts_only() -> None:
    """Nothing is fetched from a file, an address, a port or a name that only one network knows."""
    public = re.compile(r"https://([a-z0-9-]+\.)+(org|com|me)")
    for lock in [ROOT / "uv.lock", ROOT / "web" / "package-lock.json"]:
        if lock.exists():
            text = lock.read_text(encoding="utf-8")
            hosts = set(re.findall(r"\w+://[^/\"]*", text))
            assert [host for host in hosts if not public.fullmatch(host)] == [], lock.name
    assert len(set(re.findall(r"https://[^/\"]+", (ROOT / "uv.lock").read_text(encoding="utf-8")))) == 2


def test_every_decision_record_fits_a_screen() -> None:
    for path in (ROOT / "docs" / "adr").glob("*.md"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 40, path.name


def test_decision_records_are_numbered_once_each() -> None:
    numbers = [path.name[:4] for path in (ROOT / "docs" / "adr").glob("[0-9]*.md")]
    assert numbers
    assert sorted(numbers) == sorted(set(numbers))
    for path in (ROOT / "docs" / "adr").glob("[0-9]*.md"):
        assert path.read_text(encoding="utf-8").startswith(f"# {int(path.name[:4])}. "), path.name
