"""The table of verbs: what the actions of a game are called, and all that follows from the table.

A game's `actions.py` is a list of `Verb`s in the order of their ids. From it follow the id layout (`VERBS.firsts`:
plain ints, for the rules), `decode`, the notation in both languages (`core/notation.py`), the pieces that stand for an
action, the refusals of what is not asked now, and the tables of docs/research.md. A game writes a function where it is
irregular. Rules import this file for their constants, so it imports next to nothing: a change to what it imports
compiles all rules anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from operator import attrgetter
from typing import Any, NamedTuple

from bastide.core.words import Choice, Phrase

Pieces = tuple[str, ...]
Words = Callable[..., str]  # (s, *arguments) -> notation, or the clause of a refusal


class Unreadable(Exception):
    """Why a text that looks like a move is none; `Notation.read` adds the text and the position."""


# ---- arguments


def itself(value: int) -> int:
    return value


@dataclass(frozen=True)
class Arg:
    """An argument of a verb: how many values it has, how each is written and read, and what stands for it."""

    name: str
    size: int
    pattern: str  # of a written value, in lower case
    write: Callable[[Any, int], str]
    read: Callable[[Any, str], int | None]  # None where the text names no value
    is_fixed: bool = False  # a value is written in the same way whatever the record
    piece: Callable[[int], str | int] = itself  # in a piece id
    said: Callable[[int], str | int] = itself  # in a phrase


def number(name: str, size: int, first: int = 0, prefix: str = "") -> Arg:
    """A number as players count it: from `first`."""

    def read(_s: Any, word: str) -> int | None:
        value = int(word.removeprefix(prefix)) - first
        return value if 0 <= value < size else None

    def write(_s: Any, value: int) -> str:
        return f"{prefix}{value + first}"

    pattern = rf"{prefix}\d{{1,{len(str(size - 1 + first))}}}"
    return Arg(name, size, pattern, write, read, True, said=lambda value: value + first)


def seat_of(name: str, size: int) -> Arg:
    """A seat: p1, p2 and so on."""
    plain = number(name, size, 1, "p")

    def read(s: Any, word: str) -> int:
        value = plain.read(s, word)
        if value is None:
            raise Unreadable(f"seats are p1 to p{s.seats}")
        return value

    return replace(plain, read=read, said=lambda p: f"#{p}")


def one_of(name: str, words: Sequence[str]) -> Arg:
    """One of some words."""
    lower = [word.lower() for word in words]
    pattern = "|".join(sorted(map(re.escape, lower), key=len, reverse=True))
    return Arg(
        name,
        len(words),
        pattern,
        lambda _s, i: words[i],
        lambda _s, word: lower.index(word),
        is_fixed=True,
        piece=lambda i: words[i],
    )


# ---- verbs


@dataclass(frozen=True)
class Verb:
    """One kind of action (or of outcome, in a game's DRAWS), with a row of ids: one for each value of its arguments."""

    name: str
    args: tuple[Arg, ...] = ()
    text: str = ""  # the notation: `bid {n}`
    says: str = ""  # what it does, for the documentation
    reads: str = ""  # a pattern for reading, where more is understood than `text`
    example: str = ""  # a move as it may be written; the text itself where there are no arguments
    phases: tuple[int, ...] = ()  # in which it is asked
    pieces: str = ""  # ids of the pieces that stand for it in those phases, with spaces between
    lasting: bool = False  # its pieces lie on the table in other phases too
    clause: str | Words = ""  # against it in its phases
    untimely: str | Words = ""  # against it in other phases; the same where nothing is said
    button: str = ""  # its word on the page's button: <game>.verb.<button>; its name where nothing is said
    first: int = -1  # its lowest id: after those of the verb before it, unless it is given

    @property
    def size(self) -> int:
        return prod(arg.size for arg in self.args)

    @property
    def is_fixed(self) -> bool:
        """Its moves are written in the same way whatever the record."""
        return all(arg.is_fixed for arg in self.args)

    @property
    def last(self) -> int:
        return self.first + self.size - 1

    def __call__(self, *values: int) -> int:
        """The id of this verb with these arguments."""
        a = 0
        for arg, value in zip(self.args, values, strict=True):
            a = a * arg.size + value
        return self.first + a


class Move(NamedTuple):
    """What an id means."""

    verb: Verb
    args: tuple[int, ...]


class Verbs:
    """A game's table of verbs, or of draws. Draws of different phases may share ids: the phase tells them apart."""

    def __init__(self, game: str, *verbs: Verb, phase: str = "phase") -> None:
        self.game = game
        self.phase_of: Callable[[Any], int] = attrgetter(phase)
        self.verbs: dict[str, Verb] = {}
        self._meanings: dict[int, list[Move]] = {}
        free = 0
        for verb in verbs:
            placed = verb if verb.first >= 0 else replace(verb, first=free)
            free = placed.last + 1
            self.verbs[verb.name] = placed
            for a, values in enumerate(product(*(range(arg.size) for arg in verb.args)), placed.first):
                self._meanings.setdefault(a, []).append(Move(placed, values))
        self.size = max(self._meanings) + 1
        self.phases = frozenset(phase for verb in verbs for phase in verb.phases)

    @property
    def firsts(self) -> tuple[int, ...]:
        """The lowest id of each verb, in the order of the table: the constants of the rules."""
        return tuple(verb.first for verb in self)

    def __getitem__(self, name: str) -> Verb:
        return self.verbs[name]

    def __iter__(self) -> Iterator[Verb]:
        return iter(self.verbs.values())

    def decode(self, a: int, s: Any = None) -> Move:
        """What an id means; a record is needed where the phase decides."""
        meanings = self._meanings[a]
        if len(meanings) == 1:
            return meanings[0]
        phase = self.phase_of(s)
        return next((move for move in meanings if phase in move.verb.phases), meanings[0])

    def asked(self, s: Any) -> list[Verb]:
        """The verbs of this phase."""
        phase = self.phase_of(s)
        return [verb for verb in self if phase in verb.phases]

    # ---- refusals

    def refuser(self, not_now: Mapping[int, str], **against: Words) -> Callable[[Any, int], str]:
        """`refuse`: in a verb's phases its clause, or what `against` says of it; else the clause of what is asked."""

        def refuse(s: Any, a: int) -> str:
            verb, args = self.decode(a)
            phase = self.phase_of(s)
            if phase in verb.phases:
                return _say(against.get(verb.name, verb.clause), s, args)
            return not_now.get(phase) or _say(verb.untimely or verb.clause, s, args)

        return refuse

    # ---- what stands for an action, and what it is called

    def targeter(self, **irregular: Callable[..., Pieces]) -> Callable[[Any, int, int], Pieces]:
        """`targets`: the pieces of the table; `irregular(v, seat, *arguments)` where they depend on more."""
        regular: dict[int, Pieces] = {}  # by id, once they were asked for
        meanings, phase_of = self._meanings, self.phase_of

        def targets(v: Any, a: int, seat: int) -> Pieces:
            verb, args = meanings[a][0]
            special = irregular.get(verb.name)
            if special is not None:
                return special(v, seat, *args)
            if not verb.lasting and phase_of(v) not in verb.phases:
                return ()
            if a not in regular:
                named = {arg.name: arg.piece(value) for arg, value in zip(verb.args, args, strict=True)}
                regular[a] = tuple(piece.format(**named) for piece in verb.pieces.split())
            return regular[a]

        return targets

    def chooser(
        self, targets: Callable[[Any, int, int], Pieces], **irregular: Callable[..., Choice]
    ) -> Callable[[Any, int, int], Choice]:
        """`choice`: what `irregular(v, *arguments)` says, or the verb's name alone; with its pieces and its button."""

        plain: dict[int, Choice] = {}  # by id, once they were asked for
        buttons = {verb.name: f"{self.game}.verb.{verb.button or verb.name}" for verb in self}
        meanings = self._meanings  # an action has one: only draws share ids

        def choice(v: Any, a: int, seat: int) -> Choice:
            verb, args = meanings[a][0]
            special = irregular.get(verb.name)
            if special is None and a not in plain:
                plain[a] = self._plain_choice(verb, args)
            said = special(v, *args) if special is not None else plain[a]
            if said.targets and said.verb:
                return said
            return Choice(
                said.label,
                said.targets or targets(v, a, seat),
                said.commits,
                said.effects,
                said.points,
                said.majorities,
                said.risk,
                said.reveals,
                said.verb or buttons[verb.name],
            )

        return choice

    def _plain_choice(self, verb: Verb, args: tuple[int, ...]) -> Choice:
        values = {arg.name: arg.said(value) for arg, value in zip(verb.args, args, strict=True)}
        return Choice(Phrase(f"{self.game}.choice.{verb.name}", values))

    # ---- documentation

    def rows(self) -> list[list[str]]:
        """A row of the documentation for each verb: ids, how it is written, what it does."""
        return [[_ids(verb), f"`{verb.example or verb.text}`", verb.says] for verb in self]


def _say(words: str | Words, s: Any, args: tuple[int, ...]) -> str:
    return words if isinstance(words, str) else words(s, *args)


def _ids(verb: Verb) -> str:
    return str(verb.first) if verb.size == 1 else f"{verb.first}–{verb.last}"
