"""Which clause forbids an action that is not legal."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE, ask
from bastide.games.carpe_diem.actions import (
    CARD_FIRST,
    DISC,
    GIVE_BACK,
    GIVE_SETS,
    GO,
    KEEP_BREAD,
    LAY,
    NEXT_REWARD,
    NUM_ACTIONS,
    STORE,
    TAKE_ROW,
    TAKE_TILE,
)
from bastide.games.carpe_diem.building import matching, overgrows, sites
from bastide.games.carpe_diem.reading import circle_cards
from bastide.games.carpe_diem.state import (
    ARTISAN_PICK,
    CIRCLE,
    FIRST,
    MOVE,
    PAY_BREAD,
    PLACE,
    RETURN,
    REWARD,
    SETS,
    START,
    TAKE,
)
from bastide.games.carpe_diem.tables import DATA, cell_name

# What each stage asks for: its clause, and the ids it takes.
ASKED = {
    START: ("CDM-02", range(GO, TAKE_TILE)),
    MOVE: ("CDM-11", range(TAKE_TILE)),
    TAKE: ("CDM-14", range(TAKE_TILE, LAY)),
    PLACE: ("CDM-14", range(LAY, NEXT_REWARD)),
    REWARD: ("CDM-23", range(NEXT_REWARD, TAKE_ROW)),
    ARTISAN_PICK: ("CDM-30", range(TAKE_ROW, GIVE_BACK)),
    RETURN: ("CDM-32", range(GIVE_BACK, DISC)),
    CIRCLE: ("CDM-41", range(DISC, CARD_FIRST)),
    FIRST: ("CDM-41", range(CARD_FIRST, KEEP_BREAD)),
    PAY_BREAD: ("CDM-44", range(KEEP_BREAD, GIVE_SETS)),
    SETS: ("CDM-43", range(GIVE_SETS, NUM_ACTIONS)),
}

TURN = (MOVE, TAKE, PLACE, REWARD, RETURN)  # while the ring and the bottom row lie open and neither is an artisan's


def refuse(s: Any, a: int) -> str:
    """The clause of what is asked now; or, for an action of this stage, the clause that it breaks."""
    clause, ids = ASKED.get(s.stage, ("CDM-10", range(0)))
    if a not in ids:
        return "CDM-30" if TAKE_ROW <= a < GIVE_BACK and s.stage in TURN else clause
    if s.stage == MOVE:
        return "CDM-13"
    if s.stage == PLACE:
        if a == STORE:
            return "CDM-20"
        return refuse_cell(s, *divmod(a - LAY, 4))
    if s.stage == CIRCLE and circle_cards(s, a - DISC) is None:
        return "CDM-04"
    return clause


def refuse_cell(s: Any, cell: int, turn: int) -> str:
    """CDM-20: not next to a tile. CDM-21: an edge does not match, or the turn looks like another. CDM-25: too large."""
    player = s.players[s.current]
    if not ask(sites, player) >> cell & 1:
        return "CDM-20"
    if turn >= DATA.tiles[s.in_hand].period or not ask(matching, player, s.in_hand, turn, 1 << cell):
        return "CDM-21"
    return "CDM-25"


def targets(v: Any, a: int, _seat: int) -> tuple[str, ...]:
    """What stands for an action that is not legal: a ring space, a row tile, a cell where no turn fits, a circle."""
    if v.stage in (START, *TURN) and GO <= a < TAKE_TILE:
        return (f"ring:{a - GO + 1}",)
    if v.stage in TURN and TAKE_ROW <= a < GIVE_BACK and v.row[a - TAKE_ROW] != NONE:
        return (f"tile:row:{a - TAKE_ROW + 1}",)
    if v.stage == PLACE and LAY <= a < STORE and (a - LAY) % 4 == 0:
        cell = (a - LAY) // 4
        is_free = not v.players[v.current].occupied >> cell & 1
        return (f"cell:{cell_name(cell)}",) if is_free and not fits_somehow(v, cell) else ()
    if v.stage == PLACE and a == STORE:
        return ("store",)
    if v.stage == CIRCLE and DISC <= a < CARD_FIRST and circle_cards(v, a - DISC):
        return (f"circle:{a - DISC}",)
    return ()


def fits_somehow(v: Any, cell: int) -> bool:
    """CDM-20, CDM-21, CDM-25. Whether the tile in hand may lie in a cell in any turn."""
    player = v.players[v.current]
    cells = ask(sites, player) & 1 << cell
    return any(
        ask(matching, player, v.in_hand, turn, cells) and not ask(overgrows, player, v.in_hand, turn, cell)
        for turn in range(DATA.tiles[v.in_hand].period)
    )
