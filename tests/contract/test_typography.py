"""Texts are typeset: typographic apostrophes in every source, French no-break spaces set where a text is said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bastide.core.catalogue import FOLDER, LANGUAGES

GAMES = FOLDER.parent / "games"
STRAIGHT = re.compile(r"[\w}]'\w")


def sources(language: str) -> list[Path]:
    return [*sorted((FOLDER / language).glob("*.json")), *sorted(GAMES.glob(f"*/RULES.{language}.md"))]


def lines_of(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return list(json.loads(text).values()) if path.suffix == ".json" else text.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_typographic(language: str) -> None:
    for path in sources(language):
        for line in lines_of(path):
            assert not STRAIGHT.search(line), (path.name, line)


def test_english_rules_have_typographic_quotation_marks() -> None:
    for path in sources("en"):
        if path.suffix == ".md":
            assert '"' not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize("path", sources("fr"), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_french_has_a_space_before_high_punctuation(path: Path) -> None:
    for line in lines_of(path):
        assert not re.search(r"\w[;?!»]", line), line
        assert not re.search(r"[a-zé]:(\s|$)", line), line
        assert not re.search(r"«\S", line.replace("«\u00a0", "« ")), line
