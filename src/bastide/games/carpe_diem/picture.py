"""What the page draws: everything a viewer may see of a table, as typed data.

Piece ids, as choices, events and refusals name them: `ring:4` (space 4 of 7, from 1) · `way:left`, `way:right`,
`way:bread` (how the pawn goes there) · `tile:4:market` (a tile of that kind on space 4) · `tile:row:3` (a tile of the
bottom row by its place, from 1) · `tile:hand` (the tile in hand) · `cell:c3` (on the mover's board) · `turn:1`
(quarter turns) · `store` · `reward:merchant` · `fountain:villa` (a fountain card) · `circle:5` (from 0) · `scoring:7`
(a card space, from 0) · `bread:pay`, `bread:keep` · `sets:2` · `pawn:1`, `disc:1`, `track:1`, `stored:1` (of a seat) ·
`space:9` (of the banderole track) · `board:1:c3` (a cell of anybody's board).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple, cast

import msgspec

from bastide.core.state import NONE, ask, remembered_by
from bastide.games.carpe_diem import state
from bastide.games.carpe_diem.components import CIRCLES
from bastide.games.carpe_diem.kinds import (
    DECKS,
    GOOD_NAMES,
    KIND_NAMES,
    NORTH,
    OWNED_NAMES,
    SIDE_NAMES,
    VILLA,
)
from bastide.games.carpe_diem.outlook import best_of_circle, card_points, most_sets, purse_of
from bastide.games.carpe_diem.reading import Thing, cells_of, circle_cards, placed_tiles, things
from bastide.games.carpe_diem.scoring import is_task_done
from bastide.games.carpe_diem.state import CIRCLE, DRAW_FOUNTAIN, MOVE, OVER_PHASE, RETURN, START
from bastide.games.carpe_diem.tables import (
    BANDEROLES,
    BREAD_FOR_SET,
    DATA,
    DISCS,
    LAST_SPACE,
    NUM_CIRCLES,
    ROUNDS,
    SHOVEL,
    SIDE_TASKS,
    SIDES,
    SIZE,
    TILE_IDS,
    cell_name,
)
from bastide.games.carpe_diem.track import rank

Single = Literal["market", "bakery", "fountain"]
Kind = Literal[
    "villa", "vineyard", "herb_garden", "chicken_run", "fish_pond", "merchant", "baker", "senator", "artisan",
    "market", "bakery", "fountain",
]  # fmt: skip
Side = Literal["top", "right", "bottom", "left"]
Deck = Literal["A", "B", "C", "D"]
RECONSTRUCTED = any(tile.status == "reconstructed" for tile in DATA.tiles)
FEW = 256  # players that are remembered: until all viewers have been shown them
KEPT = 1024  # boards and tile faces that are remembered
KINDS_BY_NUMBER = cast(tuple[Kind, ...], KIND_NAMES)  # a pasture (0) is never asked for


class Tile(msgspec.Struct, frozen=True):
    """A tile as it lies unturned. `id` says where it is (equal tiles of a space share it), `kind` which one it is."""

    id: str
    kind: str
    edges: str  # north, east, south, west: P pasture, V villa, W H C F landscapes, M B S A dwellings
    chimneys: int
    single: Single | None


class PlacedTile(msgspec.Struct, frozen=True):
    """A tile on a board; `edges` are those of the tile unturned."""

    kind: str
    edges: str
    chimneys: int
    single: Single | None
    cell: str
    turns: int  # quarter turns clockwise


class Feature(msgspec.Struct, frozen=True):
    """A villa, landscape, dwelling or single tile (CDM-24 to CDM-31)."""

    kind: Kind
    cells: list[str]
    complete: bool
    chimneys: int


class Task(msgspec.Struct, frozen=True):
    """A task of the frame (CDM-64); `position` counts from the left, or on the left and right side from the far end."""

    side: Side
    position: int
    kind: Kind
    points: int
    done: bool


class Reward(msgspec.Struct, frozen=True):
    """What a set of a card brings."""

    vp: int
    coin: int
    bread: int
    step: int


class ScoringCard(msgspec.Struct, frozen=True):
    """A card of the grid: red ones are paid, green ones owned (CDM-42, CDM-43)."""

    id: str
    deck: Deck
    kind: Literal["pay", "own"]
    need: dict[str, int]
    reward: Reward


class Circle(msgspec.Struct, frozen=True):
    """A circle between two cards, whose disc lies there, and the most it could bring the viewer now."""

    circle: int
    cards: tuple[int, int]  # card spaces, from 0
    seat: int | None
    brings: int | None


class Settling(msgspec.Struct, frozen=True):
    """One of the two cards of a scoring turn (CDM-41)."""

    space: int
    sets: int  # that counted; or that would count now, the most that can be given, bread included
    most: int  # sets the player could count or give now, bread aside
    gives: dict[str, int]  # goods, coins and bread that would leave the supply for that
    bread_set: bool  # three bread pay, or paid, for one set of it
    points: int  # gained or lost by that
    now: bool  # the card being scored
    settled: bool


class Turn(msgspec.Struct, frozen=True):
    """A seat in the order of scoring."""

    seat: int
    done: bool


class Scoring(msgspec.Struct, frozen=True):
    """The scoring stage (CDM-40): who scores when, and the cards of the disc just placed."""

    order: list[Turn]
    circle: int | None
    cards: list[Settling]


class Space(msgspec.Struct, frozen=True):
    """A space of the ring, from 1."""

    space: int
    tiles: list[Tile]
    pawns: list[int]


class InHand(msgspec.Struct, frozen=True):
    """The tile being placed, and by whom."""

    seat: int
    tile: Tile


class Goods(msgspec.Struct, frozen=True):
    """How many of each good a seat has."""

    grape: int
    herb: int
    chicken: int
    fish: int


class Board(NamedTuple):
    """The parts of a player's picture that follow from the tiles and the frame."""

    banderoles: list[str]
    tiles: list[PlacedTile]
    features: list[Feature]
    frame: list[Task]


class CarpeDiemPlayer(msgspec.Struct, frozen=True):
    """One seat: supply, track, board and frame."""

    seat: int
    points: int
    goods: Goods
    coins: int
    bread: int
    stored: int
    discs: int
    banderole: int
    fountain_cards: list[Kind] | None  # kinds; none where hidden (CDM-32)
    fountain_count: int
    board: int | None  # 1 to 4
    shovel: str | None
    banderoles: list[str]  # cells that still have one
    tiles: list[PlacedTile]
    features: list[Feature]
    complete: dict[str, int]
    frame: list[Task]
    chimneys: int
    villas: int


class CarpeDiemPicture(msgspec.Struct, frozen=True, tag="carpe_diem", tag_field="game"):
    """All that one viewer sees of a table of Carpe Diem."""

    phase: int
    round: int
    part: Literal["start", "turn", "scoring", "over"]
    viewer: int | None
    ring: list[Space]
    row: list[Tile | None]
    in_hand: InHand | None
    waiting: list[Kind]  # rewards that wait, by kind (CDM-23)
    fountain_choice: list[Kind] | None  # the viewer's cards while one must go back
    cards: list[ScoringCard | None]  # three rows of four
    circles: list[Circle]
    track: list[list[int]]  # by space, the seats of the stack, bottom first
    scoring: Scoring | None
    players: list[CarpeDiemPlayer]
    reconstructed: bool


@lru_cache(maxsize=KEPT)
def tile_face(tile: int, place: str) -> Tile:
    face = DATA.tiles[tile]
    single = cast(Single, KIND_NAMES[face.single]) if face.single else None
    return Tile(place, face.id, face.letters, face.chimneys, single)


@cache
def scoring_card(card: int) -> ScoringCard:
    face = DATA.cards[card]
    names = GOOD_NAMES if face.red else OWNED_NAMES
    return ScoringCard(
        face.id,
        cast(Deck, DECKS[face.deck]),
        "pay" if face.red else "own",
        {names[what]: n for what, n in face.need},
        Reward(*face.reward),
    )


def picture(v: Any, seat: int) -> CarpeDiemPicture:
    """The table as a seat or a spectator sees it."""
    return CarpeDiemPicture(
        phase=v.phase + 1,
        round=min(ROUNDS, v.played // v.seats + 1),
        part=_part(v),
        viewer=seat if seat >= 0 else None,
        ring=_ring(v),
        row=row_of(v),
        in_hand=InHand(v.current, tile_face(v.in_hand, "hand")) if v.in_hand != NONE else None,
        waiting=[name for kind, name in enumerate(KINDS_BY_NUMBER) if v.waiting >> kind & 1],
        fountain_choice=_fountain_cards(v.players[seat]) if v.stage == RETURN and v.current == seat else None,
        cards=cards_of(v),
        circles=_circles(v, seat),
        track=_track(v),
        scoring=_scoring(v) if _part(v) == "scoring" else None,
        players=[player_of(v.players[p], p, p == seat or v.stage == OVER_PHASE) for p in range(v.seats)],
        reconstructed=RECONSTRUCTED,
    )


@remembered_by("row", most=KEPT)
def row_of(v: Any) -> list[Tile | None]:
    """The bottom row."""
    return [None if tile == NONE else tile_face(tile, f"row:{i}") for i, tile in enumerate(v.row.tolist(), 1)]


@remembered_by("grid", most=KEPT)
def cards_of(v: Any) -> list[ScoringCard | None]:
    """The scoring cards."""
    return [None if card == NONE else scoring_card(card) for card in v.grid.tolist()]


def _part(v: Any) -> Literal["start", "turn", "scoring", "over"]:
    if v.stage == START or (v.stage < DRAW_FOUNTAIN and v.phase == 0):
        return "start"
    if v.stage == OVER_PHASE:
        return "over"
    return "scoring" if v.stage >= CIRCLE else "turn"


def _ring(v: Any) -> list[Space]:
    return spaces_of(v, *[v.players[p].pawn for p in range(v.seats)])


@remembered_by("ring", most=KEPT)
def spaces_of(v: Any, *pawns: int) -> list[Space]:
    """The spaces with their tiles, and with the pawns that stand there."""
    return [
        Space(
            space + 1,
            [tile_face(tile, f"{space + 1}:{TILE_IDS[tile]}") for tile in lying if tile != NONE],
            [p for p, pawn in enumerate(pawns) if pawn == space],
        )
        for space, lying in enumerate(v.ring.tolist())
    ]


def _circles(v: Any, seat: int) -> list[Circle]:
    """CDM-40. Those between two cards, each with its disc, or with what it could bring the viewer."""
    shown = pairs_of(v)
    discs = v.disc.tolist()
    free = tuple(cards for circle, cards in shown if discs[circle] == NONE) if seat >= 0 and v.stage >= MOVE else ()
    bring = iter(brought_by(v.players[seat], free) if free else ())
    return [
        Circle(circle, CIRCLES[circle], None, next(bring, None))
        if discs[circle] == NONE
        else Circle(circle, CIRCLES[circle], discs[circle], None)
        for circle, _ in shown
    ]


@remembered_by("grid", most=KEPT)
def pairs_of(v: Any) -> list[tuple[int, tuple[int, int]]]:
    """The circles between two cards, with these."""
    return [(circle, cards) for circle in range(NUM_CIRCLES) if (cards := circle_cards(v, circle)) is not None]


@remembered_by("goods", "coins", "bread", "complete", "chimneys", most=KEPT)
def brought_by(player: Any, pairs: tuple[tuple[int, int], ...]) -> list[int]:
    """CDM-41 to CDM-45. The most points that each pair of cards can bring a player now."""
    return [best_of_circle(player, cards) for cards in pairs]


def _track(v: Any) -> list[list[int]]:
    """CDM-22. Every space with its stack, bottom first."""
    stacks: list[list[int]] = [[] for _ in range(LAST_SPACE + 1)]
    for p in sorted(range(v.seats), key=lambda p: v.players[p].height):
        stacks[v.players[p].track].append(p)
    return stacks


def _scoring(v: Any) -> Scoring:
    """CDM-40. The one who scores, those to come, the farthest first; last those who have scored, in no order."""
    done = [p for p in range(v.seats) if v.players[p].discs < DISCS - v.phase and p != v.current]
    open_turns = [p for p in range(v.seats) if v.players[p].discs == DISCS - v.phase and p != v.current]
    open_turns.sort(key=lambda p: -ask(rank, v, p))
    order = [Turn(p, False) for p in (v.current, *open_turns)] + [Turn(p, True) for p in done]
    if v.circle == NONE:
        return Scoring(order, None, [])
    return Scoring(order, v.circle, [_settling(v, space) for space in CIRCLES[v.circle]])


def _settling(v: Any, space: int) -> Settling:
    """CDM-41 to CDM-45. A card that is settled, or what it would bring with all that can be given."""
    card, player = v.grid[space], v.players[v.current]
    if v.card_now not in (NONE, space) and v.card_next != space:
        paid = v.bread_spent == 1 and v.bread_set == 0  # the three bread went to this card, the first of the two
        return Settling(space, v.sets_done, 0, {}, paid, card_points(card, v.sets_done), False, True)
    bread_set = space == v.card_now and v.bread_set == 1
    most = most_sets(player, card)
    purse = purse_of(player)
    left = purse.paid(card, most) if DATA.cards[card].red else purse
    gives = {name: n - left.goods[i] for i, (name, n) in enumerate(zip(GOOD_NAMES, purse.goods, strict=True))}
    gives |= {"coin": purse.coins - left.coins, "bread": BREAD_FOR_SET * bread_set}
    given = {name: n for name, n in gives.items() if n}
    points = card_points(card, most + bread_set)
    return Settling(space, most + bread_set, most, given, bread_set, points, space == v.card_now, False)


def _fountain_cards(player: Any) -> list[Kind]:
    return [name for kind, name in enumerate(KINDS_BY_NUMBER) for _ in range(player.fountain_hand[kind])]


@remembered_by(*(state.PLAYER.names or ()), most=FEW)
def player_of(player: Any, p: int, is_open: bool) -> CarpeDiemPlayer:
    """All of a seat, with its fountain cards where they are open to the viewer."""
    dealt = player.board != NONE
    board = board_of(player)
    return CarpeDiemPlayer(
        seat=p,
        points=player.points,
        goods=Goods(*player.goods.tolist()),
        coins=player.coins,
        bread=player.bread,
        stored=player.stored,
        discs=player.discs,
        banderole=player.track,
        fountain_cards=_fountain_cards(player) if is_open else None,
        fountain_count=player.fountain_cards,
        board=player.board + 1 if dealt else None,
        shovel=cell_name(SHOVEL[player.board]) if dealt else None,
        banderoles=board.banderoles,
        tiles=board.tiles,
        features=board.features,
        complete=dict(zip(KIND_NAMES[1:], player.complete.tolist()[1:], strict=True)),
        frame=board.frame,
        chimneys=player.chimneys,
        villas=player.complete[VILLA],
    )


@remembered_by("occupied", "edges", "tile", "turn", "board", "frame", "tasks", most=KEPT)
def board_of(player: Any) -> Board:
    """What lies before a player, apart from the supply."""
    lying = BANDEROLES[player.board] & ~player.occupied if player.board != NONE else 0
    return Board(
        banderoles=[cell_name(cell) for cell in cells_of(lying)],
        tiles=[_placed(player, cell) for cell, _ in placed_tiles(player)],
        features=[_feature(thing) for thing in things(player)],
        frame=_frame(player),
    )


def _frame(player: Any) -> list[Task]:
    sides = [side for side in range(SIDES) if player.frame[side] != NONE]
    return [_task(player, side, task) for side in sides for task in range(SIDE_TASKS)]


def _placed(player: Any, cell: int) -> PlacedTile:
    face = tile_face(player.tile[cell], cell_name(cell))
    return PlacedTile(face.kind, face.edges, face.chimneys, face.single, face.id, player.turn[cell])


def _feature(thing: Thing) -> Feature:
    cells = [cell_name(cell) for cell in cells_of(thing.cells)]
    return Feature(KINDS_BY_NUMBER[thing.kind], cells, thing.complete, thing.chimneys)


def _task(player: Any, side: int, number: int) -> Task:
    task = DATA.frame[player.frame[side]].tasks[number]
    position = task.position if side in (NORTH, NORTH + 1) else SIZE + 1 - task.position
    done = bool(ask(is_task_done, player, side, number))
    return Task(cast(Side, SIDE_NAMES[side]), position, KINDS_BY_NUMBER[task.kind], task.points, done)


def turned_edges(tile: PlacedTile) -> str:
    """A placed tile's edges as they lie: north, east, south, west."""
    return "".join(tile.edges[(side - tile.turns) % SIDES] for side in range(SIDES))
