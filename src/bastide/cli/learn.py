"""`bastide learn`: a guided first game in a terminal. It can be left at any step and is taken up there again."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from rich.console import Console
from rich.text import Text

from bastide.cli.asking import Commands, ask_line
from bastide.cli.boards import board_of
from bastide.cli.language import choose_language
from bastide.cli.printing import print_events, print_scores
from bastide.cli.rules import print_clause
from bastide.core.catalogue import say, say_phrase
from bastide.core.decoding import read_json
from bastide.core.game import Game
from bastide.core.notation import in_language
from bastide.core.words import Phrase
from bastide.games import load
from bastide.table.lesson import LEARNER, Course, lesson_of
from bastide.table.refused import Refused
from bastide.table.seen import log_for

PARTS = {
    "": "bold",
    ".say": "",
    ".why": "dim",
}  # of a step; what only holds on a page is said otherwise here (`.typed`)
COMMANDS = Commands("cli.learn.word", ("show", "skip", "back", "board", "rules", "quit", "help"))


class Place(msgspec.Struct):
    """Where a lesson was left, and under which rules."""

    rules_version: int
    done: list[list[int]]
    now: list[int]


def places_file() -> Path:
    """Where the places of all lessons are kept."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "bastide" / "lessons.json"


def learn(game: str, /, *, lang: str | None = None, again: bool = False) -> None:
    """Learn a game by playing it: a guided first game of a few minutes.

    Parameters
    ----------
    game
        The id of a game.
    lang
        en or fr.
    again
        Begin anew, though the lesson was left halfway.
    """
    chosen = load(game)
    lesson_of(chosen)  # refused here where there is none
    Tutor(Console(highlight=False), chosen, choose_language(lang), places_file(), again).teach()


class Tutor:
    """A lesson between a person at a terminal and the table that the lesson's file deals."""

    def __init__(self, console: Console, game: Game, language: str, places: Path, again: bool = False) -> None:
        self.console = console
        self.game = game
        self.language = language
        self.places = places
        self.printed = 0  # the ply up to which the log was printed
        self.shown = -1  # the ply at which the board was last shown
        self.course = Course(game) if again else self._resume()
        self.names = [say(language, "page.lesson.you"), *self.course.lesson.opponents]

    # ---- where it was left

    def _kept(self) -> dict[str, Place]:
        try:
            return read_json(self.places.read_bytes(), dict[str, Place])
        except (OSError, msgspec.MsgspecError):
            return {}

    def _resume(self) -> Course:
        """The lesson where it was left; one that has changed since begins anew, and says so."""
        kept = self._kept().get(self.game.id)
        if kept is None:
            return Course(self.game)
        try:
            if kept.rules_version != self.game.spec.rules_version:
                raise Refused("table.refused.lesson")
            return Course.resume(self.game, kept.done, kept.now)
        except Refused:
            self.console.print(say(self.language, "table.refused.lesson"), style="yellow")
            return Course(self.game)

    def _keep(self) -> None:
        kept = self._kept()
        kept[self.game.id] = Place(self.game.spec.rules_version, self.course.done, self.course.now)
        if self.course.is_over:
            del kept[self.game.id]
        try:
            self.places.parent.mkdir(parents=True, exist_ok=True)
            self.places.write_bytes(msgspec.json.encode(kept))
        except OSError:
            self.console.print(say(self.language, "cli.learn.not_kept"), style="dim")

    # ---- teaching

    def teach(self) -> None:
        """Step by step, to the end or until the person leaves."""
        title = self.game.spec.title[self.language]
        self.console.rule(say(self.language, "cli.learn.welcome", title=title))
        self.console.print(" · ".join(f"P{seat} {name}" for seat, name in enumerate(self.names, 1)), style="dim")
        self.printed = self.course.table.ply(LEARNER)
        shown = -1
        while not self.course.is_over:
            if self.course.number != shown:
                self._show_step()
                shown = self.course.number
            if not ask_line(self.console, COMMANDS, self._do, self.language, self.names, self._moves):
                self.console.print(say(self.language, "cli.learn.left", game=self.game.id))
                return
            self._keep()
            if self.course.now:  # the row goes on: what the table asks next
                self._say(self.course.view().prompt.label, "bold")
        self._show_end()

    def _show_step(self) -> None:
        course = self.course
        print_events(self.console, log_for(course.table, LEARNER, self.printed), self.language, self.names)
        self.printed = course.table.ply(LEARNER)
        if self.shown != self.printed:
            self._show_board()
        steps = len(course.lesson.step)
        self.console.print(
            Text(say(self.language, "page.lesson.step", step=course.number + 1, steps=steps), style="dim")
        )
        for part, style in PARTS.items():
            self._say(course.says(f"{part}.typed") or course.says(part), style)
        self.console.print(Text(self._ways(), style="cyan"))

    def _ways(self) -> str:
        """What to type: the move that is waited for is named, where it is one."""
        if not self.course.step.expect:
            return say(self.language, "cli.learn.read")
        return say(self.language, "cli.learn.choose" if self.course.is_free else "cli.learn.move")

    def _say(self, phrase: Phrase | None, style: str) -> None:
        if phrase is not None:
            self.console.print(Text(say_phrase(self.language, phrase, self.names), style=style))

    def _show_board(self) -> None:
        self.shown = self.course.table.ply(LEARNER)
        self.console.print(board_of(self.game.id)(self.course.view().picture, self.language))

    def _show_end(self) -> None:
        print_events(self.console, log_for(self.course.table, LEARNER, self.printed), self.language, self.names)
        self._show_board()
        title = "cli.scores.title" if self.course.position.is_over else "page.scores.title"
        print_scores(self.console, self.course.view().scores, self.language, self.names, title)
        self.console.print(say(self.language, "page.lesson.learnt"), style="bold")
        for thing in self.course.lesson.learnt:
            key = f"{self.game.id}.learnt.{thing.name}"
            self.console.print(f"· {say(self.language, key)} {say(self.language, f'{key}.say')} ({thing.clause})")
        self.console.print(say(self.language, "cli.learn.play", game=self.game.id), style="cyan")

    # ---- asking

    def _do(self, command: str, rest: str, typed: str) -> bool:
        """A command, or else a move in notation; returns False when the person leaves."""
        match command:
            case "quit":
                return False
            case "show":
                self._show_moves()
            case "skip":
                self._go_on()
            case "back":
                self._go_back()
            case "board":
                self._show_board()
            case "rules":
                print_clause(self.console, self.game, rest.upper() or self.course.step.clause, self.language)
            case "help":
                self.console.print(say(self.language, "cli.learn.help"))
            case _ if typed and self.course.step.expect:
                self.course.move([typed])
            case _ if not typed and not self.course.step.expect:
                self.course.read_on()
            case _:
                self.console.print(self._ways(), style="cyan")
        return True

    def _moves(self) -> list[str]:
        return [in_language(self.game.id, self.language, choice.text) for choice in self.course.view().choices]

    def _show_moves(self) -> None:
        """What the step waits for, in notation."""
        position = self.course.position.copy()
        for action in self.course.row():
            written = in_language(self.game.id, self.language, self.game.write(position.state, action))
            self.console.print(Text(written, style="green"))
            position.apply(action)

    def _go_on(self) -> None:
        if self.course.step.expect:
            self.course.move(self.course.row())
        else:
            self.course.read_on()

    def _go_back(self) -> None:
        """To the step before, or out of what was begun in this one."""
        done = self.course.done if self.course.now else self.course.done[:-1]
        self.course = Course.resume(self.game, done, [])
        self.printed = self.course.table.ply(LEARNER)
