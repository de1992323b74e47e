"""Which clause forbids an action that is not legal."""

from __future__ import annotations

from typing import Any

from bastide.core.state import ask
from bastide.games.carpe_diem.actions import VERBS
from bastide.games.carpe_diem.building import fits, overgrows, sites
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
    STAGE_NAMES,
    START,
    TAKE,
)
from bastide.games.carpe_diem.tables import DATA

# What is asked in each stage; in the others nothing is.
NOT_NOW = dict.fromkeys(range(len(STAGE_NAMES)), "CDM-10") | {
    START: "CDM-02",
    MOVE: "CDM-11",
    TAKE: "CDM-14",
    PLACE: "CDM-14",
    REWARD: "CDM-23",
    ARTISAN_PICK: "CDM-30",
    RETURN: "CDM-32",
    CIRCLE: "CDM-41",
    FIRST: "CDM-41",
    PAY_BREAD: "CDM-44",
    SETS: "CDM-43",
}

TURN = (MOVE, TAKE, PLACE, REWARD, RETURN)  # while the ring and the bottom row lie open and neither is an artisan's


def refuse_place(s: Any, cell: int, turn: int) -> str:
    """CDM-20: not next to a tile. CDM-21: an edge does not match, or the turn looks like another. CDM-25: too large."""
    player = s.players[s.current]
    if not ask(sites, player) >> cell & 1:
        return "CDM-20"
    if turn >= DATA.tiles[s.in_hand].period or not ask(fits, player, s.in_hand, turn, cell):
        return "CDM-21"
    return "CDM-25"


def refuse_disc(s: Any, circle: int) -> str:
    """CDM-04: a card is missing beside the circle. CDM-41: a disc lies there."""
    return "CDM-41" if circle_cards(s, circle) else "CDM-04"


_refuse = VERBS.refuser(NOT_NOW, place=refuse_place, disc=refuse_disc)


def refuse(s: Any, a: int) -> str:
    """CDM-30 for the bottom row in anybody's turn; else what the table of verbs says."""
    if s.stage in TURN and VERBS.decode(a).verb.name == "row":
        return "CDM-30"
    return _refuse(s, a)


def fits_somehow(v: Any, cell: int) -> bool:
    """CDM-20, CDM-21, CDM-25. Whether the tile in hand may lie in a cell in any turn."""
    player = v.players[v.current]
    return any(
        ask(fits, player, v.in_hand, turn, cell) and not ask(overgrows, player, v.in_hand, turn, cell)
        for turn in range(DATA.tiles[v.in_hand].period)
    )
