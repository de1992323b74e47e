"""The action layout.

| ids | action |
|---|---|
| 0..3 | take a saboteur stone from that seat |
| 4 | decline a stone |
| 5..6 | offer the top card of the open or the hidden pile |
| 7 | pass |
| 8..98 | bid 0..90 |
| 99..179 | build a kind (27) at the left end, at the right end, or inside: as the first card, or into a breach |
| 180 | stop building, or do neither |
| 181..288 | sabotage a building: a seat (4) and a kind (27) |
| 289..292 | sabotage that seat's hand |
| 293..332 | at that place of the row: the breach to fill, or which of two equal buildings to attack |
| 333..334 | ransom no, ransom yes |
| 335..336 | under the open or the hidden pile |

An outcome of chance is a face of the die (0 is the saboteur) or a kind of card.
"""

from __future__ import annotations

from bastide.games.batisseurs.tables import KINDS, MAX_SEATS, TOP_BID, WIDTH

LEFT, RIGHT, INSIDE = range(3)
PLACES = 3

TAKE_STONE = 0
DECLINE = TAKE_STONE + MAX_SEATS
OFFER = DECLINE + 1
PASS = OFFER + 2
BID = PASS + 1
BUILD = BID + TOP_BID + 1
DONE = BUILD + KINDS * PLACES
SABOTAGE = DONE + 1
RAID = SABOTAGE + MAX_SEATS * KINDS
AT = RAID + MAX_SEATS
RANSOM_NO = AT + WIDTH
RANSOM_YES = RANSOM_NO + 1
UNDER = RANSOM_YES + 1
NUM_ACTIONS = UNDER + 2
