"""docs/server.md names, for every promise, the tests that keep it: they are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = "## What is promised, and the test that keeps it"


def test_the_tests_that_keep_the_promises_are_there() -> None:
    section = (ROOT / "docs" / "server.md").read_text(encoding="utf-8").split(TABLE)[1]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 10
    for row in rows:
        folder = Path()
        named = re.findall(r"`([^`]+\.(?:py|ts))`", row)
        assert named, row
        for name in named:
            folder = Path(name).parent if "/" in name else folder
            assert (ROOT / folder / Path(name).name).exists(), name
