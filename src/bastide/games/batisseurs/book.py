"""What the rulebook shows of Les Grands Bâtisseurs before its clauses."""

from __future__ import annotations

from bastide.core.book import Book, RuleTable
from bastide.games.batisseurs.tables import DATA, Type

TABLE, SCORE = DATA.table, DATA.score


def values_of(kind: Type) -> list[int]:
    """The value of every card of a type, lowest first."""
    return [card.value for card in kind.kinds for _ in range(card.copies)]


BOOK = Book(
    parts=["BAT-02", "BAT-03", "BAT-31", "BAT-32", "BAT-11"],
    turn=["BAT-10", "BAT-20", "BAT-31"],
    score="BAT-60",
    tables=[
        RuleTable(
            "batisseurs.book.table.cards",
            ["@batisseurs.book.column.type", "@batisseurs.book.column.number", "@batisseurs.book.column.values"],
            [[f"@batisseurs.type.{kind.id}", kind.cards, values_of(kind)] for kind in DATA.type],
            "BAT-01",
        ),
        RuleTable(
            "batisseurs.book.table.die",
            ["@batisseurs.book.column.face", "@batisseurs.book.column.income", "@batisseurs.book.column.sabotage"],
            [
                [
                    f"@batisseurs.book.face.{face.id}" if face.id == "saboteur" else int(face.id),
                    face.income,
                    f"@batisseurs.book.sabotage.{face.sabotage}",
                ]
                for face in DATA.face
            ],
            "BAT-42",
        ),
        RuleTable(
            "batisseurs.book.table.bonus",
            ["@batisseurs.book.column.city", "@batisseurs.book.column.points"],
            [
                ["@batisseurs.book.bonus.middle", SCORE.town_hall_in_middle],
                ["@batisseurs.book.bonus.churches", SCORE.equal_churches],
                ["@batisseurs.book.bonus.corners", SCORE.equal_corner_towers],
            ],
            "BAT-61",
        ),
        RuleTable(
            "batisseurs.book.table.players",
            ["@core.players", "@batisseurs.book.column.money", "@batisseurs.book.column.stones"],
            [[players, TABLE.start_money, TABLE.saboteur_stones] for players in TABLE.players],
            "BAT-03",
        ),
    ],
)
