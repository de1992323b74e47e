"""The record of a game of Carpe Diem. Hidden: fountain cards (who holds which, who put which under the pile)."""

from __future__ import annotations

import numpy as np

from bastide.core.state import record_dtype
from bastide.games.carpe_diem.kinds import AXES, GOODS, KIND_BITS, KINDS
from bastide.games.carpe_diem.tables import (
    BOARDS,
    CARD_SPACES,
    CELLS,
    FRAME_PIECES,
    MAX_SEATS,
    NUM_CIRCLES,
    NUM_DECKS,
    ROW,
    SIDE_TASKS,
    SIDES,
    SPACE_TILES,
    SPACES,
    TILES,
)

# Stages. Chance moves in the first seven, a seat in the others.
(
    DEAL_FRAME, DEAL_BOARD, DEAL_DECK, DEAL_CARD, DEAL_RING, DEAL_ROW, DRAW_FOUNTAIN,
    START, MOVE, TAKE, PLACE, REWARD, ARTISAN_PICK, RETURN,
    CIRCLE, FIRST, PAY_BREAD, SETS,
    OVER_PHASE,
) = range(19)  # fmt: skip
STAGE_NAMES = (
    "deal_frame", "deal_board", "deal_deck", "deal_card", "deal_ring", "deal_row", "draw_fountain",
    "start", "move", "take", "place", "reward", "artisan_pick", "return",
    "circle", "first", "pay_bread", "sets",
    "finished",
)  # fmt: skip

PLAYER = np.dtype(
    [
        ("occupied", np.int64),  # cells with a tile, as bits
        ("edges", np.int64, (AXES, KIND_BITS)),  # cells whose edge to the east, or south, is of a kind with that bit
        ("points", np.int16),  # victory points; may be below 0
        ("villa_points", np.int16),  # what the complete villas will bring at the end (CDM-60)
        ("coins", np.int16),
        ("bread", np.int16),
        ("goods", np.int8, (GOODS,)),
        ("chimneys", np.int8),  # in all villas, complete or not
        ("tile", np.int8, (CELLS,)),  # the tile's kind, row by row from the far left corner; NONE
        ("turn", np.int8, (CELLS,)),  # its quarter turns clockwise; 0 where there is none
        ("complete", np.int8, (KINDS,)),  # complete things of each kind
        ("fountain_hand", np.int8, (KINDS,)),  # fountain cards held: for their owner alone until the end
        ("fountain_back", np.int8, (KINDS,)),  # fountain cards put under the pile: known to this seat alone
        ("fountain_cards", np.int8),  # how many are held: public
        ("fountain_returns", np.int8),  # how many were put back: public
        ("stored", np.int8),  # tiles put aside
        ("discs", np.int8),  # scoring discs left, 4..0
        ("pawn", np.int8),  # ring space 0..6; NONE before the start
        ("track", np.int8),  # banderole space
        ("height", np.int8),  # place in the stack there, 0 at the bottom
        ("board", np.int8),  # building board; NONE before the deal
        ("frame", np.int8, (SIDES,)),  # frame piece on each side, from the far one clockwise; NONE before the deal
        ("tasks", np.int8, (SIDES, SIDE_TASKS)),  # 1 for each task of the frame that is done
    ],
    align=True,
)

STATE = record_dtype(
    [
        ("waiting", np.int16),  # kinds completed by the last ring tile whose rewards are still to come, as bits
        ("seats", np.int8),  # 2..4
        ("stage", np.int8),  # DEAL_FRAME .. OVER_PHASE
        ("phase", np.int8),  # 0..3
        ("played", np.int8),  # turns played in this phase, 0..7 times seats
        ("first", np.int8),  # the seat with the first-player marker
        ("current", np.int8),  # the seat that decides, or that draws
        ("deal", np.int8),  # what chance fills next: a place to deal to, or the first or second fountain card
        ("deck", np.int8),  # the deck drawn for the card space that comes next; NONE
        ("in_hand", np.int8),  # kind of the tile taken and not yet placed; NONE
        ("from_row", np.int8),  # 1 while the tile in hand is one that an artisan took from the bottom row
        ("spot", np.int8),  # cell of the ring tile whose rewards are waiting; NONE
        ("circle", np.int8),  # circle being scored; NONE
        ("card_now", np.int8),  # card space being settled; NONE
        ("card_next", np.int8),  # card space to be settled after it; NONE
        ("bread_spent", np.int8),  # 1 once three bread have paid for a set in this scoring turn
        ("sets_done", np.int8),  # sets that counted for the first card of this scoring turn; NONE before it is settled
        ("bread_set", np.int8),  # 1 while they pay for the card being settled
        ("white_left", np.int8),  # tiles in the white bag
        ("black_left", np.int8),
        ("fountain_left", np.int8),  # cards of the pile that nobody has looked at
        ("ring", np.int8, (SPACES, SPACE_TILES)),  # kinds on each space, ascending, then NONE
        ("ring_left", np.int8, (SPACES,)),  # tiles on each space
        ("row", np.int8, (ROW,)),  # kinds in the bottom row; NONE once taken
        ("grid", np.int8, (CARD_SPACES,)),  # scoring cards; NONE where none lies
        ("disc", np.int8, (NUM_CIRCLES,)),  # whose disc lies on each circle; NONE
        ("frame_bag", np.int8, (FRAME_PIECES,)),  # not dealt
        ("board_bag", np.int8, (BOARDS,)),
        ("deck_bag", np.int8, (NUM_DECKS,)),  # cards of each deck still to be laid out
        ("deck_left", np.int8, (NUM_DECKS,)),  # cards of each deck not laid out
        ("white_bag", np.int8, (TILES,)),  # white tiles not yet turned over
        ("black_bag", np.int8, (TILES,)),
        ("fountain_bag", np.int8, (KINDS,)),  # not looked at; in a view, all those the viewer cannot place
        ("shovel_first", np.int8),  # 1: a first tile must be placed (CDM-20); 0: it may be stored (version 1)
        ("players", PLAYER, (MAX_SEATS,)),  # all 0 beyond the seats of this table
    ]
)
