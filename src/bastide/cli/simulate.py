"""`bastide simulate`: random games in bulk, with a digest that is the same on every target."""

from __future__ import annotations

import os
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Literal

import msgspec
from rich.console import Console
from rich.progress import Progress

from bastide.arena.bulk import Piece, Series, add_up, digest_of, play_piece, play_series
from bastide.arena.local import check_workers
from bastide.cli.options import read_options
from bastide.cli.writing import writing
from bastide.core.game import check_count, check_seed
from bastide.core.jit import TARGET
from bastide.core.play import Simulated, Simulator
from bastide.core.state import CHANCE
from bastide.games import load


class Summary(msgspec.Struct, frozen=True):
    """What a simulation prints."""

    game: str
    rules_version: int
    seats: int
    options: dict[str, int]
    seed: int
    games: int
    target: str
    decisions: int
    plies: int
    seconds: float
    mean_points: list[float]
    mean_place: list[float]
    digest: str


def simulate(
    game: str,
    /,
    *,
    seats: int | None = None,
    games: int = 1000,
    seed: int = 1,
    target: Literal["cpu", "python"] = "cpu",
    option: list[str] | None = None,
    workers: int | None = None,
    ray: str | None = None,
    records: Path | None = None,
    json: bool = False,
) -> None:
    """Play many uniformly random games and print what came of them.

    Parameters
    ----------
    game
        The id of a game.
    seats
        Number of players; the game's fewest when left out.
    games
        How many games; game k of a seed is always the same game.
    seed
        A whole number from 0 on.
    target
        cpu: compiled rules; python: interpreted and range-checked.
    option
        A table option as name=value; may be given several times.
    workers
        How many cores play; all of them when left out.
    ray
        Play on the Ray cluster at this address (host:port, ray://host:port, or local) instead.
    records
        A folder for the record of each game.
    json
        Print JSON.
    """
    if target != TARGET:
        _run_again(target)
    check_count("--games", games)
    check_workers(workers)
    chosen = load(game)
    count = chosen.spec.choose_seats(seats)
    series = Series(game, count, chosen.spec.check_options(read_options(option)), check_seed(seed))
    if records is not None:
        with writing(records):
            records.mkdir(parents=True, exist_ok=True)
    summary = _simulate(series, games, workers, ray)
    if records is not None:
        _write_records(series, games, records)
    if json:
        print(msgspec.json.encode(summary).decode())
    else:
        _print_summary(summary)


def _run_again(target: str) -> None:
    """The target is chosen once per process, before the rules are imported."""
    os.environ["BASTIDE_TARGET"] = target
    os.execv(sys.executable, [sys.executable, "-m", "bastide", *sys.argv[1:]])


def _simulate(series: Series, games: int, workers: int | None, ray: str | None) -> Summary:
    game = load(series.game)
    bar = Console(stderr=True)
    tallies = []
    with Progress(console=bar, transient=True, disable=not bar.is_terminal) as progress:
        task = progress.add_task(game.id, total=games)
        play_piece(series, Piece(0, 1))  # compile before the clock starts
        start = time.perf_counter()
        with closing(play_series(series, games, workers, ray)) as played:
            for tally in played:
                tallies.append(tally)
                progress.advance(task, tally.games)
        seconds = time.perf_counter() - start
    total = add_up(tallies)
    return Summary(
        game.id, game.spec.rules_version, series.seats, series.options, series.seed, games, TARGET,
        total.decisions, total.plies, round(seconds, 3),
        [round(points / games, 3) for points in total.points],
        [round(places / games, 3) for places in total.places],
        digest_of(total),
    )  # fmt: skip


def _write_records(series: Series, games: int, folder: Path) -> None:
    """Every game once more, ply by ply, as a file of its own."""
    game = load(series.game)
    simulator = Simulator(game, series.seats, series.options)
    for number in range(games):
        path = folder / f"{game.id}-{series.seats}-{series.seed}-{number}.json"
        _write_record(series, simulator.play(series.seed, number), path)


def _write_record(series: Series, played: Simulated, path: Path) -> None:
    """The record names the seed and the number of its game, so that `bastide verify` can play it again."""
    m = load(series.game).new(series.seats, **series.options)
    for who, action in played.plies:
        m.draw(action) if who == CHANCE else m.apply(action)
    record = msgspec.structs.replace(m.record(), seed=series.seed, number=played.number)
    with writing(path):
        path.write_text(record.to_json(), encoding="utf-8")


def _print_summary(summary: Summary) -> None:
    speed = summary.decisions / summary.seconds if summary.seconds else 0
    print(f"{summary.game}, {summary.seats} seats, seed {summary.seed}, options {summary.options}, {summary.target}")
    print(f"games        {summary.games:,}")
    print(f"decisions    {summary.decisions:,} ({summary.decisions / summary.games:.1f} a game)")
    print(f"plies        {summary.plies:,} ({summary.plies / summary.games:.1f} a game, draws included)")
    print(f"seconds      {summary.seconds} ({speed:,.0f} decisions/s)")
    print(f"mean points  {' '.join(map(str, summary.mean_points))}")
    print(f"mean place   {' '.join(map(str, summary.mean_place))}")
    print(f"digest       {summary.digest}")
