"""The table of verbs: what a seat may do, and what chance may draw."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from bastide.core.state import NONE, frozen
from bastide.core.verbs import Arg, Unreadable, Verb, Verbs, number, one_of
from bastide.games.alhambra.state import CHOOSE, DEAL, MARTIN_DRAWS, MONEY, PAY, RECIPIENT, YARD
from bastide.games.alhambra.tables import BUILDING_CARDS, CURRENCIES, MONEY_CARDS, SLOTS, VALUES

MONEY_NAMES = tuple(f"{currency} {value}" for currency, value in MONEY_CARDS)
BUILDING_NAMES = tuple(f"{category} {price}" for category, price in BUILDING_CARDS)

# ---- what is taken

# the places of the open money that a take names, as bits; fewer cards first
TAKES = (0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100,
         0b0111, 0b1011, 0b1101, 0b1110, 0b1111)  # fmt: skip
TAKE_MASK = frozen(TAKES, np.int8)
KEPT = 1024  # texts and choices of takes that are remembered


def places_of(take: int) -> list[int]:
    """The places of open money that a take names, from the left."""
    return [place for place in range(SLOTS) if TAKES[take] >> place & 1]


def write_cards(s: Any, take: int) -> str:
    return cards_text(take, *s.open_money[:].tolist())


@lru_cache(maxsize=KEPT)
def cards_text(take: int, *kinds: int) -> str:
    """The cards of a take from the open money."""
    taken = [(place, kinds[place]) for place in places_of(take)]
    return " + ".join(f"place {place + 1}" if kind == NONE else MONEY_NAMES[kind] for place, kind in taken)


def read_cards(s: Any, text: str) -> int:
    """Cards by currency and value in either order, by value alone where that is clear, or by `place 2`."""
    taken = 0
    for name, value in _pairs_in(text.split()):
        taken |= 1 << _place_of(s, name, value, taken)
    return TAKES.index(taken)


def _pairs_in(words: list[str]) -> list[tuple[str, int]]:
    """(currency or place or nothing, number) pairs."""
    pairs: list[tuple[str, int]] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word.isdigit():
            pairs.append((rest.pop(0) if rest and rest[0] in CURRENCIES else "", int(word)))
        elif word in (*CURRENCIES, "place") and rest and rest[0].isdigit():
            pairs.append((word, int(rest.pop(0))))
        else:
            raise Unreadable(f"{word!r} names no card")
    if not pairs:
        raise Unreadable("that names no card")
    return pairs


def _place_of(s: Any, name: str, value: int, taken: int) -> int:
    """The leftmost place with such a card that is not taken yet."""
    if name == "place" and 1 <= value <= SLOTS and not taken >> value - 1 & 1:
        return value - 1
    free = [place for place in range(SLOTS) if not taken >> place & 1 and s.open_money[place] != NONE]
    fitting = [place for place in free if _is_card(s.open_money[place], name, value)]
    if not fitting:
        raise Unreadable(f"no {name} {value} lies open (or not so many)".replace("  ", " "))
    if len({s.open_money[place] for place in fitting}) > 1:
        raise Unreadable(f"there are several cards of value {value}; say which currency")
    return fitting[0]


def _is_card(kind: int, currency: str, value: int) -> bool:
    return MONEY_CARDS[kind] == (currency or MONEY_CARDS[kind][0], value)


# ---- what is bought, and what is paid


def write_building(s: Any, slot: int) -> str:
    kind = s.yard[slot]
    return f"slot {slot + 1}" if kind == NONE else f"{BUILDING_NAMES[kind]} with {CURRENCIES[slot]}s"


def read_building(s: Any, text: str) -> int:
    """A slot of the yard: by its number, or by what stands there (category, price, currency; any that suffice)."""
    words = text.removeprefix("slot ").split()
    if len(words) == 1 and words[0] in ("1", "2", "3", "4"):
        return int(words[0]) - 1
    slots = [slot for slot in range(SLOTS) if words and all(_is_building(s, slot, word) for word in words)]
    if not slots:
        raise Unreadable("no such building in the yard")
    if len(slots) > 1:
        raise Unreadable("it could be " + " or ".join(f"`buy {write_building(s, slot)}`" for slot in slots))
    return slots[0]


def _is_building(s: Any, slot: int, word: str) -> bool:
    kind = s.yard[slot]
    return kind != NONE and word in (*BUILDING_NAMES[kind].split(), CURRENCIES[slot])


def read_value(s: Any, text: str) -> int:
    """`7`; the currency, when named, must be the slot's."""
    words = text.split()
    currency = [word for word in words if word in CURRENCIES]
    values = [int(word) for word in words if word.isdigit()]
    if len(values) != 1 or len(words) != len(currency) + 1 or not 1 <= values[0] <= VALUES:
        raise Unreadable(f"pay one card at a time, `pay 1` to `pay {VALUES}`")
    if s.phase in (PAY, RECIPIENT) and currency and currency != [CURRENCIES[s.slot]]:
        raise Unreadable(f"this building is paid in {CURRENCIES[s.slot]}s")
    return values[0] - 1


# ---- the tables

CARDS = Arg("cards", len(TAKES), ".*", write_cards, read_cards)
BUILDING_IN_YARD = Arg("slot", SLOTS, ".*", write_building, read_building)
PAYMENT = replace(number("value", VALUES, first=1), pattern=".*", read=read_value)

VERBS = Verbs(
    "alhambra",
    Verb("take", (CARDS,), "take {cards}",
         "take the open money cards at some places: one (0–3), two (4–9), three (10–13) or all four (14)",
         reads="take ?{cards}", example="take florin 3 + denar 2", phases=(CHOOSE,), untimely="ALH-12"),
    Verb("buy", (BUILDING_IN_YARD,), "buy {slot}", "buy the building in that slot of the yard",
         reads="buy ?{slot}", example="buy garden 8 with florins", phases=(CHOOSE,), untimely="ALH-12",
         pieces="yard:{slot}", lasting=True),
    Verb("keep", (), "keep", "keep the building being bought (two players)",
         phases=(RECIPIENT,), clause="ALH-53", pieces="keep"),
    Verb("give", (), "give martin", "give it to Martin (two players)",
         reads="give(?: martin)?", phases=(RECIPIENT,), clause="ALH-53", pieces="martin"),
    Verb("pay", (PAYMENT,), "pay {value}",
         "pay one card of that value in the slot’s currency, never a higher one than the last",
         reads="pay ?{value}", example="pay 7", phases=(PAY,), untimely="ALH-12"),
    Verb("pass", (), "pass", "pass (only when nothing else is possible)", phases=(CHOOSE,), clause="ALH-18"),
)  # fmt: skip
TAKE, BUY, KEEP, GIVE, PAY_CARD, PASS = VERBS.firsts
TAKE_TWO = TAKE + SLOTS
TAKE_FOUR = VERBS["take"].last

DRAWN = (DEAL, MARTIN_DRAWS, YARD, MONEY)
DRAWS = Verbs(
    "alhambra",
    Verb("money", (one_of("card", MONEY_NAMES),), "{card}",
         "a money card, by kind: currency × 9 + value − 1", example="florin 7", phases=DRAWN),
    Verb("scoring", (one_of("card", "AB"),), "scoring {card}",
         "that scoring card", example="scoring A", phases=DRAWN),
    Verb("building", (one_of("building", BUILDING_NAMES),), "{building}",
         "a building, by kind: category by category, price by price", example="garden 8", phases=DRAWN),
)  # fmt: skip
_, SCORING_CARD, BUILDING = DRAWS.firsts
