"""A turn on the ring: the pawn goes, a tile is taken; and what comes when the turn is over."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.state import NONE
from bastide.core.turns import next_seat
from bastide.games.carpe_diem.actions import GO, LEFT, RIGHT, TAKE_TILE
from bastide.games.carpe_diem.state import MOVE, PLACE, START, TAKE
from bastide.games.carpe_diem.tables import BREAD_FOR_MOVE, ROUNDS, SPACE_TILES, SPACES


@rule
def legal_start(s: Any, out: Any) -> int:
    """CDM-02. Any space without a pawn."""
    n = 0
    for space in range(SPACES):
        out[n] = GO + space
        n += not has_pawn(s, space)
    return n


@rule
def has_pawn(s: Any, space: int) -> bool:
    for p in range(s.seats):
        if s.players[p].pawn == space:
            return True
    return False


@rule
def apply_start(s: Any, space: int) -> None:
    """CDM-02. Pawns come in turn order; then the first turn begins."""
    s.players[s.current].pawn = space
    s.current = next_seat(s.current, s.seats)
    s.stage = START if s.players[s.current].pawn == NONE else MOVE


@rule
def legal_move(s: Any, out: Any) -> int:
    """CDM-11, CDM-13. Left, right, or for bread to any space with a tile."""
    out[0] = LEFT
    out[1] = RIGHT
    n = 2
    if s.players[s.current].bread >= BREAD_FOR_MOVE:
        for space in range(SPACES):
            out[n] = GO + space
            n += s.ring_left[space] > 0
    return n


@rule
def walk(s: Any, space: int, step: int) -> int:
    """CDM-11, CDM-12. The first space with a tile in that direction, perhaps full circle."""
    space = (space + step) % SPACES
    while s.ring_left[space] == 0:
        space = (space + step) % SPACES
    return space


@rule
def apply_move(s: Any, a: int) -> None:
    """CDM-11, CDM-12, CDM-13. The pawn arrives where a tile will be taken."""
    player = s.players[s.current]
    if a >= GO:
        player.bread -= BREAD_FOR_MOVE
        player.pawn = a - GO
    else:
        player.pawn = walk(s, player.pawn, 1 if a == RIGHT else SPACES - 1)
    s.stage = TAKE


@rule
def legal_take(s: Any, out: Any) -> int:
    """CDM-14. Any tile of the space; of equal tiles the first."""
    space = s.players[s.current].pawn
    n = 0
    for slot in range(s.ring_left[space]):
        out[n] = TAKE_TILE + slot
        n += slot == 0 or s.ring[space, slot] != s.ring[space, slot - 1]
    return n


@rule
def apply_take(s: Any, slot: int) -> None:
    """CDM-14. The tile comes into the player's hand."""
    space = s.players[s.current].pawn
    s.in_hand = s.ring[space, slot]
    for i in range(slot + 1, SPACE_TILES):
        s.ring[space, i - 1] = s.ring[space, i]
    s.ring[space, SPACE_TILES - 1] = NONE
    s.ring_left[space] -= 1
    if s.ring_left[space] == SPACE_TILES - s.seats:
        clear_space(s, space)
    s.stage = PLACE


@rule
def clear_space(s: Any, space: int) -> None:
    """CDM-15. As many tiles as players are taken from a space; the others leave the game."""
    s.ring_left[space] = 0
    for slot in range(SPACE_TILES):
        s.ring[space, slot] = NONE


@rule
def end_turn(s: Any) -> bool:
    """CDM-10. The next player's turn; after seven rounds the scoring. Returns whether it is next."""
    s.spot = NONE
    s.played += 1
    if s.played == ROUNDS * s.seats:
        return True
    s.current = next_seat(s.current, s.seats)
    s.stage = MOVE
    return False
