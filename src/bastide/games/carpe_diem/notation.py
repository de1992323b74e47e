"""Moves as players say them, outcomes of chance, and the position as text.

Cells are `a1` (far left) to `f6`; ring spaces count 1 to 7, card spaces 1 to 12. A tile goes by the id of its kind.
"""

from __future__ import annotations

from typing import Any

from bastide.core.notation import Notation
from bastide.core.state import NONE
from bastide.games.carpe_diem.actions import DRAWS, VERBS, circle_name, row_tiles, tile_name
from bastide.games.carpe_diem.kinds import EDGE_LETTERS, GOOD_NAMES, KIND_NAMES
from bastide.games.carpe_diem.state import ARTISAN_PICK, OVER_PHASE, STAGE_NAMES, START
from bastide.games.carpe_diem.tables import (
    BANDEROLES,
    CARD_IDS,
    CARD_SPACES,
    CELLS,
    EDGE,
    NUM_CIRCLES,
    ROUNDS,
    ROW,
    SHOVEL,
    SIDES,
    SIZE,
    SPACE_TILES,
    SPACES,
    TILE_IDS,
)


def write_go(s: Any, space: int) -> str:
    """CDM-02, CDM-13. The same ids before the first turn and in it."""
    return f"{'start' if s.stage == START else 'bread'} {space + 1}"


def write_row(s: Any, slot: int) -> str:
    """CDM-30. By its id for an artisan, by its place otherwise."""
    name = tile_name(row_tiles(s), slot)
    is_meant = s.stage == ARTISAN_PICK and not name.isdecimal()
    return f"take {name}" if is_meant else f"row {slot + 1}"


def show(s: Any) -> str:
    """Ring, bottom row, scoring grid, then every board: edges clockwise from the far side, S shovel, b banderole."""
    played = f"round {min(ROUNDS, s.played // s.seats + 1)}"
    lines = [f"phase {s.phase + 1}, {played}, {STAGE_NAMES[s.stage]}, seat {s.current}"]
    if s.in_hand != NONE:
        lines[0] += f", tile in hand: {TILE_IDS[s.in_hand]}"
    for space in range(SPACES):
        pawns = "".join(f" pawn {p}" for p in range(s.seats) if s.players[p].pawn == space)
        tiles = [TILE_IDS[s.ring[space, slot]] for slot in range(SPACE_TILES) if s.ring[space, slot] != NONE]
        lines.append(f"space {space + 1}: {' '.join(tiles)}{pawns}".rstrip(": "))
    lines.append("row: " + " ".join("-" if s.row[i] == NONE else TILE_IDS[s.row[i]] for i in range(ROW)))
    cards = ["-" if s.grid[space] == NONE else CARD_IDS[s.grid[space]] for space in range(CARD_SPACES)]
    lines.append("cards: " + " / ".join(" ".join(cards[row : row + 4]) for row in range(0, CARD_SPACES, 4)))
    discs = [f"{circle_name(i)} seat {s.disc[i]}" for i in range(NUM_CIRCLES) if s.disc[i] != NONE]
    lines.append("discs: " + (", ".join(discs) or "none"))
    for p in range(s.seats):
        lines += _show_player(s, p)
    return "\n".join(lines)


def _show_player(s: Any, p: int) -> list[str]:
    player = s.players[p]
    first = " (first player)" if s.first == p and s.stage != OVER_PHASE else ""
    items = [f"{player.goods[i]} {name}" for i, name in enumerate(GOOD_NAMES)]
    items += [f"{player.coins} coins", f"{player.bread} bread", f"{player.stored} stored"]
    held = [f"{n} {name}" for name, n in zip(KIND_NAMES, player.fountain_hand, strict=True) if n]
    items.append(f"{player.fountain_cards} fountain cards" + (f" ({', '.join(held)})" if held else ""))
    lines = [f"seat {p}{first}: {player.points} points, track {player.track}.{player.height}, {', '.join(items)}"]
    frame = [player.frame[side] for side in range(SIDES)]
    if NONE not in frame:
        lines.append("  frame pieces, far side first: " + " ".join(str(piece + 1) for piece in frame))
    if player.board == NONE:
        return lines
    for row in range(0, CELLS, SIZE):
        lines.append(f"  {row // SIZE + 1} " + " ".join(_show_cell(player, cell) for cell in range(row, row + SIZE)))
    return [*lines, "    " + "    ".join("abcdef")]


def _show_cell(player: Any, cell: int) -> str:
    if player.tile[cell] != NONE:
        return "".join(EDGE_LETTERS[EDGE[player.tile[cell], player.turn[cell], side]] for side in range(SIDES))
    if BANDEROLES[player.board] >> cell & 1:
        return "b   "
    return "S   " if SHOVEL[player.board] == cell else ".   "


NOTATION = Notation(VERBS, DRAWS, show, writing={"go": write_go, "row": write_row})
write, read, fixed = NOTATION.write, NOTATION.read, NOTATION.fixed
