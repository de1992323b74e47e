"""The log of a table: everything that ever happened at it, in order. Replaying the lines rebuilds the table."""

from __future__ import annotations

from typing import Literal

import msgspec

from bastide.core.state import NONE
from bastide.table.parting import What
from bastide.table.parts import Confirm, SeatKind

Why = Literal["absent", "time", "asked"]


class Line(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """One line; the store adds its number and its time."""


class Sat(Line, frozen=True, tag="sat"):
    """Who holds a seat from now on. `owner` is the seat whose link plays it: another one on a shared device."""

    seat: int
    who: SeatKind
    owner: int = msgspec.field(name="hand")  # as logs have always called it
    name: str | None = None
    level: str = ""


class Shared(Line, frozen=True, tag="shared"):
    """A seat's part of the shuffle: the seal of its entropy, or the entropy itself."""

    seat: int
    seal: str
    entropy: str = ""


class Opened(Line, frozen=True, tag="opened"):
    """A seat's entropy, once every seat had shown its part."""

    seat: int
    entropy: str


class Began(Line, frozen=True, tag="began"):
    """The deal."""


class Acted(Line, frozen=True, tag="act"):
    """One decision, and its notation. `by` is the bot that decided in place of the seat's own, which was not ready."""

    seat: int
    action: int
    text: str
    by: str = ""


class Committed(Line, frozen=True, tag="commit"):
    """The decisions so far are shown to everybody."""

    seat: int


class Drawn(Line, frozen=True, tag="draw"):
    """One outcome of chance, and its notation."""

    action: int
    text: str


class Undone(Line, frozen=True, tag="undo"):
    """Back to an earlier ply."""

    seat: int
    ply: int


class ConfirmSet(Line, frozen=True, tag="confirm"):
    seat: int
    mode: Confirm


class Held(Line, frozen=True, tag="held"):
    """A bot decides for a seat until its owner returns."""

    seat: int
    why: Why


class Reclaimed(Line, frozen=True, tag="reclaimed"):
    seat: int


class Muted(Line, frozen=True, tag="muted"):
    """Whose chat a seat does not want; NONE stands for spectators."""

    seat: int
    whom: int
    on: bool


class Left(Line, frozen=True, tag="left"):
    """A player is gone for good; a bot decides until the end."""

    seat: int
    why: Literal["resigned", "removed"]


class Proposed(Line, frozen=True, tag="proposed"):
    """Something that the others must agree to; `by` is a link's seat, NONE a host who only watches."""

    by: int
    what: What
    seat: int = NONE


class Voted(Line, frozen=True, tag="voted"):
    """An answer to what was proposed; a no ends it, and so does one from its proposer."""

    by: int
    agree: bool


class Abandoned(Line, frozen=True, tag="abandoned"):
    """The game ends here, without a result."""


class Paused(Line, frozen=True, tag="paused"):
    """All agreed: nobody's clock runs until somebody decides, or goes on."""


class Resumed(Line, frozen=True, tag="resumed"):
    """The clock goes on."""


class TimeGiven(Line, frozen=True, tag="time_given"):
    """Somebody gave another more time."""

    by: int
    seat: int


class SpectatorsChat(Line, frozen=True, tag="spectators_chat"):
    """Whether those who only watch may speak."""

    on: bool


class FollowedBy(Line, frozen=True, tag="followed"):
    """The rematch."""

    table: str


AnyLine = (
    Sat
    | Shared
    | Opened
    | Began
    | Acted
    | Committed
    | Drawn
    | Undone
    | ConfirmSet
    | Held
    | Reclaimed
    | Muted
    | Left
    | Proposed
    | Voted
    | Abandoned
    | Paused
    | Resumed
    | TimeGiven
    | SpectatorsChat
    | FollowedBy
)
