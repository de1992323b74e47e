"""Golden games: one whole random game per game and seat count, told ply by ply, so that a change of rules is a diff.

`python -m tests.goldens` writes those that are missing or whose rules_version moved; `--check` compares. Those of an
older version that is still played lie in `golden/v<version>` and are not written again. Where states have another form
(`core.state.form_of`) their digests are others too: those alone are written anew, and only if the game is told alike
otherwise.
"""

from __future__ import annotations

import re
import sys
import zlib
from enum import Enum
from pathlib import Path

from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.state import CHANCE, SPECTATOR, form_of
from bastide.games import GAMES, load, load_version
from tests.conftest import seat_counts
from tests.walks import walk

FOLDER = Path(__file__).resolve().parent / "games"
SEED = 2026
SHOW_EVERY = 25
FORM = ", form "  # before the form, at the end of the first line
DIGESTS = re.compile(r"^     [0-9a-f]{8} views(?: [0-9a-f]{8})+", re.MULTILINE)  # of a state's bytes


class Change(Enum):
    """What a golden game says of the game as it is played now."""

    NONE = ""
    MISSING = "is missing: run `make goldens`"
    RULES = "has a new rules_version: run `make goldens` and read the diff"
    FORM = "has states of another form: run `make goldens`, and say in CHANGELOG.md that its digests are others"
    PLAY = (
        "is played differently from line {line} on, under the same rules_version: undo the change, or bump "
        "rules_version, run `make goldens`, and say so in CHANGELOG.md"
    )


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
    head = f"{game.id}, {seats} seats, seed {SEED}, rules_version {game.spec.rules_version}"
    lines = [head + FORM + form_of(game.state)]
    last: Position | None = None
    for m in walk(game, seats, SEED):
        if last is not None:
            who, action = m.plies[-1]
            mover = "chance" if who == CHANCE else f"seat {who}"
            lines.append(f"{last.ply:4} {mover}: {game.write(last.state, action)}")
        views = [m.view(seat) for seat in (SPECTATOR, *range(seats))]
        digests = " ".join(crc(bytes(view)) for view in views)
        lines.append(f"     {crc(bytes(m))} views {digests} legal {' '.join(map(str, m.legal))}".rstrip())
        if m.ply % SHOW_EVERY == 0 or m.is_over:
            lines += [f"     | {line}".rstrip() for line in game.show(m.state).splitlines()]
            lines.append(f"     shown to viewers {' '.join(crc(str(view).encode()) for view in views)}")
        last = m.copy()
    lines += [f"seat {score.seat}: {score.points} points, place {score.place}" for score in m.scores()]
    return "\n".join(lines) + "\n"


def change(golden: str, now: str) -> Change:
    """What lies between two tellings of a game."""
    if golden == now:
        return Change.NONE
    (rules, _, form), (new_rules, _, new_form) = (text.partition("\n")[0].partition(FORM) for text in (golden, now))
    if rules != new_rules:
        return Change.RULES
    return Change.FORM if form != new_form and without_bytes(golden) == without_bytes(now) else Change.PLAY


def without_bytes(text: str) -> str:
    """A golden game without what depends on how states lie in memory: their form, the digests of their bytes."""
    first, _, rest = text.partition("\n")
    return first.partition(FORM)[0] + "\n" + DIGESTS.sub("", rest)


def first_difference(golden: str, now: str) -> int:
    """The number of the first line that differs; digests count where states are of one form."""
    if golden.partition("\n")[0] != now.partition("\n")[0]:
        golden, now = without_bytes(golden), without_bytes(now)
    return next(i for i, (a, b) in enumerate(zip(golden.split("\n"), now.split("\n"), strict=False), 1) if a != b)


def compare(game: Game, seats: int) -> tuple[Change, str]:
    """How a golden game fares, and what is to be said of it."""
    path = path_of(game, seats)
    golden, now = path.read_text() if path.exists() else "", describe(game, seats)
    found = change(golden, now) if golden else Change.MISSING
    line = first_difference(golden, now) if found is Change.PLAY else 0
    return found, found.value and f"{path.relative_to(FOLDER)} {found.value.format(line=line)}"


def verdict(game: Game, seats: int) -> str:
    """What is wrong with a golden game, or an empty text."""
    return compare(game, seats)[1]


def may_be_written(game: Game, found: Change) -> bool:
    """Whether a golden game is out of date, and no rule has changed behind its rules_version."""
    return found is Change.FORM or (found in (Change.MISSING, Change.RULES) and is_todays(game))


def main() -> int:
    problems = []
    for game in (each for name in GAMES for each in versions(load(name))):
        for seats in seat_counts(game):
            found, problem = compare(game, seats)
            if "--check" not in sys.argv and may_be_written(game, found):
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
