"""The building board: where a tile fits, what joins, what is complete.

A set of its 36 cells is a whole number, a bit for each; shifting such sets finds what lies next to all of them at once.
`player.edges` has the kind of every edge between two cells, as one of them shows it: a set of cells for each bit of the
kind, for the edges to the east of their cells and for those to the south. Edges at the frame are pasture, which is 0.
"""

from __future__ import annotations

from typing import Any

from bastide.core.jit import count_bits, lowest_bit, rule
from bastide.games.carpe_diem.kinds import (
    EAST,
    EASTWARD,
    FISH_POND,
    KIND_BITS,
    NORTH,
    PASTURE,
    SOUTH,
    SOUTHWARD,
    VILLA,
    VINEYARD,
    WEST,
)
from bastide.games.carpe_diem.tables import (
    BOARD_MASK,
    BOTTOM_ROW,
    CHIMNEYS,
    EDGE,
    EDGES,
    ELEMENTS,
    LEFT_COLUMN,
    MAX_LANDSCAPE,
    PERIOD,
    RIGHT_COLUMN,
    SHOVEL,
    SHOWN,
    SIDE_TASKS,
    SIDES,
    SIZE,
    TASK_KIND,
    TASK_LINE,
    TOP_ROW,
    VILLA_BEYOND,
    VILLA_LAST,
    VILLA_TABLE,
)

LANDSCAPE_BITS = sum(1 << kind for kind in range(VINEYARD, FISH_POND + 1))
FOUR_MASKS = tuple[int, int, int, int]


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
    return count_bits(cells)


@rule
def sites(player: Any) -> int:
    """CDM-20. The shovel for the first tile; then every free cell next to a tile."""
    taken = player.occupied
    if taken == 0:
        return 1 << SHOVEL[player.board]
    around = beside(taken, 0) | beside(taken, 1) | beside(taken, 2) | beside(taken, 3)
    return around & ~taken


@rule
def edges_of(player: Any, axis: int, kind: int) -> int:
    """The cells whose edge along this axis is of a kind; pasture where it is not known yet."""
    different = 0
    for bit in range(KIND_BITS):
        different |= player.edges[axis, bit] ^ -(kind >> bit & 1)
    return BOARD_MASK & ~different


@rule
def allowing(player: Any, kind: int) -> FOUR_MASKS:
    """CDM-21. For each side, the cells where a tile may show this kind on it; the frame is pasture."""
    taken = player.occupied
    eastward, southward = edges_of(player, EASTWARD, kind), edges_of(player, SOUTHWARD, kind)
    frame = BOARD_MASK if kind == PASTURE else 0
    return (
        ~(beside(taken, SOUTH) | TOP_ROW) | southward << SIZE | TOP_ROW & frame,
        ~(beside(taken, WEST) | RIGHT_COLUMN) | eastward,
        ~(beside(taken, NORTH) | BOTTOM_ROW) | southward,
        ~(beside(taken, EAST) | LEFT_COLUMN) | eastward << 1 | LEFT_COLUMN & frame,
    )


@rule
def matching(player: Any, tile: int) -> FOUR_MASKS:
    """CDM-20, CDM-21. The sites where every edge of the tile matches what it touches, by quarter turns clockwise."""
    turns = PERIOD[tile]
    unturned = sites(player)
    quarter = unturned if turns > 1 else 0
    half = unturned if turns > 2 else 0
    three_quarters = half
    kinds = EDGES[tile]
    while kinds != 0:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        north, east, south, west = allowing(player, kind)
        shown = SHOWN[tile, kind]
        a, b, c, d = (shown & 1) - 1, (shown >> 1 & 1) - 1, (shown >> 2 & 1) - 1, (shown >> 3 & 1) - 1
        unturned &= (north | a) & (east | b) & (south | c) & (west | d)
        quarter &= (east | a) & (south | b) & (west | c) & (north | d)
        half &= (south | a) & (west | b) & (north | c) & (east | d)
        three_quarters &= (west | a) & (north | b) & (east | c) & (south | d)
    return unturned, quarter, half, three_quarters


@rule
def turns_at(fitting: FOUR_MASKS, cell: int) -> int:
    """In which turns a tile fits in a cell, as bits."""
    return (
        (fitting[0] >> cell & 1)
        | (fitting[1] >> cell & 1) << 1
        | (fitting[2] >> cell & 1) << 2
        | (fitting[3] >> cell & 1) << 3
    )


@rule
def fits(player: Any, tile: int, turn: int, cell: int) -> bool:
    """CDM-20, CDM-21. Whether the tile matches all it touches in this cell."""
    return turns_at(matching(player, tile), cell) >> turn & 1 != 0


@rule
def reach(player: Any, kind: int, cells: int) -> int:
    """CDM-24. The whole objects of a kind that these cells belong to, and the free cells at their open edges."""
    eastward, southward = edges_of(player, EASTWARD, kind), edges_of(player, SOUTHWARD, kind)
    grown = 0
    while grown != cells:
        grown = cells
        placed = cells & player.occupied
        cells |= (placed & eastward) << 1 | placed >> 1 & eastward
        cells |= (placed & southward) << SIZE | placed >> SIZE & southward
    return cells


@rule
def grow(player: Any, kind: int, cells: int) -> int:
    """CDM-24. The whole objects of a kind that these cells belong to."""
    return reach(player, kind, cells) & player.occupied


@rule
def is_closed(player: Any, kind: int, cells: int) -> bool:
    """CDM-24. Whether an object has no open edge."""
    return reach(player, kind, cells) & ~player.occupied == 0


@rule
def count_open(player: Any, eastward: int, southward: int) -> int:
    """How many of these edges have a tile on one side only."""
    taken = player.occupied
    return count_bits(eastward & ~(taken & taken >> 1)) + count_bits(southward & ~(taken & taken >> SIZE))


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
    player.chimneys += CHIMNEYS[tile]
    north, east = EDGE[tile, turn, NORTH], EDGE[tile, turn, EAST]
    south, west = EDGE[tile, turn, SOUTH], EDGE[tile, turn, WEST]
    for bit in range(KIND_BITS):
        player.edges[EASTWARD, bit] |= (east >> bit & 1) << cell | beside((west >> bit & 1) << cell, WEST)
        player.edges[SOUTHWARD, bit] |= (south >> bit & 1) << cell | beside((north >> bit & 1) << cell, NORTH)


@rule
def complete_at(player: Any, cell: int) -> int:
    """CDM-24, CDM-25, CDM-26, CDM-31. Enters what the tile in this cell completes; returns the kinds as bits."""
    kinds = ELEMENTS[player.tile[cell]]
    done = 0
    while kinds != 0:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        cells = reach(player, kind, 1 << cell)
        if cells & ~player.occupied == 0:
            done |= enter(player, kind, cells)
    return done


@rule
def enter(player: Any, kind: int, cells: int) -> int:
    """One more complete thing of a kind; returns the kind as a bit."""
    player.complete[kind] += 1
    do_tasks(player, kind, cells)
    if kind == VILLA:
        player.villa_points += villa_value(count_chimneys(player, cells))
    return 1 << kind


@rule
def do_tasks(player: Any, kind: int, cells: int) -> None:
    """CDM-64. Tasks of the frame are done whose line crosses something complete of their kind."""
    for side in range(SIDES):
        piece = player.frame[side]
        for task in range(SIDE_TASKS):
            if TASK_KIND[piece, task] == kind and TASK_LINE[side, piece, task] & cells != 0:
                player.tasks[side, task] = 1


@rule
def count_chimneys(player: Any, cells: int) -> int:
    n = 0
    while cells != 0:
        n += CHIMNEYS[player.tile[lowest_bit(cells)]]
        cells &= cells - 1
    return n


@rule
def villa_value(chimneys: int) -> int:
    """CDM-60. Points of a complete villa by its chimneys; beyond the table, more for each."""
    if chimneys <= VILLA_LAST:
        return VILLA_TABLE[chimneys]
    return VILLA_TABLE[VILLA_LAST] + VILLA_BEYOND * (chimneys - VILLA_LAST)
