"""An opinion on a position, for greedy play and for hints; no rule is here."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import lowest_bit, rule, shared
from bastide.core.state import NONE
from bastide.games.carpe_diem.building import (
    beside,
    count_cells,
    count_open,
    has_landscape,
    matching,
    overgrows,
    reach,
    turns_at,
)
from bastide.games.carpe_diem.circles import is_free, owned_sets, payable_sets
from bastide.games.carpe_diem.kinds import (
    ARTISAN,
    BAKER,
    BREAD,
    COIN,
    EASTWARD,
    EDGE_KINDS,
    FISH_POND,
    FOUNTAIN,
    GOODS,
    KIND_BITS,
    KINDS,
    MERCHANT,
    POINTS,
    SENATOR,
    SOUTHWARD,
    STEP,
    VILLA,
    VINEYARD,
)
from bastide.games.carpe_diem.scoring import fountain_points, frame_points
from bastide.games.carpe_diem.state import ARTISAN_PICK, OVER_PHASE, PLACE, REWARD, TAKE
from bastide.games.carpe_diem.tables import (
    BANDEROLES,
    CARD_RED,
    CHIMNEYS,
    CIRCLE_CARDS,
    EDGE,
    ELEMENTS,
    NEED_COUNT,
    NEEDS,
    NUM_CIRCLES,
    PENALTY,
    ROW,
    SIDES,
    SINGLE,
    TASK_KIND,
)
from bastide.games.carpe_diem.tables import REWARD as CARD_REWARD

TERMS = (
    "carpe_diem.term.points",
    "carpe_diem.term.track",
    "carpe_diem.term.supply",
    "carpe_diem.term.buildings",
    "carpe_diem.term.end",
    "carpe_diem.term.cards",
    "carpe_diem.term.tile",
)

# Hundredths of a point.
COIN_WORTH, GOOD_WORTH, BREAD_WORTH, STORED_WORTH = 130, 90, 110, 20
STEP_WORTH = 120
COMPLETE_WORTH = 160  # for cards and fountains to come
CHIMNEY_WORTH = 35
PLACED_WORTH = 70  # a tile on the board is a neighbour for the next
OPEN_WORTH = 45  # an open edge that still has a free cell
FOUNTAIN_CARD_WORTH = 150


@rule
def card_worth(player: Any, card: int, bread_set: int) -> int:
    """What a scoring card would bring a player now, goods given up subtracted."""
    sets = payable_sets(player, card) if CARD_RED[card] else owned_sets(player, card)
    gain = 100 * CARD_REWARD[card, POINTS] + COIN_WORTH * CARD_REWARD[card, COIN]
    gain += BREAD_WORTH * CARD_REWARD[card, BREAD] + STEP_WORTH * CARD_REWARD[card, STEP]
    cost = 0
    if CARD_RED[card]:
        for i in range(NEEDS):
            cost += NEED_COUNT[card, i] * GOOD_WORTH
    if sets + bread_set == 0:
        return -100 * PENALTY
    return max(sets * (gain - cost) + bread_set * gain, -100 * PENALTY)


@rule
def circle_worth(s: Any, player: Any, circle: int) -> int:
    """Both cards beside a circle."""
    first = s.grid[CIRCLE_CARDS[circle, 0]]
    second = s.grid[CIRCLE_CARDS[circle, 1]]
    return card_worth(player, first, 0) + card_worth(player, second, 0)


@rule
def cards_worth(s: Any, seat: int) -> int:
    """The cards being settled, or half of what the best free circle would bring."""
    player = s.players[seat]
    if s.circle != NONE and s.current == seat:
        if s.card_now == NONE:
            return circle_worth(s, player, s.circle)
        worth = card_worth(player, s.grid[s.card_now], s.bread_set)
        if s.card_next != NONE:
            worth += card_worth(player, s.grid[s.card_next], 0)
        return worth
    if player.discs == 0:
        return 0
    best = -200 * PENALTY
    for circle in range(NUM_CIRCLES):
        if is_free(s, circle):
            best = max(best, circle_worth(s, player, circle))
    return best // 2


@rule
def supply_worth(player: Any) -> int:
    """Goods, coins, bread and stored tiles."""
    worth = COIN_WORTH * player.coins + BREAD_WORTH * player.bread + STORED_WORTH * player.stored
    for good in range(GOODS):
        worth += GOOD_WORTH * player.goods[good]
    return worth


@rule
def building_worth(player: Any) -> int:
    """What is complete, what may still be completed, and chimneys."""
    worth = CHIMNEY_WORTH * player.chimneys + PLACED_WORTH * count_cells(player.occupied)
    for kind in range(VILLA, KINDS):
        worth += COMPLETE_WORTH * player.complete[kind]
    eastward, southward = 0, 0
    for bit in range(KIND_BITS):
        eastward |= player.edges[EASTWARD, bit]
        southward |= player.edges[SOUTHWARD, bit]
    worth += OPEN_WORTH * count_open(player, eastward, southward)
    return worth


@rule
def end_worth(player: Any) -> int:
    """Villas, frame tasks and fountain cards as the end would count them."""
    worth = 100 * (player.villa_points + frame_points(player) + fountain_points(player))
    return worth + FOUNTAIN_CARD_WORTH * player.fountain_cards


@rule
def would_complete(player: Any, tile: int, turn: int, cell: int, kind: int) -> bool:
    """Whether the tile, placed there, completes its thing of this kind."""
    here = 1 << cell
    joined = 0
    for side in range(SIDES):
        if EDGE[tile, turn, side] == kind:
            across = beside(here, side) & player.occupied
            if across == 0:
                return False
            joined |= across
    return reach(player, kind, joined) & ~(player.occupied | here) == 0


@rule
def reward_worth(player: Any, kind: int) -> int:
    """What completing a thing of a kind brings, roughly."""
    worth = COMPLETE_WORTH
    for side in range(SIDES):
        piece = player.frame[side]
        if piece != NONE and (TASK_KIND[piece, 0] == kind or TASK_KIND[piece, 1] == kind):
            worth += 40
    if kind >= VINEYARD and kind <= FISH_POND:
        worth += 2 * GOOD_WORTH
    elif kind == MERCHANT:
        worth += COIN_WORTH
        for good in range(GOODS):
            worth += (COIN_WORTH - GOOD_WORTH) * player.goods[good]
    elif kind == BAKER:
        worth += 2 * BREAD_WORTH
    elif kind == SENATOR:
        worth += 2 * STEP_WORTH
    elif kind == ARTISAN:
        worth += 250
    elif kind == FOUNTAIN:
        worth += FOUNTAIN_CARD_WORTH
    elif kind > ARTISAN:
        worth += BREAD_WORTH
    else:
        worth += 200
    return worth


@rule
def placement_worth(player: Any, tile: int, turn: int, cell: int) -> int:
    """A tile in one cell: its banderole and what it completes."""
    worth = PLACED_WORTH + CHIMNEY_WORTH * CHIMNEYS[tile]
    if BANDEROLES[player.board] >> cell & 1:
        worth += STEP_WORTH
    if SINGLE[tile] != 0:
        worth += reward_worth(player, SINGLE[tile])
    for kind in range(VILLA, EDGE_KINDS):
        if ELEMENTS[tile] >> kind & 1:
            if would_complete(player, tile, turn, cell, kind):
                worth += reward_worth(player, kind)
            else:
                worth += OPEN_WORTH
    return worth


@rule
def tile_worth(player: Any, tile: int) -> int:
    """The best that can be done with a tile."""
    best = STORED_WORTH
    careful = has_landscape(tile)
    fitting = matching(player, tile)
    cells = fitting[0] | fitting[1] | fitting[2] | fitting[3]
    while cells != 0:
        cell = lowest_bit(cells)
        cells &= cells - 1
        for turn in range(SIDES):
            if turns_at(fitting, cell) >> turn & 1 and not (careful and overgrows(player, tile, turn, cell)):
                best = max(best, placement_worth(player, tile, turn, cell))
    return best


@rule
def choice_worth(s: Any, seat: int) -> int:
    """The tile in hand, or the best of those that may be taken now; rewards that still wait."""
    if s.current != seat:
        return 0
    player = s.players[seat]
    worth = 0
    if s.stage == PLACE:
        worth = tile_worth(player, s.in_hand)
    elif s.stage == TAKE:
        for slot in range(s.ring_left[player.pawn]):
            worth = max(worth, tile_worth(player, s.ring[player.pawn, slot]))
    elif s.stage == ARTISAN_PICK:
        for slot in range(ROW):
            if s.row[slot] != NONE:
                worth = max(worth, tile_worth(player, s.row[slot]))
    if s.stage >= PLACE and s.stage <= REWARD:
        for kind in range(VINEYARD, ARTISAN + 1):
            if s.waiting >> kind & 1:
                worth += reward_worth(player, kind)
    return worth


@rule
@shared
def opinion(s: Any, seat: int, out: Any) -> None:
    """Points ahead, track, supply, buildings, the end, the next scoring and the tile at hand."""
    player = s.players[seat]
    rivals = 0
    for p in range(s.seats):
        if p != seat:
            rivals += s.players[p].points
    out[0] = 100 * player.points - 100 * rivals // (s.seats - 1)
    for i in range(1, 7):
        out[i] = 0
    if s.stage != OVER_PHASE:
        out[1] = STEP_WORTH * player.track
        out[2] = supply_worth(player)
        out[3] = building_worth(player)
        out[4] = end_worth(player)
        out[5] = cards_worth(s, seat)
        out[6] = choice_worth(s, seat)
