"""`bastide components`: the cards, tiles and tables of a game, and how sure we are of each."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from bastide.cli.language import choose_language
from bastide.core.catalogue import say
from bastide.games import load


def components(game: str, /, *, lang: str | None = None) -> None:
    """Print a game's component tables and their counts.

    Parameters
    ----------
    game
        The id of a game.
    lang
        en or fr.
    """
    chosen = load(game)
    language = choose_language(lang)
    console = Console()
    for title, rows in chosen.components():
        table = Table(title=f"{title} ({len(rows)})", title_justify="left")
        columns = list(dict.fromkeys(name for row in rows for name in row))
        for name in columns:
            table.add_column(name)
        for row in rows:
            table.add_row(*(str(row.get(name, "")) for name in columns))
        console.print(table)
    if chosen.spec.reconstructed:
        console.print(say(language, f"{chosen.id}.reconstructed"))
