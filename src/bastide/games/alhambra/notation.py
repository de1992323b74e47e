"""Moves and draws as players say them, and the position as text.

`take florin 3 + denar 2` · `buy garden 8 with florins` · `keep` · `give martin` · `pay 7` · `pass`;
when chance moves `florin 7` · `garden 8` · `scoring A`.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn

from bastide.core.errors import BadNotation
from bastide.core.state import NONE
from bastide.games.alhambra.actions import (
    BUILDING,
    BUY,
    GIVE,
    KEEP,
    PASS,
    SCORING_CARD,
    places_of,
    take_of,
)
from bastide.games.alhambra.actions import PAY as PAY_CARD
from bastide.games.alhambra.payments import laid_values
from bastide.games.alhambra.state import CHOOSE, PAY, PHASES, RECIPIENT
from bastide.games.alhambra.tables import (
    BUILDING_CARDS,
    CATEGORIES,
    CURRENCIES,
    KINDS,
    MARTIN,
    MONEY_CARDS,
    SLOTS,
    VALUES,
    building_kind,
)

WORD = re.compile(r"[a-z]+|\d+")
FILLERS = {"and", "the", "it", "to", "for", "with", "in", "building", "money", "card", "cards", "draws"}
FIXED = {"pass": PASS, "keep": KEEP, "give": GIVE}
EXAMPLES = "write for instance `take florin 3 + denar 2`, `buy garden 8`, `pay 7`, `keep`, `give martin`, `pass`"


# ---- writing


def card_name(kind: int) -> str:
    """`florin 7`."""
    return "{} {}".format(*MONEY_CARDS[kind])


def building_name(kind: int) -> str:
    """`garden 8`."""
    return "{} {}".format(*BUILDING_CARDS[kind])


def write(s: Any, a: int) -> str:
    """The notation of an action, or of an outcome when chance moves."""
    if s.phase < CHOOSE:
        return _write_outcome(a)
    if a < BUY:
        return "take " + " + ".join(_open_name(s, place) for place in places_of(a))
    if a < KEEP:
        kind = s.yard[a - BUY]
        return f"buy slot {a - BUY + 1}" if kind == NONE else f"buy {building_name(kind)} with {CURRENCIES[a - BUY]}s"
    if a == KEEP:
        return "keep"
    if a == GIVE:
        return "give martin"
    return "pass" if a == PASS else f"pay {a - PAY_CARD + 1}"


def _open_name(s: Any, place: int) -> str:
    kind = s.open_money[place]
    return f"place {place + 1}" if kind == NONE else card_name(kind)


def _write_outcome(a: int) -> str:
    if a < SCORING_CARD:
        return card_name(a)
    return f"scoring {'AB'[a - SCORING_CARD]}" if a < BUILDING else building_name(a - BUILDING)


# ---- reading


def read(s: Any, text: str) -> int:
    """The action or outcome meant."""
    words = [_singular(word) for word in WORD.findall(text.lower()) if word not in FILLERS]
    if s.phase < CHOOSE:
        return _read_outcome(s, text, words)
    if not words:
        _refuse(s, f"{text!r} is no move; {EXAMPLES}")
    verb, rest = words[0], words[1:]
    if verb in FIXED and rest in ([], ["martin"] if verb == "give" else []):
        return FIXED[verb]
    if verb == "take":
        return _read_take(s, text, rest)
    if verb == "buy":
        return BUY + _read_slot(s, text, rest)
    if verb == "pay":
        return _read_pay(s, text, rest)
    _refuse(s, f"{text!r} is no move; {EXAMPLES}")


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and word[:-1] in CURRENCIES else word


def _refuse(s: Any, message: str) -> NoReturn:
    raise BadNotation(message, show(s))


def _read_outcome(s: Any, text: str, words: list[str]) -> int:
    """`florin 7`, `garden 8` or `scoring A`."""
    if words in (["scoring", "a"], ["scoring", "b"]):
        return SCORING_CARD + "ab".index(words[1])
    if len(words) == 2 and words[1].isdigit():
        name, number = words[0], int(words[1])
        if name in CURRENCIES and 1 <= number <= VALUES:
            return CURRENCIES.index(name) * VALUES + number - 1
        if name in CATEGORIES and building_kind(name, number) >= 0:
            return BUILDING + building_kind(name, number)
    _refuse(s, f"{text!r} is no draw; write for instance `florin 7`, `garden 8` or `scoring A`")


def _read_take(s: Any, text: str, words: list[str]) -> int:
    """Cards by currency and value in either order, by value alone where that is clear, or by `place 2`."""
    places: list[int] = []
    asked = _cards_in(words)
    if not asked:
        _refuse(s, f"{text!r} names no card; {EXAMPLES}")
    for name, number in asked:
        if name == "place" and 1 <= number <= SLOTS and number - 1 not in places:
            places.append(number - 1)
            continue
        free = [place for place in range(SLOTS) if place not in places and _is_card(s, place, name, number)]
        if not free:
            _refuse(s, f"{text!r}: no {name} {number} lies open (or not so many)".replace("  ", " "))
        if len({s.open_money[place] for place in free}) > 1:
            _refuse(s, f"{text!r}: there are several cards of value {number}; say which currency")
        places.append(free[0])
    return take_of(places)


def _cards_in(words: list[str]) -> list[tuple[str, int]]:
    """(currency or place or nothing, number) pairs; an empty list when the words do not pair up."""
    cards: list[tuple[str, int]] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word.isdigit():
            cards.append((rest.pop(0) if rest and rest[0] in CURRENCIES else "", int(word)))
        elif word in (*CURRENCIES, "place") and rest and rest[0].isdigit():
            cards.append((word, int(rest.pop(0))))
        else:
            return []
    return cards


def _is_card(s: Any, place: int, currency: str, value: int) -> bool:
    kind = s.open_money[place]
    return kind != NONE and MONEY_CARDS[kind] == (currency or MONEY_CARDS[kind][0], value)


def _read_slot(s: Any, text: str, words: list[str]) -> int:
    """A slot of the yard: by its number, or by what stands there (category, price, currency; any that suffice)."""
    if words[:1] == ["slot"]:
        words = words[1:]
    if len(words) == 1 and words[0] in ("1", "2", "3", "4"):
        return int(words[0]) - 1
    slots = [slot for slot in range(SLOTS) if words and all(_is_building(s, slot, word) for word in words)]
    if not slots:
        _refuse(s, f"{text!r}: no such building in the yard")
    if len(slots) > 1:
        choices = " or ".join(f"`{write(s, BUY + slot)}`" for slot in slots)
        _refuse(s, f"{text!r} could be {choices}")
    return slots[0]


def _is_building(s: Any, slot: int, word: str) -> bool:
    kind = s.yard[slot]
    return kind != NONE and word in (*building_name(kind).split(), CURRENCIES[slot])


def _read_pay(s: Any, text: str, words: list[str]) -> int:
    """`pay 7`; the currency, when named, must be the slot's."""
    currency = [word for word in words if word in CURRENCIES]
    values = [int(word) for word in words if word.isdigit()]
    if len(values) != 1 or len(words) != len(currency) + 1 or not 1 <= values[0] <= VALUES:
        _refuse(s, f"{text!r}: pay one card at a time, `pay 1` to `pay {VALUES}`")
    if s.phase in (PAY, RECIPIENT) and currency and currency != [CURRENCIES[s.slot]]:
        _refuse(s, f"{text!r}: this building is paid in {CURRENCIES[s.slot]}s")
    return PAY_CARD + values[0] - 1


# ---- the position


def show(s: Any) -> str:
    """Yard, open money, piles, and what each collector has."""
    yard = ", ".join(f"{CURRENCIES[i]}: {_yard_text(s.yard[i])}" for i in range(SLOTS))
    money = ", ".join(card_name(kind) for kind in s.open_money[:].tolist() if kind != NONE)
    lines = [
        f"turn {s.turn}, {PHASES[s.phase]}, seat {s.current}",
        f"yard: {yard} ({s.building_size} in the pile)",
        f"open money: {money or 'none'} ({s.money_size} in the pile, {sum(s.discards[:].tolist())} discarded)",
    ]
    if s.phase in (PAY, RECIPIENT):
        laid = " + ".join(map(str, laid_values(s.laid))) or "nothing"
        lines.append(f"buying {building_name(s.yard[s.slot])}: {laid} laid, {s.due} {CURRENCIES[s.slot]}s due")
    lines += [_collector_text(s, c) for c in range(s.seats + (s.seats == 2))]
    return "\n".join(lines)


def _yard_text(kind: int) -> str:
    return "empty" if kind == NONE else building_name(kind)


def _collector_text(s: Any, c: int) -> str:
    who = "Martin" if s.seats == 2 and c == MARTIN else f"seat {c}"
    collector = s.collectors[c]
    owned = [(name, collector.buildings[k]) for k, name in enumerate(CATEGORIES)]
    counts = ", ".join(f"{name} {n}" for name, n in owned if n)
    hand = ", ".join(card_name(kind) for kind in range(KINDS) for _ in range(collector.hand[kind]))
    return f"{who}: {collector.score} points; {counts or 'no buildings'}" + (f"; holds {hand}" if hand else "")
