"""The record of a game of Enghien-les-Bains. All of it is public: after the deal nothing is hidden (ENG-02)."""

from __future__ import annotations

import numpy as np

from bastide.core.state import record_dtype
from bastide.games.enghien.tables import CARDS, CELLS, MAX_SEATS, SYMBOLS

DEAL, TAKE, OVER_PHASE = range(3)
PHASES = ("deal", "take", "over")

STATE = record_dtype(
    [
        ("target", np.int16),  # points variant: 1..999; 0: one round decides (ENG-20)
        ("round", np.int16),  # 0 for the first
        ("points", np.int16, (MAX_SEATS,)),  # of all scored rounds
        ("won", np.int16, (MAX_SEATS,)),  # symbols won in all scored rounds
        ("seats", np.int8),  # 2..6
        ("phase", np.int8),  # DEAL: chance; TAKE: a seat; OVER_PHASE
        ("current", np.int8),  # the seat that takes
        ("starter", np.int8),  # the seat that took first in this round
        ("cells", np.int8),  # cards in the layout of this table: 36, 40 or 42
        ("next_cell", np.int8),  # the cell that chance fills next; `cells` when all are full
        ("left", np.int8),  # cards not yet taken
        ("bag_size", np.int8),  # cards not dealt; after the deal, those set aside
        ("bag", np.int8, (CARDS,)),  # 1 for each card not dealt
        ("card", np.int8, (CELLS,)),  # the card dealt to a cell, row by row; NONE before
        ("taker", np.int8, (CELLS,)),  # who took it; NONE while it lies there
        ("counts", np.int8, (MAX_SEATS, SYMBOLS)),  # symbols before each seat
    ]
)
