"""`bastide dataset`: games between bots as a table to learn from."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bastide.arena.dataset import make_dataset, plan_dataset
from bastide.arena.local import check_workers
from bastide.cli.language import choose_language
from bastide.cli.options import read_options
from bastide.cli.printing import print_no_judge
from bastide.core.catalogue import say
from bastide.games import load


def dataset(
    game: str,
    /,
    *,
    bots: str,
    games: int = 1000,
    output: Annotated[Path, Parameter(name=["--output", "-o"])],
    seats: int | None = None,
    seed: int = 1,
    option: list[str] | None = None,
    workers: int | None = None,
    ray: str | None = None,
    lang: str | None = None,
) -> None:
    """Let bots play and write down every decision: what the seat saw, could do, did, and got in the end.

    Finished games are kept as they end: the same command goes on where an earlier one stopped. The columns are
    described in docs/research.md.

    Parameters
    ----------
    game
        The id of a game.
    bots
        Names with commas between, as `bastide arena` takes them; one alone plays against itself. Every deal is played
        by every rotation of the seats.
    games
        How many games.
    output
        The file: games.parquet (needs pip install 'bastide[parquet]') or games.jsonl (JSON lines).
    seats
        Number of players; one for each bot, or the game's fewest, when left out.
    seed
        A whole number from 0 on.
    option
        A table option as name=value; may be given several times.
    workers
        Processes of this machine that play; one for each core when left out.
    ray
        Play on the Ray cluster at this address (host:port, ray://host:port, or local) instead.
    lang
        en or fr.
    """
    language = choose_language(lang)
    check_workers(workers)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    chosen, console = load(game), Console(stderr=True, highlight=False)
    print_no_judge(console, chosen, language, names)
    terms = plan_dataset(chosen, names, games, seats=seats, seed=seed, **read_options(option))
    columns = (TextColumn(game), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        closing(make_dataset(terms, output, workers, ray)) as steps,
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress,
    ):
        journal = next(steps)
        if journal.torn:
            console.print(say(language, "arena.dataset.torn", file=str(journal.path)), soft_wrap=True)
        if journal.places:
            console.print(say(language, "arena.dataset.resumed", games=len(journal.places)), soft_wrap=True)
        task = progress.add_task("games", total=games, completed=len(journal.places))
        for _ in steps:
            progress.update(task, completed=len(journal.places))
    print(say(language, "arena.dataset.done", games=games, file=str(output)))
