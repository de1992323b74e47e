"""The state of a table: one record. Nothing in it is hidden: the order of a pile does not exist until it is drawn."""

from __future__ import annotations

import numpy as np

from bastide.core.state import record_dtype
from bastide.games.alhambra.tables import BUILDING_KINDS, BUILDINGS, KINDS, MAX_SEATS, NUM_CATEGORIES, SLOTS

# phases: below CHOOSE chance moves
DEAL, MARTIN_DRAWS, YARD, MONEY, CHOOSE, RECIPIENT, PAY, OVER_PHASE = range(8)
PHASES = ("deal", "martin", "yard", "money", "choose", "recipient", "pay", "finished")

# who collects buildings: the seats, and Martin after the seats of a table of two
COLLECTOR = np.dtype(
    [
        ("score", np.int16),  # points; public
        ("money", np.int16, (SLOTS,)),  # worth of the hand by currency, 0..135
        ("buildings", np.int8, (NUM_CATEGORIES,)),  # by category, 0..11; public
        ("hand", np.int8, (KINDS,)),  # cards by kind, 0..3; taken openly, so known to whoever remembers (ALH-07)
    ],
    align=True,
)

# everything is public but for hands, which the page keeps face down
STATE = record_dtype(
    [
        ("seats", np.int8),  # 2..6
        ("open_hands", np.int8),  # option: 1 when the page shows every hand
        ("phase", np.int8),  # one of PHASES
        ("current", np.int8),  # the seat that is dealt to, decides, or has just ended its turn
        ("turn", np.int16),  # 0 during set-up, then from 1
        ("slot", np.int8),  # the place to fill, or the slot being bought; NONE while choosing and at the end
        ("due", np.int8),  # still to pay for it, 0..13
        ("highest", np.int8),  # the highest value that may be paid next, 1..9; 0 when nothing is being bought
        ("for_martin", np.int8),  # 1 when the building being bought is to be Martin's
        ("laid", np.int32),  # cards laid for it: two bits of count per value, from value 1
        ("martin_draws", np.int8),  # buildings Martin has still to draw
        ("scored", np.int8),  # scoring cards that have come: 0..2
        ("pile", np.int8),  # which of the five money piles is on top, 1..5; 0 while the money is one undivided pile
        ("pile_left", np.int8),  # money cards of that pile still to come; 0 while undivided
        ("divided", np.int8),  # money cards that were divided into the five piles; 0 during set-up
        ("money_size", np.int8),  # money cards face down, 0..108
        ("building_size", np.int8),  # buildings face down, 0..54
        ("open_money", np.int8, (SLOTS,)),  # kinds, or NONE
        ("yard", np.int8, (SLOTS,)),  # kinds, or NONE; slot i takes currency i
        ("money_bag", np.int8, (KINDS,)),  # face-down money by kind
        ("discards", np.int8, (KINDS,)),  # paid money by kind
        ("building_bag", np.int8, (BUILDING_KINDS,)),  # face-down buildings by kind
        ("owner", np.int8, (BUILDINGS,)),  # collectors, by kind: ascending among a kind's copies, then NONE
        ("collectors", COLLECTOR, (MAX_SEATS,)),
    ]
)
