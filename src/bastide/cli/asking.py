"""One line typed at a terminal, and why it was not done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from bastide.core.catalogue import say, say_phrase
from bastide.table.refused import NO_MOVE, Refused

Do = Callable[[str, str, str], bool]  # a command or "", what follows it, the whole line; False: the person leaves


class Commands(NamedTuple):
    """The words of a terminal: each in English, or in the reader's language as `<key>.<name>` says it."""

    key: str
    names: tuple[str, ...]

    def meant(self, word: str, language: str) -> str:
        """The command a word stands for; empty for none."""
        if word == "?":
            return "rules"
        return next((name for name in self.names if word in (name, say(language, f"{self.key}.{name}"))), "")


def ask_line(
    console: Console, commands: Commands, do: Do, language: str, names: Sequence[str], moves: Callable[[], list[str]]
) -> bool:
    """Reads a line and does what it says; returns False when the person leaves. `moves` are those that can be done."""
    try:
        typed = read_line(console)
    except EOFError:
        return False
    word, _, rest = typed.partition(" ")
    try:
        return do(commands.meant(word.lower(), language), rest.strip(), typed)
    except Refused as refusal:
        print_refusal(console, refusal, language, names)
        if refusal.label.key == NO_MOVE:
            print_like(console, commands, typed, moves(), language)
        return True


def read_line(console: Console) -> str:
    """A typed line, without what cannot be printed; on a terminal that has readline, with arrow keys and a history."""
    if console.is_terminal and not console.no_color and sys.stdin.isatty():
        with suppress(ImportError):
            import readline

            readline.parse_and_bind("set enable-bracketed-paste off")
        typed = input("> ")  # the prompt is readline's to draw again
    else:
        typed = console.input("> ")
    return "".join(letter for letter in typed if letter.isprintable()).strip()


def print_refusal(console: Console, refusal: Refused, language: str, names: Sequence[str]) -> None:
    """Why not, with the clause that forbids it."""
    reason = say_phrase(language, refusal.label, names)
    line = say(language, "cli.play.refused", reason=reason, clause=refusal.clause) if refusal.clause else reason
    console.print(Text(line, style="yellow"))


def print_like(console: Console, commands: Commands, typed: str, moves: list[str], language: str) -> None:
    """What one can type that looks most like what was typed."""
    words = [say(language, f"{commands.key}.{name}") for name in commands.names]
    known = {line.lower(): line for line in (*moves, *words)}
    near = [known[line] for line in get_close_matches(typed.lower(), known)]
    told = say(language, "cli.typed.near", near=" · ".join(near)) if near else say(language, "cli.typed.lost")
    console.print(Text(told, style="dim"))
