"""The table of verbs: what a seat may do, and what chance may draw.

A card is its type and value. Where two kinds share them the number of coins or shields is added: `gate 4 2c`,
`tower 2 1s`; reading, that may be left out when only one of them can be meant. Seats are p1, p2, ...
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from bastide.core.verbs import Arg, Unreadable, Verb, Verbs, number, one_of, seat_of
from bastide.games.batisseurs.state import (
    BIDDING,
    BUILDING,
    FILL,
    INCOME_ROLL,
    LOWER,
    PEEK,
    PILE,
    RANSOM,
    SABOTAGE_ROLL,
    SHOW,
    START,
    STONE,
    TARGET,
    TOP,
    hand_of,
)
from bastide.games.batisseurs.tables import (
    COINS,
    FACE_NAMES,
    KINDS,
    MAX_SEATS,
    PILE_NAMES,
    SHIELDS,
    TOP_BID,
    TYPE,
    VALUE,
    WIDTH,
)

# ---- cards

TYPE_WORDS = ("left-corner", "right-corner", "tower", "gate", "town-hall", "church")
_TYPE_PATTERNS = (
    r"left corner(?: tower)?|corner(?: tower)? left",
    r"right corner(?: tower)?|corner(?: tower)? right",
    r"tower",
    r"gate",
    r"(?:town ?)?hall",
    r"church",
)
_CARD = re.compile(rf"({'|'.join(f'({pattern})' for pattern in _TYPE_PATTERNS)}) (\d)(?: (\d[cs]))?")


@cache
def mark_of(kind: int) -> str:
    """` 2c` or ` 1s` where another kind has the same type and value."""
    alike = [k for k in range(KINDS) if (TYPE[k], VALUE[k]) == (TYPE[kind], VALUE[kind])]
    if len(alike) == 1:
        return ""
    return f" {COINS[kind]}c" if COINS[kind] else f" {SHIELDS[kind]}s"


@cache
def card_name(kind: int) -> str:
    """`gate 4 2c`."""
    return f"{TYPE_WORDS[TYPE[kind]]} {VALUE[kind]}{mark_of(kind)}"


def read_card(text: str, likely: list[int]) -> int:
    """The kind meant: exactly one fits, or exactly one of those that are likely here."""
    _, *types, value, mark = re.fullmatch(_CARD, text).groups()  # type: ignore[union-attr]
    wanted = next(i for i, found in enumerate(types) if found)
    fits = [kind for kind in range(KINDS) if TYPE[kind] == wanted and str(VALUE[kind]) == value]
    if mark:
        fits = [kind for kind in fits if mark in (f"{COINS[kind]}c", f"{SHIELDS[kind]}s")]
    here = [kind for kind in fits if kind in likely]
    if not fits:
        raise Unreadable("there is no such card")
    if len(here) > 1:
        raise Unreadable(f"it could be {' or '.join(map(card_name, here))}")
    return here[0] if here else fits[-1]


def card_of(likely: Callable[[Any], list[int]]) -> Arg:
    """A card; which ones are likely depends on the position."""
    return Arg(
        "card", KINDS, _CARD.pattern, lambda _s, kind: card_name(kind), lambda s, text: read_card(text, likely(s))
    )


def bag_of(s: Any) -> list[int]:
    return [kind for kind in range(KINDS) if s.bag[kind]]


# ---- where it goes

LEFT, RIGHT, INSIDE = range(3)
PLACES = 3
PLACE_NAMES = ("left", "right", "breach")


def write_place(s: Any, place: int) -> str:
    """The first card of a city has no side."""
    return "" if place == INSIDE and s.length[s.current] == 0 else f" {PLACE_NAMES[place]}"


def read_place(s: Any, text: str) -> int:
    if not text and s.length[s.current]:
        raise Unreadable("say where, `left`, `right` or `breach`")
    return PLACE_NAMES.index(text.strip()) if text else INSIDE


# ---- the tables

SEAT = seat_of("victim", MAX_SEATS)
PILE_OF = one_of("pile", PILE_NAMES)
HELD = card_of(lambda s: hand_of(s, s.current))
SIDE = Arg("place", PLACES, "(?: left| right| breach)?", write_place, read_place)


def out_of_turn(s: Any, *_arguments: int) -> str:
    """BAT-05: the order of phases. BAT-51: what the final round leaves out."""
    return "BAT-51" if s.final else "BAT-05"


VERBS = Verbs(
    "batisseurs",
    Verb("stone", (SEAT,), "stone {victim}", "take a saboteur stone from that seat",
         example="stone p2", phases=(STONE,), clause="BAT-12", button="take"),
    Verb("decline", (), "stone none", "decline a stone", phases=(STONE,), clause="BAT-12", pieces="stone:decline"),
    Verb("offer", (PILE_OF,), "auction {pile}", "offer the top card of the open or the hidden pile",
         reads="(?:auction|offer) {pile}", example="auction hidden", phases=(PILE,), clause=out_of_turn,
         pieces="pile:{pile}", lasting=True),
    Verb("pass", (), "pass", "pass", phases=(BIDDING,), untimely="BAT-20", pieces="pass"),
    Verb("bid", (number("bid", TOP_BID + 1),), "bid {bid}", f"bid 0 to {TOP_BID}",
         reads="(?:bid )?{bid}", example="bid 7", phases=(BIDDING,), untimely="BAT-20", pieces="bid:{bid}"),
    Verb("build", (HELD, SIDE), "build {card}{place}",
         f"build a kind ({KINDS}) at the left end, at the right end, or inside: as the first card, or into a breach",
         example="build church 8 right", phases=(BUILDING,), untimely=out_of_turn),
    Verb("done", (), "done", "stop building, or do neither",
         phases=(BUILDING,), clause="BAT-30", untimely=out_of_turn, pieces="done"),
    Verb("sabotage", (SEAT, card_of(bag_of)), "sabotage {victim} {card}", "sabotage a building: a seat and a kind",
         example="sabotage p2 gate 5", phases=(BUILDING,), untimely=out_of_turn),
    Verb("raid", (SEAT,), "sabotage {victim} hand", "sabotage that seat’s hand",
         example="sabotage p3 hand", phases=(BUILDING,), untimely=out_of_turn, button="sabotage"),
    Verb("at", (number("place", WIDTH, first=1),), "at {place}",
         "at that place of the row: the breach to fill, or which of two equal buildings to attack",
         example="at 4", phases=(FILL, TARGET), untimely="BAT-36"),
    Verb("ransom_no", (), "ransom no", "let the building fall",
         phases=(RANSOM,), clause="BAT-42", pieces="ransom:refuse", button="refuse"),
    Verb("ransom_yes", (), "ransom yes", "pay the ransom",
         phases=(RANSOM,), clause="BAT-42", pieces="ransom:pay", button="pay"),
    Verb("under", (PILE_OF,), "under {pile}", "put the destroyed card under the open or the hidden pile",
         example="under open", phases=(LOWER,), clause="BAT-43", pieces="under:{pile}", button="put"),
)  # fmt: skip
(
    TAKE_STONE, DECLINE, OFFER, PASS, BID, BUILD, DONE, SABOTAGE, RAID, AT, RANSOM_NO, RANSOM_YES, UNDER,
) = VERBS.firsts  # fmt: skip

UNSEEN_CARD = card_of(bag_of)
DRAWS = Verbs(
    "batisseurs",
    Verb("roll", (one_of("face", FACE_NAMES),), "roll {face}", "a face of the die",
         reads="(?:roll )?{face}", example="roll 4", phases=(START, INCOME_ROLL, SABOTAGE_ROLL), first=0),
    Verb("reveal", (UNSEEN_CARD,), "reveal {card}", "a kind of card is turned up on the open pile",
         reads="(?:reveal )?{card}", example="reveal church 8", phases=(TOP,), first=0),
    Verb("look", (UNSEEN_CARD,), "look {card}", "the auctioneer sees a kind of card",
         reads="(?:look )?{card}", example="look church 8", phases=(PEEK,), first=0),
    Verb("show", (card_of(lambda s: hand_of(s, s.victim)),), "show {card}", "a kind of card leaves the attacked hand",
         reads="(?:show )?{card}", example="show church 8", phases=(SHOW,), first=0),
)  # fmt: skip
