"""Placing or storing the tile in hand, and the rewards for what it completes."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import lowest_bit, rule
from bastide.core.state import NONE
from bastide.games.carpe_diem.actions import GIVE_BACK, LAY, NEXT_REWARD, STORE, TAKE_ROW
from bastide.games.carpe_diem.building import (
    complete_at,
    count_cells,
    grow,
    has_landscape,
    lay_tile,
    matching,
    overgrows,
    turns_at,
)
from bastide.games.carpe_diem.kinds import (
    ARTISAN,
    BAKER,
    BAKERY,
    FISH_POND,
    FOUNTAIN,
    GOODS,
    KINDS,
    MARKET,
    MERCHANT,
    SENATOR,
    VILLA,
    VINEYARD,
)
from bastide.games.carpe_diem.state import ARTISAN_PICK, DRAW_FOUNTAIN, PLACE, RETURN, REWARD
from bastide.games.carpe_diem.tables import BANDEROLES, FOUNTAIN_DRAW, ROW, SIDES
from bastide.games.carpe_diem.track import advance
from bastide.games.carpe_diem.turn import end_turn

BANDEROLE_STEPS, SENATOR_STEPS, BAKER_BREAD = 1, 2, 2
NEXT_GRANT = tuple[int, int]  # the kind whose reward comes next, or NONE, and the cell of what is complete


@rule
def may_store(s: Any) -> bool:
    """CDM-14, CDM-20. Any tile but a player's first, which every shovel has room for."""
    return s.shovel_first == 0 or s.players[s.current].occupied != 0


@rule
def legal_place(s: Any, out: Any) -> int:
    """CDM-14, CDM-20, CDM-21, CDM-25. Every cell and turn that fits, and the store unless it is the first tile."""
    player = s.players[s.current]
    tile = s.in_hand
    fitting = matching(player, tile)
    careful = has_landscape(tile)
    cells = fitting[0] | fitting[1] | fitting[2] | fitting[3]
    n = 0
    while cells != 0:
        cell = lowest_bit(cells)
        cells &= cells - 1
        turns = turns_at(fitting, cell)
        for turn in range(SIDES):
            out[n] = LAY + cell * SIDES + turn
            if careful and turns >> turn & 1:
                n += not overgrows(player, tile, turn, cell)
            else:
                n += turns >> turn & 1
    out[n] = STORE
    return n + may_store(s)


@rule
def apply_building(s: Any, a: int) -> bool:
    """CDM-14, CDM-23, CDM-32. A tile, the choice of a reward or a card back, then rewards; returns if scoring is next.

    All rewards are granted in one place: threads of a GPU that come there from different decisions go on together.
    """
    if s.stage == PLACE:
        kind, cell = apply_place(s, a)
    elif s.stage == REWARD:
        kind, cell = apply_reward(s, a - NEXT_REWARD + VINEYARD)
    else:
        kind, cell = apply_return(s, a - GIVE_BACK + VILLA)
    return settle_rewards(s, kind, cell)


@rule
def apply_place(s: Any, a: int) -> NEXT_GRANT:
    """CDM-14, CDM-22, CDM-23. Storing brings nothing; a tile placed brings its banderole first, then its rewards."""
    tile, is_artisans = s.in_hand, s.from_row == 1
    s.in_hand = NONE
    s.from_row = 0
    if a == STORE:
        s.players[s.current].stored += 1
        return take_only_reward(s), int(s.spot)
    return place(s, tile, (a - LAY) // 4, (a - LAY) % 4, is_artisans)


@rule
def place(s: Any, tile: int, cell: int, turn: int, is_artisans: bool) -> NEXT_GRANT:
    """CDM-22, CDM-23, CDM-30. An artisan's tile is settled wholly before what was still waiting."""
    player = s.players[s.current]
    lay_tile(player, tile, cell, turn)
    if BANDEROLES[player.board] >> cell & 1:
        advance(s, s.current, BANDEROLE_STEPS)
    done = complete_at(player, cell) & ~(1 << VILLA)
    if is_artisans and done != 0:
        return lowest_bit(done), cell
    if not is_artisans:
        s.waiting = done
        s.spot = cell
    return take_only_reward(s), int(s.spot)


@rule
def take_only_reward(s: Any) -> int:
    """CDM-23. The kind whose reward waits alone, and no longer waits; NONE where none or several wait."""
    kind = NONE
    if s.waiting != 0 and s.waiting & (s.waiting - 1) == 0:
        kind = lowest_bit(s.waiting)
        s.waiting = 0
    return kind


@rule
def settle_rewards(s: Any, kind: int, cell: int) -> bool:
    """CDM-23. One reward comes at once; of several the player chooses the next; after all of them the turn ends.

    Returns whether the scoring is next.
    """
    while kind != NONE:
        if not grant(s, kind, cell):
            return False
        kind, cell = take_only_reward(s), int(s.spot)
    if s.waiting == 0:
        return end_turn(s)
    s.stage = REWARD
    return False


@rule
def legal_reward(s: Any, out: Any) -> int:
    """CDM-23. Any of the rewards that wait."""
    n = 0
    for kind in range(VINEYARD, ARTISAN + 1):
        out[n] = NEXT_REWARD + kind - VINEYARD
        n += s.waiting >> kind & 1
    return n


@rule
def apply_reward(s: Any, kind: int) -> NEXT_GRANT:
    """CDM-23. This one now, the others after it."""
    s.waiting &= ~(1 << kind)
    return kind, int(s.spot)


@rule
def grant(s: Any, kind: int, cell: int) -> bool:
    """CDM-25 to CDM-32. The reward for the thing completed in that cell; False when it asks or draws first."""
    player = s.players[s.current]
    if kind <= FISH_POND:
        player.goods[kind - VINEYARD] += count_cells(grow(player, kind, 1 << cell)) - 1
    elif kind == MERCHANT:
        sell_goods(player)
    elif kind == BAKER:
        player.bread += BAKER_BREAD
    elif kind == SENATOR:
        advance(s, s.current, SENATOR_STEPS)
    elif kind == MARKET:
        player.coins += 1
    elif kind == BAKERY:
        player.bread += 1
    elif kind == FOUNTAIN:
        s.deal = 0
        s.stage = DRAW_FOUNTAIN
        return False
    elif has_row(s):
        s.stage = ARTISAN_PICK
        return False
    return True


@rule
def sell_goods(player: Any) -> None:
    """CDM-27. All goods become coins, and one more."""
    player.coins += 1
    for good in range(GOODS):
        player.coins += player.goods[good]
        player.goods[good] = 0


@rule
def has_row(s: Any) -> bool:
    """CDM-30. Whether the bottom row has a tile left."""
    for slot in range(ROW):
        if s.row[slot] != NONE:
            return True
    return False


@rule
def legal_artisan(s: Any, out: Any) -> int:
    """CDM-30. Any tile of the bottom row; of equal tiles the first."""
    n = 0
    for slot in range(ROW):
        if s.row[slot] != NONE and is_first_of_its_kind(s, slot):
            out[n] = TAKE_ROW + slot
            n += 1
    return n


@rule
def is_first_of_its_kind(s: Any, slot: int) -> bool:
    for earlier in range(slot):
        if s.row[earlier] == s.row[slot]:
            return False
    return True


@rule
def apply_artisan(s: Any, slot: int) -> None:
    """CDM-30. The tile is to be placed at once; the row is never refilled."""
    s.in_hand = s.row[slot]
    s.row[slot] = NONE
    s.from_row = 1
    s.stage = PLACE


@rule
def draw_fountain(s: Any, kind: int) -> None:
    """CDM-32. The top two cards of the pile are looked at."""
    player = s.players[s.current]
    s.fountain_bag[kind] -= 1
    s.fountain_left -= 1
    player.fountain_hand[kind] += 1
    player.fountain_cards += 1
    s.deal += 1
    if s.deal == FOUNTAIN_DRAW:
        s.deal = 0
        s.stage = RETURN


@rule
def legal_return(s: Any, out: Any) -> int:
    """CDM-32. Any one of the cards held, the two new ones included."""
    n = 0
    for kind in range(VILLA, KINDS):
        out[n] = GIVE_BACK + kind - VILLA
        n += s.players[s.current].fountain_hand[kind] > 0
    return n


@rule
def apply_return(s: Any, kind: int) -> NEXT_GRANT:
    """CDM-32. The card goes under the pile, which is never drawn down to it."""
    player = s.players[s.current]
    player.fountain_hand[kind] -= 1
    player.fountain_cards -= 1
    player.fountain_back[kind] += 1
    player.fountain_returns += 1
    return take_only_reward(s), int(s.spot)
