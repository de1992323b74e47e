"""The 45 cards and the layouts, as frozen arrays read from components.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import asdict

from bastide.core.components import Entry, expect, read_components
from bastide.core.state import frozen

FOLDER = Path(__file__).resolve().parent


class Deck(Entry):
    """How many cards and symbols there are."""

    cards: int
    symbols: int
    symbols_per_card: int
    cards_per_symbol: int


class Layout(Entry):
    """The cards that lie open, for some numbers of players."""

    players: list[int]
    columns: int
    rows: int


class Variant(Entry):
    """The points variant."""

    targets_offered: list[int]
    target_low: int
    target_high: int


class Symbol(Entry):
    id: str
    status: str


class Cards(Entry):
    """The symbols of every card, by their places in the list of symbols."""

    status: str
    symbols: list[list[int]]


class Example(Entry):
    """Symbols held by each player, and the points they bring."""

    counts: list[int]
    points: list[int]
    status: str


class Components(Entry):
    """The whole file."""

    deck: Deck
    layout: list[Layout]
    variant: Variant
    symbol: list[Symbol]
    cards: Cards
    example: list[Example]


def check_components(data: Components) -> None:
    """ENG-01, ENG-02, ENG-03. Refuses a file whose counts are not those of the game."""
    deck, cards, names = data.deck, data.cards.symbols, data.symbol
    expect(len(cards) == deck.cards, "cards", f"{len(cards)} cards, not {deck.cards}")
    expect(len(names) == deck.symbols, "symbol", f"{len(names)} symbols, not {deck.symbols}")
    for number, card in enumerate(cards, 1):
        fits = len(set(card)) == len(card) == deck.symbols_per_card and set(card) <= set(range(deck.symbols))
        expect(fits, f"card {number}", f"{card} is not {deck.symbols_per_card} different symbols")
    expect(len({tuple(sorted(card)) for card in cards}) == len(cards), "cards", "two cards are the same")
    for index, symbol in enumerate(names):
        n = sum(index in card for card in cards)
        expect(n == deck.cards_per_symbol, f"symbol {symbol.id}", f"on {n} cards, not {deck.cards_per_symbol}")
    for layout in data.layout:
        size = layout.columns * layout.rows
        for seats in layout.players:
            expect(size % seats == 0 and size <= deck.cards, f"layout for {seats}", f"{size} cards do not go round")


DATA = read_components(FOLDER / "components.toml", Components, check_components)

MAX_SEATS = 6
CARDS: int = DATA.deck.cards
SYMBOLS: int = DATA.deck.symbols
PER_CARD: int = DATA.deck.symbols_per_card
SYMBOL_NAMES: tuple[str, ...] = tuple(symbol.id for symbol in DATA.symbol)
CARD_SYMBOLS = frozen(DATA.cards.symbols, np.int8)  # [card, 0..2] -> symbol


def _by_seats(side: str) -> Any:
    sizes = {seats: getattr(layout, side) for layout in DATA.layout for seats in layout.players}
    return frozen([sizes.get(seats, 0) for seats in range(MAX_SEATS + 1)], np.int8)


COLUMNS = _by_seats("columns")
ROWS = _by_seats("rows")
CELLS = int(max(COLUMNS[seats] * ROWS[seats] for seats in range(2, MAX_SEATS + 1)))


def components() -> list[tuple[str, list[dict[str, object]]]]:
    """The tables of the component file, for people."""
    cards: list[dict[str, object]] = [
        {"card": n, "symbols": " · ".join(SYMBOL_NAMES[i] for i in card), "status": DATA.cards.status}
        for n, card in enumerate(DATA.cards.symbols, 1)
    ]
    layouts: list[dict[str, object]] = [
        {"players": str(layout.players), "columns": layout.columns, "rows": layout.rows, "status": "rulebook"}
        for layout in DATA.layout
    ]
    symbols = [asdict(symbol) for symbol in DATA.symbol]
    return [("symbols", symbols), ("layouts", layouts), ("cards", cards)]
