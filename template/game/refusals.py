"""Which clause forbids an action that is not legal."""

from __future__ import annotations

from typing import Any

from bastide.games.newgame.actions import VERBS


def refuse_take(s: Any, stones: int) -> str:
    """NGM-03: the seat before took as many. NGM-05: there are not so many."""
    return "NGM-03" if stones + 1 == s.before else "NGM-05"


refuse = VERBS.refuser({}, take=refuse_take)
