"""docs/research.md and docs/judge.md: their programs run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.research_page import PAGE

pytestmark = pytest.mark.compiled

JUDGE = PAGE.parent / "judge.md"


@pytest.mark.parametrize(("page", "number", "lines"), [(PAGE, 0, 3), (PAGE, 1, 1), (JUDGE, 0, 1)])
def test_a_pages_program_runs(page: Path, number: int, lines: int, capsys: pytest.CaptureFixture[str]) -> None:
    programs = re.findall(r"run by the tests -->\n```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(programs[number], page.name, "exec"), {})
    assert len(capsys.readouterr().out.splitlines()) == lines
