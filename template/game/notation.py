"""Moves as players say them (`take 2`), and the position as text."""

from __future__ import annotations

from typing import Any

from bastide.core.notation import Notation
from bastide.games.newgame.actions import DRAWS, VERBS
from bastide.games.newgame.state import PHASES


def show(s: Any) -> str:
    """The heap, then what each seat has taken."""
    lines = [f"{PHASES[s.phase]}, seat {s.current}, {s.heap} stones, not {s.before} again"]
    lines += [f"seat {p}: {s.taken[p]} stones, {s.points[p]} points" for p in range(s.seats)]
    return "\n".join(lines)


NOTATION = Notation(VERBS, DRAWS, show)
write, read = NOTATION.write, NOTATION.read
