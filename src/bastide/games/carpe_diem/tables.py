"""The component file as frozen arrays for the rules, and as tables for people."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bastide.core.components import component_file, read_components
from bastide.core.state import frozen
from bastide.games.carpe_diem import component_file as file
from bastide.games.carpe_diem import components as parts
from bastide.games.carpe_diem.components import CIRCLES, CardKind, make
from bastide.games.carpe_diem.kinds import (
    DECKS,
    EAST,
    EDGE_KINDS,
    GOOD_NAMES,
    KIND_NAMES,
    NORTH,
    OWNED_NAMES,
    REWARD_NAMES,
    SOUTH,
)

FOLDER = Path(__file__).resolve().parent
PATH = component_file(FOLDER)
DATA = make(read_components(PATH, file.File, make))

# Sizes that the rules' record is built from.
MAX_SEATS = 4
SIZE = parts.SIZE  # rows and columns of a building board (CDM-01)
CARD_SPACES = file.CARD_SPACES  # of the scoring grid (CDM-04)
SPACES = 7  # of the ring (CDM-02)
SPACE_TILES = 4  # on each (CDM-05)
RING_TILES = SPACES * SPACE_TILES
ROW = 11  # tiles of the bottom row (CDM-05)
PHASES = 4  # of seven rounds (CDM-10)
ROUNDS = 7
DISCS = 4  # for scoring; the fifth stands on the track (CDM-01)
CELLS = SIZE * SIZE
SIDES = 4
SIDE_TASKS = 2  # on each frame piece (CDM-64)
FOUNTAIN_DRAW = 2  # cards looked at (CDM-32)
MAX_LANDSCAPE = 4  # tiles (CDM-25)
NUM_CIRCLES = len(CIRCLES)
NUM_DECKS = len(DECKS)
MAX_SETS = 63  # more sets than anybody can give: red cards take two goods or more, and nobody holds 126

# Masks of the 36 cells, bit 0 the far left corner.
BOARD_MASK = (1 << CELLS) - 1
LEFT_COLUMN = sum(1 << SIZE * row for row in range(SIZE))
RIGHT_COLUMN = LEFT_COLUMN << SIZE - 1
TOP_ROW = (1 << SIZE) - 1
BOTTOM_ROW = TOP_ROW << CELLS - SIZE

# Tiles.
TILES = len(DATA.tiles)
TILE_IDS = tuple(tile.id for tile in DATA.tiles)
WHITE = frozen([tile.white for tile in DATA.tiles], np.int8)  # copies
BLACK = frozen([tile.black for tile in DATA.tiles], np.int8)
WHITE_TILES, BLACK_TILES = file.BACKS["white"], file.BACKS["black"]
CHIMNEYS = frozen([tile.chimneys for tile in DATA.tiles], np.int8)
SINGLE = frozen([tile.single for tile in DATA.tiles], np.int8)
PERIOD = frozen([tile.period for tile in DATA.tiles], np.int8)  # CDM-21: turns that look different
EDGE = frozen(
    [[[tile.edges[(side - turn) % SIDES] for side in range(SIDES)] for turn in range(4)] for tile in DATA.tiles],
    np.int8,
)  # [tile, quarter turns clockwise, side] -> kind
SHOWN = frozen(
    [
        [sum((kind == shown) << side for side, shown in enumerate(tile.edges)) for kind in range(EDGE_KINDS)]
        for tile in DATA.tiles
    ],
    np.int8,
)  # [tile, kind] -> the sides of the tile, not turned, that show it, as bits
EDGES = frozen([sum({1 << kind for kind in tile.edges}) for tile in DATA.tiles], np.int16)  # kinds at edges as bits
ELEMENTS = frozen([sum(1 << kind for kind in tile.elements) for tile in DATA.tiles], np.int16)  # kinds as bits

# Boards and frame.
SHOVEL = frozen([board.shovel for board in DATA.boards], np.int8)
BANDEROLES = frozen([sum(1 << cell for cell in board.banderoles) for board in DATA.boards], np.int64)  # cells as bits
BOARDS, FRAME_PIECES = parts.BOARDS, parts.FRAME_PIECES
TASK_KIND = frozen([[task.kind for task in piece.tasks] for piece in DATA.frame], np.int8)
TASK_POINTS = frozen([[task.points for task in piece.tasks] for piece in DATA.frame], np.int8)


def line_mask(side: int, position: int) -> int:
    """CDM-64. The row or column a mark points along; positions run clockwise from 1."""
    line = position - 1 if side in (NORTH, EAST) else SIZE - position
    return LEFT_COLUMN << line if side in (NORTH, SOUTH) else TOP_ROW << SIZE * line


TASK_LINE = frozen(
    [[[line_mask(side, task.position) for task in piece.tasks] for piece in DATA.frame] for side in range(SIDES)],
    np.int64,
)  # [side, piece, task] -> cells as bits

# Scoring cards: up to four things asked for, unused ones with a count of 0.
CARDS = len(DATA.cards)
CARD_IDS = tuple(card.id for card in DATA.cards)
NEEDS = 4


def _needs(part: int) -> list[list[int]]:
    return [[need[part] for need in card.need] + [0] * (NEEDS - len(card.need)) for card in DATA.cards]


CARD_RED = frozen([int(card.red) for card in DATA.cards], np.int8)
CARD_COPIES = frozen([card.copies for card in DATA.cards], np.int8)
NEED_WHAT = frozen(_needs(0), np.int8)  # red: a good; green: a kind, chimneys, any landscape, any dwelling
NEED_COUNT = frozen(_needs(1), np.int8)
REWARD = frozen([card.reward for card in DATA.cards], np.int8)  # [card, points coins bread steps]
DECK_STOCK = frozen(
    [sum(card.copies for card in DATA.cards if card.deck == deck) for deck in range(NUM_DECKS)], np.int8
)
COPIES = [card for card, n in enumerate(CARD_COPIES.tolist()) for _ in range(n)]
CARD_OF_COPY = frozen(COPIES, np.int8)
COPIES_OF_CARD = frozen(
    [sum(1 << copy for copy, of in enumerate(COPIES) if of == card) for card in range(CARDS)], np.int64
)  # copies as bits
COPIES_IN_DECK = frozen(
    [sum(1 << copy for copy, of in enumerate(COPIES) if DATA.cards[of].deck == deck) for deck in range(NUM_DECKS)],
    np.int64,
)
CIRCLE_CARDS = frozen(CIRCLES, np.int8)  # [circle, 0..1] -> card spaces, the left or upper one first

# Fountain cards, by kind.
FOUNTAIN_STOCK = file.FOUNTAIN_CARDS
FOUNTAIN_COPIES = frozen(
    [sum(card.copies for card in DATA.fountains if card.kind == kind) for kind in range(len(KIND_NAMES))], np.int8
)
FOUNTAIN_POINTS = frozen(
    [sum(card.points for card in DATA.fountains if card.kind == kind) for kind in range(len(KIND_NAMES))], np.int8
)

# By number of players (rows 0 and 1 are not used).
NO_ROW = [0] * max(MAX_SEATS, NUM_DECKS)
START_POINTS = frozen(
    [NO_ROW, NO_ROW] + [[*size.start_points, *NO_ROW][:MAX_SEATS] for size in DATA.tables], np.int8
)  # [seats, seat]
DECK_COUNTS = frozen([NO_ROW, NO_ROW] + [[*size.cards] for size in DATA.tables], np.int8)  # [seats, deck]
HAS_CARD = frozen(
    [[0] * CARD_SPACES] * 2
    + [[int(space not in size.empty_spaces) for space in range(CARD_SPACES)] for size in DATA.tables],
    np.int8,
)  # [seats, card space]

# Numbers of the rulebook.
BREAD_FOR_MOVE, BREAD_FOR_SET = DATA.bread_for_move, DATA.bread_for_set
PENALTY = DATA.penalty
LEFTOVERS_PER_POINT = DATA.leftovers_per_point
LAST_SPACE = DATA.last_space
VILLA_TABLE = frozen(DATA.villa_points)
VILLA_LAST = len(DATA.villa_points) - 1
VILLA_BEYOND = DATA.villa_beyond


def _words(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in counts.items() if n)


def _need_words(card: CardKind) -> str:
    names = GOOD_NAMES if card.red else OWNED_NAMES
    return _words({names[what]: n for what, n in card.need})


Rows = list[dict[str, object]]


def components() -> list[tuple[str, Rows]]:
    """The tables of the component file, for people; the titles say how many pieces there are."""
    tiles: Rows = [
        {
            "tile": tile.id, "edges": tile.letters, "chimneys": tile.chimneys,
            "white": tile.white, "black": tile.black, "status": tile.status,
        }
        for tile in DATA.tiles
    ]  # fmt: skip
    cards: Rows = [
        {
            "card": card.id, "deck": DECKS[card.deck], "colour": "red" if card.red else "green",
            "need": _need_words(card), "reward": _words(dict(zip(REWARD_NAMES, card.reward, strict=True))),
            "copies": card.copies, "status": card.status,
        }
        for card in DATA.cards
    ]  # fmt: skip
    fountains: Rows = [
        {"kind": KIND_NAMES[card.kind], "points": card.points, "copies": card.copies, "status": card.status}
        for card in DATA.fountains
    ]
    return [
        *_number_tables(),
        *_board_tables(),
        (f"{WHITE_TILES} white and {BLACK_TILES} black tiles, by kind", tiles),
        (f"{parts.SCORING_CARDS} scoring cards, by kind", cards),
        (f"{FOUNTAIN_STOCK} fountain cards, by kind", fountains),
    ]


def _number_tables() -> list[tuple[str, Rows]]:
    numbers: Rows = [
        {"number": "bread to go to any space", "value": BREAD_FOR_MOVE, "status": DATA.statuses["flow"]},
        {"number": "bread for one set of a card", "value": BREAD_FOR_SET, "status": DATA.statuses["flow"]},
        {"number": "points lost by a failed card", "value": PENALTY, "status": DATA.statuses["flow"]},
        {"number": "items left for one point", "value": LEFTOVERS_PER_POINT, "status": DATA.statuses["flow"]},
        {"number": "last space of the banderole track", "value": LAST_SPACE, "status": DATA.statuses["track"]},
        {
            "number": "points for a chimney beyond the table",
            "value": VILLA_BEYOND,
            "status": DATA.statuses["villas"],
        },
    ]
    sizes: Rows = [
        {
            "players": size.players, "start points": str(list(size.start_points)),
            "cards": _words(dict(zip(DECKS, size.cards, strict=True))), "circles": size.circles, "status": size.status,
        }
        for size in DATA.tables
    ]  # fmt: skip
    villas: Rows = [
        {"chimneys": n, "points": points, "status": status}
        for n, (points, status) in enumerate(zip(DATA.villa_points, DATA.villa_statuses, strict=True))
    ]
    return [("numbers", numbers), ("tables by players", sizes), ("complete villas by chimneys", villas)]


def _board_tables() -> list[tuple[str, Rows]]:
    frame: Rows = [
        {
            "piece": piece.id,
            "tasks": "; ".join(f"{task.position}: {KIND_NAMES[task.kind]}, {task.points}" for task in piece.tasks),
            "status": piece.status,
        }
        for piece in DATA.frame
    ]
    boards: Rows = [
        {
            "board": number, "shovel": cell_name(board.shovel),
            "banderoles": " ".join(cell_name(cell) for cell in board.banderoles), "status": board.status,
        }
        for number, board in enumerate(DATA.boards, 1)
    ]  # fmt: skip
    return [("frame pieces", frame), ("building boards", boards)]


def cell_name(cell: int) -> str:
    """`c3`: column letter from the left, then row number from the far side."""
    row, column = divmod(cell, SIZE)
    return f"{'abcdef'[column]}{row + 1}"
