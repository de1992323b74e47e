"""Which clause forbids an action that is not legal."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE
from bastide.games.alhambra.actions import DRAWN, VERBS, places_of
from bastide.games.alhambra.state import OVER_PHASE, RECIPIENT
from bastide.games.alhambra.tables import VALUES

# while cards are laid out the next player waits; who gets a building is said before it is paid; the game has ended
NOT_NOW = {**dict.fromkeys(DRAWN, "ALH-24"), RECIPIENT: "ALH-53", OVER_PHASE: "ALH-40"}


def refuse_take(s: Any, take: int) -> str:
    """ALH-21: no card lies there. ALH-11: worth more than 5, or the leftmost of equal cards stands for this one."""
    return "ALH-21" if any(s.open_money[place] == NONE for place in places_of(take)) else "ALH-11"


def refuse_buy(s: Any, slot: int) -> str:
    """ALH-15: not refilled yet. ALH-12: too dear."""
    return "ALH-15" if s.yard[slot] == NONE else "ALH-12"


def refuse_pay(s: Any, value: int) -> str:
    """ALH-17: superfluous, out of order or not enough. ALH-12: no such card."""
    return "ALH-17" if s.collectors[s.current].hand[s.slot * VALUES + value] else "ALH-12"


refuse = VERBS.refuser(NOT_NOW, take=refuse_take, buy=refuse_buy, pay=refuse_pay)
