"""What travels between the server and a page or a program; the page's types are generated from these.

Fields without a default are always sent; the others are left out when they hold their default.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from bastide.core import record, words
from bastide.core.play import MAX_SEATS
from bastide.core.words import Gain, Phrase, Prompt
from bastide.table.parting import Parting, What
from bastide.table.timing import ClockKind, TimeControl

PROTOCOL = 2  # raised whenever a message changes shape; a page with another number asks for a reload

MAX_NAME = 24
MAX_CHAT = 400
MAX_ACTIONS = 64
MAX_NOTATION = 200

Text = Annotated[str, msgspec.Meta(max_length=MAX_CHAT)]
Name = Annotated[str, msgspec.Meta(max_length=MAX_NAME)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=MAX_SEATS - 1)]
PlyNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16,64}$")]
Confirm = Literal["off", "on", "timed"]
TableState = Literal["waiting", "playing", "over"]
SeatKind = Literal["person", "bot", "open"]


class Wire(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a message."""


# ------------------------------------------------------------------ deciding


class Choice(words.Choice, frozen=True, kw_only=True, omit_defaults=True):
    """One legal action: what it is called, which pieces stand for it, and what is certain to come of it."""

    action: int
    text: str
    targets: tuple[str, ...]
    commits: bool


class Plan(words.Plan, frozen=True, kw_only=True, omit_defaults=True):
    """Several legal actions in a row, offered as one."""

    text: str
    targets: tuple[str, ...]


class Refusal(Wire, frozen=True):
    """Why something visible cannot be chosen now."""

    targets: tuple[str, ...]
    clause: str
    label: Phrase


class Turn(Wire, frozen=True):
    """How far the viewer may go back, and whether decisions of theirs wait to be sent to the others."""

    undo: int
    restart: bool
    pending: bool
    done: bool
    confirm: Confirm = "off"
    auto_ms: int | None = None  # when `timed`: how long until the turn is sent by itself
    no_undo: Phrase | None = None  # why the viewer's latest decision of this turn cannot be taken back, where it cannot


# ------------------------------------------------------------------ what happened


class LogEvent(words.Event, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the log, and what the page animates; `seat` -1 is nobody.

    `decided`: that seat chose it, rather than being dealt or rolling something; `stand_in`: a bot did so in its
    player's name.
    """

    ply: int
    seat: int
    clause: str
    icon: str
    depth: int
    gains: tuple[Gain, ...]
    moved: tuple[tuple[str, str], ...]
    decided: bool = False
    stand_in: bool = False


class Credit(Wire, frozen=True):
    """One entry of the score ledger."""

    seat: int
    points: int
    ply: int
    clause: str
    label: Phrase


class ScoreRow(Wire, frozen=True):
    """A source of points for every column, with the credits behind each cell."""

    source: str
    clause: str
    points: list[int]
    credits: list[Credit]
    icon: str = ""


class Column(Wire, frozen=True):
    """A seat; or a neutral party that scores without sitting at the table (`seat` null)."""

    seat: int | None
    label: Phrase


class ScoreTable(Wire, frozen=True):
    """Where every point came from; `places` is empty before the end."""

    columns: list[Column]
    rows: list[ScoreRow]
    totals: list[int]
    places: list[int]


# ------------------------------------------------------------------ the table


class SeatInfo(Wire, frozen=True):
    seat: int
    name: str | None
    kind: SeatKind
    connected: bool
    level: str = ""
    stand_in: bool = False  # held by a bot while its owner is away
    leaves_ms: int | None = None  # the owner is gone: a bot takes the seat in so many milliseconds
    left: Parting = ""  # its owner is gone for good, and a bot plays on


class Clock(Wire, frozen=True):
    """Milliseconds left per seat when the message was sent, and whose clock runs."""

    kind: ClockKind
    left: list[int | None]
    running: list[int]


class Share(Wire, frozen=True):
    """What a seat has shown towards the shuffle: a seal or, once opened, nothing more to wait for."""

    seal: str | None
    opened: bool


class Asked(Wire, frozen=True):
    """What a player proposes to the others: `by` is null where a host proposes who only watches.

    `waiting` are the links, by their seat, that have not answered yet.
    """

    what: What
    by: int | None
    seat: int | None
    waiting: list[int]


class Branch(Wire, frozen=True):
    """Where a table branched off another game: before which ply, and whose decision that was.

    The log of such a table begins with that of the game it left: those lines are numbered backwards, from -1.
    """

    table: str
    ply: int
    seat: int
    letter: str
    number: int = 0  # of the decision, from 1
    name: str = ""  # of the table it left
    names: list[str] = []  # of those who sat there, by seat
    played: Phrase | None = None  # what was decided there
    running: bool = False  # the game it left was not over


class TableInfo(Wire, frozen=True):
    """What everybody may know about a table."""

    id: str
    game: str
    name: str
    rules_version: int
    seats: list[SeatInfo]
    options: dict[str, int]
    state: TableState
    commitment: str  # sealed before the deal; opened at the end
    hot_seat: bool
    shares: list[Share]
    opening: bool  # every seat has shown its share: a player who sent a seal now sends `open`
    listed: bool = False
    rated: bool = False  # who sits down agrees that the result counts for ratings
    clock: TimeControl = TimeControl()
    absent_ms: int | None = None  # after how long away a bot holds a seat; null: never because somebody is away
    rematch: bool = False
    host: int | None = None  # the host's seat; null where they only watch
    abandoned: bool = False  # it is over without a result
    paused: bool = False  # all agreed that nobody's clock runs
    spectators_chat: bool = True
    proposal: Asked | None = None
    newer_rules: int | None = None  # the version new games are played by, where this one began under an older one
    branch: Branch | None = None  # this is not a game that was played, but what might have been


class View(Wire, frozen=True):
    """All that one viewer may see at one ply. `picture` is the game's own structure."""

    ply: int
    viewer: int | None
    picture: Any
    prompt: Prompt
    choices: list[Choice]
    turn: Turn
    scores: ScoreTable
    clock: Clock
    plans: list[Plan] = []


class ChatLine(Wire, frozen=True):
    at: int
    seat: int | None
    name: str
    text: str


class HintOption(Wire, frozen=True):
    """One thing to do: its share of victories, the points expected at the end, and what speaks for or against it."""

    action: int
    text: str
    label: Phrase
    share: float
    points: int
    reasons: tuple[Phrase, ...]


class Hint(Wire, frozen=True):
    """The advice of a bot that sees what the viewer sees; the best first."""

    ply: int
    verdict: Phrase
    options: list[HintOption]


class DrawProof(Wire, frozen=True):
    """One draw: its ply, the sum of the weights, the number that was drawn, and the outcome it stands for.

    That outcome has the numbers from `low` on, as many as its `weight`.
    """

    ply: int
    total: int
    r: int
    outcome: int
    low: int
    weight: int


class OpenedProof(record.Proof, frozen=True):
    """Opened at the end, so that the page can check the shuffle by itself."""

    draws: list[DrawProof]


class Result(Wire, frozen=True):
    """A game that is over: how it ended is a word of its own (`<game>.ending.<word>` in the catalogue)."""

    scores: ScoreTable
    ending: str
    proof: OpenedProof


# ------------------------------------------------------------------ the socket, from the server


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


# ------------------------------------------------------------------ the socket, to the server


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
