"""The 45 cards and the layouts, as frozen arrays read from components.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from bastide.core.components import expect, read_components
from bastide.core.state import frozen

FOLDER = Path(__file__).resolve().parent
PATH = FOLDER / "components.toml"


def check_components(data: dict[str, Any]) -> None:
    """ENG-01, ENG-02, ENG-03. Refuses a file whose counts are not those of the game."""
    deck, cards, names = data["deck"], data["cards"]["symbols"], data["symbol"]
    expect(len(cards) == deck["cards"], "cards", f"{len(cards)} cards, not {deck['cards']}")
    expect(len(names) == deck["symbols"], "symbol", f"{len(names)} symbols, not {deck['symbols']}")
    for number, card in enumerate(cards, 1):
        fits = len(set(card)) == len(card) == deck["symbols_per_card"] and set(card) <= set(range(deck["symbols"]))
        expect(fits, f"card {number}", f"{card} is not {deck['symbols_per_card']} different symbols")
    expect(len({tuple(sorted(card)) for card in cards}) == len(cards), "cards", "two cards are the same")
    for index, symbol in enumerate(names):
        n = sum(index in card for card in cards)
        expect(n == deck["cards_per_symbol"], f"symbol {symbol['id']}", f"on {n} cards, not {deck['cards_per_symbol']}")
    for layout in data["layout"]:
        size = layout["columns"] * layout["rows"]
        for seats in layout["players"]:
            expect(size % seats == 0 and size <= deck["cards"], f"layout for {seats}", f"{size} cards do not go round")


DATA = read_components(PATH)
check_components(DATA)

MAX_SEATS = 6
CARDS: int = DATA["deck"]["cards"]
SYMBOLS: int = DATA["deck"]["symbols"]
PER_CARD: int = DATA["deck"]["symbols_per_card"]
SYMBOL_NAMES: tuple[str, ...] = tuple(symbol["id"] for symbol in DATA["symbol"])
CARD_SYMBOLS = frozen(DATA["cards"]["symbols"], np.int8)  # [card, 0..2] -> symbol


def _by_seats(side: str) -> Any:
    sizes = {seats: layout[side] for layout in DATA["layout"] for seats in layout["players"]}
    return frozen([sizes.get(seats, 0) for seats in range(MAX_SEATS + 1)], np.int8)


COLUMNS = _by_seats("columns")
ROWS = _by_seats("rows")
CELLS = int(max(COLUMNS[seats] * ROWS[seats] for seats in range(2, MAX_SEATS + 1)))


def components() -> list[tuple[str, list[dict[str, object]]]]:
    """The tables of the component file, for people."""
    cards: list[dict[str, object]] = [
        {"card": n, "symbols": " · ".join(SYMBOL_NAMES[i] for i in card), "status": DATA["cards"]["status"]}
        for n, card in enumerate(DATA["cards"]["symbols"], 1)
    ]
    layouts: list[dict[str, object]] = [
        {"players": str(layout["players"]), "columns": layout["columns"], "rows": layout["rows"], "status": "rulebook"}
        for layout in DATA["layout"]
    ]
    return [("symbols", DATA["symbol"]), ("layouts", layouts), ("cards", cards)]
