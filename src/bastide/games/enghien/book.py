"""What the rulebook shows of Enghien-les-Bains before its clauses."""

from __future__ import annotations

from bastide.core.book import Book, RuleTable
from bastide.games.enghien.tables import DATA

BOOK = Book(
    parts=["ENG-02", "ENG-04", "ENG-10"],
    turn=["ENG-04", "ENG-01", "ENG-05"],
    score="ENG-11",
    tables=[
        RuleTable(
            "enghien.book.table.examples",
            ["@enghien.book.column.have", "@enghien.book.column.score"],
            [[example.counts, example.points] for example in DATA.example],
            "ENG-11",
        ),
        RuleTable(
            "enghien.book.table.players",
            ["@core.players", "@enghien.book.column.open", "@enghien.book.column.aside", "@enghien.book.column.each"],
            [
                [
                    players,
                    f"{layout.columns} × {layout.rows}",
                    DATA.deck.cards - layout.columns * layout.rows,
                    layout.columns * layout.rows // players,
                ]
                for layout in DATA.layout
                for players in layout.players
            ],
            "ENG-03",
        ),
    ],
)
