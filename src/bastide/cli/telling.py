"""What happened, as lines of text, and the points by source."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bastide.bots.hint import Hint
from bastide.core.catalogue import say, say_phrase, seat_name
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.words import Event
from bastide.games import load


def print_older_rules(console: Console, game: Game, language: str) -> None:
    """Says so where a game was begun under rules that are no longer today's."""
    today = load(game.id).spec.rules_version
    if game.spec.rules_version != today:
        text = say(language, "cli.older_rules", version=game.spec.rules_version, today=today)
        console.print(text, style="italic", markup=False, soft_wrap=True)


class Ledger:
    """Where every point of a game came from, gathered ply by ply."""

    def __init__(self) -> None:
        self.points: dict[str, dict[int, int]] = {}  # source -> seat -> points

    def tell(self, before: Position, after: Position, viewer: int) -> list[Event]:
        """The events of one ply as the viewer saw it; their gains are entered."""
        game = after.game
        action = game.witness(before.state, after.plies[-1].action, viewer)
        events = game.story(before.view(viewer).state, action, after.view(viewer).state)
        for event in events:
            for gain in event.gains:
                row = self.points.setdefault(gain.source, {})
                row[gain.seat] = row.get(gain.seat, 0) + gain.points
        return events


def print_events(console: Console, events: Sequence[Event], language: str, names: Sequence[str]) -> None:
    """One line per event; consequences are indented, points stand in brackets, clauses at the end."""
    for event in events:
        line = Text("  " * event.depth + ("  " if event.seat >= 0 else "· "))
        line.append(say_phrase(language, event, names), style="" if event.depth or event.seat >= 0 else "bold")
        points = sum(gain.points for gain in event.gains)
        if points:
            line.append(f"  {points:+d}", style="green" if points > 0 else "red")
        if event.clause:
            line.append(f"  {event.clause}", style="dim")
        console.print(line)


def print_hint(console: Console, hint: Hint, language: str, names: Sequence[str]) -> None:
    """The best move first, with what it promises and what decides."""
    console.print(Text(say_phrase(language, hint.verdict, names), style="bold"))
    for place, alternative in enumerate(hint.alternatives, 1):
        line = Text(f"{place}. ").append(alternative.text, style="green")
        label = say_phrase(language, alternative.label, names)
        if label.lower() != alternative.text:
            line.append(f"  {label}")
        console.print(line)
        if hint.iterations > 1:
            told = [say(language, "bots.hint.line", share=alternative.share, points=alternative.points)]
            told += [say_phrase(language, reason, names) for reason in alternative.reasons]
            console.print(Text("   " + " · ".join(told), style="dim"))


def print_scores(console: Console, m: Position, ledger: Ledger, language: str, names: Sequence[str]) -> None:
    """The final table: rows are sources, columns are players in the order of their places."""
    ranked = sorted(m.scores(), key=lambda score: (score.place, score.seat))
    table = Table(title=say(language, "cli.scores.title"), title_justify="left")
    table.add_column("")
    for score in ranked:
        table.add_column(f"{score.place}. {seat_name(language, str(score.seat), names)}", justify="right")
    for source, points in ledger.points.items():
        cells = [str(points[score.seat]) if score.seat in points else "" for score in ranked]
        table.add_row(say(language, source), *cells)
    table.add_section()
    table.add_row(say(language, "cli.scores.total"), *(str(score.points) for score in ranked), style="bold")
    console.print(table)
