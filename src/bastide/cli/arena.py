"""`bastide arena`: a tournament between bots."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bastide.arena.local import check_workers, run_local
from bastide.arena.report import as_csv, as_html, as_json, as_table
from bastide.arena.run import Ledger, Result, Results, play, warm_up
from bastide.arena.schedule import BadTournament, Fixture, Tournament, fixtures, plan
from bastide.arena.standing import standings
from bastide.bots.warming import is_compiled
from bastide.cli.language import choose_language
from bastide.cli.printing import print_no_judge
from bastide.cli.writing import writing
from bastide.core.catalogue import say
from bastide.games import load

TABLE_EVERY = 16  # games between two tables, once there are many


def arena(
    game: str,
    /,
    *,
    bots: str,
    seats: int | None = None,
    games: int = 100,
    seed: int = 1,
    workers: int | None = None,
    ray: str | None = None,
    results: Path | None = None,
    json: bool = False,
    csv: bool = False,
    html: Path | None = None,
    lang: str | None = None,
) -> None:
    """Let bots play a tournament and say how strong each is.

    Every deal is played by every rotation of the seats with the same draws. Finished games are kept: the same command
    goes on where an earlier one stopped.

    Parameters
    ----------
    game
        The id of a game.
    bots
        Names with commas between: uniform, greedy, level1 to level5, champion, judged (one step ahead with
        the learned judge), classic5 (the strongest without it), or a search spelled out as
        search:ITERATIONS:SETTING=NUMBER...; at most one per seat.
    seats
        Number of players; one for each bot when left out.
    games
        At least so many games; the last deal is always played to its last rotation.
    seed
        A whole number from 0 on.
    workers
        Processes of this machine that play; one for each core when left out.
    ray
        Play on the Ray cluster at this address (host:port, ray://host:port, or local) instead.
    results
        The file that keeps finished games; made from the tournament's terms when left out.
    json
        Print JSON.
    csv
        Print CSV.
    html
        Write a page with plots to this file.
    lang
        en or fr.
    """
    language = choose_language(lang)
    if json and csv:
        raise BadTournament("--json and --csv both print; ask for one of them")
    check_workers(workers)
    chosen = load(game)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    print_no_judge(Console(stderr=True, highlight=False), chosen, language, names)
    tournament = plan(chosen, len(names) if seats is None else seats, names, seed)
    wanted = fixtures(tournament, games)
    ledger = Ledger(results or default_file(tournament), tournament)
    played = players(tournament, ledger.missing(wanted), workers, ray)
    follow(ledger, wanted, played, language)
    report(tournament, ledger.of(wanted), language, json=json, csv=csv, html=html)


def default_file(tournament: Tournament) -> Path:
    """One file for each tournament, in the user's folder for what programs remember."""
    home = Path(os.environ.get("XDG_STATE_HOME", Path.home() / ".local" / "state"))
    digest = hashlib.sha256(msgspec.json.encode(tournament)).hexdigest()[:12]
    return home / "bastide" / "arena" / f"{tournament.game}-{tournament.seats}-{digest}.jsonl"


def players(tournament: Tournament, wanted: list[Fixture], workers: int | None, ray: str | None) -> Results:
    """Where the games are played."""
    work = partial(play, tournament)
    if ray is not None:
        from bastide.arena.ray import run_ray

        return run_ray(work, wanted, ray)
    return _run_warm(tournament, work, wanted, workers)


def _run_warm(
    tournament: Tournament, work: Callable[[Fixture], Result], wanted: list[Fixture], workers: int | None
) -> Results:
    """On this machine; what is compiled first, once instead of once in each worker, is waited for under the bar."""
    if wanted and not is_compiled(tournament.game, "bots"):
        warm_up(tournament.game, tournament.seats, tournament.bots)
    yield from run_local(work, wanted, workers)


def follow(ledger: Ledger, wanted: list[Fixture], played: Results, language: str) -> None:
    """Keeps every game as it ends, and shows how things stand."""
    console = Console(stderr=True, highlight=False)
    console.print(say(language, "arena.kept", file=str(ledger.path)), style="dim", soft_wrap=True)
    bar = Progress(TextColumn(ledger.tournament.game), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    task = bar.add_task("games", total=len(wanted), completed=len(ledger.of(wanted)))
    with closing(played), Live(bar, console=console, refresh_per_second=2, transient=True) as live:
        for number, result in enumerate(played):
            ledger.keep(result)
            bar.update(task, advance=1)
            if console.is_terminal and (number < TABLE_EVERY or number % TABLE_EVERY == 0):
                rows = standings(ledger.tournament, ledger.of(wanted), resamples=0)
                live.update(Group(as_table(ledger.tournament, rows, language), bar))


def report(
    tournament: Tournament, results: Iterable[Result], language: str, *, json: bool, csv: bool, html: Path | None
) -> None:
    """Prints, and writes the page."""
    played = list(results)
    if html is not None:
        with writing(html):
            html.write_text(as_html(tournament, played, language), encoding="utf-8")
    if json:
        print(as_json(tournament, played))
    elif csv:
        print(as_csv(tournament, played), end="")
    else:
        Console(highlight=False).print(as_table(tournament, standings(tournament, played), language))
