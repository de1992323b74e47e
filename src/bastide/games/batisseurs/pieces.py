"""What on the table stands for an action, legal or not: the source first, then where it goes."""

from __future__ import annotations

from typing import Any

from bastide.core.state import ask
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
    SABOTAGE,
    UNDER,
)
from bastide.games.batisseurs.city import may_fill
from bastide.games.batisseurs.state import BIDDING, BREACH, BUILDING, FILL, LOWER, RANSOM, STONE, TARGET, row_of
from bastide.games.batisseurs.tables import KINDS, PILE_NAMES
from bastide.games.batisseurs.wording import card_id, hand_id, pile_id, place_id

Pieces = tuple[str, ...]


def targets(v: Any, a: int, seat: int) -> Pieces:
    """The pieces of an action; none where nothing on the table stands for it now."""
    if a < OFFER:
        return stone_pieces(v, a)
    if a < PASS:
        return (pile_id(a - OFFER),)
    if a < BUILD:
        return () if v.phase != BIDDING else ("pass",) if a == PASS else (f"bid:{a - BID}",)
    if a < DONE:
        return build_pieces(v, seat, *divmod(a - BUILD, PLACES))
    if a < AT:
        return phase_three_pieces(v, a)
    if a < RANSOM_NO:
        return place_pieces(v, a - AT)
    if a < UNDER:
        return () if v.phase != RANSOM else ("ransom:pay",) if a == RANSOM_YES else ("ransom:refuse",)
    return (f"under:{PILE_NAMES[a - UNDER]}",) if v.phase == LOWER else ()


def stone_pieces(v: Any, a: int) -> Pieces:
    if a == DECLINE:
        return ("stone:decline",) if v.phase == STONE else ()
    return (f"stone:{a}",) if a < v.seats and v.stones[a] else ()


def build_pieces(v: Any, seat: int, kind: int, place: int) -> Pieces:
    """A card of one's own hand and a place of one's own city; before phase 3 the card alone."""
    if seat < 0 or v.known[seat, kind] + v.secret[seat, kind] == 0:
        return ()
    if v.phase != BUILDING or v.current != seat:
        return (card_id(kind),)
    if place != INSIDE:
        return (card_id(kind), place_id(seat, "left" if place == LEFT else "right")) if v.length[seat] else ()
    if v.length[seat] == 0:
        return card_id(kind), place_id(seat, "right")
    breaches = fitting_breaches(v, seat, kind) or [i for i, card in enumerate(row_of(v, seat)) if card == BREACH]
    if not breaches:
        return ()
    return card_id(kind), place_id(seat, breaches[0] if len(breaches) == 1 else "breach")


def phase_three_pieces(v: Any, a: int) -> Pieces:
    """The end of the building, and sabotage: of a building that stands, or of a hand."""
    if v.phase != BUILDING:
        return ()
    if a == DONE:
        return ("done",)
    if a >= RAID:
        return (hand_id(a - RAID),) if a - RAID < v.seats else ()
    victim, kind = divmod(a - SABOTAGE, KINDS)
    places = copies_at(v, victim, kind)
    if not places:
        return ()
    return (place_id(victim, places[0] if len(places) == 1 else "building"),)


def place_pieces(v: Any, place: int) -> Pieces:
    """A place of the city in question."""
    if v.phase not in (FILL, TARGET):
        return ()
    p = v.current if v.phase == FILL else v.victim
    return (place_id(p, place),) if place < v.length[p] else ()


def fitting_breaches(v: Any, p: int, kind: int) -> list[int]:
    """BAT-32, BAT-36. The breaches of a city that take this card."""
    return [i for i, card in enumerate(row_of(v, p)) if card == BREACH and ask(may_fill, v, p, kind, i)]


def copies_at(v: Any, victim: int, kind: int) -> list[int]:
    """The places of a city where this kind stands."""
    return [i for i, card in enumerate(row_of(v, victim)) if card == kind] if victim < v.seats else []
