"""Moves as players say them (`bid 7`, `build church 8 right`, `sabotage p2 gate 4 1c`), and the position as text.

A card is its type and value. Where two kinds share them the number of coins or shields is added: `gate 4 2c`,
`tower 2 1s`; reading, that may be left out when only one of them can be meant. Seats are p1, p2, ...
"""

from __future__ import annotations

import re
from typing import Any

from bastide.core.errors import BadNotation
from bastide.core.state import NONE
from bastide.games.batisseurs.actions import (
    AT,
    BID,
    BUILD,
    DECLINE,
    DONE,
    INSIDE,
    LEFT,
    OFFER,
    PASS,
    PLACES,
    RAID,
    RANSOM_NO,
    RANSOM_YES,
    RIGHT,
    SABOTAGE,
    TAKE_STONE,
    UNDER,
)
from bastide.games.batisseurs.state import (
    BREACH,
    INCOME_ROLL,
    PEEK,
    PHASES,
    SABOTAGE_ROLL,
    SHOW,
    START,
    STONE,
    TOP,
    hand_of,
    row_of,
)
from bastide.games.batisseurs.tables import (
    COINS,
    FACE_NAMES,
    HIDDEN,
    KINDS,
    MAX_SEATS,
    OPEN,
    PILE_NAMES,
    SHIELDS,
    SPOKEN_NAMES,
    TOP_BID,
    TYPE,
    VALUE,
    WIDTH,
)

TYPE_WORDS = ("left-corner", "right-corner", "tower", "gate", "town-hall", "church")
ROLLS = (START, INCOME_ROLL, SABOTAGE_ROLL)
DRAWS = {TOP: "reveal", PEEK: "look", SHOW: "show"}

_TYPE_PATTERNS = (
    r"left corner(?: tower)?|corner(?: tower)? left",
    r"right corner(?: tower)?|corner(?: tower)? right",
    r"tower",
    r"gate",
    r"(?:town ?)?hall",
    r"church",
)
_TYPES = tuple(re.compile(pattern) for pattern in _TYPE_PATTERNS)
_CARD = rf"(?P<type>{'|'.join(_TYPE_PATTERNS)}) (?P<value>\d)(?: (?P<mark>\d[cs]))?"
_MOVES = {
    "stone": re.compile(r"stone (?:p(?P<seat>\d)|(?P<none>none))"),
    "offer": re.compile(r"(?:auction|offer) (?P<pile>open|hidden)"),
    "bid": re.compile(r"(?:bid )?(?P<bid>\d{1,2})"),
    "pass": re.compile(r"pass"),
    "build": re.compile(rf"build {_CARD}(?: (?P<place>left|right|breach))?"),
    "done": re.compile(r"done"),
    "sabotage": re.compile(rf"sabotage p(?P<seat>\d) {_CARD}"),
    "raid": re.compile(r"sabotage p(?P<seat>\d) hand"),
    "at": re.compile(r"at (?P<place>\d{1,2})"),
    "ransom": re.compile(r"ransom (?P<answer>yes|no)"),
    "under": re.compile(r"under (?P<pile>open|hidden)"),
}
_ROLL = re.compile(rf"(?:roll )?(?P<face>{'|'.join(FACE_NAMES)})")
_DRAW = re.compile(rf"(?:reveal |look |show )?{_CARD}")
EXAMPLES = (
    "stone p2",
    "auction hidden",
    "bid 7",
    "pass",
    "build church 8 right",
    "done",
    "sabotage p2 gate 5",
    "sabotage p3 hand",
    "at 4",
    "ransom yes",
    "under open",
)


# ---- writing


def mark_of(kind: int) -> str:
    """` 2c` or ` 1s` where another kind has the same type and value."""
    alike = [k for k in range(KINDS) if (TYPE[k], VALUE[k]) == (TYPE[kind], VALUE[kind])]
    if len(alike) == 1:
        return ""
    return f" {COINS[kind]}c" if COINS[kind] else f" {SHIELDS[kind]}s"


def card_name(kind: int) -> str:
    """`gate 4 2c`."""
    return f"{TYPE_WORDS[TYPE[kind]]} {VALUE[kind]}{mark_of(kind)}"


def seat_word(p: int) -> str:
    return f"p{p + 1}"


def write(s: Any, a: int) -> str:
    """The action, or the outcome when chance moves."""
    if s.phase < STONE:
        return f"roll {FACE_NAMES[a]}" if s.phase in ROLLS else f"{DRAWS[s.phase]} {card_name(a)}"
    if a < DECLINE:
        return f"stone {seat_word(a - TAKE_STONE)}"
    if a < PASS:
        return "stone none" if a == DECLINE else f"auction {PILE_NAMES[a - OFFER]}"
    if a < BUILD:
        return "pass" if a == PASS else f"bid {a - BID}"
    if a <= DONE:
        return "done" if a == DONE else _write_build(s, *divmod(a - BUILD, PLACES))
    if a < RAID:
        victim, kind = divmod(a - SABOTAGE, KINDS)
        return f"sabotage {seat_word(victim)} {card_name(kind)}"
    if a < RANSOM_NO:
        return f"sabotage {seat_word(a - RAID)} hand" if a < AT else f"at {a - AT + 1}"
    if a < UNDER:
        return "ransom yes" if a == RANSOM_YES else "ransom no"
    return f"under {PILE_NAMES[a - UNDER]}"


def _write_build(s: Any, kind: int, place: int) -> str:
    """The first card of a city has no side."""
    if place == INSIDE and s.length[s.current] == 0:
        return f"build {card_name(kind)}"
    return f"build {card_name(kind)} {('left', 'right', 'breach')[place]}"


# ---- reading


def read(s: Any, text: str) -> int:
    """The action or outcome meant."""
    words = " ".join(text.lower().replace("-", " ").replace("_", " ").split())
    if s.phase < STONE:
        return _read_outcome(s, text, words)
    for name, pattern in _MOVES.items():
        found = pattern.fullmatch(words)
        if found:
            return _read_move(s, text, name, found)
    raise BadNotation(f"{text!r} is no move; moves look like {', '.join(f'`{move}`' for move in EXAMPLES)}", show(s))


def _read_outcome(s: Any, text: str, words: str) -> int:
    if s.phase in ROLLS:
        found = _ROLL.fullmatch(words)
        if found:
            return FACE_NAMES.index(found["face"])
        raise BadNotation(f"{text!r} is no roll; write `roll 1` to `roll 5` or `roll saboteur`", show(s))
    found = _DRAW.fullmatch(words)
    if found:
        return _read_card(s, text, found, _drawable(s))
    raise BadNotation(f"{text!r} is no card; write `{DRAWS[s.phase]} church 8`", show(s))


def _drawable(s: Any) -> list[int]:
    if s.phase == SHOW:
        return hand_of(s, s.victim)
    return [kind for kind in range(KINDS) if s.bag[kind]]


def _read_card(s: Any, text: str, found: re.Match[str], likely: list[int]) -> int:
    """The kind meant: exactly one fits, or exactly one of those that are likely here."""
    kind_type = next(i for i, pattern in enumerate(_TYPES) if pattern.fullmatch(found["type"]))
    fits = [kind for kind in range(KINDS) if TYPE[kind] == kind_type and str(VALUE[kind]) == found["value"]]
    if found["mark"]:
        fits = [kind for kind in fits if found["mark"] in (f"{COINS[kind]}c", f"{SHIELDS[kind]}s")]
    here = [kind for kind in fits if kind in likely]
    if not fits:
        raise BadNotation(f"{text!r}: there is no such card", show(s))
    if len(here) > 1:
        raise BadNotation(f"{text!r} could be {' or '.join(map(card_name, here))}", show(s))
    return here[0] if here else fits[-1]


def _read_seat(s: Any, text: str, found: re.Match[str]) -> int:
    p = int(found["seat"]) - 1
    if not 0 <= p < MAX_SEATS:
        raise BadNotation(f"{text!r}: seats are p1 to p{s.seats}", show(s))
    return p


def _read_move(s: Any, text: str, name: str, found: re.Match[str]) -> int:
    match name:
        case "stone":
            return DECLINE if found["none"] else TAKE_STONE + _read_seat(s, text, found)
        case "offer":
            return OFFER + PILE_NAMES.index(found["pile"])
        case "bid":
            return _read_number(s, text, int(found["bid"]), BID, TOP_BID + 1)
        case "build":
            return _read_build(s, text, found)
        case "sabotage":
            victim = _read_seat(s, text, found)
            likely = row_of(s, victim) if victim < s.seats else []
            return SABOTAGE + victim * KINDS + _read_card(s, text, found, likely)
        case "raid":
            return RAID + _read_seat(s, text, found)
        case "at":
            return _read_number(s, text, int(found["place"]) - 1, AT, WIDTH)
        case "ransom":
            return RANSOM_YES if found["answer"] == "yes" else RANSOM_NO
        case "under":
            return UNDER + PILE_NAMES.index(found["pile"])
    return DONE if name == "done" else PASS


def _read_number(s: Any, text: str, number: int, first: int, count: int) -> int:
    if not 0 <= number < count:
        raise BadNotation(f"{text!r}: there is no such number here", show(s))
    return first + number


def _read_build(s: Any, text: str, found: re.Match[str]) -> int:
    kind = _read_card(s, text, found, hand_of(s, s.current))
    if not found["place"] and s.length[s.current]:
        raise BadNotation(f"{text!r}: say where, `left`, `right` or `breach`", show(s))
    place = {"left": LEFT, "right": RIGHT}.get(found["place"] or "", INSIDE)
    return BUILD + kind * PLACES + place


# ---- the position as text


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
