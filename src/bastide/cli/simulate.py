"""`bastide simulate`: random games in bulk, with a digest that is the same on every target."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Literal

import msgspec
from rich.console import Console
from rich.progress import track

from bastide.cli.options import read_options
from bastide.core.game import Game, check_count, check_seed
from bastide.core.jit import TARGET
from bastide.core.play import Simulated, Simulator, digest_all
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
    records
        A folder for the record of each game.
    json
        Print JSON.
    """
    if target != TARGET:
        _run_again(target)
    check_count("--games", games)
    chosen = load(game)
    count = chosen.spec.check_seats(chosen.spec.seats[0] if seats is None else seats)
    options = chosen.spec.check_options(read_options(option))
    check_seed(seed)
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    summary = _simulate(chosen, count, options, seed, games, records)
    if json:
        print(msgspec.json.encode(summary).decode())
    else:
        _print_summary(summary)


def _run_again(target: str) -> None:
    """The target is chosen once per process, before the rules are imported."""
    os.environ["BASTIDE_TARGET"] = target
    os.execv(sys.executable, [sys.executable, "-m", "bastide", *sys.argv[1:]])


def _simulate(game: Game, seats: int, options: dict[str, int], seed: int, games: int, records: Path | None) -> Summary:
    simulator = Simulator(game, seats, options)
    simulator.play(seed, 0)  # compile before the clock starts
    digests = []
    points, places = [0] * seats, [0] * seats
    decisions = plies = 0
    start = time.perf_counter()
    bar = Console(stderr=True)
    for number in track(range(games), description=game.id, console=bar, transient=True, disable=not bar.is_terminal):
        played = simulator.play(seed, number)
        digests.append(played.digest)
        plies += len(played.plies)
        decisions += played.decisions
        points = [a + b for a, b in zip(points, played.points, strict=True)]
        places = [a + b for a, b in zip(places, played.places, strict=True)]
        if records is not None:
            _write_record(game, seats, options, seed, played, records / f"{game.id}-{seats}-{seed}-{number}.json")
    return Summary(
        game.id, game.spec.rules_version, seats, options, seed, games, TARGET, decisions, plies,
        round(time.perf_counter() - start, 3),
        [round(total / games, 3) for total in points],
        [round(total / games, 3) for total in places],
        digest_all(digests),
    )  # fmt: skip


def _write_record(game: Game, seats: int, options: dict[str, int], seed: int, played: Simulated, path: Path) -> None:
    """The record names the seed and the number of its game, so that `bastide verify` can play it again."""
    m = game.new(seats, **options)
    for who, action in played.plies:
        m.draw(action) if who == CHANCE else m.apply(action)
    record = msgspec.structs.replace(m.record(), seed=seed, number=played.number)
    path.write_text(record.to_json(), encoding="utf-8")


def _print_summary(summary: Summary) -> None:
    speed = summary.decisions / summary.seconds if summary.seconds else 0
    print(f"{summary.game}, {summary.seats} seats, seed {summary.seed}, options {summary.options}, {summary.target}")
    print(f"games        {summary.games:,}")
    print(f"decisions    {summary.decisions:,} ({summary.decisions / summary.games:.1f} a game)")
    print(f"plies        {summary.plies:,} ({summary.plies / summary.games:.1f} a game, draws included)")
    print(f"seconds      {summary.seconds} ({speed:,.0f} decisions/s, each game summed up; `make bench` measures bulk)")
    print(f"mean points  {' '.join(map(str, summary.mean_points))}")
    print(f"mean place   {' '.join(map(str, summary.mean_place))}")
    print(f"digest       {summary.digest}")
