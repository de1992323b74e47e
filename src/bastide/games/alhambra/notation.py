"""Moves and draws as players say them, and the position as text.

`take florin 3 + denar 2` · `buy garden 8 with florins` · `keep` · `give martin` · `pay 7` · `pass`;
when chance moves `florin 7` · `garden 8` · `scoring A`.
"""

from __future__ import annotations

import re
from typing import Any

from bastide.core.notation import Notation
from bastide.core.state import NONE
from bastide.games.alhambra.actions import BUILDING_NAMES, DRAWS, MONEY_NAMES, VERBS
from bastide.games.alhambra.payments import laid_values
from bastide.games.alhambra.state import PAY, PHASES, RECIPIENT
from bastide.games.alhambra.tables import CATEGORIES, CURRENCIES, KINDS, MARTIN, SLOTS

WORD = re.compile(r"[a-z]+|\d+")
FILLERS = {"and", "the", "it", "to", "for", "with", "in", "building", "money", "card", "cards", "draws"}


def clean(text: str) -> str:
    """The words that tell moves apart; coins in the singular."""
    return " ".join(_singular(word) for word in WORD.findall(text.lower()) if word not in FILLERS)


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and word[:-1] in CURRENCIES else word


def show(s: Any) -> str:
    """Yard, open money, piles, and what each collector has."""
    yard = ", ".join(f"{CURRENCIES[i]}: {_yard_text(s.yard[i])}" for i in range(SLOTS))
    money = ", ".join(MONEY_NAMES[kind] for kind in s.open_money[:].tolist() if kind != NONE)
    lines = [
        f"turn {s.turn}, {PHASES[s.phase]}, seat {s.current}",
        f"yard: {yard} ({s.building_size} in the pile)",
        f"open money: {money or 'none'} ({s.money_size} in the pile, {sum(s.discards[:].tolist())} discarded)",
    ]
    if s.phase in (PAY, RECIPIENT):
        laid = " + ".join(map(str, laid_values(s.laid))) or "nothing"
        lines.append(f"buying {BUILDING_NAMES[s.yard[s.slot]]}: {laid} laid, {s.due} {CURRENCIES[s.slot]}s due")
    lines += [_collector_text(s, c) for c in range(s.seats + (s.seats == 2))]
    return "\n".join(lines)


def _yard_text(kind: int) -> str:
    return "empty" if kind == NONE else BUILDING_NAMES[kind]


def _collector_text(s: Any, c: int) -> str:
    who = "Martin" if s.seats == 2 and c == MARTIN else f"seat {c}"
    collector = s.collectors[c]
    owned = [(name, collector.buildings[k]) for k, name in enumerate(CATEGORIES)]
    counts = ", ".join(f"{name} {n}" for name, n in owned if n)
    hand = ", ".join(MONEY_NAMES[kind] for kind in range(KINDS) for _ in range(collector.hand[kind]))
    return f"{who}: {collector.score} points; {counts or 'no buildings'}" + (f"; holds {hand}" if hand else "")


NOTATION = Notation(VERBS, DRAWS, show, clean=clean)
write, read, fixed = NOTATION.write, NOTATION.read, NOTATION.fixed
