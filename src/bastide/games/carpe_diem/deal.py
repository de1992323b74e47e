"""What chance lays out: frames, boards, scoring cards, tiles."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import lowest_bit, rule
from bastide.core.state import NONE
from bastide.games.carpe_diem.kinds import AXES, GOODS, KIND_BITS, KINDS
from bastide.games.carpe_diem.state import (
    DEAL_BOARD,
    DEAL_CARD,
    DEAL_DECK,
    DEAL_RING,
    DEAL_ROW,
    MOVE,
    START,
)
from bastide.games.carpe_diem.tables import (
    BLACK,
    BLACK_TILES,
    BOARDS,
    CARD_OF_COPY,
    CARD_SPACES,
    CELLS,
    COPIES_IN_DECK,
    COPIES_OF_CARD,
    DECK_COUNTS,
    DECK_STOCK,
    DISCS,
    FOUNTAIN_COPIES,
    FOUNTAIN_STOCK,
    FRAME_PIECES,
    HAS_CARD,
    NUM_CIRCLES,
    NUM_DECKS,
    PHASES,
    RING_TILES,
    ROW,
    SIDE_TASKS,
    SIDES,
    SPACE_TILES,
    SPACES,
    START_POINTS,
    TILES,
    WHITE,
    WHITE_TILES,
)


@rule
def fill_bags(s: Any) -> None:
    """CDM-03, CDM-05. All tiles and cards are shuffled: bags without an order."""
    for i in range(FRAME_PIECES):
        s.frame_bag[i] = 1
    for i in range(BOARDS):
        s.board_bag[i] = 1
    for deck in range(NUM_DECKS):
        s.deck_bag[deck] = DECK_COUNTS[s.seats, deck]
        s.deck_left[deck] = DECK_STOCK[deck]
    for tile in range(TILES):
        s.white_bag[tile] = WHITE[tile]
        s.black_bag[tile] = BLACK[tile]
    s.white_left = WHITE_TILES
    s.black_left = BLACK_TILES
    for kind in range(KINDS):
        s.fountain_bag[kind] = FOUNTAIN_COPIES[kind]
    s.fountain_left = FOUNTAIN_STOCK


@rule
def clear_table(s: Any) -> None:
    """CDM-04, CDM-05. The ring, the bottom row and the scoring grid, empty."""
    for space in range(SPACES):
        s.ring_left[space] = 0
        for slot in range(SPACE_TILES):
            s.ring[space, slot] = NONE
    for slot in range(ROW):
        s.row[slot] = NONE
    for space in range(CARD_SPACES):
        s.grid[space] = NONE
    for circle in range(NUM_CIRCLES):
        s.disc[circle] = NONE


@rule
def clear_player(player: Any) -> None:
    """CDM-01. An empty board, no goods, four discs beside the one on the track."""
    player.occupied = 0
    for axis in range(AXES):
        for bit in range(KIND_BITS):
            player.edges[axis, bit] = 0
    player.points = 0
    player.villa_points = 0
    player.chimneys = 0
    player.coins = 0
    player.bread = 0
    player.fountain_cards = 0
    player.fountain_returns = 0
    player.stored = 0
    player.discs = DISCS
    player.pawn = NONE
    player.track = 0
    player.board = NONE
    for good in range(GOODS):
        player.goods[good] = 0
    for side in range(SIDES):
        player.frame[side] = NONE
        for task in range(SIDE_TASKS):
            player.tasks[side, task] = 0
    for kind in range(KINDS):
        player.complete[kind] = 0
        player.fountain_hand[kind] = 0
        player.fountain_back[kind] = 0
    for cell in range(CELLS):
        player.tile[cell] = NONE
        player.turn[cell] = 0


@rule
def deal_frame(s: Any, piece: int) -> None:
    """CDM-01. Four frame pieces each, one to a side."""
    s.frame_bag[piece] = 0
    s.players[s.deal // SIDES].frame[s.deal % SIDES] = piece
    s.deal += 1
    if s.deal == s.seats * SIDES:
        s.deal = 0
        s.stage = DEAL_BOARD


@rule
def deal_board(s: Any, board: int) -> None:
    """CDM-01. One building board each."""
    s.board_bag[board] = 0
    s.players[s.deal].board = board
    s.deal += 1
    if s.deal == s.seats:
        seek_card_space(s, 0)


@rule
def seek_card_space(s: Any, space: int) -> None:
    """CDM-04. The next space that gets a scoring card; after the last one the ring is filled."""
    while space < CARD_SPACES and HAS_CARD[s.seats, space] == 0:
        space += 1
    s.deal = space
    s.stage = DEAL_DECK
    if space == CARD_SPACES:
        s.deal = 0
        s.stage = DEAL_RING


@rule
def deal_deck(s: Any, deck: int) -> None:
    """CDM-03. The cards of all decks are shuffled together: first which deck this space's card is of."""
    s.deck_bag[deck] -= 1
    s.deck = deck
    s.stage = DEAL_CARD


@rule
def cards_left(s: Any, deck: int) -> int:
    """CDM-03. The cards of a deck that are not laid out, one bit a copy; they are never seen."""
    left = COPIES_IN_DECK[deck]
    for space in range(CARD_SPACES):
        if s.grid[space] != NONE:
            copies = left & COPIES_OF_CARD[s.grid[space]]
            left ^= copies & -copies
    return left


@rule
def pick_card(s: Any, r: int) -> int:
    """CDM-03. The r-th card left in the deck drawn for this space."""
    left = cards_left(s, s.deck)
    for _ in range(r):
        left &= left - 1
    return CARD_OF_COPY[lowest_bit(left)]


@rule
def deal_card(s: Any, card: int) -> None:
    """CDM-03. Then which card of that deck, face up."""
    s.deck_left[s.deck] -= 1
    s.grid[s.deal] = card
    s.deck = NONE
    seek_card_space(s, s.deal + 1)


@rule
def begin_phase(s: Any) -> None:
    """CDM-50. The first-player marker passes to the left; the ring is filled anew."""
    s.phase += 1
    s.played = 0
    s.first = s.first + 1 if s.first + 1 < s.seats else 0
    s.current = s.first
    s.deal = 0
    s.stage = DEAL_RING


@rule
def deal_ring(s: Any, tile: int) -> None:
    """CDM-05, CDM-50. Four tiles on each of the seven spaces, white ones and in the last phase black ones."""
    if s.phase == PHASES - 1:
        s.black_bag[tile] -= 1
        s.black_left -= 1
    else:
        s.white_bag[tile] -= 1
        s.white_left -= 1
    add_to_space(s, s.deal // SPACE_TILES, tile)
    s.deal += 1
    if s.deal == RING_TILES:
        s.deal = 0
        s.stage = DEAL_ROW if s.phase == 0 else MOVE


@rule
def add_to_space(s: Any, space: int, tile: int) -> None:
    """Tiles of a space have no order: they are kept by kind, so that equal positions have equal bytes."""
    slot = s.ring_left[space]
    while slot > 0 and s.ring[space, slot - 1] > tile:
        s.ring[space, slot] = s.ring[space, slot - 1]
        slot -= 1
    s.ring[space, slot] = tile
    s.ring_left[space] += 1


@rule
def deal_row(s: Any, tile: int) -> None:
    """CDM-05, CDM-07. Eleven black tiles in the bottom row; then the starting points, and the pawns may come."""
    s.black_bag[tile] -= 1
    s.black_left -= 1
    s.row[s.deal] = tile
    s.deal += 1
    if s.deal == ROW:
        s.deal = 0
        for p in range(s.seats):
            s.players[p].points = START_POINTS[s.seats, p]
        s.stage = START
