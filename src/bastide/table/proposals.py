"""What players may propose to each other during a game, who must agree, and when it is agreed to."""

from __future__ import annotations

from collections.abc import Callable

from bastide.core.state import NONE
from bastide.table.folded import FoldedLog
from bastide.table.parting import HOLD_MS, PATIENCE_MS, Proposal, What
from bastide.table.refused import Refused
from bastide.table.timing import MINUTE

ABOUT_SOMEBODY: tuple[What, ...] = ("remove", "hold")


def make_proposal(table: FoldedLog, by: int, what: What, seat: int, at: int) -> Proposal:
    """A proposal that may be made now; one thing is asked at a time.

    Where nobody else is there to agree, a player is removed only after having kept the table waiting; and a seat can be
    held so only where no clock does it, after a day.
    """
    if table.proposal is not None:
        raise Refused("table.refused.proposed")
    proposal = Proposal(by, what, seat if what in ABOUT_SOMEBODY else NONE)
    if what in ABOUT_SOMEBODY:
        _check_about(table, proposal)
    CHECKS[what](table, proposal, at)
    return proposal


def voters(table: FoldedLog, proposal: Proposal) -> set[int]:
    """The links that must agree: all whose players are still playing, but for who asks and whom it is about."""
    about = NONE if proposal.seat == NONE else table.chairs[proposal.seat].owner
    playing = {chair.owner for chair in table.chairs if chair.kind == "person" and not chair.held}
    return playing - {proposal.by, about}


def _check_about(table: FoldedLog, proposal: Proposal) -> None:
    """It is about another person who is still playing."""
    seat = proposal.seat
    if not 0 <= seat < table.setup.seats:
        raise Refused("table.refused.no_such_seat", seat=seat + 1)
    chair = table.chairs[seat]
    if chair.kind != "person" or chair.left or chair.owner == proposal.by:
        raise Refused("table.refused.not_removable", seat=seat + 1)


def _check_removable(table: FoldedLog, proposal: Proposal, at: int) -> None:
    if not voters(table, proposal) and not table.has_waited(proposal.seat, PATIENCE_MS, at):
        raise Refused("table.refused.too_soon", minutes=PATIENCE_MS // MINUTE)


def _check_nothing(_table: FoldedLog, _proposal: Proposal, _at: int) -> None:
    """It may be proposed at any time."""


def _check_pausable(table: FoldedLog, _proposal: Proposal, _at: int) -> None:
    if table.setup.clock.kind == "none" or table.paused:
        raise Refused("table.refused.no_clock" if not table.paused else "table.refused.paused")


def _check_holdable(table: FoldedLog, proposal: Proposal, at: int) -> None:
    if table.setup.clock.kind != "none":
        raise Refused("table.refused.own_time")
    if not table.has_waited(proposal.seat, HOLD_MS, at):
        raise Refused("table.refused.wait_a_day")


def is_agreed(table: FoldedLog, proposal: Proposal, at: int) -> bool:
    """All who must agree have; nobody is removed by one player alone who has not waited long enough."""
    is_by_many = proposal.what != "remove" or proposal.agreed or table.has_waited(proposal.seat, PATIENCE_MS, at)
    return bool(is_by_many) and voters(table, proposal) <= proposal.agreed


CHECKS: dict[What, Callable[[FoldedLog, Proposal, int], None]] = {
    "abandon": _check_nothing,
    "pause": _check_pausable,
    "remove": _check_removable,
    "hold": _check_holdable,
}
