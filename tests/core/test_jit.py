"""The cache of compiled rules: named after every source it depends on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bastide.core import jit

pytestmark = pytest.mark.compiled


def test_folders_of_a_rule_are_the_core_and_its_own() -> None:
    assert jit.folders_of("bastide.core.rng") == ("core",)
    assert jit.folders_of("bastide.games.enghien.rules") == ("core", "games/enghien")
    assert jit.folders_of("bastide.bots.greedy") == ("core", "bots")


def test_a_changed_callee_changes_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "games" / "toy").mkdir(parents=True)
    (tmp_path / "core" / "a.py").write_text("x = 1")
    source = tmp_path / "games" / "toy" / "rules.py"
    source.write_text("y = 1")
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    folders = ("core", "games/toy")
    digests = []
    for text in ("y = 1", "y = 2", "y = 1"):
        source.write_text(text)
        jit.source_digest.cache_clear()
        digests.append(jit.source_digest(folders))
    jit.source_digest.cache_clear()
    assert digests[0] == digests[2] != digests[1]


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    """Templates bound to a game are found on disk again."""
    program = (
        "import bastide; from bastide.core.play import entry_points; g = bastide.load('enghien'); g.new(seed=1);"
        "f = entry_points(g).settle; print(sum(f.stats.cache_hits.values()), sum(f.stats.cache_misses.values()))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={"BASTIDE_CACHE": str(tmp_path), "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(2)
    ]
    assert runs == [["0", "1"], ["1", "0"]]
