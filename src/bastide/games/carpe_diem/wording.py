"""What tiles, kinds and cards are called: catalogue keys and icons."""

from __future__ import annotations

from bastide.core.words import Values
from bastide.games.carpe_diem.kinds import KIND_NAMES, PASTURE, VILLA
from bastide.games.carpe_diem.tables import CARD_IDS, DATA

MOST_NAMED_CHIMNEYS = 3


def kind_key(kind: int) -> str:
    return f"@carpe_diem.kind.{KIND_NAMES[kind]}"


def tile_key(tile: int) -> str:
    """The name of what a tile shows: one thing, two things, or several."""
    face = DATA.tiles[tile]
    if face.elements == [VILLA] and 1 <= face.chimneys <= MOST_NAMED_CHIMNEYS:
        return f"@carpe_diem.tile.villa.{face.chimneys}"
    if len(face.elements) > 2:
        return "@carpe_diem.tile.several"
    return "@carpe_diem.tile." + ".".join(KIND_NAMES[kind] for kind in face.elements)


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


def tile_icon(tile: int) -> str:
    """Icons of what a tile shows."""
    return " ".join(KIND_NAMES[kind] for kind in DATA.tiles[tile].elements)


def tile_values(p: int, tile: int, **more: str | int) -> Values:
    return {"seat": f"#{p}", "tile": tile_key(tile), **more}


def card_icon(card: int) -> str:
    return f"score-{'abcd'[DATA.cards[card].deck]}"


def card_name(card: int) -> str:
    return CARD_IDS[card]
