"""The action layout.

| ids | action |
|---|---|
| 0, 1 | the pawn goes left, right |
| 2..8 | start on that ring space, or go there for bread |
| 9..12 | take that tile of the space (equal tiles: the first of them) |
| 13..156 | place the tile: cell * 4 + quarter turns clockwise (turns that look alike: the smallest) |
| 157 | store the tile |
| 158..165 | this reward next, by kind from vineyard to artisan |
| 166..176 | take that tile of the bottom row (equal tiles: the first of them) |
| 177..188 | put a fountain card of that kind under the pile, from villa to fountain |
| 189..205 | a disc on that circle |
| 206, 207 | score the left or upper card first, the right or lower card first |
| 208, 209 | keep the bread, pay three bread for a set |
| 210..273 | give that many sets |

An outcome of chance is a frame piece, board, deck, scoring card or kind of tile or fountain card, as the stage says.
"""

from __future__ import annotations

from bastide.games.carpe_diem.kinds import ARTISAN, FOUNTAIN, VILLA, VINEYARD
from bastide.games.carpe_diem.tables import CELLS, MAX_SETS, NUM_CIRCLES, ROW, SPACE_TILES, SPACES

LEFT, RIGHT = 0, 1
GO = 2  # + ring space
TAKE_TILE = GO + SPACES  # + slot
LAY = TAKE_TILE + SPACE_TILES  # + cell * 4 + turn
STORE = LAY + CELLS * 4
NEXT_REWARD = STORE + 1  # + kind - VINEYARD
TAKE_ROW = NEXT_REWARD + ARTISAN - VINEYARD + 1  # + slot of the bottom row
GIVE_BACK = TAKE_ROW + ROW  # + kind - VILLA
DISC = GIVE_BACK + FOUNTAIN - VILLA + 1  # + circle
CARD_FIRST = DISC + NUM_CIRCLES  # + 0 or 1
KEEP_BREAD = CARD_FIRST + 2
SPEND_BREAD = KEEP_BREAD + 1
GIVE_SETS = SPEND_BREAD + 1  # + sets
NUM_ACTIONS = GIVE_SETS + MAX_SETS + 1
