"""What happened, as events for the log, with the points and where they come from."""

from __future__ import annotations

from typing import Any

from bastide.core.words import Event, Gain, Phrase, Tally, TallyCell, TallyRow
from bastide.games.newgame.actions import VERBS
from bastide.games.newgame.state import DEAL, OVER_PHASE


def story(before: Any, a: int, after: Any) -> list[Event]:
    """The events of one ply."""
    if before.phase == DEAL:
        return [Event("newgame.event.heap", {"n": after.heap}, clause="NGM-02")]
    return [_taken(before, a), *(_won(after) if after.phase == OVER_PHASE else [])]


def _taken(before: Any, a: int) -> Event:
    """NGM-03. Stones from the heap."""
    (stones,) = VERBS.decode(a).args
    p = before.current
    return Event("newgame.event.take", {"seat": f"#{p}", "n": stones + 1}, seat=p, clause="NGM-03")


def _won(after: Any) -> list[Event]:
    """NGM-04. Whoever took last, after a heading that tells the scoring as a table."""
    p = after.current
    gain = Gain(p, after.points[p], "newgame.source.last")
    key = "newgame.event.won" if after.heap == 0 else "newgame.event.stuck"
    return [
        Event("newgame.event.scoring", clause="NGM-04", tally=_tally(after)),
        Event(key, {"seat": f"#{p}"}, seat=p, clause="NGM-04", gains=(gain,)),
    ]


def _tally(after: Any) -> Tally:
    """NGM-04. One row: the stones of each seat, and the point."""
    cells = tuple(TallyCell(after.taken[p], after.points[p], after.points[p]) for p in range(after.seats))
    row = TallyRow(Phrase("newgame.source.last"), cells, clause="NGM-04")
    before = (0,) * after.seats
    return Tally(Phrase("newgame.tally.title"), "1", (row,), before, clauses=("NGM-04",), final=True)
