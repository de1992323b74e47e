"""The table of verbs: what a seat may do, and what chance may draw."""

from __future__ import annotations

from bastide.core.verbs import Verb, Verbs, number
from bastide.games.newgame.state import DEAL, TAKE
from bastide.games.newgame.tables import MOST, SIZES, SMALLEST

STONES = number("stones", MOST, first=1)
HEAP = number("stones", SIZES, first=SMALLEST)

VERBS = Verbs(
    "newgame",
    Verb(
        "take",
        (STONES,),
        "take {stones}",
        "take that many stones",
        reads="(?:take )?{stones}",
        example="take 2",
        phases=(TAKE,),
        pieces="take:{stones}",
        untimely="NGM-02",
    ),
)
DRAWS = Verbs(
    "newgame",
    Verb("heap", (HEAP,), "heap {stones}", "the heap has that many stones", example="heap 87", phases=(DEAL,)),
)
