"""Code that serves every game names none: what is one game's own stands in its folder."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import bastide
from bastide.core.rulebook import rulebook
from bastide.games import GAMES, load
from tests.conftest import JUDGED

PACKAGE = Path(bastide.__file__).parent
ROOT = PACKAGE.parents[1]
OWN = (PACKAGE / "games", PACKAGE / "cli" / "boards")  # of one game each
NAMES = re.compile(rf"(?<![a-z])({'|'.join(JUDGED)}|martin)(?![a-z])", re.IGNORECASE)


def words_of(tree: ast.AST) -> list[str]:
    """Every name and text of a module; docstrings may have examples."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            found.append(node.value)
        elif isinstance(node, ast.Name):
            found.append(node.id)
        elif isinstance(node, ast.Attribute):
            found.append(node.attr)
    return found


def test_what_is_generic_names_no_game() -> None:
    modules = [path for path in PACKAGE.rglob("*.py") if not any(path.is_relative_to(own) for own in OWN)]
    assert len(modules) > 150
    named = {
        str(path.relative_to(PACKAGE)): sorted({word for word in words if NAMES.search(word)})
        for path in modules
        for words in [words_of(ast.parse(path.read_text(encoding="utf-8")))]
    }
    assert {path: words for path, words in named.items() if words} == {}


def test_every_clause_that_code_or_page_speaks_of_is_in_the_rules() -> None:
    clauses = {clause for name in GAMES for clause in rulebook(load(name).folder, "en")}
    prefixes = "|".join(load(name).spec.clause_prefix for name in GAMES)
    sources = [*PACKAGE.rglob("*.py"), *(ROOT / "web" / "src").rglob("*.svelte"), *(ROOT / "web" / "src").rglob("*.ts")]
    assert len(sources) > 500
    for path in sources:
        spoken_of = set(re.findall(rf"\b(?:{prefixes})-\d+\b", path.read_text(encoding="utf-8")))
        assert spoken_of <= clauses, path
