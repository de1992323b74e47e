"""The action ids.

| ids    | action                                                                                   |
|--------|------------------------------------------------------------------------------------------|
| 0..14  | take the open money cards at some places: one (0..3), two (4..9), three (10..13), all (14) |
| 15..18 | buy the building in slot 0..3 of the yard                                                |
| 19     | keep the building being bought (two players)                                             |
| 20     | give it to Martin (two players)                                                          |
| 21..29 | pay one card of value 1..9 in the slot's currency, never a higher one than the last      |
| 30     | pass (only when nothing else is possible)                                                |

When chance moves, an outcome is

| ids    | outcome                                                        |
|--------|----------------------------------------------------------------|
| 0..35  | a money card, by kind: currency * 9 + value - 1                |
| 36, 37 | scoring card A, B                                              |
| 38..79 | a building, by kind: category by category, price by price      |
"""

from __future__ import annotations

import numpy as np

from bastide.core.state import frozen
from bastide.games.alhambra.tables import BUILDING_KINDS, KINDS, SLOTS, VALUES

# the places of the open money that a take names, as bits; fewer cards first
TAKES = (0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100,
         0b0111, 0b1011, 0b1101, 0b1110, 0b1111)  # fmt: skip
TAKE_MASK = frozen(TAKES, np.int8)

TAKE = 0
TAKE_TWO = TAKE + SLOTS
TAKE_FOUR = TAKE + len(TAKES) - 1
BUY = TAKE + len(TAKES)
KEEP = BUY + SLOTS
GIVE = KEEP + 1
PAY = GIVE + 1  # the card of value 1
PASS = PAY + VALUES
NUM_ACTIONS = PASS + 1

MONEY_CARD = 0
SCORING_CARD = MONEY_CARD + KINDS
BUILDING = SCORING_CARD + 2
NUM_OUTCOMES = BUILDING + BUILDING_KINDS


def places_of(a: int) -> list[int]:
    """The places of open money that a take names, from the left."""
    return [place for place in range(SLOTS) if TAKES[a - TAKE] >> place & 1]


def take_of(places: list[int]) -> int:
    """The take of the cards at these places."""
    return TAKE + TAKES.index(sum(1 << place for place in places))
