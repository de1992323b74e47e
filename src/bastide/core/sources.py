"""Which source files of this package a module depends on."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
NAME = "bastide"


def source_file(module: str) -> Path:
    """Where a module is written: one of this package, or another that was imported already."""
    if not _is_ours(module):
        return Path(str(sys.modules[module].__file__))
    path = PACKAGE.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def import_closure(modules: Iterable[str]) -> list[str]:
    """These modules, and all of this package that they import, and so on; sorted.

    What is imported for type checkers alone does not count, since it is not there when the program runs. A package
    counts where something is imported from it, not where one of its modules is.
    """
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imports_of(source_file(module))
    return sorted(found)


@cache
def imports_of(path: Path) -> tuple[str, ...]:
    """The modules of this package that a file imports."""
    tree = ast.parse(path.read_bytes())
    return tuple({module for statement in _statements(tree.body) for module in _imported(statement)})


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement, those inside others included, except what only type checkers read."""
    for statement in body:
        yield statement
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            if part != "body" or not _is_for_type_checkers(statement):
                yield from _statements(getattr(statement, part, []))


def _is_for_type_checkers(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and getattr(statement.test, "id", "") == "TYPE_CHECKING"


def _imported(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Import):
        yield from (alias.name for alias in statement.names if _is_ours(alias.name))
    elif isinstance(statement, ast.ImportFrom):
        assert statement.level == 0, "imports in this package name their module in full"
        if statement.module and _is_ours(statement.module):
            for alias in statement.names:
                inner = f"{statement.module}.{alias.name}"
                yield inner if source_file(inner).is_file() else statement.module


def _is_ours(module: str) -> bool:
    return module.split(".")[0] == NAME
