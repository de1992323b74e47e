"""What tiles, kinds and cards are called: catalogue keys and icons."""

from __future__ import annotations

from functools import cache
from typing import Any

from bastide.core.words import Values
from bastide.games.carpe_diem.kinds import GOOD_NAMES, KIND_NAMES, OWNED_NAMES, PASTURE, VILLA
from bastide.games.carpe_diem.tables import DATA

MOST_NAMED_CHIMNEYS = 3
COLUMN_NAMES = "abcd"


def kind_key(kind: int) -> str:
    return f"@carpe_diem.kind.{KIND_NAMES[kind]}"


@cache
def tile_key(tile: int) -> str:
    """The name of what a tile shows: one thing, two things, or several."""
    face = DATA.tiles[tile]
    if face.elements == [VILLA] and 1 <= face.chimneys <= MOST_NAMED_CHIMNEYS:
        return f"@carpe_diem.tile.villa.{face.chimneys}"
    if len(face.elements) > 2:
        return "@carpe_diem.tile.several"
    return "@carpe_diem.tile." + ".".join(KIND_NAMES[kind] for kind in face.elements)


@cache
def shape_key(tile: int) -> str:
    """How its things lie: single, end, bend, straight, tee, cross, opposite, corner or mixed."""
    face = DATA.tiles[tile]
    sides = [side for side in range(4) if face.edges[side] != PASTURE]
    is_straight = len(sides) == 2 and sides[1] - sides[0] == 2
    if face.single:
        shape = "single"
    elif len(face.elements) == 1:
        shape = ("end", "straight" if is_straight else "bend", "tee", "cross")[len(sides) - 1]
    else:
        shape = "mixed" if len(sides) > 2 else "opposite" if is_straight else "corner"
    return f"@carpe_diem.shape.{shape}"


@cache
def tile_icon(tile: int) -> str:
    """Icons of what a tile shows."""
    return " ".join(KIND_NAMES[kind] for kind in DATA.tiles[tile].elements)


def tile_values(p: int, tile: int, **more: str | int) -> Values:
    return {"seat": f"#{p}", "tile": tile_key(tile), **more}


def card_icon(card: int) -> str:
    return f"score-{'abcd'[DATA.cards[card].deck]}"


@cache
def card_place(space: int) -> str:
    """CDM-04. Where a scoring card lies: columns a to d, rows 1 to 3."""
    row, column = divmod(space, len(COLUMN_NAMES))
    return f"{COLUMN_NAMES[column]}{row + 1}"


@cache
def demand_key(card: int) -> str:
    """What a scoring card asks for: give 3 chickens, own 2 villas."""
    face = DATA.cards[card]
    names = GOOD_NAMES if face.red else OWNED_NAMES
    return "@carpe_diem.demand." + "-".join(f"{names[what]}{n}" for what, n in face.need)


def card_values(v: Any, space: int) -> Values:
    """A scoring card by its place and its demand."""
    return {"place": card_place(space), "card": demand_key(v.grid[space])}


def circle_values(v: Any, spaces: tuple[int, int]) -> Values:
    """A circle by the two cards it joins."""
    first, second = spaces
    return {
        "place": card_place(first),
        "first": demand_key(v.grid[first]),
        "other": card_place(second),
        "second": demand_key(v.grid[second]),
    }
