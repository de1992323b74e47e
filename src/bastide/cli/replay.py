"""`bastide replay`: prints a recorded game, move by move."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from bastide.cli.boards import board_of
from bastide.cli.language import choose_language
from bastide.cli.printing import print_events, print_older_rules, print_scores
from bastide.core.errors import BastideError
from bastide.core.position import Position
from bastide.core.state import CHANCE, SPECTATOR
from bastide.games import load_version
from bastide.reviews.onefile import read_file
from bastide.table.chronicle import Chronicle, Narrator


def replay(file: Path, /, *, ply: int | None = None, seat: int | None = None, lang: str | None = None) -> None:
    """Print a recorded game, checking every move against the rules.

    Parameters
    ----------
    file
        A record, as `bastide simulate --records` or `bastide play --record` write it, or a game in one file.
    ply
        Stop after this many plies and show the board.
    seat
        Through whose eyes (1 for the first seat); a spectator's when left out.
    lang
        en or fr.
    """
    language = choose_language(lang)
    record = read_file(file)
    game = load_version(record.game, record.rules_version)
    if ply is not None and not 0 <= ply <= len(record.plies):
        raise BastideError(f"--ply is {ply}; this record has plies 0 to {len(record.plies)}")
    viewer = SPECTATOR if seat is None else seat - 1
    if seat is not None and not 1 <= seat <= record.seats:
        raise BastideError(f"--seat is {seat}; this game has seats 1 to {record.seats}")
    last = record.replay(game)  # every move is checked before the first is printed
    console = Console()
    print_older_rules(console, game, language)
    _print_game(console, last if ply is None else last.at(ply), viewer, language, record.names or [])


def _print_game(console: Console, last: Position, viewer: int, language: str, names: list[str]) -> None:
    """The log up to a position as a viewer reads it, then the board, and the scores if that is the end."""
    chronicle = Chronicle(Narrator(last.game), viewer, last.at(0))
    chronicle.follow(last.plies)
    print_events(console, chronicle.since(0), language, names)
    console.print(board_of(last.game.id)(last.view(viewer).picture(), language))
    if last.is_over:
        print_scores(console, chronicle.scores(last.scores()), language, names)
    elif last.to_move == CHANCE:
        console.print(f"ply {last.ply}")
