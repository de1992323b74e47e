"""docs/research.md: its program runs."""

from __future__ import annotations

import re

import pytest

from tests.research_page import PAGE

pytestmark = pytest.mark.compiled


def test_the_pages_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    program = re.search(r"run by the tests -->\n```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert program
    exec(compile(program[1], "research.md", "exec"), {})
    assert len(capsys.readouterr().out.splitlines()) == 3
