"""The table of verbs: what the actions of a game are called, and all that follows from the table.

A game's `actions.py` is a list of `Verb`s in the order of their ids. From it follow the id layout (`VERBS["bid"].first`
is a plain int, for the rules), `decode`, the notation in both languages, the pieces that stand for an action, the
refusals of what is not asked now, and the tables of docs/research.md. A game writes a function where it is irregular.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import prod
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from bastide.core.catalogue import catalogue
from bastide.core.errors import BadNotation
from bastide.core.words import Choice, Phrase

Pieces = tuple[str, ...]
Words = Callable[..., str]  # (s, *arguments) -> notation, or the clause of a refusal
SLOT = re.compile(r"{([a-z]+)}")
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


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
    return Arg(name, size, pattern, write, read, said=lambda value: value + first)


def seat_of(name: str, size: int) -> Arg:
    """A seat: p1, p2 and so on."""
    return replace(number(name, size, 1, "p"), said=lambda p: f"#{p}")


def one_of(name: str, words: Sequence[str]) -> Arg:
    """One of some words."""
    pattern = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return Arg(
        name, len(words), pattern, lambda _s, i: words[i], lambda _s, word: words.index(word), piece=lambda i: words[i]
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
    clause: str | Words = ""  # against it in its phases
    untimely: str | Words = ""  # against it in other phases; the same where nothing is said
    button: str = ""  # its word on the page's button: <game>.verb.<button>; its name where nothing is said
    first: int = -1  # its lowest id: after those of the verb before it, unless it is given

    @property
    def size(self) -> int:
        return prod(arg.size for arg in self.args)

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

        def targets(v: Any, a: int, seat: int) -> Pieces:
            verb, args = self.decode(a)
            if verb.name in irregular:
                return irregular[verb.name](v, seat, *args)
            if self.phase_of(v) not in verb.phases:
                return ()
            named = {arg.name: arg.piece(value) for arg, value in zip(verb.args, args, strict=True)}
            return tuple(piece.format(**named) for piece in verb.pieces.split())

        return targets

    def chooser(
        self, targets: Callable[[Any, int, int], Pieces], **irregular: Callable[..., Choice]
    ) -> Callable[[Any, int, int], Choice]:
        """`choice`: what `irregular(v, *arguments)` says, or the verb's name alone; with its pieces and its button."""

        def choice(v: Any, a: int, seat: int) -> Choice:
            verb, args = self.decode(a)
            said = irregular[verb.name](v, *args) if verb.name in irregular else self._plain_choice(verb, args)
            return msgspec.structs.replace(
                said,
                targets=said.targets or targets(v, a, seat),
                verb=said.verb or f"{self.game}.verb.{verb.button or verb.name}",
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


# ---- notation


def spaced(text: str) -> str:
    """Lower case, one space between words."""
    return " ".join(text.lower().split())


class Notation:
    """Moves and draws as players write them, from a game's tables.

    `writing[verb](s, *arguments)` and `reading[verb](s, found)` stand in for the table where it does not say it all;
    what is read there is the verb's arguments, or None for what is no such move.
    """

    def __init__(
        self,
        verbs: Verbs,
        draws: Verbs,
        show: Callable[[Any], str],
        *,
        writing: Mapping[str, Words] = {},
        reading: Mapping[str, Callable[[Any, re.Match[str]], tuple[int, ...] | None]] = {},
        clean: Callable[[str], str] = spaced,
    ) -> None:
        self.verbs = verbs
        self.draws = draws
        self.show = show
        self.writing = writing
        self.reading = reading
        self.clean = clean
        self.patterns = {verb.name: _pattern(verb) for verb in (*verbs, *draws)}

    def table(self, s: Any) -> Verbs:
        """The draws when chance moves, else the verbs."""
        return self.draws if self.draws.phase_of(s) in self.draws.phases else self.verbs

    def write(self, s: Any, a: int) -> str:
        """The notation of an action, or of an outcome when chance moves."""
        verb, args = self.table(s).decode(a, s)
        if verb.name in self.writing:
            return self.writing[verb.name](s, *args)
        values = {arg.name: arg.write(s, value) for arg, value in zip(verb.args, args, strict=True)}
        return verb.text.format(**values)

    def read(self, s: Any, text: str) -> int:
        """The action or outcome meant, written in English or in French; case and spaces do not matter."""
        try:
            return self._read(s, text, text)
        except BadNotation:
            english = to_english(self.verbs.game, text)
            if english == spaced(text):
                raise
        return self._read(s, english, text)

    def _read(self, s: Any, words: str, text: str) -> int:
        table = self.table(s)
        asked = table.asked(s)
        cleaned = self.clean(words)
        try:
            for verb in (*asked, *(verb for verb in table if verb not in asked and table is self.verbs)):
                found = self.patterns[verb.name].fullmatch(cleaned)
                values = self._arguments(s, verb, found) if found else None
                if values is not None:
                    return verb(*values)
        except Unreadable as reason:
            raise BadNotation(f"{text!r}: {reason}", self.show(s)) from None
        examples = ", ".join(f"`{verb.example or verb.text}`" for verb in asked or self.verbs)
        what = "move" if table is self.verbs else "draw"
        raise BadNotation(f"{text!r} is no {what}; write for instance {examples}", self.show(s))

    def _arguments(self, s: Any, verb: Verb, found: re.Match[str]) -> tuple[int, ...] | None:
        if verb.name in self.reading:
            return self.reading[verb.name](s, found)
        values = [arg.read(s, found[arg.name]) for arg in verb.args]
        if None in values:
            raise Unreadable("there is no such number here")
        return tuple(value for value in values if value is not None)


def _pattern(verb: Verb) -> re.Pattern[str]:
    """The text of a verb, or what it reads, with a named group for each argument."""
    patterns = {arg.name: arg.pattern for arg in verb.args}
    return re.compile(SLOT.sub(lambda slot: f"(?P<{slot[1]}>{patterns[slot[1]]})", verb.reads or verb.text))


# ---- notation in French: word by word, from the catalogue


def unaccented(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.replace("œ", "oe"))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


@cache
def vocabulary(game: str, language: str) -> dict[str, str]:
    """The words of a game's notation in a language, by the English ones: the keys `<game>.word.<word>`."""
    prefix = f"{game}.word."
    return {key.removeprefix(prefix): text for key, text in catalogue(language).items() if key.startswith(prefix)}


@cache
def _dictionary(game: str) -> dict[str, str]:
    """The English words of a game's notation, by the French ones without their accents."""
    return {unaccented(french): english for english, french in vocabulary(game, "fr").items()}


def to_french(game: str, text: str) -> str:
    """A move of the notation, as it is written in French."""
    words = vocabulary(game, "fr")
    return WORD.sub(lambda word: words.get(word[0].lower(), word[0]), text)


def to_english(game: str, text: str) -> str:
    """What is written in French, in the notation's own words."""
    words = _dictionary(game)
    return WORD.sub(lambda word: words.get(word[0], word[0]), unaccented(spaced(text)))
