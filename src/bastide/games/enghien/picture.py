"""What the page draws."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import islice
from typing import Any, Literal, cast

import msgspec

from bastide.core.state import NONE, remembered_by
from bastide.core.words import Majority
from bastide.games.enghien.actions import cell_names
from bastide.games.enghien.state import OVER_PHASE
from bastide.games.enghien.tables import CARD_SYMBOLS, COLUMNS, PER_CARD, ROWS, SYMBOL_NAMES

Symbol = Literal[
    "source_du_roy", "lac", "casino", "thermes", "hippodrome", "jetee", "theatre", "eglise", "chateau"
]  # fmt: skip
KEPT = 128  # pictures that are remembered until all viewers have theirs
MAJORITIES = 2048  # that are remembered
SYMBOLS_BY_NUMBER = cast(tuple[Symbol, ...], SYMBOL_NAMES)


class SymbolCard(msgspec.Struct, frozen=True):
    """A card by its number and its three symbols."""

    id: int
    symbols: list[Symbol]


class LayoutCell(msgspec.Struct, frozen=True):
    """A place of the layout (`a1` is top left): its card, and who took it. A hole keeps its card's number."""

    cell: str
    card: SymbolCard | None
    taken_by: int | None


class EnghienPlayer(msgspec.Struct, frozen=True):
    """What lies before one seat."""

    seat: int
    cards: list[SymbolCard]
    points: int  # of this round, if it ended now
    total: int  # of the rounds scored


class EnghienPicture(msgspec.Struct, frozen=True, tag="enghien", tag_field="game"):
    """All of a table of Enghien-les-Bains; nothing is hidden."""

    columns: int
    rows: int
    layout: list[LayoutCell]  # row by row
    cards_left: int
    players: list[EnghienPlayer]
    majorities: list[Majority]  # one row per symbol, in the order of the score card; columns are seats
    round: int
    target: int | None


@cache
def symbol_card(card: int) -> SymbolCard:
    return SymbolCard(card + 1, [SYMBOLS_BY_NUMBER[CARD_SYMBOLS[card, i]] for i in range(PER_CARD)])


@lru_cache(maxsize=MAJORITIES)
def majority(counts: tuple[int, ...], symbol: int) -> Majority:
    """ENG-10, ENG-11. One leader, or several tied; none where nobody has the symbol."""
    most = max(counts)
    leaders = [p for p, n in enumerate(counts) if n == most > 0]
    return Majority(SYMBOL_NAMES[symbol], list(counts), leaders, [most])


def counts_of(v: Any) -> list[tuple[int, ...]]:
    """Symbol by symbol, how many each seat has."""
    return list(zip(*v.counts.tolist()[: v.seats], strict=True))


def picture(v: Any, _seat: int) -> EnghienPicture:
    """Everybody sees the same."""
    return table_of(v)


@remembered_by(
    "seats", "phase", "counts", "card", "taker", "cells", "left", "points", "round", "target", most=KEPT
)  # fmt: skip
def table_of(v: Any) -> EnghienPicture:
    """ENG-02, ENG-04. The layout with its holes, what lies before each seat, and who leads which symbol."""
    majorities = [majority(counts, symbol) for symbol, counts in enumerate(counts_of(v))]
    over = v.phase == OVER_PHASE
    return EnghienPicture(
        columns=int(COLUMNS[v.seats]),
        rows=int(ROWS[v.seats]),
        layout=_layout(v),
        cards_left=v.left,
        players=[_player(v, p, majorities, over) for p in range(v.seats)],
        majorities=majorities,
        round=v.round + 1,
        target=v.target or None,
    )


def _layout(v: Any) -> list[LayoutCell]:
    lying = zip(cell_names(v.seats), v.card.tolist(), v.taker.tolist(), strict=True)
    return [layout_cell(name, card, taker) for name, card, taker in islice(lying, v.cells)]


@cache
def layout_cell(name: str, card: int, taker: int) -> LayoutCell:
    return LayoutCell(name.lower(), None if card == NONE else symbol_card(card), None if taker == NONE else taker)


def _player(v: Any, p: int, majorities: list[Majority], over: bool) -> EnghienPlayer:
    lying = zip(v.card.tolist(), v.taker.tolist(), strict=True)
    cards = [symbol_card(card) for card, taker in lying if taker == p]
    now = sum(row.counts[p] for row in majorities if row.leaders == [p])
    return EnghienPlayer(p, cards, 0 if over else now, v.points[p])
