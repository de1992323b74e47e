"""The parts that messages and answers are made of: what a viewer is shown, and of which table.

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

MAX_NAME = 24

Name = Annotated[str, msgspec.Meta(max_length=MAX_NAME)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=MAX_SEATS - 1)]
Confirm = Literal["off", "on", "timed"]
TableState = Literal["waiting", "playing", "over"]
SeatKind = Literal["person", "bot", "open"]


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
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


class Refusal(Part, frozen=True):
    """Why something visible cannot be chosen now."""

    targets: tuple[str, ...]
    clause: str
    label: Phrase


class Turn(Part, frozen=True):
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
    player's name, or another in place of the seat's own, which was not ready.
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


class Credit(Part, frozen=True):
    """One entry of the score ledger."""

    seat: int
    points: int
    ply: int
    clause: str
    label: Phrase


class ScoreRow(Part, frozen=True):
    """A source of points for every column, with the credits behind each cell."""

    source: str
    clause: str
    points: list[int]
    credits: list[Credit]
    icon: str = ""


class Column(Part, frozen=True):
    """A seat; or a neutral party that scores without sitting at the table (`seat` null)."""

    seat: int | None
    label: Phrase


class ScoreTable(Part, frozen=True):
    """Where every point came from; `places` is empty before the end."""

    columns: list[Column]
    rows: list[ScoreRow]
    totals: list[int]
    places: list[int]


# ------------------------------------------------------------------ the table


class SeatInfo(Part, frozen=True):
    seat: int
    name: str | None
    kind: SeatKind
    connected: bool
    level: str = ""
    stand_in: bool = False  # held by a bot while its owner is away, or its own bot's search is being compiled
    leaves_ms: int | None = None  # the owner is gone: a bot takes the seat in so many milliseconds
    left: Parting = ""  # its owner is gone for good, and a bot plays on


class Clock(Part, frozen=True):
    """Milliseconds left per seat when the message was sent, and whose clock runs."""

    kind: ClockKind
    left: list[int | None]
    running: list[int]


class Share(Part, frozen=True):
    """What a seat has shown towards the shuffle: a seal or, once opened, nothing more to wait for."""

    seal: str | None
    opened: bool


class Asked(Part, frozen=True):
    """What a player proposes to the others: `by` is null where a host proposes who only watches.

    `waiting` are the links, by their seat, that have not answered yet.
    """

    what: What
    by: int | None
    seat: int | None
    waiting: list[int]


class Branch(Part, frozen=True):
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


class TableInfo(Part, frozen=True):
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
    preparing: bool = False  # what searches, Champions and hints, is still being compiled


class View(Part, frozen=True):
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


class ChatLine(Part, frozen=True):
    at: int
    seat: int | None
    name: str
    text: str


class HintOption(Part, frozen=True):
    """One thing to do: its share of victories, the points expected at the end, and what speaks for or against it."""

    action: int
    text: str
    label: Phrase
    share: float
    points: int
    reasons: tuple[Phrase, ...]


class Hint(Part, frozen=True):
    """The advice of a bot that sees what the viewer sees; the best first."""

    ply: int
    verdict: Phrase
    options: list[HintOption]


class DrawProof(Part, frozen=True):
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


class Result(Part, frozen=True):
    """A game that is over: how it ended is a word of its own (`<game>.ending.<word>` in the catalogue)."""

    scores: ScoreTable
    ending: str
    proof: OpenedProof
