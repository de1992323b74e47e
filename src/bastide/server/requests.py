"""What travels in plain requests: the lobby, new tables, records, rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from bastide.core.book import Book
from bastide.core.play import MAX_SEATS
from bastide.core.rulebook import Clause
from bastide.core.words import Phrase
from bastide.reviews import Review
from bastide.table.messages import MAX_ACTIONS
from bastide.table.parts import LogEvent, Name, Part, Refusal, Seat, SeatInfo, TableInfo, TableState, View
from bastide.table.timing import ClockKind, TimeControl

MAX_STEPS = 64  # of a lesson

Key = Annotated[str, msgspec.Meta(max_length=400)]


class Option(Part, frozen=True):
    """A choice the table makes before the game: a switch (0 or 1), or a whole number in a range."""

    name: str
    default: int
    low: int
    high: int
    clause: str
    offered: list[int]


class GameInfo(Part, frozen=True):
    id: str
    rules_version: int
    seats: tuple[int, int]
    minutes: int
    options: list[Option]
    levels: list[str]
    reconstructed: bool
    ready: bool  # its rules are compiled; until then a new table takes a moment
    lesson: bool = False  # it has a guided first game


class You(msgspec.Struct, frozen=True, tag_field="kind", tag="you", forbid_unknown_fields=True):
    """The seat of the host."""

    name: Name = ""


class BotSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="bot", forbid_unknown_fields=True):
    level: Annotated[str, msgspec.Meta(max_length=24)]


class OpenSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """Open: for the holder of a link or, at a listed table, for the first who comes."""


class HotSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="hot_seat", forbid_unknown_fields=True):
    """Another person on the same device."""

    name: Name = ""


SeatRequest = You | BotSeat | OpenSeat | HotSeat


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made.

    `absent_s`: under a live clock, after how long away a bot holds a seat (three minutes unless told otherwise; null:
    only when the player's time is up). Under days it takes the player's own time to be up; without a clock the others
    may ask for it after a day.
    """

    game: Annotated[str, msgspec.Meta(max_length=40)]
    seats: Annotated[list[SeatRequest], msgspec.Meta(min_length=1, max_length=MAX_SEATS)]
    options: Annotated[dict[str, int], msgspec.Meta(max_length=16)] = {}
    clock: ClockKind | TimeControl = "none"
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    listed: bool = False
    rated: bool = False
    absent_s: Annotated[int, msgspec.Meta(ge=5, le=604800)] | msgspec.UnsetType | None = msgspec.UNSET
    stand_in: Annotated[str, msgspec.Meta(max_length=24)] = "level2"


class SeatLink(Part, frozen=True):
    seat: int
    href: str


class Made(Part, frozen=True):
    """A new table with the host's links: the host's own, those for open seats, and one for spectators."""

    table: TableInfo
    href: str
    key: str
    links: list[SeatLink]
    watch: str


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sits down: on the seat of an invitation (`key`), or on an open seat of a listed table."""

    name: Name = ""
    seat: Seat | None = None
    key: Key = ""


class Joined(Part, frozen=True):
    """The caller's own link from now on; an invitation that was used is revoked."""

    seat: int
    key: str
    href: str


class FillSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host puts a bot on a seat, or opens it again; with `remove` also where a person sits, before the start."""

    kind: Literal["bot", "open"]
    level: Annotated[str, msgspec.Meta(max_length=24)] = ""
    remove: bool = False


class Filled(Part, frozen=True):
    table: TableInfo
    href: str = ""  # the invitation, where the seat was opened


class Deleted(Part, frozen=True):
    id: str


class Watch(Part, frozen=True):
    """The link for spectators; the one before it is revoked."""

    href: str


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    keys: Annotated[list[Key], msgspec.Meta(max_length=200)]


class TableLine(Part, frozen=True):
    """A table in a list."""

    id: str
    game: str
    name: str
    seats: list[SeatInfo]
    state: TableState
    your_turn: bool
    waiting_for: list[int]
    since: int
    href: str
    seat: int | None = None  # one's own, where it is a table of one's own
    asked_at: int = 0  # since when somebody is waited for
    falls_at: int | None = None  # when their time is up
    places: tuple[int, ...] = ()  # by seat, once there is a result
    points: tuple[int, ...] = ()
    stood_in: bool = False  # a bot has decided in somebody's name
    note: str = ""  # of one's own card
    quiet: bool = False  # one wants no notices of it
    clock: ClockKind = "none"
    rated: bool = False


class TableList(Part, frozen=True):
    """`next` is what to ask for the following page with; empty after the last."""

    tables: list[TableLine]
    next: str = ""


class GameList(Part, frozen=True):
    games: list[GameInfo]
    protocol: int
    version: str


class RulesText(Part, frozen=True):
    game: str
    clauses: list[Clause]
    book: Book | None = None  # what is shown before them; its words are the catalogue's


class PlyView(Part, frozen=True):
    """A position of a table, with the events that led to it; `last` is the newest ply that may be asked for."""

    table: TableInfo
    view: View
    log: list[LogEvent]
    last: int


class ReviewState(Part, frozen=True):
    """A review as far as it is: none yet, the first pass, or `refined`; `done` of `of` decisions were seen again.

    `refused`: there will be none, and why.
    """

    review: Review | None = None
    refined: bool = False
    done: int = 0
    of: int = 0
    compiling: bool = False  # the first review of a game on a machine: what it needs is compiled, once
    refused: Phrase | None = None


class NewComment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player says of a decision; nothing takes back what was said."""

    ply: Annotated[int, msgspec.Meta(ge=0)]
    text: Annotated[str, msgspec.Meta(max_length=500)]


class CommentLine(Part, frozen=True):
    at: int
    ply: int  # of the decision
    seat: int
    text: str


class Comments(Part, frozen=True):
    comments: list[CommentLine]


LevelName = Annotated[str, msgspec.Meta(max_length=24)]


class NewBranch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goes on otherwise from the decision at a ply, in the seat that decided."""

    ply: Annotated[int, msgspec.Meta(ge=0)]
    level: LevelName = "level4"  # of the bots in seats where people sat
    levels: Annotated[list[LevelName], msgspec.Meta(max_length=MAX_SEATS)] = []  # by seat; where empty, as above


class BranchLine(Part, frozen=True):
    """A table that goes on from a decision of another; `watch` is the way there for spectators."""

    id: str
    letter: str
    ply: int
    seat: int
    state: TableState
    watch: str


class Branches(Part, frozen=True):
    branches: list[BranchLine]


class NewContest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling that a viewer contests: an action that was refused at a ply, or what came of one that was scored."""

    ply: Annotated[int, msgspec.Meta(ge=0)]
    kind: Literal["refusal", "scoring"]
    clause: Annotated[str, msgspec.Meta(max_length=12)]
    expected: Annotated[str, msgspec.Meta(max_length=500)]
    targets: Annotated[list[str], msgspec.Meta(max_length=12)] = []  # of what was refused


class Imported(Part, frozen=True):
    id: str
    href: str


class Health(Part, frozen=True):
    status: Literal["ok"]
    version: str
    tables: dict[str, int]
    live: int


class About(Part, frozen=True):
    """What serves here; `key` is the public key (Ed25519, hexadecimal) of its signatures."""

    name: Literal["bastide"]
    version: str
    protocol: int
    key: str


class Problem(Part, frozen=True):
    """Why a request was refused: the same as on the socket. `text` is in the language asked for."""

    label: Phrase
    text: str
    clause: str = ""


Row = Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=32767)]], msgspec.Meta(max_length=MAX_ACTIONS)]


class Learning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a learner stands in a lesson: what was played at each step that is done, and so far at this one.

    `tried`: the next moves (none at a step that is only read); null to look, without going on.
    """

    done: Annotated[list[Row], msgspec.Meta(max_length=MAX_STEPS)] = []
    now: Row = []
    tried: Row | None = None
    rules_version: int | None = None  # under which it was begun


class LessonStep(Part, frozen=True):
    """One step: what it says, what it marks, and what it waits for (`row`; none: it is only read)."""

    name: str
    chapter: str
    label: Phrase
    marks: list[str]
    row: list[int]
    clause: str
    more: Phrase | None = None
    why: Phrase | None = None
    tag: Phrase | None = None
    free: bool = False  # several moves will do


class LessonAnswer(Part, frozen=True):
    """What is said to a move that the step did not wait for; `allowed`: the rules would have let it pass."""

    label: Phrase
    clause: str
    allowed: bool


class LearntThing(Part, frozen=True):
    label: Phrase
    more: Phrase
    clause: str


class LessonView(Part, frozen=True):
    """A lesson as it stands: the table and the step (null when it is over), and what to send to take it up again."""

    game: str
    rules_version: int
    chapters: list[str]  # of every step
    table: TableInfo
    view: View
    refusals: list[Refusal]
    log: list[LogEvent]
    step: LessonStep | None
    done: list[list[int]]
    now: list[int]
    learnt: list[LearntThing]  # at the end
    answer: LessonAnswer | None = None
