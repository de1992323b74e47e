"""The generated parts of docs/research.md: a row per game, and each game's actions and observations.

`python -m tests.research_page` writes them anew; `--check` compares. All of it follows from the sources and from
random games of one seed, so it is the same on every machine.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from bastide.batch import Batch, play_random, random_policy
from bastide.core.game import Game
from bastide.core.observation import HEAD, layout_of
from bastide.games import GAMES, load
from tests.walks import sample

PAGE = Path(__file__).resolve().parents[1] / "docs" / "research.md"
PART = "<!-- generated: {} -->\n{}\n<!-- end -->"
FIND = re.compile(r"<!-- generated: (\w+) -->\n(?:.*?\n)??<!-- end -->", re.DOTALL)
FIELD = re.compile(r'^\s+\("(\w+)", (np\.int\d+|[A-Z_]+)[^#\n]*#\s*(.+)$', re.MULTILINE)
SEED = 1
STATISTICS = 2000  # random games behind points and lengths
BRANCHING = 64  # and behind the number of legal actions


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *rows])


def mean_branching(game: Game, seats: int) -> float:
    """Legal actions a decision, over random games."""
    legal = decisions = 0
    policy = random_policy(SEED)
    batch = Batch(game, range(BRANCHING), seats)
    while not batch.is_over:
        legal += int(batch.masks.sum())
        decisions += int((batch.movers >= 0).sum())
        batch.step(policy(batch.observations, batch.masks))
    return legal / decisions


def hides(game: Game) -> bool:
    """Whether some seat's view is less than the truth, in one random game."""
    seats = game.spec.seats[1]
    return any(bytes(m.view(p)) != bytes(m) for m in sample(game, seats, SEED, 3) for p in range(seats))


def overview(games: list[Game]) -> str:
    rows = []
    for game in games:
        spec, low = game.spec, game.spec.seats[0]
        played = play_random(game, STATISTICS, seats=low, seed=SEED)
        draws = (played.plies - played.decisions).mean()
        rows.append(
            [
                spec.title["en"],
                f"`{spec.id}`",
                f"{low}–{spec.seats[1]}",
                str(spec.num_actions),
                str(layout_of(game).size),
                f"{played.decisions.mean():.1f}",
                f"{mean_branching(game, low):.1f}",
                "yes" if hides(game) else "none",
                f"{draws:.1f} draws, up to {spec.max_chance} outcomes each",
                f"{game.state.itemsize}",
            ]
        )
    head = [
        "game", "id", "players", "actions", "observation", "decisions a game", "legal actions", "hidden",
        "chance a game", "state bytes",
    ]  # fmt: skip
    return table(head, rows)


def statistics(games: list[Game]) -> str:
    """Random play at every table size: how long, how many points, how often each seat is first, and the digest."""
    rows = []
    for game in games:
        for seats in range(game.spec.seats[0], game.spec.seats[1] + 1):
            played = play_random(game, STATISTICS, seats=seats, seed=SEED)
            first = (played.places == 1) / (played.places == 1).sum(axis=1, keepdims=True)
            rows.append(
                [
                    f"`{game.id}`",
                    str(seats),
                    f"{played.decisions.mean():.1f} ({played.decisions.min()}–{played.decisions.max()})",
                    f"{played.points.mean():.1f} ± {played.points.std():.1f}",
                    " ".join(f"{100 * share:.0f}" for share in first.mean(axis=0)),
                    f"`{played.digest}`",
                ]
            )
    head = ["game", "seats", "decisions a game", "points a seat", "first place by seat, %", "digest"]
    return table(head, rows)


def comments(game: Game) -> dict[str, str]:
    """What state.py says of each field, by name."""
    source = (game.folder / "state.py").read_text(encoding="utf-8")
    return {name: text.strip() for name, _, text in FIELD.findall(source)}


def observation(game: Game) -> str:
    told: dict[str, str] = dict(
        zip(
            HEAD,
            ["whose view it is; -1: a spectator's", "who is to move; -1: chance, -2: the game is over"],
            strict=True,
        )
    )
    told.update(comments(game))
    rows = []
    for field in layout_of(game).fields:
        shape = " × ".join(map(str, field.shape)) or "1"
        last = field.offset + field.size - 1
        where = str(field.offset) if field.size == 1 else f"{field.offset}–{last}"
        rows.append([where, f"`{field.name}`", shape, told.get(field.name.rpartition(".")[2], "")])
    return table(["places", "field", "shape", "what"], rows)


def actions(game: Game) -> str:
    """The game's tables of verbs and draws."""
    parts = (("an action", game.verbs), ("an outcome of chance", game.draws))
    return "\n\n".join(table(["ids", "written", what], verbs.rows()) for what, verbs in parts)


def layouts(games: list[Game]) -> str:
    parts = []
    for game in games:
        title = f"### {game.spec.title['en']}"
        size = layout_of(game).size
        parts.append(f"{title}\n**Actions** ({game.spec.num_actions})\n\n{actions(game)}")
        parts.append(f"**Observation** ({size} numbers, int32)\n\n{observation(game)}")
    return "\n\n".join(parts)


MAKERS = {"overview": overview, "statistics": statistics, "layouts": layouts}


def render(page: str) -> str:
    """The page with every generated part written anew."""
    games = [load(name) for name in GAMES]
    return FIND.sub(lambda found: PART.format(found[1], MAKERS[found[1]](games)), page)


def main() -> int:
    page = PAGE.read_text(encoding="utf-8")
    now = render(page)
    if now == page:
        print("docs/research.md is up to date")
        return 0
    if "--check" in sys.argv:
        print("docs/research.md is out of date: run `make tables` and read the diff")
        return 1
    PAGE.write_text(now, encoding="utf-8")
    print("wrote docs/research.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
