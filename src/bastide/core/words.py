"""What a game says, as data: phrases, choices, prompts and events. The page and the terminal turn them into text."""

from __future__ import annotations

from typing import Literal

import msgspec

Values = dict[str, str | int]


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """Text to come: a catalogue key and its values.

    A value that starts with @ is itself a key; one that starts with # is a seat and becomes that seat's name. The value
    `n` chooses between `key.one` and `key.other` where both exist.
    """

    key: str
    values: Values = {}


class Effect(msgspec.Struct, frozen=True):
    """What a choice would do, said before it is made."""

    label: Phrase
    tone: Literal["gain", "lead", "loss", "note"] = "note"
    clause: str = ""


class Majority(msgspec.Struct, frozen=True):
    """One row of a matrix: who has how many of a kind, who leads, and what the next scoring pays by place."""

    kind: str
    counts: list[int]
    leaders: list[int] = []
    pays: list[int] = []


class Risk(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a legal choice may hurt."""

    label: Phrase
    clause: str = ""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an action is called, which pieces stand for it (source first), and what is certain to come of it."""

    label: Phrase
    targets: tuple[str, ...] = ()
    commits: bool = True  # it ends the turn, reveals or lays something: the page asks first. Else a step, sent on tap
    effects: tuple[Effect, ...] = ()
    points: int | None = None  # net points for the chooser, where they are certain
    majorities: tuple[Majority, ...] = ()  # the rows of the matrix that would change, as they would be
    risk: Risk | None = None
    reveals: bool = False  # it uncovers something hidden: undo stops there
    verb: str = ""  # catalogue key for the button


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Several legal actions in a row, offered as one: a building with all its payment."""

    actions: tuple[int, ...]
    label: Phrase
    targets: tuple[str, ...] = ()
    preferred: bool = False
    points: int | None = None  # net points for the chooser, where they are certain
    effects: tuple[Effect, ...] = ()
    majorities: tuple[Majority, ...] = ()
    verb: str = ""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a turn, for the chips beside the prompt."""

    label: Phrase
    state: Literal["done", "now", "next"]
    pieces: tuple[str, ...] = ()  # beginnings of the targets that are chosen in this step


class Prompt(msgspec.Struct, frozen=True):
    """The one sentence on top: what is asked, of whom, and the clause that matters now."""

    label: Phrase
    seat: int | None = None
    steps: tuple[Step, ...] = ()
    clause: str = ""


class Gain(msgspec.Struct, frozen=True):
    """Points and where they come from: `source` is a catalogue key."""

    seat: int
    points: int
    source: str


class TallyCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """One column of a row: how many it has, what that brings, and in which place (0: none) with how many others."""

    count: int | None = None
    points: int = 0
    place: int = 0
    tied: int = 1


class TallyRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One kind of a scoring: what it pays, by which clause, and a cell for each column."""

    label: Phrase
    cells: tuple[TallyCell, ...]
    clause: str = ""
    icon: str = ""
    pays: Phrase | None = None


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scoring told as a table, kind by kind, so that the page can stop at it.

    The columns are the seats, and after them a dummy where there is one. `before` is what each column had.
    """

    title: Phrase
    mark: str  # the letter or the round on the plaque
    rows: tuple[TallyRow, ...]
    before: tuple[int, ...]
    clauses: tuple[str, ...] = ()
    note: Phrase | None = None
    final: bool = False


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, for the log and for animation. Without a seat and at depth 0 it is a heading."""

    key: str
    values: Values = {}
    seat: int = -1
    clause: str = ""
    icon: str = ""  # symbols of the game's sprite, with spaces between
    depth: int = 0  # 0: the decision itself; 1: a consequence, indented
    gains: tuple[Gain, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()  # what moved where: piece id, place id
    tally: Tally | None = None  # the heading of a scoring carries the whole of it
    stops: bool = False  # worth a pause: the page lets it be looked at before it goes on
