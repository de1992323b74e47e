"""Cards, prices and payouts, read from components.toml (ALH-01, ALH-30).

A money card is its kind, 0..35: currency by currency, value 1 to 9. A building is its kind, 0..41: category by
category, price by price; up to three buildings are of one kind.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import numpy as np
from msgspec.structs import asdict

from bastide.core.components import Entry, expect, read_components
from bastide.core.state import frozen

FOLDER = Path(__file__).resolve().parent
MAX_SEATS = 6
SLOTS = 4  # in the yard, one per currency; and places for open money
VALUES = 9
PLACES = 3  # that a scoring may pay
SCORINGS = ("a", "b", "c")
SCORING_A, SCORING_B, SCORING_C = range(3)
SIZES = {"pavilion": 7, "seraglio": 7, "arcades": 9, "chambers": 9, "garden": 11, "tower": 11}


class Setup(Entry):
    """What lies on the table before the first turn."""

    start_money: int
    open_money: int
    yard_slots: int
    money_piles: int
    scoring_piles: list[int]
    status: str


class Money(Entry):
    """The money cards, the same in every currency."""

    values: list[int]
    copies: int
    copies_at_two: int
    take_limit: int
    status: str


class Currency(Entry):
    id: str
    colour: str


class Martin(Entry):
    """What the third at a table of two gets."""

    buildings_at_setup: int
    buildings_after_a: int
    share_after_b: int
    status: str


class Category(Entry):
    """A kind of buildings: the price of each, and what the scorings pay by place."""

    id: str
    colour: str
    prices: list[int]
    a: list[int]
    b: list[int]
    c: list[int]
    status: str

    def pays(self, scoring: int) -> list[int]:
        return (self.a, self.b, self.c)[scoring]


class ScoringExample(Entry):
    """Cards of a category by player, and the points they bring."""

    scoring: Literal["a", "b", "c"]
    category: str
    counts: list[int]
    points: list[int]
    status: str


class PaymentExample(Entry):
    """What is paid for a price, and whether the turn goes on."""

    category: str
    price: int
    paid: int
    another_action: bool
    status: str


class Components(Entry):
    """The whole file."""

    setup: Setup
    money: Money
    currency: list[Currency]
    martin: Martin
    category: list[Category]
    scoring_example: list[ScoringExample]
    payment_example: list[PaymentExample]


def check_components(data: Components) -> None:
    """ALH-01, ALH-30. Refuses a file whose counts are not those of the game."""
    setup = data.setup
    expect(len(data.currency) == setup.yard_slots == setup.open_money == SLOTS, "currency", "not four")
    expect(data.money.values == list(range(1, VALUES + 1)), "money.values", f"not 1 to {VALUES}")
    fits = setup.scoring_piles == [2, 4] and setup.money_piles == 5
    expect(fits, "setup", "the piles are not five, 2 and 4 scored")
    expect([entry.id for entry in data.category] == list(SIZES), "category", f"not {', '.join(SIZES)}")
    for entry in data.category:
        size = SIZES[entry.id]
        expect(len(entry.prices) == size, f"category {entry.id}", f"{len(entry.prices)} prices, not {size}")
        for places, scoring in enumerate(SCORINGS, 1):
            fits = len(entry.pays(places - 1)) == places
            expect(fits, f"category {entry.id}", f"scoring {scoring} pays not {places} places")


FILE = read_components(FOLDER / "components.toml", Components, check_components)

CURRENCIES: tuple[str, ...] = tuple(entry.id for entry in FILE.currency)
CATEGORIES: tuple[str, ...] = tuple(entry.id for entry in FILE.category)
NUM_CATEGORIES = len(CATEGORIES)
KINDS = len(CURRENCIES) * VALUES
CURRENCY = frozen([kind // VALUES for kind in range(KINDS)], np.int8)  # of a money card
VALUE = frozen([kind % VALUES + 1 for kind in range(KINDS)], np.int8)
MONEY_CARDS = tuple((currency, value) for currency in CURRENCIES for value in range(1, VALUES + 1))  # for plain code
COPIES: int = FILE.money.copies
COPIES_AT_TWO: int = FILE.money.copies_at_two
START_MONEY: int = FILE.setup.start_money
TAKE_LIMIT: int = FILE.money.take_limit
PILES: int = FILE.setup.money_piles

_KINDS = [(c, price) for c, entry in enumerate(FILE.category) for price in sorted(set(entry.prices))]
BUILDING_KINDS = len(_KINDS)
BUILDINGS = sum(len(entry.prices) for entry in FILE.category)
_COPIES = [FILE.category[c].prices.count(price) for c, price in _KINDS]
CATEGORY = frozen([c for c, _ in _KINDS], np.int8)  # of a building
PRICE = frozen([price for _, price in _KINDS], np.int8)
BUILDING_COPIES = frozen(_COPIES, np.int8)
BUILDING_CARDS = tuple((CATEGORIES[c], price) for c, price in _KINDS)  # for plain code
FIRST_COPY = frozen([sum(_COPIES[:kind]) for kind in range(BUILDING_KINDS)], np.int8)  # where a kind's copies begin

# what a place pays: POINTS[scoring, place, category]
POINTS = frozen(
    [
        [[entry.pays(scoring)[place] if place < len(entry.pays(scoring)) else 0 for entry in FILE.category]
         for place in range(PLACES)]
        for scoring in range(len(SCORINGS))
    ],
    np.int8,
)  # fmt: skip

MARTIN = 2  # the collector after the two players (ALH-51)
MARTIN_AT_SETUP: int = FILE.martin.buildings_at_setup
MARTIN_AFTER_A: int = FILE.martin.buildings_after_a
MARTIN_SHARE_AFTER_B: int = FILE.martin.share_after_b


def components() -> list[tuple[str, list[dict[str, object]]]]:
    """The component file's tables, for people."""
    buildings = [{**asdict(entry), "count": len(entry.prices)} for entry in FILE.category]
    return [
        ("buildings", buildings),
        ("currencies", [asdict(entry) for entry in FILE.currency]),
        ("money", [asdict(FILE.money)]),
        ("set-up", [asdict(FILE.setup)]),
        ("Martin", [asdict(FILE.martin)]),
    ]
