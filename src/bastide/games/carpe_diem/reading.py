"""Questions about a position in plain Python, for pictures, stories and invariants; over readers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bastide.core.state import NONE, ask
from bastide.games.carpe_diem.building import count_chimneys, grow, is_closed
from bastide.games.carpe_diem.components import CIRCLES
from bastide.games.carpe_diem.kinds import DWELLINGS, EDGE_KINDS, LANDSCAPES, SINGLES, VILLA
from bastide.games.carpe_diem.tables import CELLS, DATA


@dataclass(frozen=True)
class Thing:
    """A villa, landscape, dwelling or single tile on a board."""

    kind: int
    cells: int  # as bits
    complete: bool
    chimneys: int


def cells_of(mask: int) -> list[int]:
    return [cell for cell in range(CELLS) if mask >> cell & 1]


def things(player: Any) -> Iterator[Thing]:
    """CDM-24. Everything on a board, by kind, then by its first cell."""
    placed = placed_tiles(player)
    for kind in range(VILLA, EDGE_KINDS):
        left = sum(1 << cell for cell, tile in placed if kind in DATA.tiles[tile].elements)
        while left:
            cells = ask(grow, player, kind, left & -left)
            left &= ~cells
            chimneys = ask(count_chimneys, player, cells) if kind == VILLA else 0
            yield Thing(kind, cells, bool(ask(is_closed, player, kind, cells)), chimneys)
    for kind in SINGLES:
        for cell, tile in placed:
            if DATA.tiles[tile].single == kind:
                yield Thing(kind, 1 << cell, True, 0)


def placed_tiles(player: Any) -> list[tuple[int, int]]:
    """Cells with a tile, and its kind."""
    return [(cell, tile) for cell, tile in enumerate(player.tile.tolist()) if tile != NONE]


def all_chimneys(player: Any) -> int:
    """CDM-46. Chimneys count in every villa, complete or not."""
    return sum(DATA.tiles[tile].chimneys for _, tile in placed_tiles(player))


def source_clause(kind: int) -> str:
    """The clause that says what completing a kind brings."""
    if kind in LANDSCAPES:
        return "CDM-25"
    if kind in DWELLINGS:
        return f"CDM-{27 + kind - DWELLINGS[0]}"
    return "CDM-24" if kind == VILLA else "CDM-32" if kind == SINGLES[-1] else "CDM-31"


def circle_cards(s: Any, circle: int) -> tuple[int, int] | None:
    """The two cards beside a circle, or nothing where one is missing."""
    left, right = CIRCLES[circle]
    first, second = s.grid[left], s.grid[right]
    return None if NONE in (first, second) else (first, second)
