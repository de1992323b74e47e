"""The rules in our own words, by clause: RULES.en.md and RULES.fr.md in each game's folder.

A clause is a heading `### ALH-14 (S)` and the text under it. Marks: S said by the rulebook, G the German edition,
I follows from the rulebook's numbers, R a reading or a reconstruction.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bastide.core.catalogue import typeset
from bastide.core.errors import UnknownClause

HEADING = re.compile(r"^### ([A-Z]{3}-\d{2}) \(([SGIR/]+)\)$")
SECTION = re.compile(r"^## (.+)$")


@dataclass(frozen=True)
class Clause:
    """One numbered rule in one language."""

    id: str
    marks: str
    section: str
    text: str

    @property
    def is_reading(self) -> bool:
        return "R" in self.marks


@cache
def rulebook(folder: Path, language: str) -> dict[str, Clause]:
    """Every clause of a game, in order."""
    clauses: dict[str, Clause] = {}
    section = ""
    found: re.Match[str] | None = None
    lines: list[str] = []

    def close() -> None:
        if found:
            text = typeset(language, "\n".join(lines).strip())
            clauses[found[1]] = Clause(found[1], found[2], typeset(language, section), text)

    for line in (folder / f"RULES.{language}.md").read_text(encoding="utf-8").splitlines():
        heading, title = HEADING.match(line), SECTION.match(line)
        if heading or title:
            close()
            found, lines = heading, []
            if title:
                section = title[1]
        elif found:
            lines.append(line)
    close()
    return clauses


def clause_of(folder: Path, language: str, clause: str) -> Clause:
    book = rulebook(folder, language)
    if clause not in book:
        raise UnknownClause(clause, folder.name)
    return book[clause]
