"""What a learned judge is shown of a view (core.features says how it is read).

| numbers | for each | what |
|---|---|---|
| points, points behind, villas, chimneys, coins, bread, stored, discs | seat | as they stand |
| pawn, track, track behind, height | seat | on the ring and on the banderole track |
| fountain cards, tiles | seat | cards held, tiles on the board |
| goods | seat, good | in the supply |
| complete, fountain hand | seat, kind | complete things; fountain cards that the viewer knows |
| open edges | seat, landscape | edges that could still be continued |
| circle | seat, circle | what its cards would bring now, in hundredths of a point; NO_CIRCLE where no disc can go |
| stage and turn, phase, turns, first | | where the game stands |
| tile in hand, from the row, circle chosen, cards being settled, bread | | the turn under way |
| waiting | kind | a reward that is still to come |
| ring | space, place | tiles left there, and each tile |
| row | | tiles in the bottom row |
| seats | | 2..4 |
| terms | seat, term of the opinion | in hundredths of a point |
"""

from __future__ import annotations

from typing import Any

from bastide.core.features import Field, Fields, blank, clamp, limit_terms, repeat, seat_names
from bastide.core.jit import rule, shared
from bastide.core.state import NONE
from bastide.games.carpe_diem.advice import TERMS, circle_worth, opinion
from bastide.games.carpe_diem.building import count_cells, count_open, edges_of
from bastide.games.carpe_diem.circles import is_free
from bastide.games.carpe_diem.kinds import EASTWARD, EDGE_KINDS, GOODS, KINDS, SOUTHWARD, VILLA
from bastide.games.carpe_diem.state import STAGE_NAMES
from bastide.games.carpe_diem.tables import CARDS, MAX_SEATS, NUM_CIRCLES, ROW, SPACE_TILES, SPACES, TILES

NO_CIRCLE = -900
CIRCLE_LOW, CIRCLE_HIGH, CIRCLE_STEP = -800, 3000, 150
PER_SEAT = 14 + GOODS + 2 * KINDS + EDGE_KINDS - VILLA + NUM_CIRCLES
NUM_TERMS = len(TERMS)
TERM_LOW, TERM_HIGH, TERM_STEP = -4000, 12000, 200

FIELDS = Fields(
    1,
    [
        *repeat(
            seat_names(MAX_SEATS),
            Field("points", 50, -10, 3),
            Field("points behind the viewer's", 31, -60, 4),
            Field("points of villas", 20, 0, 3),
            Field("chimneys", 20),
            Field("coins", 10),
            Field("bread", 12),
            Field("stored tiles", 10),
            Field("discs", 5),
            Field("pawn's space", 8, -1),
            Field("track", 16, 0, 2),
            Field("track behind the viewer's", 13, -12, 2),
            Field("height on the track", 4),
            Field("fountain cards", 7),
            Field("tiles on the board", 19, 0, 2),
            *(Field(f"goods {good}", 8) for good in range(GOODS)),
            *repeat([f"kind {kind}" for kind in range(KINDS)], Field("complete", 8), Field("known fountain cards", 4)),
            *(Field(f"open edges of kind {kind}", 9) for kind in range(VILLA, EDGE_KINDS)),
            *(Field(f"worth of circle {circle}", 24, NO_CIRCLE, CIRCLE_STEP) for circle in range(NUM_CIRCLES)),
        ),
        Field("stage and whose turn", len(STAGE_NAMES) * MAX_SEATS),
        Field("phase", 4),
        Field("turns played in it", 29),
        Field("who is first", MAX_SEATS),
        Field("tile in hand", TILES + 1, -1),
        Field("is it from the row", 2),
        Field("is a circle being scored", 2),
        Field("card being settled", CARDS + 1, -1),
        Field("card settled next", CARDS + 1, -1),
        Field("bread was spent", 2),
        Field("bread pays for this card", 2),
        *(Field(f"reward of kind {kind} waits", 2) for kind in range(KINDS)),
        *repeat(
            [f"space {space}" for space in range(SPACES)],
            Field("tiles left", 5),
            *(Field(f"tile {slot}", TILES + 1, -1) for slot in range(SPACE_TILES)),
        ),
        Field("tiles in the row", 12),
        Field("seats", 7),
        *(
            Field(f"{seat}: {term}", (TERM_HIGH - TERM_LOW) // TERM_STEP + 1, TERM_LOW, TERM_STEP)
            for seat in seat_names(MAX_SEATS)
            for term in TERMS
        ),
    ],
)


@rule
def write_stock(v: Any, seat: int, p: int, out: Any, k: int) -> int:
    """A seat's points, supply and places."""
    player = v.players[p]
    out[k] = player.points
    out[k + 1] = v.players[seat].points - player.points
    out[k + 2] = player.villa_points
    out[k + 3] = player.chimneys
    out[k + 4] = player.coins
    out[k + 5] = player.bread
    out[k + 6] = player.stored
    out[k + 7] = player.discs
    out[k + 8] = player.pawn
    out[k + 9] = player.track
    out[k + 10] = v.players[seat].track - player.track
    out[k + 11] = player.height
    out[k + 12] = player.fountain_cards
    out[k + 13] = count_cells(player.occupied)
    return k + 14


@rule
def write_board(v: Any, p: int, out: Any, k: int) -> int:
    """A seat's goods, what it has completed, and where it can go on building."""
    player = v.players[p]
    for good in range(GOODS):
        out[k + good] = player.goods[good]
    k += GOODS
    for kind in range(KINDS):
        out[k] = player.complete[kind]
        out[k + 1] = player.fountain_hand[kind]
        k += 2
    for kind in range(VILLA, EDGE_KINDS):
        out[k] = count_open(player, edges_of(player, EASTWARD, kind), edges_of(player, SOUTHWARD, kind))
        k += 1
    return k


@rule
def write_circles(v: Any, p: int, out: Any, k: int) -> int:
    """What each circle would bring a seat now."""
    player = v.players[p]
    for circle in range(NUM_CIRCLES):
        out[k] = NO_CIRCLE
        if player.discs > 0 and is_free(v, circle):
            out[k] = clamp(circle_worth(v, player, circle), CIRCLE_LOW, CIRCLE_HIGH)
        k += 1
    return k


@rule
def write_turn(v: Any, seat: int, out: Any, k: int) -> int:
    """Where the game stands, and the turn under way."""
    out[k] = v.stage * MAX_SEATS + (v.current - seat + v.seats) % v.seats
    out[k + 1] = v.phase
    out[k + 2] = v.played
    out[k + 3] = (v.first - seat + v.seats) % v.seats
    out[k + 4] = v.in_hand
    out[k + 5] = v.from_row
    out[k + 6] = 1 if v.circle != NONE else 0
    out[k + 7] = v.grid[v.card_now] if v.card_now != NONE else -1
    out[k + 8] = v.grid[v.card_next] if v.card_next != NONE else -1
    out[k + 9] = v.bread_spent
    out[k + 10] = v.bread_set
    k += 11
    for kind in range(KINDS):
        out[k + kind] = v.waiting >> kind & 1
    return k + KINDS


@rule
def write_market(v: Any, out: Any, k: int) -> int:
    """The tiles of the ring and of the row."""
    for space in range(SPACES):
        out[k] = v.ring_left[space]
        k += 1
        for slot in range(SPACE_TILES):
            out[k] = v.ring[space, slot]
            k += 1
    out[k] = 0
    for slot in range(ROW):
        out[k] += v.row[slot] != NONE
    return k + 1


@rule
@shared
def features(v: Any, seat: int, out: Any) -> int:
    """All of FIELDS, the viewer's seat first; returns how many."""
    k = 0
    for q in range(MAX_SEATS):
        if q >= v.seats:
            k = blank(out, k, PER_SEAT)
        else:
            p = (seat + q) % v.seats
            k = write_stock(v, seat, p, out, k)
            k = write_board(v, p, out, k)
            k = write_circles(v, p, out, k)
    k = write_turn(v, seat, out, k)
    k = write_market(v, out, k)
    out[k] = v.seats
    k += 1
    for q in range(MAX_SEATS):
        if q >= v.seats:
            k = blank(out, k, NUM_TERMS)
        else:
            opinion(v, (seat + q) % v.seats, out[k : k + NUM_TERMS])
            k = limit_terms(out, k, NUM_TERMS, TERM_LOW, TERM_HIGH)
    return k
