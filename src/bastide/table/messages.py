"""What travels between the server and a page or a program; the page's types are generated from these.

Fields without a default are always sent; the others are left out when they hold their default.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from bastide.core.words import Phrase
from bastide.table.parting import What
from bastide.table.parts import (
    ChatLine,
    Confirm,
    Hint,
    LogEvent,
    Refusal,
    Result,
    Seat,
    TableInfo,
    View,
)

PROTOCOL = 2  # raised whenever a message changes shape; a page with another number asks for a reload

MAX_CHAT = 400
MAX_ACTIONS = 64
MAX_NOTATION = 200

Text = Annotated[str, msgspec.Meta(max_length=MAX_CHAT)]
PlyNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16,64}$")]


# ------------------------------------------------------------------ from the server


class FromServer(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """A message to one viewer."""


class Welcome(FromServer, frozen=True, tag="welcome"):
    """The answer to `hello`. `seats` are those this link may sit in (several when they share a device).

    `log` holds the lines from ply `from` on: `seen`, or earlier where something has been taken back since; `drawn`
    the outcomes of chance that the viewer saw from there on, by ply: the page compares them with the proof.
    """

    protocol: int
    table: TableInfo
    viewer: int | None
    seats: list[int]
    host: bool
    view: View
    since: int = msgspec.field(name="from")
    log: list[LogEvent]
    chat: list[ChatLine]
    muted: list[int | None]
    drawn: list[tuple[int, int]] = []


class TableChanged(FromServer, frozen=True, tag="table"):
    table: TableInfo


class ViewChanged(FromServer, frozen=True, tag="view"):
    """After every ply. `log` replaces all lines from ply `from` on: after an undo they are fewer.

    `drawn`: the outcomes of chance that the viewer saw from there on, by ply.
    """

    view: View
    since: int = msgspec.field(name="from")
    log: list[LogEvent]
    drawn: list[tuple[int, int]] = []


class Said(FromServer, frozen=True, tag="chat"):
    line: ChatLine


class Hinted(FromServer, frozen=True, tag="hint"):
    hint: Hint


class Told(FromServer, frozen=True, tag="told"):
    """The answer to `ask`: sentences in the reader's language."""

    heading: str
    lines: list[str]


class Peeked(FromServer, frozen=True, tag="peek"):
    """What others see of the viewer, made from the viewer's own view."""

    eyes: int | None = msgspec.field(name="as")
    view: View


class Reasons(FromServer, frozen=True, tag="why"):
    """Why what is visible and not offered cannot be chosen at this ply; nothing where the viewer is not asked."""

    ply: int
    refusals: list[Refusal]


class Past(FromServer, frozen=True, tag="past"):
    view: View
    log: list[LogEvent]


class Over(FromServer, frozen=True, tag="over"):
    result: Result


class Again(FromServer, frozen=True, tag="rematch"):
    """The next table, by the viewer's own link."""

    href: str


class NotDone(FromServer, frozen=True, tag="refused"):
    """An action, a link or a message was refused; nothing changed. `text` is the sentence in the reader's language."""

    label: Phrase
    clause: str = ""
    text: str = ""


AnyFromServer = (
    Welcome | TableChanged | ViewChanged | Said | Hinted | Told | Peeked | Reasons | Past | Over | Again | NotDone
)


# ------------------------------------------------------------------ to the server


class ToServer(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message from one viewer."""


class Hello(ToServer, frozen=True, tag="hello"):
    """First of all: the link's key (none: a spectator of a listed table) and the ply up to which the log is known."""

    protocol: int
    seen: PlyNumber = 0
    key: Annotated[str, msgspec.Meta(max_length=400)] = ""
    language: Annotated[str, msgspec.Meta(max_length=8)] = "en"


class Act(ToServer, frozen=True, tag="act"):
    """One choice or one plan, decided while looking at `ply`; or one action in notation."""

    ply: PlyNumber
    actions: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=32767)]], msgspec.Meta(max_length=MAX_ACTIONS)] = []
    text: Annotated[str, msgspec.Meta(max_length=MAX_NOTATION)] = ""


class Undo(ToServer, frozen=True, tag="undo"):
    ply: PlyNumber


class Restart(ToServer, frozen=True, tag="restart"):
    ply: PlyNumber


class Commit(ToServer, frozen=True, tag="commit"):
    ply: PlyNumber


class SetConfirm(ToServer, frozen=True, tag="confirm"):
    """Whether the end of the player's turn waits for `commit`: off, on, or for a few seconds."""

    mode: Confirm


class Sit(ToServer, frozen=True, tag="sit"):
    """The curtain was lifted for another seat of this device: from now on the view is that seat's."""

    seat: Seat


class ShareEntropy(ToServer, frozen=True, tag="share"):
    """Before the deal: a seal (SHA-256, opened later), or the entropy itself."""

    seal: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] | None = None
    entropy: Hex | None = None


class OpenEntropy(ToServer, frozen=True, tag="open"):
    entropy: Hex


class Say(ToServer, frozen=True, tag="say"):
    text: Text


class Mute(ToServer, frozen=True, tag="mute"):
    """Whose chat lines the viewer no longer wants (null: spectators)."""

    seat: Seat | None
    on: bool


class AskHint(ToServer, frozen=True, tag="hint"):
    pass


class Ask(ToServer, frozen=True, tag="ask"):
    """A question about the table, in words: `my hand`, `row c`, `why not e3`. An empty one asks for everything."""

    text: Annotated[str, msgspec.Meta(max_length=MAX_NOTATION)]


class Peek(ToServer, frozen=True, tag="peek"):
    eyes: Seat | None = msgspec.field(name="as")


class AskWhy(ToServer, frozen=True, tag="why"):
    """Why the rest cannot be chosen: asked by pages, for which it is too much to be told to everybody at every ply."""


class Travel(ToServer, frozen=True, tag="travel"):
    """An earlier ply; once the game is over also through other eyes."""

    ply: PlyNumber
    eyes: Seat | msgspec.UnsetType | None = msgspec.field(name="as", default=msgspec.UNSET)


class Reclaim(ToServer, frozen=True, tag="reclaim"):
    """Takes the player's seat back from the bot that holds it."""


class AskRematch(ToServer, frozen=True, tag="rematch"):
    pass


class Resign(ToServer, frozen=True, tag="resign"):
    """Gives up the player's seat: a bot plays on, and those who stay are ranked before it."""


class Propose(ToServer, frozen=True, tag="propose"):
    """Asks the others to abandon the game, to let a bot hold a seat or, as the host, to remove a player."""

    what: What
    seat: Seat | None = None


class Vote(ToServer, frozen=True, tag="vote"):
    """Answers what was proposed; its proposer takes it back with a no."""

    agree: bool


class Resume(ToServer, frozen=True, tag="resume"):
    """Ends a pause."""


class GiveTime(ToServer, frozen=True, tag="give_time"):
    """More time for another: five minutes of a bank, or a day."""

    seat: Seat


class AllowSpectatorsChat(ToServer, frozen=True, tag="spectators_chat"):
    """The host lets those who only watch speak, or does not."""

    on: bool


AnyToServer = (
    Hello
    | Act
    | Undo
    | Restart
    | Commit
    | SetConfirm
    | Sit
    | ShareEntropy
    | OpenEntropy
    | Say
    | Mute
    | AskHint
    | Ask
    | Peek
    | AskWhy
    | Travel
    | Reclaim
    | AskRematch
    | Resign
    | Propose
    | Vote
    | Resume
    | GiveTime
    | AllowSpectatorsChat
)
