"""Moves as players say them (`bid 7`, `build church 8 right`, `sabotage p2 gate 4 1c`), and the position as text."""

from __future__ import annotations

import re
from typing import Any

from bastide.core.notation import Notation, spaced
from bastide.core.state import NONE
from bastide.games.batisseurs.actions import DRAWS, VERBS, card_name, read_card
from bastide.games.batisseurs.state import BREACH, PHASES, hand_of, row_of
from bastide.games.batisseurs.tables import FACE_NAMES, HIDDEN, OPEN, PILE_NAMES, SPOKEN_NAMES


def clean(text: str) -> str:
    """`town-hall` and `town_hall` are two words."""
    return spaced(text.replace("-", " ").replace("_", " "))


def read_sabotage(s: Any, found: re.Match[str]) -> tuple[int, int]:
    """BAT-41. A seat, and a building that stands in its city if one is meant."""
    [seat, _] = VERBS["sabotage"].args
    victim = seat.read(s, found["victim"]) or 0
    return victim, read_card(found["card"], row_of(s, victim) if victim < s.seats else [])


def seat_word(p: int) -> str:
    return f"p{p + 1}"


def show(s: Any) -> str:
    """Piles, the card on offer, then each seat's money, stones, hand and city; `?` for what is not known."""
    lines = [_turn_text(s), _pile_text(s)]
    if s.lot_pile != NONE:
        lines.append(_lot_text(s))
    for p in range(s.seats):
        row = " | ".join("breach" if kind == BREACH else card_name(kind) for kind in row_of(s, p))
        hand = [card_name(kind) for kind in hand_of(s, p)]
        hand += ["?"] * (s.hand_size[p] - len(hand))
        lines.append(
            f"{seat_word(p)}: {s.money[p]} thalers, {s.stones[p]} stones, hand: {', '.join(hand) or 'empty'}; "
            f"city: {row or 'none'}"
        )
    return "\n".join(lines)


def _turn_text(s: Any) -> str:
    final = "final round, " if s.final else ""
    die = "" if s.die == NONE else f", last roll {FACE_NAMES[s.die]} by {seat_word(s.roller)}"
    return f"{final}turn of {seat_word(s.current)}, phase {PHASES[s.phase]}{die}"


def _pile_text(s: Any) -> str:
    parts = []
    for pile in (OPEN, HIDDEN):
        known = ", ".join(card_name(s.tail[pile, i]) for i in range(s.tail_size[pile]))
        parts.append(f"{PILE_NAMES[pile]} pile {s.height[pile]}" + (f" (at the bottom: {known})" if known else ""))
    top = f"top {card_name(s.top)}" if s.top != NONE else "no open top"
    return f"{parts[0]}, {top}; {parts[1]}; reserve {s.reserve} stones"


def _lot_text(s: Any) -> str:
    card = card_name(s.lot) if s.lot != NONE else "?"
    named = f", named {SPOKEN_NAMES[s.named]}" if s.named != NONE else ""
    bids = ", ".join(
        f"{seat_word(p)} {s.bids[p] if s.bids[p] != NONE else '-'}{' out' if s.passed >> p & 1 else ''}"
        for p in range(s.seats)
    )
    return f"on offer: {card} from the {PILE_NAMES[s.lot_pile]} pile{named}; bids: {bids}"


NOTATION = Notation(VERBS, DRAWS, show, reading={"sabotage": read_sabotage}, clean=clean)
write, read, fixed = NOTATION.write, NOTATION.read, NOTATION.fixed
