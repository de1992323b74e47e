"""A guided first game: the real engine, a scripted deal, scripted opponents, and what is said at each step.

A game's lesson is `lesson.toml` in its folder. `start` are the plies that lead to the first step, in notation. A step
without `expect` is read; one with `expect` waits for one of its rows of moves (`a; b`, where `*` leaves a part to the
learner), and answers any other. `then` is what chance and the others do next: of `a | b` the first that is possible.
What is said stands in the catalogue: `<game>.lesson.<step>` and, where the step has them, `.say`, `.why`, `.tag` and
`.wrong`; `.say.typed` is said instead at a terminal, where `.say` speaks of what only a page shows.

A lesson is kept nowhere: what the learner did so far, step by step, is all that rebuilds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bastide.core.catalogue import LANGUAGES, catalogue
from bastide.core.components import Entry, read_components
from bastide.core.errors import BadNotation
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.state import CHANCE
from bastide.core.words import Phrase
from bastide.table import lines, parts
from bastide.table.match import is_chance
from bastide.table.refused import Refused
from bastide.table.seen import view_for
from bastide.table.setup import Setup
from bastide.table.table import Table
from bastide.table.views import refusals

LEARNER = 0
NOW = 0  # a lesson has no clock
ROW = "; "
OR = " | "
BOT = "level1"  # what the opponents are shown as

Chapter = Literal["aim", "turn", "scores", "points"]


class Step(Entry):
    """One thing that is said, one place that is marked, one row of moves that is waited for."""

    name: str
    chapter: Chapter
    mark: list[str] = msgspec.field(
        default_factory=list
    )  # the pieces and places it speaks of; left out: those of the expected move
    expect: list[str] = msgspec.field(default_factory=list)
    then: list[str] = msgspec.field(default_factory=list)
    clause: str = ""


class Learnt(Entry):
    """What the learner takes home, with its clause."""

    name: str
    clause: str


class Lesson(Entry):
    """The whole file."""

    rules_version: int
    opponents: list[str]
    start: list[str]
    step: list[Step]
    learnt: list[Learnt]
    options: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def seats(self) -> int:
        return 1 + len(self.opponents)


def lesson_file(game: Game) -> Path:
    return game.folder / "lesson.toml"


@cache
def _read(path: Path) -> Lesson:
    return read_components(path, Lesson)


def has_lesson(game: Game) -> bool:
    """There is one, and it teaches the rules that are played."""
    return lesson_file(game).is_file() and _read(lesson_file(game)).rules_version == game.spec.rules_version


def lesson_of(game: Game) -> Lesson:
    """The game's lesson; one of other rules is refused rather than taught."""
    if not lesson_file(game).is_file():
        raise Refused("table.refused.no_lesson")
    lesson = _read(lesson_file(game))
    if lesson.rules_version != game.spec.rules_version:
        raise Refused("table.refused.lesson_version", written=lesson.rules_version, played=game.spec.rules_version)
    return lesson


class Course:
    """A lesson under way: the table as it stands, the step, and the part of its row that is already played."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lesson = lesson_of(game)
        self.table = _seat(game, self.lesson)
        self.number = 0
        self.done: list[list[int]] = []  # what was played, by step
        self._now: list[tuple[int, str]] = []  # what of this step's row is played, with its notation
        self._play(self.lesson.start)

    @classmethod
    def resume(cls, game: Game, done: Sequence[Sequence[int]], now: Sequence[int]) -> Course:
        """A lesson taken up again where it was left; refused when it has changed since."""
        course = cls(game)
        for number, row in enumerate([*done, now]):
            if row:
                course.move(row)
            elif number < len(done) and not course.is_over and not course.step.expect:
                course.read_on()
            if course.number != min(number + 1, len(done)):
                raise Refused("table.refused.lesson")
        return course

    # ---- looking

    @property
    def is_over(self) -> bool:
        return self.number == len(self.lesson.step)

    @property
    def step(self) -> Step:
        return self.lesson.step[self.number]

    @property
    def now(self) -> list[int]:
        return [action for action, _ in self._now]

    @property
    def position(self) -> Position:
        return self.table.match.position

    def view(self) -> parts.View:
        """What the learner sees; while there is something to read, nothing is to be chosen."""
        view = view_for(self.table, LEARNER, NOW)
        if not self.is_over and self.step.expect:
            return view
        return msgspec.structs.replace(view, choices=[], plans=[])

    def reasons(self) -> list[parts.Refusal]:
        """Why the other pieces cannot be chosen, where something is to be chosen."""
        is_asked = not self.is_over and bool(self.step.expect)
        return refusals(self.table.match.view(LEARNER)) if is_asked else []

    def row(self) -> list[int]:
        """What is left of the first row that the step waits for; empty where it is only read."""
        return [] if self.is_over else next(self.rows(), [])

    def rows(self) -> Iterator[list[int]]:
        """Every way to play what is left of this step, the first row's first."""
        for row in self.step.expect:
            patterns = row.split(ROW)
            if self._begins(patterns):
                yield from _fill(self.position, patterns[len(self._now) :])

    @property
    def is_free(self) -> bool:
        """The learner may choose."""
        return len(self.step.expect) > 1 or any("*" in row for row in self.step.expect)

    def marks(self) -> list[str]:
        """The pieces and places that the step speaks of."""
        if self.is_over:
            return []
        row = self.row()
        if self.step.mark or not row:
            return self.step.mark
        view = self.position.view(LEARNER)
        return list(self.game.choice(view.state, row[0], LEARNER).targets[:1])

    def says(self, part: str = "") -> Phrase | None:
        """One of the step's texts, where it has that one."""
        key = f"{self.game.id}.lesson.{self.step.name}{part}"
        return Phrase(key) if key in catalogue(LANGUAGES[0]) else None

    # ---- doing

    def read_on(self) -> None:
        """The step was read."""
        if self.step.expect:
            raise Refused("table.refused.lesson")
        self._close([])

    def move(self, row: Sequence[int | str]) -> None:
        """Plays what fits the step; what does not is refused, kindly, and nothing has changed."""
        if self.is_over or not self.step.expect:
            raise Refused("table.refused.lesson")
        actions = self.table.match.check_row(LEARNER, row)
        played = self._now + _texts(self.position, actions)
        rows = [pattern.split(ROW) for pattern in self.step.expect]
        fitting = [patterns for patterns in rows if _fits([text for _, text in played], patterns)]
        if not fitting:
            raise Refused(f"{self.game.id}.lesson.{self.step.name}.wrong", self.step.clause)
        for action in actions:
            self._act(LEARNER, action)
        self._now = played
        if any(len(patterns) == len(played) for patterns in fitting):
            self._close(self.now)

    def _begins(self, patterns: Sequence[str]) -> bool:
        return _fits([text for _, text in self._now], patterns)

    def _close(self, row: list[int]) -> None:
        """The others and chance go on; the next step begins."""
        then = self.step.then
        self.done.append(row)
        self._now = []
        self.number += 1
        self._play(then)

    def _play(self, script: Sequence[str]) -> None:
        for entry in script:
            action = _possible(self.position, entry.split(OR))
            if is_chance(self.table.match):
                self.table.fold(lines.Drawn(action, self.game.write(self.position.state, action)), NOW)
            else:
                self._act(self.position.to_move, action)

    def _act(self, seat: int, action: int) -> None:
        self.table.fold(lines.Acted(seat, action, self.game.write(self.position.state, action)), NOW)
        self.table.fold(lines.Committed(seat), NOW)


def _seat(game: Game, lesson: Lesson) -> Table:
    """A table of the learner and the opponents, dealt by the file."""
    setup = Setup(
        id="lesson",
        game=game.id,
        rules_version=game.spec.rules_version,
        seats=lesson.seats,
        options=game.spec.check_options(lesson.options),
        commitment="",
        imported=True,
    )
    table = Table(setup, "")
    table.fold(lines.Sat(LEARNER, "person", LEARNER), NOW)
    for seat, name in enumerate(lesson.opponents, 1):
        table.fold(lines.Sat(seat, "bot", seat, name, BOT), NOW)
    table.fold(lines.Began(), NOW)
    return table


def _possible(position: Position, texts: Sequence[str]) -> int:
    """The first of several scripted plies that can be played here."""
    chance = position.to_move == CHANCE
    possible = {outcome for outcome, _ in position.outcomes()} if chance else set(position.legal)
    for text in texts:
        with suppress(BadNotation):
            action = position.game.read(position.state, text)
            if action in possible:
                return action
    raise BadNotation(f"none of {texts} can be played here", position.where())


def _fits(texts: Sequence[str], patterns: Sequence[str]) -> bool:
    """Whether these moves are the row, or begin it."""
    if len(texts) > len(patterns):
        return False
    return all(fnmatchcase(text, pattern) for text, pattern in zip(texts, patterns, strict=False))


def _texts(position: Position, actions: Sequence[int]) -> list[tuple[int, str]]:
    """Legal actions in a row, with how each is written where it is played."""
    trial = position.copy()
    written = []
    for action in actions:
        written.append((action, trial.game.write(trial.state, action)))
        trial.apply(action)
    return written


def _fill(position: Position, patterns: Sequence[str]) -> Iterator[list[int]]:
    """Every row of legal actions that fits the patterns, in the order of their ids."""
    if not patterns:
        yield []
        return
    if position.to_move != LEARNER:
        return
    for text, action in position.moves.items():
        if fnmatchcase(text, patterns[0]):
            later = position.copy()
            later.apply(action)
            for rest in _fill(later, patterns[1:]):
                yield [action, *rest]
