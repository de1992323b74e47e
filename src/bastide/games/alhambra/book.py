"""What the rulebook shows of Alhambra before its clauses."""

from __future__ import annotations

from bastide.core.book import Book, RuleTable
from bastide.games.alhambra.tables import FILE

MONEY = len(FILE.currency) * len(FILE.money.values)

BOOK = Book(
    parts=["ALH-12", "ALH-11", "ALH-06", "ALH-07", "ALH-16"],
    turn=["ALH-11", "ALH-12", "ALH-14"],
    score="ALH-31",
    tables=[
        RuleTable(
            "alhambra.book.table.prices",
            ["@alhambra.book.column.kind", "@alhambra.book.column.prices", "A", "B", "C"],
            [[f"@alhambra.source.{kind.id}", kind.prices, kind.a, kind.b, kind.c] for kind in FILE.category],
            "ALH-30",
        ),
        RuleTable(
            "alhambra.book.table.players",
            ["@core.players", "@alhambra.book.column.money", "@alhambra.book.column.changes"],
            [
                [2, MONEY * FILE.money.copies_at_two, "@alhambra.book.players.two"],
                ["3–6", MONEY * FILE.money.copies, "@alhambra.book.players.more"],
            ],
            "ALH-50",
        ),
    ],
)
