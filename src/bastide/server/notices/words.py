"""What a notice says: the games and tables at which somebody is waited for, and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.catalogue import say
from bastide.core.decoding import read_json
from bastide.server.links import seat_of
from bastide.server.store.notices import Waiting
from bastide.server.summary import read_summary
from bastide.table.setup import Setup

NAMED = 5  # tables named in one message; the others are counted


class NamedTable(NamedTuple):
    """A table in a message."""

    id: str
    title: str
    asked_at: int


class Message(NamedTuple):
    title: str
    lines: list[str]
    tables: list[NamedTable]
    path: str  # of the page, where it leads

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def still_asked(waiting: Waiting) -> bool:
    """Whether the one asking that a notice tells of still stands."""
    summary = read_summary(waiting.summary)
    is_asked = seat_of(waiting.who) in summary.waiting_for
    return waiting.state == "playing" and is_asked and summary.since == waiting.asked_at


def message_of(waiting: list[Waiting], language: str) -> Message:
    """One message for all that waits."""
    told = [NamedTable(each.table, _title(each, language), each.asked_at) for each in waiting]
    if len(told) == 1:
        [only] = told
        return Message(say(language, "table.notice.turn"), [only.title], told, f"/table/{only.id}")
    lines = [each.title for each in told[:NAMED]]
    if len(told) > NAMED:
        lines.append(say(language, "table.notice.more", n=len(told) - NAMED))
    return Message(say(language, "table.notice.turns", n=len(told)), lines, told, "/")


def _title(waiting: Waiting, language: str) -> str:
    game = say(language, f"{waiting.game}.title")
    name = read_json(waiting.setup, Setup).name
    return say(language, "table.notice.table", game=game, name=name) if name else game
