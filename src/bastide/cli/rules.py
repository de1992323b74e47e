"""`bastide rules`: a game's rules by clause, and which tests stand for each."""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from bastide.cli.coverage import ClauseCoverage, coverage
from bastide.cli.language import choose_language
from bastide.core.book import Cell, RuleTable
from bastide.core.catalogue import say
from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.core.rulebook import Clause, clause_of, rulebook
from bastide.games import GAMES, load, load_book


def rules(
    game: str | None = None,
    clause: str | None = None,
    /,
    *,
    lang: str | None = None,
    coverage: bool = False,
    json: bool = False,
) -> None:
    """Print a game's rules, one clause of them, or which tests stand for each clause.

    Parameters
    ----------
    game
        The id of a game; with --coverage all games when left out.
    clause
        One clause, such as ALH-14.
    lang
        en or fr.
    coverage
        List every clause with its tests and languages; exit code 2 when one is uncovered.
    json
        Print the coverage as JSON.
    """
    language = choose_language(lang)
    if coverage:
        _print_coverage([load(name) for name in ([game] if game else GAMES)], json)
    elif game is None:
        raise BastideError(f"which game's rules? {', '.join(GAMES)}")
    elif clause is not None:
        print_clause(Console(), load(game), clause.upper(), language)
    else:
        _print_rulebook(Console(), load(game), language)


def print_clause(console: Console, game: Game, clause: str, language: str) -> None:
    """One clause, with a word on whether it is the rulebook's or a reading."""
    _print_clause(console, clause_of(game.folder, language, clause), language)


def _print_clause(console: Console, clause: Clause, language: str) -> None:
    mark = say(language, "cli.rules.reading" if clause.is_reading else "cli.rules.printed")
    console.print(f"[bold]{clause.id}[/bold] [dim]{clause.marks}: {mark}[/dim]")
    console.print(Markdown(clause.text))
    console.print()


def _print_book(console: Console, game: Game, language: str) -> None:
    """What the rulebook shows before its clauses: the aim, the table, a turn, the scoring, and its tables."""
    book = load_book(game.id)
    if book is None:
        return
    base = f"{game.id}.book"
    console.print(say(language, f"{base}.aim"), style="bold")
    for title, name, clauses in (("table", "part", book.parts), ("turn", "turn", book.turn)):
        console.rule(say(language, f"cli.book.{title}"), align="left")
        for number, clause in enumerate(clauses, 1):
            key = f"{base}.{name}.{number}"
            said = (say(language, key), "bold"), f" {say(language, f'{key}.say')} ({clause})"
            console.print(Text.assemble(f"{number}. ", *said))
    console.rule(say(language, "cli.book.scoring"), align="left")
    console.print(f"{say(language, f'{base}.score')} {say(language, f'{base}.score.say')} ({book.score})")
    for table in book.tables:
        console.print(_number_table(table, language))


def _number_table(table: RuleTable, language: str) -> Table:
    shown = Table(title=f"{say(language, table.name)} ({table.clause})", title_justify="left")
    for column in table.columns:
        shown.add_column(_word(column, language))
    for row in table.rows:
        shown.add_row(*(_word(cell, language) for cell in row))
    return shown


def _word(cell: Cell, language: str) -> str:
    """A cell as text: a key in the reader's language, numbers in a row with dots between."""
    if isinstance(cell, list):
        return " · ".join(map(str, cell))
    return say(language, cell[1:]) if isinstance(cell, str) and cell.startswith("@") else str(cell)


def _print_rulebook(console: Console, game: Game, language: str) -> None:
    _print_book(console, game, language)
    section = ""
    for clause in rulebook(game.folder, language).values():
        if clause.section != section:
            section = clause.section
            console.rule(section, align="left")
        _print_clause(console, clause, language)
    if game.spec.reconstructed:
        console.print(say(language, f"{game.id}.reconstructed"))
    console.print(say(language, "cli.independent"), style="dim")


def _print_coverage(games: list[Game], json: bool) -> None:
    rows = coverage(games)
    uncovered = [row.clause for game in rows.values() for row in game if not row.is_covered]
    if json:
        print(msgspec.json.format(msgspec.json.encode({"games": rows, "uncovered": uncovered}), indent=2).decode())
    else:
        for name, clauses in rows.items():
            Console().print(_coverage_table(name, clauses))
    if uncovered:
        raise BastideError(f"no test, or not both languages, for: {', '.join(uncovered)}")


def _coverage_table(name: str, clauses: list[ClauseCoverage]) -> Table:
    table = Table(title=f"{name}: {len(clauses)}", title_justify="left")
    for column in ("clause", "languages", "tests"):
        table.add_column(column)
    for row in clauses:
        tests = "\n".join(test.rpartition("::")[2] for test in row.tests) or "[red]none[/red]"
        table.add_row(row.clause, " ".join(row.languages), tests)
    return table
