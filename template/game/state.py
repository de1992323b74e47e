"""The record of a game. All of it is public."""

from __future__ import annotations

import numpy as np

from bastide.core.state import record_dtype
from bastide.games.newgame.tables import MAX_SEATS

DEAL, TAKE, OVER_PHASE = range(3)
PHASES = ("deal", "take", "over")

STATE = record_dtype(
    [
        ("seats", np.int8),  # 2..4
        ("phase", np.int8),  # DEAL: chance; TAKE: a seat; OVER_PHASE
        ("current", np.int8),  # the seat that takes, or that took last
        ("heap", np.int8),  # stones that lie there; 0 before the deal
        ("before", np.int8),  # stones that the seat before took; MOST in the first turn
        ("taken", np.int8, (MAX_SEATS,)),  # stones taken by each seat
        ("points", np.int8, (MAX_SEATS,)),  # 1 for whoever took last
    ]
)
