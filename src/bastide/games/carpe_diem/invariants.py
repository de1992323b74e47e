"""What must hold in every position."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE
from bastide.games.carpe_diem.kinds import AXES, EASTWARD, GOODS, KIND_BITS, KINDS, LANDSCAPES, SOUTHWARD, VILLA
from bastide.games.carpe_diem.reading import all_chimneys, placed_tiles, things
from bastide.games.carpe_diem.state import (
    CIRCLE,
    DEAL_RING,
    DEAL_ROW,
    DRAW_FOUNTAIN,
    OVER_PHASE,
    PLACE,
    REWARD,
    STAGE_NAMES,
    START,
    TAKE,
)
from bastide.games.carpe_diem.tables import (
    BLACK_TILES,
    CARD_SPACES,
    DATA,
    DECK_STOCK,
    DISCS,
    FOUNTAIN_COPIES,
    FOUNTAIN_STOCK,
    HAS_CARD,
    LAST_SPACE,
    MAX_LANDSCAPE,
    NUM_CIRCLES,
    PHASES,
    RING_TILES,
    ROUNDS,
    ROW,
    SIDE_TASKS,
    SIDES,
    SIZE,
    SPACE_TILES,
    SPACES,
    TASK_KIND,
    TASK_LINE,
    TILES,
    VILLA_BEYOND,
    VILLA_LAST,
    VILLA_TABLE,
    WHITE_TILES,
)


def check(s: Any) -> str:
    """The first broken invariant, or an empty text."""
    if not 0 <= s.stage < len(STAGE_NAMES):
        return f"stage {s.stage}"
    problems = [_check_ring(s), _check_tiles(s), _check_cards(s), _check_fountains(s), _check_track(s), _check_turn(s)]
    problems += [_check_player(s, p) for p in range(s.seats)]
    return next((problem for problem in problems if problem), "")


def _check_ring(s: Any) -> str:
    """CDM-05, CDM-15. Tiles of a space in order, as many as counted; never left over."""
    for space in range(SPACES):
        tiles = [s.ring[space, slot] for slot in range(SPACE_TILES)]
        n = s.ring_left[space]
        if tiles[:n] != sorted(tiles[:n]) or NONE in tiles[:n] or any(tile != NONE for tile in tiles[n:]):
            return f"space {space + 1} counts {n} tiles and holds {tiles}"
        if s.stage > DRAW_FOUNTAIN and n not in (0, *range(SPACE_TILES - s.seats + 1, SPACE_TILES + 1)):
            return f"space {space + 1} still has {n} tiles"
    return ""


def _check_tiles(s: Any) -> str:
    """CDM-05, CDM-50. No kind has more copies in sight than there are, and none is lost."""
    seen = [0] * TILES
    for p in range(s.seats):
        for _, tile in placed_tiles(s.players[p]):
            seen[tile] += 1
    lying = [s.ring[space, slot] for space in range(SPACES) for slot in range(s.ring_left[space])]
    lying += [s.row[i] for i in range(ROW) if s.row[i] != NONE]
    for tile in lying + ([s.in_hand] if s.in_hand != NONE else []):
        seen[tile] += 1
    white, black = s.white_bag.tolist(), s.black_bag.tolist()
    for kind, face in enumerate(DATA.tiles):
        if min(white[kind], black[kind]) < 0 or seen[kind] + white[kind] + black[kind] > face.white + face.black:
            return f"tiles of kind {face.id}: {seen[kind]} seen, {white[kind]} white and {black[kind]} black left"
    if sum(white) != s.white_left or sum(black) != s.black_left:
        return "the bags of tiles do not add up"
    dealt = RING_TILES * (s.phase + 1) if s.stage > DEAL_RING else RING_TILES * s.phase
    in_ring = s.deal if s.stage == DEAL_RING else 0
    row = ROW if s.stage > DEAL_ROW or s.phase else s.deal if s.stage == DEAL_ROW else 0
    if s.white_left + s.black_left != WHITE_TILES + BLACK_TILES - dealt - in_ring - row:
        return f"{s.white_left} white and {s.black_left} black tiles are left"
    gone = dealt + in_ring + row - sum(seen)  # stored, or out of the game
    if gone != sum(s.players[p].stored for p in range(s.seats)) + _left_the_game(s):
        return f"{gone} tiles are out of sight"
    return ""


def _left_the_game(s: Any) -> int:
    """CDM-15. Tiles removed from spaces where as many were taken as there are players."""
    spaces = SPACES * s.phase + (sum(s.ring_left[space] == 0 for space in range(SPACES)) if s.stage > DEAL_ROW else 0)
    return int(spaces) * (SPACE_TILES - s.seats)


def _check_cards(s: Any) -> str:
    """CDM-03, CDM-04, CDM-41. Cards on their spaces; one disc for every disc missing."""
    grid = s.grid.tolist()
    for number, card in enumerate(DATA.cards):
        if grid.count(number) > card.copies:
            return f"{grid.count(number)} copies of scoring card {card.id}"
    for deck, stock in enumerate(DECK_STOCK.tolist()):
        laid = sum(card != NONE and DATA.cards[card].deck == deck for card in grid)
        if s.deck_left[deck] + laid != stock:
            return f"{s.deck_left[deck]} cards of deck {deck} are left, {laid} are laid out"
    for space in range(CARD_SPACES):
        if s.stage > DEAL_RING and (grid[space] != NONE) != bool(HAS_CARD[s.seats, space]):
            return f"card space {space + 1} is wrong"
    discs = [s.disc[circle] for circle in range(NUM_CIRCLES)]
    for p in range(s.seats):
        if discs.count(p) + s.players[p].discs != DISCS:
            return f"seat {p} has {discs.count(p)} discs placed and {s.players[p].discs} left"
    return ""


def _check_fountains(s: Any) -> str:
    """CDM-32. Every fountain card is in the pile or with somebody."""
    for kind in range(KINDS):
        held = [s.players[p].fountain_hand[kind] + s.players[p].fountain_back[kind] for p in range(s.seats)]
        if s.fountain_bag[kind] < 0 or s.fountain_bag[kind] + sum(held) != FOUNTAIN_COPIES[kind]:
            return f"fountain cards of kind {kind} do not add up"
    for p in range(s.seats):
        player = s.players[p]
        counted = (sum(player.fountain_hand[:]), sum(player.fountain_back[:]))
        if counted != (player.fountain_cards, player.fountain_returns):
            return f"seat {p} counts its fountain cards wrong"
    drawn = sum(s.players[p].fountain_cards + s.players[p].fountain_returns for p in range(s.seats))
    return "" if s.fountain_left == FOUNTAIN_STOCK - drawn == sum(s.fountain_bag[:]) else "the fountain pile is wrong"


def _check_track(s: Any) -> str:
    """CDM-22. Stacks without gaps."""
    for space in range(LAST_SPACE + 1):
        heights = sorted(s.players[p].height for p in range(s.seats) if s.players[p].track == space)
        if heights != list(range(len(heights))):
            return f"the stack on space {space} of the track has heights {heights}"
    return ""


def _check_turn(s: Any) -> str:
    """CDM-10, CDM-14, CDM-40. Turns, tiles in hand and discs fit the stage."""
    if not 0 <= s.phase < PHASES or not 0 <= s.played <= ROUNDS * s.seats or not 0 <= s.current < s.seats:
        return f"phase {s.phase}, turn {s.played}, seat {s.current}"
    if (s.in_hand != NONE) != (s.stage == PLACE):
        return "a tile in hand and the stage disagree"
    if s.from_row and s.in_hand == NONE:
        return "an artisan's tile is remembered too long"
    waiting = bin(s.waiting).count("1")
    if (s.stage == REWARD and waiting < 2) or (s.stage in (START, TAKE) and waiting):
        return f"{waiting} rewards wait"
    if CIRCLE <= s.stage < OVER_PHASE and s.played != ROUNDS * s.seats:
        return "scoring began too early"
    if START < s.stage < CIRCLE and s.current != (s.first + s.played) % s.seats:
        return f"seat {s.current} is to move after {s.played} turns"
    return ""


def _check_player(s: Any, p: int) -> str:
    """CDM-20 to CDM-26, CDM-60, CDM-64. What is kept of a board equals a recount."""
    player = s.players[p]
    if min(player.coins, player.bread, player.stored, *(player.goods[i] for i in range(GOODS))) < 0:
        return f"seat {p} owes something"
    placed = placed_tiles(player)
    edges = [[0] * KIND_BITS for _ in range(AXES)]
    for cell, tile in placed:
        north, east, south, west = (DATA.tiles[tile].edges[(side - player.turn[cell]) % SIDES] for side in range(SIDES))
        for bit in range(KIND_BITS):
            edges[EASTWARD][bit] |= (east >> bit & 1) << cell | (west >> bit & 1) << cell >> 1
            edges[SOUTHWARD][bit] |= (south >> bit & 1) << cell | (north >> bit & 1) << cell >> SIZE
    if player.edges.tolist() != edges:
        return f"seat {p}: edges are {player.edges.tolist()}, not {edges}"
    if player.occupied != sum(1 << cell for cell, _ in placed):
        return f"seat {p}: occupied cells are {player.occupied:b}"
    return _check_things(player, p)


def _check_things(player: Any, p: int) -> str:
    complete, closed, points = [0] * KINDS, [0] * KINDS, 0
    for thing in things(player):
        if thing.kind in LANDSCAPES and bin(thing.cells).count("1") > MAX_LANDSCAPE:
            return f"seat {p} has a landscape of {bin(thing.cells).count('1')} tiles"
        if thing.complete:
            complete[thing.kind] += 1
            closed[thing.kind] |= thing.cells
        if thing.complete and thing.kind == VILLA:
            beyond = max(0, thing.chimneys - VILLA_LAST)
            points += int(VILLA_TABLE[min(thing.chimneys, VILLA_LAST)]) + VILLA_BEYOND * beyond
    for kind in range(KINDS):
        if player.complete[kind] != complete[kind]:
            return f"seat {p} counts {player.complete[kind]} complete things of kind {kind}, not {complete[kind]}"
    for side, piece in enumerate(player.frame.tolist()):
        for task in range(SIDE_TASKS if piece != NONE else 0):
            done = closed[TASK_KIND[piece, task]] & TASK_LINE[side, piece, task] != 0
            if player.tasks[side, task] != done:
                return f"seat {p}: task {task} on side {side} is {player.tasks[side, task]}"
    if (player.villa_points, player.chimneys) != (points, all_chimneys(player)):
        return f"seat {p}: villas are worth {points}, not {player.villa_points}, or chimneys are miscounted"
    return ""
