"""What of a table leaves it: to all alike, or to one viewer, made from what that viewer has been shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from bastide.core.state import NONE, SPECTATOR
from bastide.core.words import Phrase, Prompt
from bastide.games import load
from bastide.table import messages, parts
from bastide.table.folded import FoldedLog
from bastide.table.parting import rank
from bastide.table.parts import Confirm, SeatInfo, Share, TableInfo
from bastide.table.proposals import voters
from bastide.table.refused import Refused
from bastide.table.telling import Teller, seat_names
from bastide.table.timing import ClockKind, Times, left_at
from bastide.table.views import NO_TURN, is_asked_in, past_view, peek_view, present_view, refusals

CLOCKS = 16  # that are remembered until all viewers have theirs


def info_of(
    table: FoldedLog,
    connected: Collection[int] = (),
    leaves: Mapping[int, int] | None = None,
    unready: Collection[int] = (),
    *,
    preparing: bool = False,
) -> TableInfo:
    """What everybody may know; presence, and which bots are not ready, is the caller's to say."""
    owners = [chair.owner for chair in table.chairs if chair.kind == "person"]
    today = load(table.setup.game).spec.rules_version
    return TableInfo(
        id=table.setup.id,
        game=table.setup.game,
        name=table.setup.name,
        rules_version=table.setup.rules_version,
        seats=seats_of(table, connected, leaves, unready),
        options=table.setup.options,
        state=table.state,
        commitment=table.setup.commitment,
        hot_seat=len(set(owners)) < len(owners),
        shares=[Share(chair.seal or None, chair.entropy != "") for chair in table.chairs],
        opening=table.is_opening,
        listed=table.setup.listed,
        rated=table.setup.rated,
        clock=table.setup.clock,
        absent_ms=table.absent_ms,
        rematch=table.followed_by != "",
        host=None if table.setup.host == NONE else table.setup.host,
        abandoned=table.abandoned,
        paused=table.paused,
        spectators_chat=table.spectators_chat,
        proposal=_asked(table),
        newer_rules=None if today == table.setup.rules_version else today,
        branch=table.setup.branch,
        preparing=preparing,
    )


def _asked(table: FoldedLog) -> parts.Asked | None:
    proposal = table.proposal
    if proposal is None:
        return None
    by, seat = (None if p == NONE else p for p in (proposal.by, proposal.seat))
    return parts.Asked(proposal.what, by, seat, sorted(voters(table, proposal) - proposal.agreed))


def seats_of(
    table: FoldedLog,
    connected: Collection[int] = (),
    leaves: Mapping[int, int] | None = None,
    unready: Collection[int] = (),
) -> list[SeatInfo]:
    """Who sits where; presence, and which bots are not ready, is the caller's to say."""
    return [
        SeatInfo(
            seat=p,
            name=chair.name,
            kind=chair.kind,
            connected=p in connected,
            level=chair.level,
            stand_in=chair.held or p in unready,
            leaves_ms=(leaves or {}).get(p),
            left=chair.left,
        )
        for p, chair in enumerate(table.chairs)
    ]


def clock_of(table: FoldedLog, at: int) -> parts.Clock:
    return clock_at(table.times, table.setup.clock.kind, at)


@lru_cache(maxsize=CLOCKS)
def clock_at(times: Times, kind: ClockKind, at: int) -> parts.Clock:
    """What everybody has left at a moment: the same for all viewers."""
    running = [] if times.running == NONE else [times.running]
    return parts.Clock(kind, [left_at(times, p, at) for p in range(len(times.left))], running)


def view_for(table: FoldedLog, viewer: int, at: int) -> parts.View:
    """What a seat or SPECTATOR sees now."""
    confirm: Confirm = "off" if viewer == SPECTATOR else table.chairs[viewer].confirm
    due = table.commits_at()
    auto_ms = None if due is None else max(0, due - at)
    view = present_view(table.match, viewer, clock_of(table, at), confirm, auto_ms)
    if table.state == "waiting":
        key = "table.prompt.opening" if table.is_full else "table.prompt.waiting"
        return msgspec.structs.replace(view, prompt=Prompt(Phrase(key)), turn=NO_TURN)
    if table.abandoned:
        prompt = Prompt(Phrase("table.prompt.abandoned"))
        return msgspec.structs.replace(view, prompt=prompt, turn=NO_TURN, choices=[], plans=[])
    return _ranked(table, view)


def _ranked(table: FoldedLog, view: parts.View) -> parts.View:
    """Those who left are ranked behind those who stayed."""
    gone = [p for p, chair in enumerate(table.chairs) if chair.left]
    if not gone or not view.scores.places:
        return view
    scores = msgspec.structs.replace(view.scores, places=rank(view.scores.places, gone))
    return msgspec.structs.replace(view, scores=scores)


def log_start(table: FoldedLog, since: int) -> int:
    """Where the log begins for whoever needs it from a ply on: all of it is also that of the game it left."""
    return since or -len(table.setup.past)


def log_for(table: FoldedLog, viewer: int, since: int) -> list[parts.LogEvent]:
    return _marked(table, table.match.chronicle(viewer).since(since))


def written_log(table: FoldedLog, viewer: int, since: int) -> Any:
    """The same to stand in a message: as it was written once for all, unless a stand-in has to be named."""
    return log_for(table, viewer, since) if table.stood_in else table.match.chronicle(viewer).written_since(since)


def _marked(table: FoldedLog, events: list[parts.LogEvent]) -> list[parts.LogEvent]:
    """Says of what a stand-in decided that it did."""
    if not table.stood_in:
        return events
    return [
        msgspec.structs.replace(event, stand_in=True) if event.decided and event.ply in table.stood_in else event
        for event in events
    ]


def drawn_for(table: FoldedLog, viewer: int, since: int) -> list[tuple[int, int]]:
    """The outcomes of chance that a viewer saw from a ply on, by ply."""
    return table.match.chronicle(viewer).drawn_since(since)


def answer_for(table: FoldedLog, viewer: int, language: str, text: str, names: Sequence[str] = ()) -> messages.Told:
    """The answer to a viewer's question, in words; an empty one is answered with everything there is to tell.

    `names`: what the seats are called, where it is not as their players are.
    """
    called = names or seat_names(table.chairs, language)
    return Teller(table.match, viewer, language, called).answer(text)


def peek_for(table: FoldedLog, viewer: int, eyes: int, at: int) -> parts.View:
    """What everybody else sees of the viewer; through the eyes of a seat only once the game is over."""
    if eyes != SPECTATOR:
        return past_for(table, viewer, table.ply(viewer), eyes, at)
    return peek_view(table.match, viewer, clock_of(table, at))


def reasons_for(table: FoldedLog, viewer: int) -> messages.Reasons:
    """Why the viewer cannot choose what is visible and not offered now."""
    is_asked = table.mover == viewer and is_asked_in(table.match, viewer)
    return messages.Reasons(table.ply(viewer), refusals(table.match.view(viewer)) if is_asked else [])


def past_for(table: FoldedLog, viewer: int, ply: int, eyes: int, at: int) -> parts.View:
    """An earlier position; through other eyes only once the game is over."""
    _check_eyes(table, viewer, eyes)
    position = table.match.past(viewer, ply)
    return _ranked(table, past_view(position, eyes, table.match.chronicle(eyes), clock_of(table, at)))


def past_log_for(table: FoldedLog, viewer: int, ply: int, eyes: int) -> list[parts.LogEvent]:
    """The events of the ply that led to an earlier position."""
    _check_eyes(table, viewer, eyes)
    return _marked(table, table.match.chronicle(eyes).since(max(0, ply - 1), ply))


def _check_eyes(table: FoldedLog, viewer: int, eyes: int) -> None:
    if eyes >= table.setup.seats:
        raise Refused("table.refused.no_such_seat", seat=eyes + 1)
    if eyes != viewer and table.state != "over":
        raise Refused("table.refused.eyes")
