"""What a rulebook shows before its clauses: every word in both languages, every clause there, numbers of the file."""

from __future__ import annotations

import pytest

from bastide.core.book import Book
from bastide.core.catalogue import LANGUAGES, catalogue
from bastide.core.rulebook import rulebook
from bastide.games import GAMES, load, load_book

BOOKS = [name for name in GAMES if load_book(name)]


def texts_of(game: str, book: Book) -> list[str]:
    """Every catalogue key that a rulebook needs."""
    numbered = [f"part.{n}" for n in range(1, len(book.parts) + 1)] + [
        f"turn.{n}" for n in range(1, len(book.turn) + 1)
    ]
    said = [f"{game}.book.{name}{more}" for name in [*numbered, "score"] for more in ("", ".say")]
    words = [word for table in book.tables for word in [*table.columns, *(w for row in table.rows for w in row)]]
    keys = [word[1:] for word in words if isinstance(word, str) and word.startswith("@")]
    return [f"{game}.book.aim", *said, *(table.name for table in book.tables), *keys]


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_speaks_both_languages_and_cites_clauses(name: str) -> None:
    game, book = load(name), load_book(name)
    assert book
    for language in LANGUAGES:
        assert [key for key in texts_of(game.id, book) if key not in catalogue(language)] == []
    said = {key for key in catalogue("en") if key.startswith(f"{game.id}.book.")}
    assert said - set(texts_of(game.id, book)) == set(), "nothing is said that is not shown"
    cited = [*book.parts, *book.turn, book.score, *(table.clause for table in book.tables)]
    assert set(cited) <= set(rulebook(game.folder, "en"))


@pytest.mark.parametrize("name", BOOKS)
def test_the_tables_of_a_book_are_whole(name: str) -> None:
    book = load_book(name)
    assert book
    for table in book.tables:
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.columns)}, table.name


@pytest.mark.parametrize(
    ("name", "at", "row"),
    [
        ("alhambra", 0, ["@alhambra.source.tower", [7, 8, 9, 9, 9, 10, 11, 11, 11, 12, 13], [6], [13, 6], [21, 13, 6]]),
        ("enghien", 1, [5, "8 × 5", 5, 8]),
        ("batisseurs", 0, ["@batisseurs.type.corner_left", 5, [1, 1, 2, 2, 3]]),
        ("carpe_diem", 1, [3, [8, 9, 13], 2, 3, 2, 3, 13]),
    ],
)
def test_numbers_are_those_of_the_rules(name: str, at: int, row: list[object]) -> None:
    book = load_book(name)
    assert book
    assert row in book.tables[at].rows
