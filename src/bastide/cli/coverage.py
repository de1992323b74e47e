"""Which tests cover which clause, in a checkout of the sources: a test names its clauses, `test_ALH_31_...`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from bastide.core.catalogue import LANGUAGES
from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.core.rulebook import rulebook

TEST = re.compile(r"^\s*(?:async )?def (test_(?:\w*?)[A-Z]{3}_\d{2}\w*)\(", re.MULTILINE)
CLAUSE = re.compile(r"([A-Z]{3})_(\d{2})")
TESTS = Path(__file__).resolve().parents[3] / "tests"


class ClauseCoverage(msgspec.Struct, frozen=True):
    """One clause: its tests, and the languages that have its text."""

    clause: str
    tests: list[str]
    languages: list[str]

    @property
    def is_covered(self) -> bool:
        return bool(self.tests) and self.languages == list(LANGUAGES)


def tests_by_clause(folder: Path) -> dict[str, list[str]]:
    """Every clause named by a test under this folder."""
    if not folder.is_dir():
        raise BastideError(f"there are no tests in {folder}; coverage needs a checkout of the sources")
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for test in TEST.findall(path.read_text(encoding="utf-8")):
            for prefix, number in CLAUSE.findall(test):
                found.setdefault(f"{prefix}-{number}", []).append(f"{path.relative_to(folder).as_posix()}::{test}")
    return found


def coverage(games: list[Game], folder: Path = TESTS) -> dict[str, list[ClauseCoverage]]:
    """For each game, each clause that has a text in any language or is named by any test."""
    tests = tests_by_clause(folder)
    result: dict[str, Any] = {}
    for game in games:
        books = {language: rulebook(game.folder, language) for language in LANGUAGES}
        named = [clause for clause in tests if clause.startswith(game.spec.clause_prefix + "-")]
        clauses = sorted({*named, *(clause for book in books.values() for clause in book)})
        result[game.id] = [
            ClauseCoverage(clause, tests.get(clause, []), [name for name, book in books.items() if clause in book])
            for clause in clauses
        ]
    return result
