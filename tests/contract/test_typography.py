"""French texts are typeset: typographic apostrophes in every source, no-break spaces set where a text is said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bastide.core.catalogue import FOLDER

GAMES = FOLDER.parent / "games"
SOURCES = [*sorted((FOLDER / "fr").glob("*.json")), *sorted(GAMES.glob("*/RULES.fr.md"))]
STRAIGHT = re.compile(r"\w'\w")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_french_has_typographic_apostrophes_and_a_space_before_high_punctuation(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = list(json.loads(text).values()) if path.suffix == ".json" else text.splitlines()
    for line in lines:
        assert not STRAIGHT.search(line), line
        assert not re.search(r"\w[;?!»]", line), line
        assert not re.search(r"[a-zé]:(\s|$)", line), line
        assert not re.search(r"«\S", line.replace("«\u00a0", "« ")), line
