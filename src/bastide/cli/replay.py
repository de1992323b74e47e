"""`bastide replay`: a recorded game, told move by move."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from rich.console import Console

from bastide.cli.boards import board_of
from bastide.cli.language import choose_language
from bastide.cli.telling import Ledger, print_events, print_older_rules, print_scores
from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.record import Record
from bastide.core.state import CHANCE, SPECTATOR
from bastide.games import load_version


def replay(file: Path, /, *, ply: int | None = None, seat: int | None = None, lang: str | None = None) -> None:
    """Tell a recorded game, checking every move against the rules.

    Parameters
    ----------
    file
        A record, as `bastide simulate --records` or `bastide play --record` write it.
    ply
        Stop after this many plies and show the board.
    seat
        Through whose eyes (1 for the first seat); a spectator's when left out.
    lang
        en or fr.
    """
    language = choose_language(lang)
    record = Record.load(file)
    game = load_version(record.game, record.rules_version)
    if ply is not None and not 0 <= ply <= len(record.plies):
        raise BastideError(f"--ply is {ply}; this record has plies 0 to {len(record.plies)}")
    record.replay(game)  # every move is checked before the first is told
    viewer = SPECTATOR if seat is None else seat - 1
    if seat is not None and not 1 <= seat <= record.seats:
        raise BastideError(f"--seat is {seat}; this game has seats 1 to {record.seats}")
    console = Console()
    print_older_rules(console, game, language)
    _tell(console, game, record, viewer, ply, language)


def _tell(console: Console, game: Game, record: Record, viewer: int, ply: int | None, language: str) -> None:
    names = record.names or []
    ledger = Ledger()
    positions = [game.new(record.seats, **record.options)]
    for line in record.plies[:ply]:
        m = positions[-1].copy()
        m.draw(line.action) if line.who == "chance" else m.apply(line.action)
        positions.append(m)
    for before, after in pairwise(positions):
        print_events(console, ledger.tell(before, after, viewer), language, names)
    last: Position = positions[-1]
    console.print(board_of(game.id)(last.view(viewer).picture(), language))
    if last.is_over:
        print_scores(console, last, ledger, language, names)
    elif last.to_move == CHANCE:
        console.print(f"ply {last.ply}")
