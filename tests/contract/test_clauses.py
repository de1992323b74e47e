"""Every clause has a test that names it, and text in both languages."""

from __future__ import annotations

from bastide.cli.coverage import coverage
from bastide.core.game import Game


def test_every_clause_has_a_test_and_both_languages(game: Game) -> None:
    rows = coverage([game])[game.id]
    assert rows
    assert [row.clause for row in rows if not row.is_covered] == []
