"""The banderole track and its stacks."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.state import NONE
from bastide.games.carpe_diem.tables import DISCS, LAST_SPACE, MAX_SEATS


@rule
def rank(s: Any, p: int) -> int:
    """CDM-40. Larger is farther on the track or, on one space, higher in the stack."""
    return s.players[p].track * MAX_SEATS + s.players[p].height


@rule
def advance(s: Any, p: int, steps: int) -> None:
    """CDM-22. The disc goes on top of the stack where it arrives; the track ends at its last space."""
    player = s.players[p]
    if steps == 0 or player.track == LAST_SPACE:
        return
    for q in range(s.seats):
        above = s.players[q].track == player.track and s.players[q].height > player.height
        s.players[q].height -= above
    arrival = min(LAST_SPACE, player.track + steps)
    stack = 0
    for q in range(s.seats):
        stack += q != p and s.players[q].track == arrival
    player.track = arrival
    player.height = stack


@rule
def next_to_score(s: Any) -> int:
    """CDM-40. The farthest of those who have not scored in this phase; NONE when all have."""
    best = NONE
    for p in range(s.seats):
        if s.players[p].discs == DISCS - s.phase and (best == NONE or rank(s, p) > rank(s, best)):
            best = p
    return best
