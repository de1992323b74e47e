"""What the rulebook shows of Carpe Diem before its clauses."""

from __future__ import annotations

from bastide.core.book import Book, RuleTable
from bastide.games.carpe_diem.kinds import DECKS
from bastide.games.carpe_diem.tables import DATA

BOOK = Book(
    parts=["CDM-05", "CDM-30", "CDM-01", "CDM-41", "CDM-22"],
    turn=["CDM-11", "CDM-14", "CDM-25"],
    score="CDM-41",
    tables=[
        RuleTable(
            "carpe_diem.book.table.villas",
            ["@carpe_diem.book.column.chimneys", *map(str, range(len(DATA.villa_points)))],
            [["@carpe_diem.book.column.points", *DATA.villa_points]],
            "CDM-60",
        ),
        RuleTable(
            "carpe_diem.book.table.players",
            [
                "@core.players",
                "@carpe_diem.book.column.start",
                *(f"@carpe_diem.book.deck.{deck}" for deck in DECKS),
                "@carpe_diem.book.column.circles",
            ],
            [[size.players, list(size.start_points), *size.cards, size.circles] for size in DATA.tables],
            "CDM-03",
        ),
    ],
)
