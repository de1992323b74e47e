"""The published ladder: every level against the one before it, and the Champion against all, over paired games.

`python -m bench.ladder [GAME]... [--workers N]` plays what is not played yet, on all cores unless told otherwise, and
writes bench/ladder.md; it can be stopped and goes on where it stopped. Rows that are not finished are left out.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rich.progress import track

from bastide.arena.local import check_workers
from bastide.arena.run import Ledger
from bastide.arena.schedule import Tournament, fixtures, plan
from bastide.arena.standing import Standing, standings, whole_deals
from bastide.bots import LEVELS, describe_bot
from bastide.bots.levels import CHAMPION, CLASSICS
from bastide.cli.arena import default_file, players
from bastide.core.errors import BastideError
from bastide.games import GAMES, load
from bench import report
from bench.report import SEATS

PAGE = Path(__file__).with_name("ladder.md")
LEVEL_GAMES, QUICK_GAMES, FULL_GAMES = 400, 200, 100  # between levels; of a Champion: away from the usual table, whole
QUICK = "champion:100"  # the Champion of most rows: a hundred iterations, a few hundredths of a second
# Where a hundred add little, a twentieth to a tenth of a second.
QUICKS = {("enghien", seats): "champion:400" if seats < 5 else "champion:800" for seats in range(2, 7)}
MORE_GAMES = {"enghien": 300}  # of a whole Champion, where it and the yardstick are near to each other
SEED = 1
HEAD = ["seats", "stronger", "weaker", "games", "wins", "95 % interval", "points", "ms/decision", "command"]
INTRO = f"""# The ladder
Each level against the one below it at the same table, both in every seat equally often, every deal played by every
rotation with the same draws. Equals would win 50 %; an interval (95 %, over deals) above 50 means that the stronger is
stronger. Most rows have a Champion of a hundred iterations (`{QUICK}`; more in Enghien), less than its own; it is the
whole one that plays the yardstick, the strongest level without a judge. Written by `python -m bench.ladder`; a row's
own command replays its games (seed {SEED}). Milliseconds are those of one core of a busy machine: budgets are
iterations, so strength does not depend on them. Rows that were not played to their end are left out.
"""


class Match(NamedTuple):
    """One row."""

    tournament: Tournament
    games: int


def matches(name: str) -> list[Match]:
    """The rows of a game, seat count by seat count, its usual table first."""
    game = load(name)
    low, high = game.spec.seats
    rows = []
    for seats in sorted(range(low, high + 1), key=lambda count: (count != SEATS[name], count)):
        quick = QUICKS.get((name, seats), QUICK)
        for weak, strong in pairwise((*LEVELS, quick)):
            games = QUICK_GAMES if strong == quick and seats != SEATS[name] else LEVEL_GAMES
            rows.append(Match(plan(game, seats, [strong, weak], SEED), games))
    whole = Match(plan(game, SEATS[name], [CHAMPION, CLASSICS[-1]], SEED), MORE_GAMES.get(name, FULL_GAMES))
    return [*rows, whole]


def play_all(named: list[str], workers: int | None) -> None:
    """Plays every row to its end, keeping each game as it ends."""
    for tournament, games in (match for name in named for match in matches(name)):
        ledger = Ledger(default_file(tournament), tournament)
        missing = ledger.missing(fixtures(tournament, games))
        title = f"{tournament.game}, {tournament.seats} seats, {' : '.join(tournament.bots)}"
        with closing(players(tournament, missing, workers, None)) as played:
            for result in track(played, title, total=len(missing)):
                ledger.keep(result)
    write_page()


def finished(match: Match) -> list[Standing]:
    """Both rows of a match that was played to its end, without the ratings' intervals; nothing before."""
    tournament, games = match
    path = default_file(tournament)
    if not path.exists():
        return []
    played = Ledger(path, tournament).of(fixtures(tournament, games))
    return standings(tournament, played, resamples=0) if len(whole_deals(tournament, played)) >= games else []


def row(match: Match) -> list[str]:
    """One line of the table, or nothing while the match is not finished."""
    found = {standing.bot: standing for standing in finished(match)}
    if not found:
        return []
    tournament = match.tournament
    strong, weak = (found[name] for name in tournament.bots)
    table = f"{tournament.game} --seats {tournament.seats} --bots {','.join(tournament.bots)}"
    return [
        str(tournament.seats),
        strong.bot,
        weak.bot,
        str(strong.games),
        f"{100 * strong.share:.1f} %",
        f"{100 * strong.low:.1f}–{100 * strong.high:.1f}",
        f"{strong.points:.1f} : {weak.points:.1f}",
        f"{strong.ms:.1f} : {weak.ms:.1f}",
        f"`bastide arena {table} --games {match.games} --seed {SEED}`",
    ]


def describe(name: str) -> str:
    """How each bot of the ladder decides, in a line."""
    told = []
    for bot in (*LEVELS, CHAMPION, CLASSICS[-1]):
        described = describe_bot(bot, load(name))
        if "iterations" in described:
            told.append(f"{bot} searches {described['iterations']} iterations")
        else:
            told.append(f"{bot} has a heat of {described['heat']:g}")
    return "; ".join(told)


def write_page() -> None:
    """bench/ladder.md, from every finished row."""
    parts = [INTRO]
    for name in (name for name in GAMES if name in SEATS):
        game = load(name)
        rows = [line for match in matches(name) if (line := row(match))]
        if rows:
            title = f"## {game.spec.title['en']} (rules version {game.spec.rules_version})"
            parts.append(f"{title}\n{describe(name)}.\n\n{report.table(HEAD, rows)}\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(SEATS)}; all when left out")
    parser.add_argument("--workers", type=int, help="processes that play; one for each core when left out")
    given = parser.parse_args()
    if unknown := set(given.games) - set(SEATS):
        parser.error(f"no ladder is played in {', '.join(sorted(unknown))}")
    try:
        check_workers(given.workers)
    except BastideError as error:
        parser.error(str(error))
    play_all(given.games or [name for name in GAMES if name in SEATS], given.workers)


if __name__ == "__main__":
    main()
