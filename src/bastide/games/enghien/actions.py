"""The action layout.

| ids | action |
|---|---|
| 0..41 | take the card in that cell, row by row (a table for fewer players uses the first 36 or 40) |

An outcome of chance is a card, 0..44.
"""

from __future__ import annotations

from bastide.games.enghien.tables import CELLS

NUM_ACTIONS = CELLS
