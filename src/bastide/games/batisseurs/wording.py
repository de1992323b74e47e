"""How cards, faces and places are named in phrases, icons and piece ids."""

from __future__ import annotations

from functools import cache

from bastide.core.words import Values
from bastide.games.batisseurs.actions import mark_of
from bastide.games.batisseurs.tables import (
    COINS,
    FACE_NAMES,
    PILE_NAMES,
    SABOTEUR,
    SHIELDS,
    SPOKEN_NAMES,
    TYPE,
    TYPE_NAMES,
    VALUE,
)

TYPE_ICONS = ("b-corner", "b-corner-r", "b-tower", "b-gate", "b-hall", "b-church")
SPOKEN_ICONS = ("b-corner", "b-tower", "b-gate", "b-hall", "b-church")


def card_values(kind: int) -> Values:
    """`{type} {value}{mark}` of a card; the mark tells apart what type and value do not."""
    return _card_values(kind).copy()


@cache
def _card_values(kind: int) -> Values:
    values: Values = {"type": f"@batisseurs.type.{TYPE_NAMES[TYPE[kind]]}", "value": int(VALUE[kind]), "mark": ""}
    if mark_of(kind):
        values["mark"] = f"@batisseurs.mark.{'coins' if COINS[kind] else 'shields'}{COINS[kind] + SHIELDS[kind]}"
    return values


def card_icon(kind: int) -> str:
    return TYPE_ICONS[TYPE[kind]]


def spoken_key(spoken: int) -> str:
    """The type an auctioneer names."""
    return f"@batisseurs.spoken.{SPOKEN_NAMES[spoken]}"


def face_value(face: int) -> str | int:
    """What the die shows, in a phrase."""
    return "@batisseurs.face.saboteur" if face == SABOTEUR else int(FACE_NAMES[face])


def face_icon(face: int) -> str:
    return f"die-{FACE_NAMES[face]}"


def pile_key(pile: int) -> str:
    return f"@batisseurs.pile.{PILE_NAMES[pile]}"


# ---- piece ids


def card_id(kind: int) -> str:
    return f"card:{kind}"


def place_id(p: int, place: int | str) -> str:
    """A place of a city by its number from the left, or `left` and `right` for its ends."""
    return f"city:{p}:{place}"


def pile_id(pile: int) -> str:
    return f"pile:{PILE_NAMES[pile]}"


def hand_id(p: int) -> str:
    return f"hand:{p}"
