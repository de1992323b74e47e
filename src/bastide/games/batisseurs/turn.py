"""The course of a turn and of the game: who comes next, and when it ends (BAT-04, BAT-05, BAT-50, BAT-51)."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.state import NONE
from bastide.core.turns import next_seat
from bastide.games.batisseurs.piles import forget
from bastide.games.batisseurs.state import BUILDING, INCOME_ROLL, OVER_PHASE
from bastide.games.batisseurs.tables import KINDS


@rule
def end_turn(s: Any) -> None:
    """BAT-05, BAT-50, BAT-51. The next seat earns its income; after the last card of a pile each builds once more."""
    s.laid = 0
    if s.final and s.current == s.ender:
        show_hands(s)
        s.phase = OVER_PHASE
        return
    s.final = s.ender != NONE
    s.current = next_seat(s.current, s.seats)
    s.phase = BUILDING if s.final else INCOME_ROLL


@rule
def show_hands(s: Any) -> None:
    """BAT-64. For the count all hands are laid open."""
    for p in range(s.seats):
        for kind in range(KINDS):
            s.known[p, kind] += s.secret[p, kind]
            s.secret[p, kind] = 0
        forget(s, p)
