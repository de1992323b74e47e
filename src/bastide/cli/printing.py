"""Events, plans, hints and scores as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bastide.bots import asks_judge
from bastide.bots.hint import Hint
from bastide.core.catalogue import number, say, say_phrase
from bastide.core.game import Game
from bastide.core.notation import in_language
from bastide.games import load
from bastide.judge import trouble_of
from bastide.table.messages import Told
from bastide.table.parts import LogEvent, Plan, ScoreTable


def print_older_rules(console: Console, game: Game, language: str) -> None:
    """Says so where a game was begun under rules that are no longer today's."""
    today = load(game.id).spec.rules_version
    if game.spec.rules_version != today:
        text = say(language, "cli.older_rules", version=game.spec.rules_version, today=today)
        console.print(text, style="italic", markup=False, soft_wrap=True)


def print_no_judge(console: Console, game: Game, language: str, bots: Iterable[str] | None = None) -> None:
    """Says why bots go by the opinion, where one of them would ask the judge; hints would, too, where none is named."""
    asked = bots is None or any(map(asks_judge, bots))
    if asked and (trouble := trouble_of(game)):
        title, file, reason = game.spec.title[language], str(trouble.path), trouble.reason
        text = say(language, "cli.no_judge", title=title, file=file, reason=reason)
        console.print(text, style="yellow", markup=False, soft_wrap=True)


def print_events(console: Console, events: Sequence[LogEvent], language: str, names: Sequence[str]) -> None:
    """One line per event; consequences are indented, points stand in brackets, clauses at the end."""
    for event in events:
        line = Text("  " * event.depth + ("  " if event.seat >= 0 else "· "))
        line.append(say_phrase(language, event, names), style="" if event.depth or event.seat >= 0 else "bold")
        if event.stand_in:
            line.append(f"  {say(language, 'cli.play.by_judgement')}", style="yellow")
        points = sum(gain.points for gain in event.gains)
        if points:
            line.append(f"  {number(points, '+')}", style="green" if points > 0 else "red")
        if event.clause:
            line.append(f"  {event.clause}", style="dim")
        console.print(line)


def print_hint(console: Console, game: str, hint: Hint, language: str, names: Sequence[str]) -> None:
    """The best move first, with what it promises and what decides."""
    console.print(Text(say_phrase(language, hint.verdict, names), style="bold"))
    for place, alternative in enumerate(hint.alternatives, 1):
        written = in_language(game, language, alternative.text)
        line = Text(f"{place}. ").append(written, style="green")
        label = say_phrase(language, alternative.label, names)
        if label.lower() != written:
            line.append(f"  {label}")
        console.print(line)
        if hint.iterations > 1:
            parts = [say(language, "bots.hint.line", share=alternative.share, points=alternative.points)]
            parts += [say_phrase(language, reason, names) for reason in alternative.reasons]
            console.print(Text("   " + " · ".join(parts), style="dim"))


def print_plans(
    console: Console, game: str, plans: Sequence[Plan], most: int, language: str, names: Sequence[str]
) -> None:
    """Numbered plans, the notation of each with what it is called."""
    for place, plan in enumerate(plans[:most], 1):
        line = Text(f"{place}. ").append(in_language(game, language, plan.text), style="green")
        console.print(line.append(f"  {say_phrase(language, plan.label, names)}", style="dim"))
    if len(plans) > most:
        console.print(say(language, "cli.play.more_plans", n=len(plans) - most), style="dim")


def print_scores(
    console: Console, scores: ScoreTable, language: str, names: Sequence[str], title: str = "cli.scores.title"
) -> None:
    """The final table, or one on the way: a row for each source; players in the order of their places, then a dummy."""
    seated = sorted(range(len(scores.places)), key=lambda p: (scores.places[p], p))
    order = [*seated, *range(len(scores.places), len(scores.columns))]
    table = Table(title=say(language, title), title_justify="left")
    table.add_column("")
    for i in order:
        label = say_phrase(language, scores.columns[i].label, names)
        table.add_column(f"{scores.places[i]}. {label}" if i in seated else label, justify="right")
    for row in scores.rows:
        earned = {credit.seat for credit in row.credits}
        cells = [number(row.points[i]) if scores.columns[i].seat in earned or i not in seated else "" for i in order]
        table.add_row(say(language, row.source), *cells)
    table.add_section()
    table.add_row(say(language, "cli.scores.total"), *(number(scores.totals[i]) for i in order), style="bold")
    console.print(table)


def print_plain_events(console: Console, events: Sequence[LogEvent], language: str, names: Sequence[str]) -> None:
    """One line per event, in words alone."""
    for event in events:
        points = sum(gain.points for gain in event.gains)
        gained = f" ({number(points, '+')})" if points else ""
        how = f" ({say(language, 'cli.play.by_judgement')})" if event.stand_in else ""
        console.print(Text(say_phrase(language, event, names) + how + gained))


def print_plain_scores(console: Console, scores: ScoreTable, language: str, names: Sequence[str]) -> None:
    """The final scores, one fact a line."""
    for i in sorted(range(len(scores.columns)), key=lambda i: scores.places[i] if i < len(scores.places) else i):
        label = say_phrase(language, scores.columns[i].label, names)
        console.print(say(language, "cli.scores.of", name=label, n=scores.totals[i]))
        for row in scores.rows:
            if row.points[i]:
                console.print(say(language, "cli.scores.part", source=say(language, row.source), n=row.points[i]))


def print_told(console: Console, told: Told) -> None:
    """An answer in words: what it is about, then a fact a line."""
    console.print(Text(told.heading, style="bold"))
    for line in told.lines:
        console.print(Text(line))
