"""Golden games: one whole random game per game and seat count, told ply by ply, so that a change of rules is a diff.

`python -m tests.goldens` writes those that are missing or whose rules_version moved; `--check` compares. Those of an
older version that is still played lie in `golden/v<version>` and are never written again.
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.state import CHANCE, SPECTATOR
from bastide.games import GAMES, load, load_version
from tests.conftest import seat_counts
from tests.walks import walk

FOLDER = Path(__file__).resolve().parent / "games"
SEED = 2026
SHOW_EVERY = 25


def path_of(game: Game, seats: int) -> Path:
    folder = FOLDER / game.id / "golden"
    return (folder if is_todays(game) else folder / f"v{game.spec.rules_version}") / f"{seats}.txt"


def is_todays(game: Game) -> bool:
    return game.spec.rules_version not in game.spec.older_versions


def versions(game: Game) -> list[Game]:
    """The game by today's rules, and by the older ones it is still played by."""
    return [game, *(load_version(game.id, version) for version in game.spec.older_versions)]


def crc(data: bytes) -> str:
    return f"{zlib.crc32(data):08x}"


def describe(game: Game, seats: int) -> str:
    """The whole game as text: every position's digest, legal list, every viewer's view, and what was played."""
    lines = [f"{game.id}, {seats} seats, seed {SEED}, rules_version {game.spec.rules_version}"]
    last: Position | None = None
    for m in walk(game, seats, SEED):
        if last is not None:
            who, action = m.plies[-1]
            mover = "chance" if who == CHANCE else f"seat {who}"
            lines.append(f"{last.ply:4} {mover}: {game.write(last.state, action)}")
        views = " ".join(crc(bytes(m.view(seat))) for seat in (SPECTATOR, *range(seats)))
        lines.append(f"     {crc(bytes(m))} views {views} legal {' '.join(map(str, m.legal))}".rstrip())
        if m.ply % SHOW_EVERY == 0 or m.is_over:
            lines += [f"     | {line}".rstrip() for line in game.show(m.state).splitlines()]
        last = m.copy()
    lines += [f"seat {score.seat}: {score.points} points, place {score.place}" for score in m.scores()]
    return "\n".join(lines) + "\n"


def verdict(game: Game, seats: int) -> str:
    """What is wrong with a golden game, or an empty text."""
    path = path_of(game, seats)
    if not path.exists():
        return f"{path.name} of {game.id} is missing: run `make goldens`"
    golden, now = path.read_text(), describe(game, seats)
    if golden == now:
        return ""
    if golden.splitlines()[0] == now.splitlines()[0]:
        number = next(i for i, (a, b) in enumerate(zip(golden.split("\n"), now.split("\n"), strict=False)) if a != b)
        return (
            f"{game.id} for {seats} plays differently from line {number + 1} of {path.name} on, under the same "
            "rules_version: undo the change, or bump rules_version, run `make goldens`, and say so in CHANGELOG.md"
        )
    return f"{game.id} has a new rules_version: run `make goldens` and read the diff"


def main() -> int:
    problems = []
    for game in (each for name in GAMES for each in versions(load(name))):
        for seats in seat_counts(game):
            problem = verdict(game, seats)
            is_new = "--check" not in sys.argv and "under the same" not in problem and is_todays(game)
            if problem and is_new:
                path = path_of(game, seats)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(describe(game, seats))
                print(f"wrote {path.relative_to(FOLDER)}")
            elif problem:
                problems.append(problem)
    print("\n".join(problems) or "golden games are up to date")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
