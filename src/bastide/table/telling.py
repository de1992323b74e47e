"""Answers in words to what a viewer asks about the table: "my hand", "row c", "what can I do", "why not e3".

Questions are the phrases of `tell.ask.*` in the catalogue, a small grammar with {who} for a seat and {place} for a
name on the board. Answers are made from the viewer's own view alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from bastide.core.catalogue import catalogue, say, say_phrase, seat_name
from bastide.core.errors import BastideError
from bastide.core.position import View
from bastide.core.state import OVER, SPECTATOR
from bastide.core.telling import COLON, DUMMY, Line, Part, say_line
from bastide.table.chair import Chair
from bastide.table.chronicle import Chronicle
from bastide.table.match import Match
from bastide.table.messages import Told
from bastide.table.parts import Choice
from bastide.table.views import choices, prompt, refusals

ASK = "tell.ask."
OF = ".of"  # the phrases of a topic that name whose
COMMON = ("turn", "can", "happened", "scores", "line", "why", "help")  # asked of every game
INSTEAD = {  # where a game has no such part
    "hand": ("player",),
    "hand.of": ("player",),
    "board": ("market", "state"),
    "board.of": ("player",),
}
HAPPENED = 12  # events told to who has not decided yet
ANYTHING = r"(?P<place>.+)"
LOOSE = re.compile(r"[^\w\s:'-]+")
POSSESSIVE = re.compile(r"'s\b")


class Question(NamedTuple):
    """What is asked: a topic, of which seat, at which place."""

    topic: str
    seat: int | None = None
    place: str = ""


class Teller:
    """One viewer's table in words of one language; `names` are those of the seats."""

    def __init__(self, match: Match, viewer: int, language: str, names: Sequence[str]) -> None:
        self.match = match
        self.viewer = viewer
        self.language = language
        self.names = [name or seat_name(language, str(p), ()) for p, name in enumerate(names)]
        self.view: View = match.view(viewer)
        self.parts: list[Part] = self.view.tell()

    def answer(self, text: str) -> Told:
        """The answer to a question; one that is not understood is answered with what can be asked."""
        if not text.strip():
            return self._everything()
        question = self.understand(text)
        if question is None:
            topics = ", ".join(self._questions())
            return Told(self._say("tell.head.help"), [self._say("tell.unknown", text=text.strip(), topics=topics)])
        answer = ANSWERS.get(question.topic, Teller._part)
        return Told(self._heading(question), list(answer(self, question)) or [self._say("tell.nothing")])

    def _everything(self) -> Told:
        """All parts under one another, each headed."""
        lines = [
            line for told in self.whole() for line in (f"{told.heading}{COLON[self.language].rstrip()}", *told.lines)
        ]
        return Told(self._say("tell.head.everything"), lines)

    def whole(self) -> list[Told]:
        """Every part that says something, in order."""
        told = []
        for part in self.parts:
            if part.lines:
                heading = self._heading(Question(part.topic, part.seat))
                told.append(Told(heading, [self.line(line) for line in part.lines]))
        return told

    # ---- questions

    def understand(self, text: str) -> Question | None:
        """The question in a text: in the viewer's language, or else in English."""
        asked = normal(text)
        for language in dict.fromkeys((self.language, "en")):
            question = self._parse(asked, language)
            if question is not None:
                return question
        return None

    def _parse(self, asked: str, language: str) -> Question | None:
        for asked_for, phrase in _grammar(language):
            topic = self._topic(asked_for)
            if not topic:
                continue
            found = re.fullmatch(_pattern(phrase, tuple(self._callings(language))), asked)
            if found is not None:
                groups = found.groupdict()
                seat = self._seat_called(groups["who"], language) if "who" in groups else None
                return Question(topic, seat, groups.get("place") or "")
        return None

    def _topic(self, asked_for: str) -> str:
        """The topic behind a phrase: its own, or what this game has instead; empty where it has neither."""
        topic = asked_for.removesuffix(OF)
        has_seats = any(part.seat is not None for part in self.parts if part.topic == topic)
        if topic in self.topics and (has_seats or not asked_for.endswith(OF)):
            return topic
        return next((other for other in INSTEAD.get(asked_for, ()) if other in self.topics), "")

    @property
    def topics(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*COMMON, *(part.topic for part in self.parts)]))

    def _callings(self, language: str) -> Iterator[str]:
        """Everything a seat or a dummy can be called by."""
        for p, name in enumerate(self.names):
            yield from (normal(name), normal(seat_name(language, str(p), ())))
        yield from self._dummies()

    def _dummies(self) -> Iterator[str]:
        dummy = f"{self.match.game.id}.dummy"
        if dummy in catalogue(self.language):
            yield normal(self._say(dummy))

    def _seat_called(self, calling: str, language: str) -> int:
        for p, name in enumerate(self.names):
            if calling in (normal(name), normal(seat_name(language, str(p), ()))):
                return p
        return DUMMY

    def _questions(self) -> list[str]:
        """One phrase for each topic, as an example of what can be asked."""
        texts = catalogue(self.language)
        keys = [f"{ASK}{topic}" if f"{ASK}{topic}" in texts else f"{ASK}{topic}{OF}" for topic in self.topics]
        example = next((line.place for part in self.parts for line in part.lines if line.place), "1")
        return [
            texts[key].split(" / ")[0].replace("{place}", example).replace("{who}", self.names[0])
            for key in keys
            if key in texts
        ]

    # ---- answers

    def _say(self, key: str, **values: str | int) -> str:
        return say(self.language, key, self.names, **values)

    def line(self, line: Line) -> str:
        return say_line(self.language, line, self.names)

    def _heading(self, question: Question) -> str:
        key = f"tell.head.{question.topic}"
        seat = self._seat_of(question)
        if seat is not None and f"{key}{OF}" in catalogue(self.language):
            key += OF
        values = {} if seat is None else {"seat": self._name(seat)}
        return self._say(key, place=question.place, **values)

    def _name(self, seat: int) -> str:
        """A seat, or the dummy, as a value of a phrase."""
        return f"#{seat}" if seat >= 0 else f"@{self.match.game.id}.dummy"

    def _seat_of(self, question: Question) -> int | None:
        """Whose part is asked for: somebody's, or one's own where seats have their own."""
        if question.seat is not None:
            return question.seat
        has_seats = any(part.seat is not None for part in self.parts if part.topic == question.topic)
        return self.viewer if has_seats and self.viewer != SPECTATOR else None

    def _part(self, question: Question) -> Iterator[str]:
        seat = self._seat_of(question)
        for part in self.parts:
            if part.topic == question.topic and (seat is None or part.seat in (seat, None)):
                yield from (self.line(line) for line in part.lines)

    def _line(self, question: Question) -> Iterator[str]:
        """The lines at a place: a cell, or all of a row or column; of the board first of all."""
        seat = self._seat_of(Question("board"))
        told = [
            (part.topic, self.line(line))
            for part in self.parts
            if part.seat in (seat, None)
            for line in part.lines
            if is_at(normal(line.place), question.place)
        ]
        of_board = [text for topic, text in told if topic == "board"]
        yield from of_board or [text for _topic, text in told]

    def _turn(self, _question: Question) -> Iterator[str]:
        asked = prompt(self.view, self._chronicle)
        said = say_phrase(self.language, asked.label, self.names)
        yield f"{self.names[asked.seat]}{COLON[self.language]}{said}" if asked.seat is not None else said

    @property
    def _chronicle(self) -> Chronicle:
        return self.match.chronicle(self.viewer)

    @property
    def _offered(self) -> list[Choice]:
        is_asked = self.match.mover == self.viewer and self.view.to_move != OVER
        return choices(self.view) if is_asked else []

    def _can(self, _question: Question) -> Iterator[str]:
        if not self._offered:
            yield self._say("tell.not_your_turn")
        for choice in self._offered:
            yield self._option(choice)

    def _option(self, choice: Choice) -> str:
        text = self.match.game.write_in(self.language, self.view.state, choice.action)
        return self._say("tell.option", label=say_phrase(self.language, choice.label, self.names), text=text)

    def _happened(self, _question: Question) -> Iterator[str]:
        """Since one's own last decision; the last few events for those who made none."""
        log = self._chronicle.since(0)
        mine = [i for i, event in enumerate(log) if event.decided and event.seat == self.viewer]
        for event in log[mine[-1] :] if mine else log[-HAPPENED:]:
            yield say_phrase(self.language, event, self.names)

    def _scores(self, _question: Question) -> Iterator[str]:
        final = self.match.position.scores() if self.match.is_over else None
        table = self._chronicle.scores(final)
        for column, total in zip(table.columns, table.totals, strict=True):
            seat = DUMMY if column.seat is None else column.seat
            yield self._say("tell.score", seat=self._name(seat), n=total)

    def _why(self, question: Question) -> Iterator[str]:
        """Whether something can be chosen, and if not, by which clause."""
        offered = self._offered
        if not offered:
            yield self._say("tell.not_your_turn")
            return
        allowed = [choice for choice in offered if names_one(choice.targets, question.place)]
        if allowed:
            yield from (self._say("tell.allowed", label=self._option(choice)) for choice in allowed)
            return
        refused = [r for r in refusals(self.view) if names_one(r.targets, question.place)]
        said = [self._refused(say_phrase(self.language, r.label, self.names), r.clause) for r in refused]
        yield from dict.fromkeys(said) if said else self._why_notation(question.place)

    def _refused(self, reason: str, clause: str) -> str:
        return self._say("tell.refused", reason=reason, clause=clause)

    def _why_notation(self, text: str) -> Iterator[str]:
        """The same for a move in notation."""
        game, v = self.match.game, self.view.state
        try:
            action = game.read(v, text)
        except (BastideError, ValueError):
            yield self._say("tell.unexplained")
            return
        if action in self.view.legal:
            yield from (
                self._say("tell.allowed", label=self._option(choice))
                for choice in self._offered
                if choice.action == action
            )
        else:
            clause = game.refuse(v, action)
            yield self._refused(self._say(f"{game.id}.refuse.{clause}"), clause)

    def _help(self, _question: Question) -> Iterator[str]:
        yield from self._questions()


ANSWERS: dict[str, Callable[[Teller, Question], Iterator[str]]] = {
    "turn": Teller._turn,
    "can": Teller._can,
    "happened": Teller._happened,
    "scores": Teller._scores,
    "line": Teller._line,
    "why": Teller._why,
    "help": Teller._help,
}


def seat_names(chairs: Sequence[Chair], language: str) -> list[str]:
    """What the seats are called, as the page does: players by name, bots by their level, equal ones with a number."""
    names = [chair.name or _bot_name(chair.level, language) for chair in chairs]
    return [f"{name} {p + 1}" if name and names.count(name) > 1 else name for p, name in enumerate(names)]


def _bot_name(level: str, language: str) -> str:
    key = f"bots.level.{level.removeprefix('level')}.name" if level.startswith("level") else f"bots.{level}.name"
    return say(language, key) if key in catalogue(language) else ""


def normal(text: str) -> str:
    """A text as it is compared: without accents, capitals, punctuation and possessives."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(POSSESSIVE.sub("", LOOSE.sub(" ", letters)).split())


def is_at(place: str, wanted: str) -> bool:
    """A place is asked for by its name, or by its row or column: `c3` by c3, c or 3."""
    return wanted == place or (len(place) > 1 and wanted in (place[0], place[1:]))


def names_one(targets: Sequence[str], wanted: str) -> bool:
    """A piece is asked for by its id, by what stands last in it, or by both with a space: `circle:5`, `circle 5`."""
    spoken = [target.casefold().split(":") for target in targets]
    return any(wanted in (":".join(words), " ".join(words), words[-1]) for words in spoken)


@cache
def _grammar(language: str) -> tuple[tuple[str, str], ...]:
    """Every phrase with its topic: those without a slot first, then those that name somebody, then any place."""
    found = [
        (key.removeprefix(ASK), normal_phrase(phrase))
        for key, texts in catalogue(language).items()
        if key.startswith(ASK)
        for phrase in texts.split(" / ")
    ]
    return tuple(sorted(found, key=lambda row: ("{place}" in row[1], "{who}" in row[1], -len(row[1]))))


def normal_phrase(phrase: str) -> str:
    """A phrase of the grammar as questions are compared, its slots kept."""
    return " ".join(word if word.startswith("{") else normal(word) for word in phrase.split())


@cache
def _pattern(phrase: str, callings: tuple[str, ...]) -> re.Pattern[str]:
    who = "|".join(re.escape(name) for name in sorted(set(callings), key=len, reverse=True) if name)
    slots = {"{who}": f"(?P<who>{who or '(?!)'})", "{place}": ANYTHING}
    return re.compile(" ".join(slots.get(word) or re.escape(word) for word in phrase.split()))
