"""`bastide play`: a person against bots, in a terminal."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.columns import Columns
from rich.console import Console, Group
from rich.prompt import Prompt
from rich.text import Text

from bastide.bots import Bot, make_bot
from bastide.bots.hint import hint
from bastide.bots.interpreted import Decided
from bastide.bots.warming import is_compiled
from bastide.cli.aside import Aside, compiling_aside
from bastide.cli.asking import Commands, ask_line
from bastide.cli.boards import board_of
from bastide.cli.language import choose_language
from bastide.cli.options import read_options
from bastide.cli.printing import (
    print_events,
    print_hint,
    print_no_judge,
    print_plain_events,
    print_plain_scores,
    print_plans,
    print_scores,
    print_told,
)
from bastide.cli.rules import print_clause
from bastide.core.catalogue import say, say_phrase, seat_name
from bastide.core.errors import BastideError, UnknownClause
from bastide.core.game import Game, check_seed
from bastide.core.notation import in_language
from bastide.core.record import Record
from bastide.core.view import View as PlayerView
from bastide.core.words import Event, Phrase
from bastide.games import GAMES, load
from bastide.table.fairness import commitment_of
from bastide.table.parts import View
from bastide.table.result import record_of
from bastide.table.seen import answer_for, log_for, view_for
from bastide.table.setup import Setup
from bastide.table.table import Table

COMMANDS = Commands("cli.play.word", ("moves", "plan", "board", "tell", "log", "undo", "hint", "save", "quit", "help"))
SHOWN_MOVES = 24  # more are listed on request
SHOWN_PLANS = 6
NOW = 0  # there is no clock at this table
NO_ENTROPY = "0" * 16  # the person's part of the shuffle: a seed is to deal the same game again


def play(
    game: str | None = None,
    /,
    *,
    seats: int | None = None,
    bots: str = "greedy",
    seat: int = 1,
    seed: int | None = None,
    option: list[str] | None = None,
    lang: str | None = None,
    record: Path | None = None,
    plain: bool = False,
) -> None:
    """Play a game against bots in this terminal.

    Parameters
    ----------
    game
        The id of a game; asked for when left out.
    seats
        Number of players, you included; the game's fewest when left out.
    bots
        A bot's name for all other seats, or one name per seat with commas between.
    seat
        Where you sit; 1 is the first seat.
    seed
        Deal the same game again.
    option
        A table option as name=value; may be given several times.
    lang
        en or fr.
    record
        Write the record of the game to this file when it ends.
    plain
        For screen readers: no boxes, no colours, one fact a line.
    """
    language = choose_language(lang)
    console = console_of(plain)
    chosen = load(game or Prompt.ask(say(language, "cli.play.which"), choices=list(GAMES), console=console))
    count = chosen.spec.choose_seats(seats)
    if not 1 <= seat <= count:
        raise BastideError(f"--seat is {seat}; this table has seats 1 to {count}")
    dealt = check_seed(secrets.randbelow(2**31) if seed is None else seed)
    print_no_judge(console, chosen, language)
    opponents = seat_bots(chosen, count, seat - 1, bots, dealt)
    with compiling_aside(chosen, opponents.values()) as aside:
        with patience(console, language, chosen, "rules"):
            sitting = Sitting(console, chosen, read_options(option), seat - 1, opponents, dealt, language, plain, aside)
            _ = sitting.view  # what the first prompt needs is compiled here
        sitting.play()
    if record is not None and sitting.table.state == "over":
        sitting.save(str(record))


@contextmanager
def patience(console: Console, language: str, game: Game, part: str) -> Iterator[None]:
    """Says what is waited for while a part of a game is compiled; nothing where it was compiled before."""
    if is_compiled(game.id, part):
        yield
        return
    line = say(language, f"cli.play.ready.{part}", title=game.spec.title[language])
    if console.is_terminal and not console.no_color:
        with console.status(line):
            yield
    else:
        console.print(line)
        yield


def seat_bots(game: Game, seats: int, you: int, names: str, seed: int) -> dict[int, Bot]:
    """A bot for every seat but yours."""
    listed = [name.strip() for name in names.split(",")]
    others = [p for p in range(seats) if p != you]
    if len(listed) == 1:
        listed *= len(others)
    if len(listed) != len(others):
        raise BastideError(f"--bots names {len(listed)} bots; this table has {len(others)} seats beside yours")
    return {p: make_bot(name, game, seed + p) for p, name in zip(others, listed, strict=True)}


def open_table(
    game: Game, options: Mapping[str, object], names: Sequence[str], bots: Collection[int], seed: int
) -> Table:
    """A table where all have sat down and the game is dealt. Every draw follows from the seed, as at any table."""
    secret = hashlib.sha256(b"bastide-terminal/1\n%d" % seed).hexdigest()
    setup = Setup(
        id="terminal",
        game=game.id,
        rules_version=game.spec.rules_version,
        seats=len(names),
        options=game.spec.check_options(options),
        commitment=commitment_of(secret),
    )
    table = Table(setup, secret)
    for p, name in enumerate(names):
        table.sit(p, "bot" if p in bots else "person", NOW, name=name)
    for p in range(len(names)):
        if p not in bots:
            table.share(p, None, NO_ENTROPY, NOW)
    return table


def console_of(plain: bool) -> Console:
    """Plain: nothing is bold or dim either, which a screen reader may spell out as escape codes."""
    if plain:
        return Console(highlight=False, soft_wrap=True, no_color=True, color_system=None)
    return Console(highlight=False)


class Sitting:
    """A person at a terminal, at a table with bots. The table keeps the log, the scores, and what can be undone."""

    def __init__(
        self,
        console: Console,
        game: Game,
        options: Mapping[str, object],
        you: int,
        bots: Mapping[int, Bot],
        seed: int,
        language: str,
        plain: bool = False,
        aside: Aside | None = None,
    ) -> None:
        self.console = console
        self.aside = aside or Aside()
        self.plain = plain
        self.you = you
        self.bots = bots
        self.seed = seed
        self.language = language
        self.names = [
            f"{seat_name(language, str(p), ())} ({bots[p].name if p in bots else say(language, 'core.you')})"
            for p in range(len(bots) + 1)
        ]
        self.table = open_table(game, options, self.names, bots, seed)
        self.printed = 0  # the ply up to which the log was printed
        self.ready: set[str] = set()  # bots that have moved
        self.unready: set[int] = set()  # the seats of which it was said that their bot is not ready

    @property
    def view(self) -> View:
        """What you see and may do now."""
        return view_for(self.table, self.you, NOW)

    def say(self, key: str, **values: str | int) -> str:
        return say(self.language, key, self.names, **values)

    def say_phrase(self, phrase: Phrase | Event) -> str:
        return say_phrase(self.language, phrase, self.names)

    def play(self) -> None:
        """To the end, or until the person leaves."""
        title = self.table.game.spec.title[self.language]
        welcome = self.say("cli.play.welcome", title=title, you=self.names[self.you])
        self.console.print(welcome) if self.plain else self.console.rule(welcome)
        self.console.print(self.say("cli.play.seed", seed=self.seed), style="dim")
        shown = -1
        while self.table.state != "over":
            if self.table.mover != self.you:
                self._move_bot(self.table.mover)
                continue
            if self.table.ply(self.you) != shown:
                self._show_news()
                self._show_turn()
                shown = self.table.ply(self.you)
            if not ask_line(self.console, COMMANDS, self._do, self.language, self.names, self._moves):
                self.console.print(self.say("cli.play.left", seed=self.seed))
                return
        self._show_end()

    # ---- moves

    def _act(self, seat: int, actions: Sequence[int | str]) -> None:
        self.table.act(seat, actions, self.table.ply(seat), NOW)

    def _move_bot(self, seat: int) -> None:
        """A bot's decision; by its judgement alone while its search is not compiled, which is said."""
        bot, view = self.bots[seat], self.table.match.view(seat)
        decided = self.aside.decide(bot, view) or Decided(self._choose(bot, view))
        self._tell_readiness(seat, decided.by)
        self.table.act(seat, [decided.action], self.table.ply(seat), NOW, by=decided.by)

    def _choose(self, bot: Bot, view: PlayerView) -> int:
        """Waits for what is being compiled where need be."""
        if bot.name in self.ready:
            return bot.choose(view)
        with patience(self.console, self.language, self.table.game, "bots"):
            self.aside.wait()
            action = bot.choose(view)
        self.ready.add(bot.name)
        return action

    def _tell_readiness(self, seat: int, by: str) -> None:
        """Says once that a bot does not search yet, and once that it does."""
        if by and seat not in self.unready:
            self.unready.add(seat)
            self.console.print(self.say("cli.play.preparing", name=self.names[seat]), style="dim")
        elif seat in self.unready and self.aside.is_done:
            self.unready.remove(seat)
            self.console.print(self.say("cli.play.prepared", name=self.names[seat]), style="dim")

    def _undo(self) -> None:
        """Takes back the latest decision; the table says why where it cannot."""
        self.table.undo(self.you, self.table.ply(self.you), NOW)
        self.printed = min(self.printed, self.table.ply(self.you))

    def _follow_plan(self, number: str) -> None:
        """Does a plan by its number; without one, lists them all."""
        plans = self.view.plans
        if not number:
            print_plans(self.console, self.table.game.id, plans, len(plans), self.language, self.names)
        elif number.isdecimal() and 1 <= int(number) <= len(plans):
            self._act(self.you, plans[int(number) - 1].actions)
        else:
            self.console.print(self.say("cli.play.no_plan", text=number, n=len(plans)), style="yellow")

    def save(self, path: str) -> None:
        """Writes the record, with its proof once the game is over; says so if it cannot, and play goes on."""
        over = self.table.state == "over"
        record = record_of(self.table) if over else Record.of(self.table.match.position, self.names)
        try:
            Path(path).write_text(record.to_json(), encoding="utf-8")
        except OSError as error:
            reason = error.strerror or str(error)
            self.console.print(self.say("cli.play.save_failed", path=path, reason=reason), style="red")
        else:
            self.console.print(self.say("cli.play.saved", path=path))

    # ---- showing

    def _show_news(self) -> None:
        shown = print_plain_events if self.plain else print_events
        shown(self.console, log_for(self.table, self.you, self.printed), self.language, self.names)
        self.printed = self.table.ply(self.you)

    def _show_board(self) -> None:
        if self.plain:
            self._tell("")
            return
        self.console.print(board_of(self.table.game.id)(self.view.picture, self.language))

    def _tell(self, question: str) -> None:
        """Answers a question about the table in words; without one, tells everything."""
        print_told(self.console, answer_for(self.table, self.you, self.language, question, self.names))

    def _show_turn(self) -> None:
        if not self.plain:
            self._show_board()
        ask = self.say_phrase(self.view.prompt.label)
        self.console.print(Text(self.say("cli.play.your_move", you=self.names[self.you], ask=ask), style="bold cyan"))
        self._show_moves(SHOWN_MOVES)
        print_plans(self.console, self.table.game.id, self.view.plans, SHOWN_PLANS, self.language, self.names)

    def _moves(self) -> list[str]:
        return [in_language(self.table.game.id, self.language, choice.text) for choice in self.view.choices]

    def _show_moves(self, most: int) -> None:
        choices = self.view.choices
        lines = []
        for choice, written in zip(choices[:most], self._moves(), strict=False):
            label = self.say_phrase(choice.label)
            line = Text(written, style="green")
            lines.append(line if label.lower() == written else line.append(f"  {label}", style="dim"))
        self.console.print(Group(*lines) if self.plain else Columns(lines, padding=(0, 3), column_first=True))
        if len(choices) > most:
            self.console.print(self.say("cli.play.more", n=len(choices) - most), style="dim")

    def _show_end(self) -> None:
        self._show_news()
        self._show_board()
        scores = self.view.scores
        shown = print_plain_scores if self.plain else print_scores
        shown(self.console, scores, self.language, self.names)
        winners = " & ".join(name for name, place in zip(self.names, scores.places, strict=True) if place == 1)
        self.console.print(self.say("cli.play.won", names=winners), style="bold")

    # ---- asking

    def _do(self, command: str, rest: str, typed: str) -> bool:
        """A command, or else a move in notation; returns False when the person leaves."""
        match command:
            case "quit":
                return False
            case "rules":
                self._show_rule(rest)
            case "moves":
                self._show_moves(len(self.view.choices))
            case "plan":
                self._follow_plan(rest)
            case "board":
                self._show_board()
            case "tell":
                self._tell(rest)
            case "log":
                print_events(self.console, log_for(self.table, self.you, 0), self.language, self.names)
            case "undo":
                self._undo()
            case "hint":
                self._show_hint()
            case "save" if rest:
                self.save(rest)
            case "help" | "save":
                self.console.print(self.say("cli.play.help"))
            case _ if typed:
                self._act(self.you, [typed])
        return True

    def _show_hint(self) -> None:
        """What the strongest level would do with your view, and why; not while it is being compiled."""
        if not self.aside.is_done:
            self.console.print(self.say("cli.play.hint_later"), style="yellow")
            return
        self.console.print(self.say("cli.play.thinking"), style="dim")
        view = self.table.match.view(self.you)
        given = hint(view, seed=self.table.ply(self.you))
        print_hint(self.console, self.table.game.id, given, self.language, self.names)

    def _show_rule(self, clause: str) -> None:
        try:
            print_clause(self.console, self.table.game, clause.upper() or self.view.prompt.clause, self.language)
        except UnknownClause as error:
            self.console.print(Text(str(error), style="yellow"))
