"""`bastide play`: a person against bots, in a terminal."""

from __future__ import annotations

import secrets
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.prompt import Prompt
from rich.text import Text

from bastide.bots import Bot, make_bot
from bastide.bots.hint import hint
from bastide.cli.boards import board_of
from bastide.cli.language import choose_language
from bastide.cli.options import read_options
from bastide.cli.rules import print_clause
from bastide.cli.telling import Ledger, print_events, print_hint, print_scores
from bastide.core.catalogue import say, say_phrase, seat_name
from bastide.core.errors import BadNotation, BastideError, IllegalAction, UnknownClause
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.record import Record
from bastide.core.words import Event
from bastide.games import GAMES, load

SHOWN_MOVES = 24  # more are listed on request


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
    """
    language = choose_language(lang)
    console = Console(highlight=False)
    chosen = load(game or Prompt.ask(say(language, "cli.play.which"), choices=list(GAMES), console=console))
    dealt = secrets.randbelow(2**31) if seed is None else seed
    m = chosen.new(seats, seed=dealt, **read_options(option))
    if not 1 <= seat <= m.seats:
        raise BastideError(f"--seat is {seat}; this table has seats 1 to {m.seats}")
    table = Sitting(console, m, seat - 1, seat_bots(chosen, m.seats, seat - 1, bots, dealt), language)
    table.play()
    if record is not None and table.m.is_over:
        table.save(str(record))


def seat_bots(game: Game, seats: int, you: int, names: str, seed: int) -> dict[int, Bot]:
    """A bot for every seat but yours."""
    listed = [name.strip() for name in names.split(",")]
    others = [p for p in range(seats) if p != you]
    if len(listed) == 1:
        listed *= len(others)
    if len(listed) != len(others):
        raise BastideError(f"--bots names {len(listed)} bots; this table has {len(others)} seats beside yours")
    return {p: make_bot(name, game, seed + p) for p, name in zip(others, listed, strict=True)}


class Sitting:
    """One person's evening at the terminal: the game, its log, and what can be taken back."""

    def __init__(self, console: Console, m: Position, you: int, bots: dict[int, Bot], language: str) -> None:
        self.console = console
        self.m = m
        self.you = you
        self.bots = bots
        self.language = language
        self.names = [
            f"{seat_name(language, str(p), ())} ({bots[p].name if p in bots else say(language, 'core.you')})"
            for p in range(m.seats)
        ]
        self.ledger = Ledger()
        self.log: list[Event] = []
        self.mine: list[tuple[Position, int]] = []  # positions this turn can go back to, with the log's length then
        self.told = 0

    def say(self, key: str, **values: str | int) -> str:
        return say(self.language, key, self.names, **values)

    def play(self) -> None:
        """To the end, or until the person leaves."""
        title = self.m.game.spec.title[self.language]
        self.console.rule(self.say("cli.play.welcome", title=title, you=self.names[self.you]))
        self.console.print(self.say("cli.play.seed", seed=self.m.seed or 0), style="dim")
        self._recount(0)
        shown = -1
        while not self.m.is_over:
            if self.m.to_move == self.you:
                if self.m.ply != shown:
                    self._show_news()
                    self._show_turn()
                    shown = self.m.ply
                if not self._ask():
                    self.console.print(self.say("cli.play.left", seed=self.m.seed or 0))
                    return
            else:
                self._step(self.bots[self.m.to_move].choose(self.m.view(self.m.to_move)))
        self._show_news()
        self._show_board()
        print_scores(self.console, self.m, self.ledger, self.language, self.names)
        winners = " & ".join(self.names[score.seat] for score in self.m.scores() if score.place == 1)
        self.console.print(self.say("cli.play.won", names=winners), style="bold")

    # ---- moves

    def _step(self, action: int | str) -> None:
        """One decision and the draws after it; what reveals or passes the turn cannot be taken back."""
        before, ply, mover = self.m.copy(), self.m.ply, self.m.to_move
        kept = len(self.log)
        self.m.apply(action)
        self._recount(ply)
        if mover == self.you == self.m.to_move and self.m.ply == ply + 1:
            self.mine.append((before, kept))
        else:
            self.mine.clear()

    def _recount(self, ply: int) -> None:
        """Tells the plies since `ply`, as you saw them."""
        past = self.m.at(ply)
        for who, action in self.m.plies[ply:]:
            after = past.copy()
            after.apply(action) if who >= 0 else after.draw(action)
            self.log += self.ledger.tell(past, after, self.you)
            past = after

    def _undo(self) -> None:
        if not self.mine:
            self.console.print(self.say("cli.play.no_undo"), style="yellow")
            return
        self.m, kept = self.mine.pop()
        for event in self.log[kept:]:
            for gain in event.gains:
                self.ledger.points[gain.source][gain.seat] -= gain.points
        del self.log[kept:]
        self.told = min(self.told, kept)

    def save(self, path: str) -> None:
        """Writes the record; a file that cannot be written is told, and play goes on."""
        try:
            Path(path).write_text(Record.of(self.m, self.names).to_json(), encoding="utf-8")
        except OSError as error:
            reason = error.strerror or str(error)
            self.console.print(self.say("cli.play.save_failed", path=path, reason=reason), style="red")
        else:
            self.console.print(self.say("cli.play.saved", path=path))

    # ---- showing

    def _show_news(self) -> None:
        print_events(self.console, self.log[self.told :], self.language, self.names)
        self.told = len(self.log)

    def _show_board(self) -> None:
        self.console.print(board_of(self.m.game.id)(self.m.view(self.you).picture(), self.language))

    def _show_turn(self) -> None:
        self._show_board()
        prompt = self.m.game.prompt(self.m.view(self.you).state, self.you)
        ask = say_phrase(self.language, prompt.label, self.names)
        self.console.print(Text(self.say("cli.play.your_move", you=self.names[self.you], ask=ask), style="bold cyan"))
        self._show_moves(SHOWN_MOVES)

    def _show_moves(self, most: int) -> None:
        game, v = self.m.game, self.m.view(self.you).state
        lines = []
        for text, action in list(self.m.moves.items())[:most]:
            label = say_phrase(self.language, game.choice(v, action, self.you).label, self.names)
            line = Text(text, style="green")
            lines.append(line if label.lower() == text else line.append(f"  {label}", style="dim"))
        self.console.print(Columns(lines, padding=(0, 3), column_first=True))
        if len(self.m.legal) > most:
            self.console.print(self.say("cli.play.more", n=len(self.m.legal) - most), style="dim")

    # ---- asking

    def _ask(self) -> bool:
        """One line typed; returns False when the person leaves."""
        try:
            typed = self.console.input("> ").strip()
        except EOFError:
            return False
        word, _, rest = typed.partition(" ")
        command = self._command(word.lower())
        match command:
            case "quit":
                return False
            case "rules":
                self._show_rule(rest.strip())
            case "moves":
                self._show_moves(len(self.m.legal))
            case "board":
                self._show_board()
            case "log":
                print_events(self.console, self.log, self.language, self.names)
            case "undo":
                self._undo()
            case "hint":
                self._show_hint()
            case "save" if rest:
                self.save(rest)
            case "help" | "save":
                self.console.print(self.say("cli.play.help"))
            case _ if typed:
                self._try(typed)
        return True

    def _command(self, word: str) -> str:
        """The command a word stands for, in the reader's language or in English."""
        if word == "?":
            return "rules"
        for name in ("moves", "board", "log", "undo", "hint", "save", "quit", "help"):
            if word in (name, self.say(f"cli.play.word.{name}")):
                return name
        return ""

    def _show_hint(self) -> None:
        """What the strongest level would do with your view, and why."""
        self.console.print(self.say("cli.play.thinking"), style="dim")
        print_hint(self.console, hint(self.m.view(self.you), seed=self.m.ply), self.language, self.names)

    def _show_rule(self, clause: str) -> None:
        prompt = self.m.game.prompt(self.m.view(self.you).state, self.you)
        try:
            print_clause(self.console, self.m.game, clause.upper() or prompt.clause, self.language)
        except UnknownClause as error:
            self.console.print(Text(str(error), style="yellow"))

    def _try(self, typed: str) -> None:
        """A move: made, or refused with its clause."""
        try:
            self._step(typed)
        except IllegalAction as error:
            if not error.clause:
                self.console.print(Text(error.message, style="yellow"))
                return
            reason = self.say(f"{self.m.game.id}.refuse.{error.clause}")
            self.console.print(self.say("cli.play.refused", reason=reason, clause=error.clause), style="yellow")
        except BadNotation as error:
            self.console.print(Text(self.say("cli.play.unreadable", text=error.message), style="yellow"))
