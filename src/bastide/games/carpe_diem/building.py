"""The building board as masks of its 36 cells: where a tile fits, what joins, what is complete.

`player.edges[kind, side]` has a bit for every cell whose tile shows that kind on that side. Everything else follows by
shifting such masks, a few operations for all 36 cells at once.
"""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.games.carpe_diem.kinds import EAST, EDGE_KINDS, FISH_POND, NORTH, PASTURE, SOUTH, VILLA, VINEYARD
from bastide.games.carpe_diem.tables import (
    AT_FRAME,
    BOARD_MASK,
    CELLS,
    CHIMNEYS,
    EDGE,
    ELEMENTS,
    LEFT_COLUMN,
    MAX_LANDSCAPE,
    RIGHT_COLUMN,
    SHOVEL,
    SIDES,
    SINGLE,
    SIZE,
    VILLA_BEYOND,
    VILLA_LAST,
    VILLA_TABLE,
)

LANDSCAPE_BITS = sum(1 << kind for kind in range(VINEYARD, FISH_POND + 1))


@rule
def opposite(side: int) -> int:
    return side ^ 2


@rule
def beside(cells: int, side: int) -> int:
    """The cells next to these on one side."""
    if side == NORTH:
        return cells >> SIZE
    if side == EAST:
        return (cells & ~RIGHT_COLUMN) << 1
    if side == SOUTH:
        return cells << SIZE & BOARD_MASK
    return (cells & ~LEFT_COLUMN) >> 1


@rule
def count_cells(cells: int) -> int:
    n = 0
    while cells != 0:
        cells &= cells - 1
        n += 1
    return n


@rule
def sites(player: Any) -> int:
    """CDM-20. The shovel for the first tile; then every free cell next to a tile."""
    taken = player.occupied
    if taken == 0:
        return 1 << SHOVEL[player.board]
    around = beside(taken, 0) | beside(taken, 1) | beside(taken, 2) | beside(taken, 3)
    return around & ~taken


@rule
def matching(player: Any, tile: int, turn: int, cells: int) -> int:
    """CDM-21. Those of the cells where every edge of the tile matches what it touches; the frame is pasture."""
    for side in range(SIDES):
        kind = EDGE[tile, turn, side]
        facing = opposite(side)
        free = ~beside(player.occupied, facing)
        if kind != PASTURE:
            free &= ~AT_FRAME[side]
        cells &= free | beside(player.edges[kind, facing], facing)
    return cells


@rule
def grow(player: Any, kind: int, cells: int) -> int:
    """CDM-24. The whole objects of a kind that these cells belong to."""
    grown = 0
    while grown != cells:
        grown = cells
        for side in range(SIDES):
            cells |= beside(cells & player.edges[kind, side], side) & player.occupied
    return cells


@rule
def is_closed(player: Any, kind: int, cells: int) -> bool:
    """CDM-24. Whether an object has no open edge."""
    for side in range(SIDES):
        if beside(cells & player.edges[kind, side], side) & ~player.occupied != 0:
            return False
    return True


@rule
def overgrows(player: Any, tile: int, turn: int, cell: int) -> bool:
    """CDM-25. Whether the tile would make a landscape of more than four tiles there."""
    for kind in range(VINEYARD, FISH_POND + 1):
        if ELEMENTS[tile] >> kind & 1:
            joined = 0
            for side in range(SIDES):
                if EDGE[tile, turn, side] == kind:
                    joined |= beside(1 << cell, side) & player.occupied
            if joined != 0 and count_cells(grow(player, kind, joined)) >= MAX_LANDSCAPE:
                return True
    return False


@rule
def has_landscape(tile: int) -> bool:
    return ELEMENTS[tile] & LANDSCAPE_BITS != 0


@rule
def lay_tile(player: Any, tile: int, cell: int, turn: int) -> None:
    """Puts a tile down; unchecked."""
    player.tile[cell] = tile
    player.turn[cell] = turn
    player.occupied |= 1 << cell
    for side in range(SIDES):
        player.edges[EDGE[tile, turn, side], side] |= 1 << cell
    player.chimneys += CHIMNEYS[tile]


@rule
def complete_at(player: Any, cell: int) -> int:
    """CDM-24, CDM-25, CDM-26, CDM-31. Enters what the tile in this cell completes; returns the kinds as bits."""
    tile = player.tile[cell]
    done = 0
    if SINGLE[tile] != PASTURE:
        done = enter(player, SINGLE[tile], 1 << cell)
    for kind in range(VILLA, EDGE_KINDS):
        if ELEMENTS[tile] >> kind & 1:
            cells = grow(player, kind, 1 << cell)
            if is_closed(player, kind, cells):
                done |= enter(player, kind, cells)
    return done


@rule
def enter(player: Any, kind: int, cells: int) -> int:
    """One more complete thing of a kind; returns the kind as a bit."""
    player.complete[kind] += 1
    player.closed[kind] |= cells
    if kind == VILLA:
        player.villa_points += villa_value(count_chimneys(player, cells))
    return 1 << kind


@rule
def count_chimneys(player: Any, cells: int) -> int:
    n = 0
    for cell in range(CELLS):
        if cells >> cell & 1:
            n += CHIMNEYS[player.tile[cell]]
    return n


@rule
def villa_value(chimneys: int) -> int:
    """CDM-60. Points of a complete villa by its chimneys; beyond the table, more for each."""
    if chimneys <= VILLA_LAST:
        return VILLA_TABLE[chimneys]
    return VILLA_TABLE[VILLA_LAST] + VILLA_BEYOND * (chimneys - VILLA_LAST)
