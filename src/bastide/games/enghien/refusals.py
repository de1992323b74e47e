"""Which clause forbids an action that is not legal."""

from __future__ import annotations

from typing import Any

from bastide.games.enghien.state import TAKE


def refuse(s: Any, a: int) -> str:
    """ENG-03: the layout has no such cell. ENG-04: the card is gone, its hole stays. ENG-05: nothing is taken now."""
    if s.phase != TAKE:
        return "ENG-05"
    return "ENG-03" if a >= s.cells else "ENG-04"
