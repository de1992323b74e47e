"""Tables as the store had them, one finished and one running for each game and each version of its rules.

`python -m tests.server.kept` adds those of the present versions; what is there is never written again, since it stands
for what is in people's files.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from bastide.core.game import Game
from bastide.games import GAMES, load
from bastide.table.lines import AnyLine
from bastide.table.setup import Setup
from bastide.table.table import Table
from tests.table.tables import SEED, dealt, play

FOLDER = Path(__file__).resolve().parent / "kept"
RUNNING_STEPS = 25


class Kept(msgspec.Struct, frozen=True):
    """A table's row and log, and where it stood."""

    setup: Setup
    seed: str
    lines: list[AnyLine]
    state: str
    ply: int
    legal: list[int]  # of a running game
    points: list[int]

    def fold(self) -> Table:
        table = Table(self.setup, self.seed)
        for line in self.lines:
            table.fold(line, 0)
        return table


def stands(table: Table) -> tuple[str, int, list[int], list[int]]:
    """What must be so again whenever the log is read."""
    position = table.match.position
    legal = [] if position.is_over else list(position.legal)
    return table.state, position.ply, legal, [score.points for score in position.scores()]


def keep(game: Game, is_over: bool) -> Kept:
    """A table of people, with turns confirmed and taken back."""
    table, log = dealt(game, game.spec.seats[0])
    log += table.set_confirm(0, "on", 0)
    for step, _ in enumerate(play(table, log, seed=7, undos=0.1)):
        if not is_over and step == RUNNING_STEPS:
            break
    return Kept(table.setup, SEED, log, *stands(table))


def paths(game: Game) -> dict[Path, bool]:
    """Where the present version's tables are kept, and whether each is over."""
    stem = f"{game.id}_v{game.spec.rules_version}"
    return {FOLDER / f"{stem}_over.json": True, FOLDER / f"{stem}_running.json": False}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        for path, is_over in paths(load(name)).items():
            if not path.exists():
                path.write_bytes(msgspec.json.encode(keep(load(name), is_over)) + b"\n")


if __name__ == "__main__":
    main()
