"""What a learned judge is shown of a view (core.features says how it is read)."""

from __future__ import annotations

from typing import Any

from bastide.core.features import Field, Fields
from bastide.core.jit import rule
from bastide.games.newgame.tables import LARGEST, MAX_SEATS, MOST

FIELDS = Fields(
    1,
    [
        Field("stones in the heap", LARGEST + 1),
        Field("stones beyond the last trap", MOST + 1),
        Field("seats", MAX_SEATS + 1),
        Field("seats until the one that takes", MAX_SEATS),
    ],
)


@rule
def features(v: Any, seat: int, out: Any) -> int:
    """All of FIELDS; returns how many."""
    out[0] = v.heap
    out[1] = v.heap % (MOST + 1)
    out[2] = v.seats
    out[3] = (v.current + v.seats - seat) % v.seats
    return 4
