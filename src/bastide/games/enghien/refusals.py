"""Which clause forbids an action that is not legal."""

from __future__ import annotations

from typing import Any

from bastide.games.enghien.actions import VERBS


def refuse_take(s: Any, cell: int) -> str:
    """ENG-03: the layout has no such cell. ENG-04: the card is gone, its hole stays."""
    return "ENG-03" if cell >= s.cells else "ENG-04"


refuse = VERBS.refuser({}, take=refuse_take)
