"""Which clause forbids an action that is not legal."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE
from bastide.games.alhambra.actions import BUY, KEEP, PASS, places_of
from bastide.games.alhambra.actions import PAY as PAY_CARD
from bastide.games.alhambra.state import CHOOSE, FINISHED, RECIPIENT
from bastide.games.alhambra.tables import VALUES


def refuse(s: Any, a: int) -> str:
    """The clause against an action at this position."""
    if s.phase == FINISHED:
        return "ALH-40"  # the game has ended
    if s.phase < CHOOSE:
        return "ALH-24"  # cards are being laid out: the next player waits
    if a == PASS:
        return "ALH-18"  # something can be done
    if KEEP <= a < PAY_CARD:
        return "ALH-53"  # nobody is asked who gets a building
    if s.phase == RECIPIENT:
        return "ALH-53"  # first say who gets the building
    return _refuse_choose(s, a) if s.phase == CHOOSE else _refuse_pay(s, a)


def _refuse_choose(s: Any, a: int) -> str:
    if a >= PAY_CARD:
        return "ALH-12"  # no building has been chosen
    if a >= BUY:
        return "ALH-15" if s.yard[a - BUY] == NONE else "ALH-12"  # not refilled yet; too dear
    empty = any(s.open_money[place] == NONE for place in places_of(a))
    return "ALH-21" if empty else "ALH-11"  # no card lies there; worth more than 5, or an equal card lies further left


def _refuse_pay(s: Any, a: int) -> str:
    if a < PAY_CARD:
        return "ALH-12"  # the building chosen is paid first
    held = s.collectors[s.current].hand[s.slot * VALUES + a - PAY_CARD]
    return "ALH-17" if held else "ALH-12"  # superfluous, out of order or not enough; no such card
