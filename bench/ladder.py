"""The published ladder: every level against the one before it, at each game's typical table, over paired games.

`python -m bench.ladder [GAME]... [--workers N]` plays what is not played yet, on all cores unless told otherwise, and
writes bench/ladder.md; it can be stopped and goes on where it stopped. Rows that are not finished are left out.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from itertools import pairwise
from pathlib import Path

from rich.progress import track

from bastide.arena.run import Ledger
from bastide.arena.schedule import Tournament, fixtures, plan
from bastide.arena.standing import Standing, standings, whole_deals
from bastide.bots import LEVELS, describe_bot
from bastide.cli.arena import default_file, players
from bastide.games import GAMES, load
from bench import report

PAGE = Path(__file__).with_name("ladder.md")
SEATS = {"alhambra": 4, "batisseurs": 3, "enghien": 3, "carpe_diem": 2}
MIN_GAMES = 400
SEED = 1
HEAD = ["stronger", "weaker", "games", "wins", "95 % interval", "points", "ms/decision", "command"]
INTRO = f"""# The ladder
Each level against the one below it at the same table, both in every seat equally often, every deal played by every
rotation with the same draws. Equals would win 50 %; an interval (95 %, over deals) above 50 means that the stronger is
stronger. Written by `python -m bench.ladder`; a row's own command replays its games (seed {SEED}). Milliseconds are
those of one core of a busy machine: budgets are iterations, so strength does not depend on them.
"""


def matches(named: list[str]) -> list[Tournament]:
    """The rows of these games, the cheapest of each first."""
    return [plan(load(name), SEATS[name], [strong, weak], SEED) for name in named for weak, strong in pairwise(LEVELS)]


def play_all(named: list[str], workers: int | None) -> None:
    """Plays every row to its end, keeping each game as it ends."""
    for tournament in matches(named):
        wanted = fixtures(tournament, MIN_GAMES)
        ledger = Ledger(default_file(tournament), tournament)
        missing = ledger.missing(wanted)
        title = f"{tournament.game}, {' : '.join(tournament.bots)}"
        with closing(players(tournament, missing, workers, None)) as played:
            for result in track(played, title, total=len(missing)):
                ledger.keep(result)
    write_page()


def finished(tournament: Tournament) -> list[Standing]:
    """Both rows of a match that was played to its end, without the ratings' intervals; nothing before."""
    path = default_file(tournament)
    if not path.exists():
        return []
    played = Ledger(path, tournament).of(fixtures(tournament, MIN_GAMES))
    return standings(tournament, played, resamples=0) if len(whole_deals(tournament, played)) >= MIN_GAMES else []


def row(tournament: Tournament) -> list[str]:
    """One line of the table, or nothing while the match is not finished."""
    found = {standing.bot: standing for standing in finished(tournament)}
    if not found:
        return []
    strong, weak = (found[name] for name in tournament.bots)
    bots = ",".join(tournament.bots)
    return [
        strong.bot,
        weak.bot,
        str(strong.games),
        f"{100 * strong.share:.1f} %",
        f"{100 * strong.low:.1f}–{100 * strong.high:.1f}",
        f"{strong.points:.1f} : {weak.points:.1f}",
        f"{strong.ms:.1f} : {weak.ms:.1f}",
        f"`bastide arena {tournament.game} --seats {tournament.seats} --bots {bots} --games {MIN_GAMES} --seed {SEED}`",
    ]


def describe(name: str) -> str:
    """How each level decides, in a line."""
    told = []
    for level in LEVELS:
        described = describe_bot(level, load(name))
        if "iterations" in described:
            told.append(f"{level} searches {described['iterations']} iterations")
        elif described["slip"]:
            told.append(f"{level} looks one step ahead and may slip by {described['slip'] / 100:g} points")
        else:
            told.append(f"{level} looks one step ahead")
    return "; ".join(told)


def write_page() -> None:
    """bench/ladder.md, from every finished row."""
    parts = [INTRO]
    for name in (name for name in GAMES if name in SEATS):
        game = load(name)
        rows = [
            line for weak, strong in pairwise(LEVELS) if (line := row(plan(game, SEATS[name], [strong, weak], SEED)))
        ]
        if rows:
            title = f"## {game.spec.title['en']}, {SEATS[name]} seats (rules version {game.spec.rules_version})"
            parts.append(f"{title}\n{describe(name)}.\n\n{report.table(HEAD, rows)}\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(SEATS)}; all when left out")
    parser.add_argument("--workers", type=int, help="processes that play; one for each core when left out")
    given = parser.parse_args()
    if unknown := set(given.games) - set(SEATS):
        parser.error(f"no ladder is played in {', '.join(sorted(unknown))}")
    play_all(given.games or [name for name in GAMES if name in SEATS], given.workers)


if __name__ == "__main__":
    main()
