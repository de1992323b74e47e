"""Writes docs/blind.md: a whole game of Carpe Diem as somebody hears it who sees nothing (`bastide play --plain`).

`python -m tests.transcript`; `--check` only says whether the page is what would be written. Both seats are played by
greedy bots; what one of them decides is typed in notation.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from bastide.bots import make_bot
from bastide.cli.play import Sitting, seat_bots
from bastide.core.catalogue import say
from bastide.core.notation import in_language
from bastide.games import load

PAGE = Path(__file__).resolve().parents[1] / "docs" / "blind.md"
SEED = 11
QUESTIONS = {  # what is asked before which of one's decisions
    0: ("tell what can I ask", "tell ring", "tell scoring cards"),
    1: ("tell board",),
    6: ("tell what happened", "tell what does Player 2 have"),
    20: ("tell board", "tell column c", "tell frame"),
    40: ("tell circles", "tell me"),
    70: ("tell scores", "tell Player 2 board", "tell track"),
}
HEAD = """# A game without seeing
A whole game of Carpe Diem as `bastide play carpe_diem --seats 2 --plain --seed {seed}` tells it: no boxes, no colours,
one fact a line. What is typed follows `>`. The same questions are answered on the page ("Tell me", key T) and over the
socket (`ask`). Written by `python -m tests.transcript`; both seats are greedy bots.

```text
"""


class Scribe(Console):
    """A console that types what a bot decides, and writes down everything."""

    def __init__(self) -> None:
        self.page = io.StringIO()
        super().__init__(file=self.page, width=400, no_color=True, soft_wrap=True)
        self.sitting: Sitting | None = None
        self.decisions = 0
        self.waiting: list[str] = []

    def input(self, *_: Any, **__: Any) -> str:
        typed = self._next()
        self.print(f"> {typed}", markup=False)
        return typed

    def _next(self) -> str:
        assert self.sitting is not None
        if not self.waiting:
            table = self.sitting.table
            chosen = make_bot("greedy", table.game, SEED + self.decisions).choose(table.match.view(0))
            move = in_language(table.game.id, "en", table.game.write(table.match.view(0).state, chosen))
            self.waiting = [*QUESTIONS.get(self.decisions, ()), move]
            self.decisions += 1
        return self.waiting.pop(0)


def transcript(seed: int = SEED) -> str:
    game = load("carpe_diem")
    console = Scribe()
    console.sitting = Sitting(console, game, {}, 0, seat_bots(game, 2, 0, "greedy", seed), seed, "en", plain=True)
    console.sitting.play()
    # That something is compiled first is said on some machines only.
    waits = {say("en", f"cli.play.ready.{part}", title=game.spec.title["en"]) for part in ("rules", "bots")}
    told = [line.rstrip() for line in console.page.getvalue().splitlines() if line not in waits]
    return HEAD.format(seed=seed) + "\n".join(told) + "\n```\n"


def main() -> int:
    now = transcript()
    if PAGE.read_text(encoding="utf-8") == now:
        print(f"docs/{PAGE.name} is up to date")
        return 0
    if "--check" in sys.argv:
        print(f"docs/{PAGE.name} is out of date: run `make generated` and read the diff")
        return 1
    PAGE.write_text(now, encoding="utf-8")
    print(f"wrote docs/{PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
