"""The map and the glossary name files and names that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("map.md", "glossary.md", "undo.md")
CODE = re.compile(r"`([^`\n]+)`")
SUFFIXES = (".py", ".ts", ".svelte", ".md", ".toml")
ROOTS = (ROOT, ROOT / "src" / "bastide", ROOT / "docs")


def paths_in(page: str) -> list[str]:
    """What a page writes as a path: `games/*/state.py`, `web/src/kit`."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    spans = (span.split()[0] for span in CODE.findall(text) if span.strip())
    return sorted({span for span in spans if "/" in span and (span.endswith(SUFFIXES) or span.count("/") > 1)})


def exists(path: str) -> bool:
    """Whether a path leads somewhere; <game>, {a,b} and * stand for any of several."""
    pattern = re.sub(r"<\w+>|{[^}]*}", "*", path)
    return any(next(root.glob(pattern), None) is not None for root in ROOTS)


@pytest.mark.parametrize("page", PAGES)
def test_every_path_leads_somewhere(page: str) -> None:
    assert [path for path in paths_in(page) if not exists(path)] == []


def test_contributing_points_to_the_map() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "(docs/map.md)" in contributing
    assert "(docs/glossary.md)" in contributing
