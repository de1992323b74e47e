"""What the game makes of its component file, checked entry by entry. What is wrong is refused with the entry's name."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from bastide.core.components import expect, typed
from bastide.games.carpe_diem.component_file import (
    BACKS,
    CARD_SPACES,
    FOUNTAIN_CARDS,
    BoardEntry,
    CardEntry,
    Decks,
    File,
    FountainEntry,
    FrameEntry,
    SizeTable,
    TileEntry,
)
from bastide.games.carpe_diem.kinds import (
    DECKS,
    DWELLINGS,
    EDGE_LETTERS,
    FOUNTAIN,
    GOOD_NAMES,
    KIND_NAMES,
    LANDSCAPES,
    OWNED_NAMES,
    PASTURE,
    REWARD_NAMES,
    SINGLES,
    VILLA,
)

SCORING_CARDS, FRAME_PIECES, BOARDS = 60, 16, 4
SIZE = 6  # rows and columns of a building board
BANDEROLES = 9  # on each board
COLUMNS = 4  # of the scoring grid
CIRCLES = tuple(
    (space, space + step)
    for step in (1, COLUMNS)
    for space in range(CARD_SPACES)
    if (space % COLUMNS < COLUMNS - 1 if step == 1 else space + COLUMNS < CARD_SPACES)
)  # CDM-04: between each two orthogonal neighbours, first those side by side


@dataclass(frozen=True)
class TileKind:
    """A face and how many copies have it (CDM-05)."""

    id: str
    edges: tuple[int, int, int, int]  # kinds: north, east, south, west
    single: int  # MARKET, BAKERY, FOUNTAIN, or PASTURE for none
    chimneys: int
    white: int
    black: int
    status: str

    @property
    def elements(self) -> list[int]:
        """The kinds of things on it, in the order of their numbers."""
        return [self.single] if self.single else sorted(set(self.edges) - {PASTURE})

    @property
    def letters(self) -> str:
        return "".join(EDGE_LETTERS[kind] for kind in self.edges)

    @property
    def period(self) -> int:
        """Quarter turns after which it looks the same: 1, 2 or 4."""
        return next(n for n in (1, 2, 4) if self.edges[-n:] + self.edges[:-n] == self.edges)


@dataclass(frozen=True)
class CardKind:
    """A scoring card: what one set of it takes and brings (CDM-42, CDM-43)."""

    id: str
    deck: int
    red: bool
    need: tuple[tuple[int, int], ...]  # red: (good, count); green: (what is owned, count)
    reward: tuple[int, ...]  # points, coins, bread, steps
    copies: int
    status: str


@dataclass(frozen=True)
class FountainKind:
    kind: int
    points: int
    copies: int
    status: str


@dataclass(frozen=True)
class Board:
    """Cells count row by row from the far left corner."""

    shovel: int
    banderoles: tuple[int, ...]
    status: str


@dataclass(frozen=True)
class Task:
    position: int  # 1..6, clockwise
    kind: int
    points: int


@dataclass(frozen=True)
class FramePiece:
    id: int
    tasks: tuple[Task, ...]
    status: str


@dataclass(frozen=True)
class TableSize:
    """What depends on the number of players (CDM-03, CDM-04, CDM-07)."""

    players: int
    start_points: tuple[int, ...]
    cards: tuple[int, ...]  # by deck
    empty_spaces: tuple[int, ...]
    circles: int
    status: str


@dataclass(frozen=True)
class Components:
    bread_for_move: int
    bread_for_set: int
    penalty: int
    leftovers_per_point: int
    last_space: int
    villa_points: tuple[int, ...]
    villa_beyond: int
    villa_statuses: tuple[str, ...]  # by chimneys
    statuses: dict[str, str]  # of the single numbers, by table
    tables: tuple[TableSize, ...]
    tiles: tuple[TileKind, ...]
    cards: tuple[CardKind, ...]
    fountains: tuple[FountainKind, ...]
    boards: tuple[Board, ...]
    frame: tuple[FramePiece, ...]


def _kind(name: str, allowed: tuple[str, ...], where: str) -> int:
    expect(name in allowed, where, f"{name!r} is none of {', '.join(allowed)}")
    return allowed.index(name)


def read_all(data: dict[str, Any]) -> Components:
    """CDM-01 to CDM-07. Every table of a file, or the first entry that is wrong."""
    return make(typed(data, File))


def make(file: File) -> Components:
    """CDM-01 to CDM-07. What the tables of a file say, or the first entry that is wrong."""
    flow, villas = file.flow, file.villas
    tiles = read_tiles(file.tiles.kinds)
    cards = read_cards(file.scoring_cards)
    return Components(
        bread_for_move=flow.bread_for_move,
        bread_for_set=flow.bread_for_set,
        penalty=flow.penalty,
        leftovers_per_point=flow.leftovers_per_point,
        last_space=file.track.last,
        villa_points=tuple(villas.points),
        villa_beyond=villas.beyond,
        villa_statuses=tuple("rulebook" if n in villas.rulebook else villas.status for n in range(len(villas.points))),
        statuses={"flow": flow.status, "track": file.track.status, "villas": villas.status},
        tables=read_tables(file.table, cards),
        tiles=tiles,
        cards=cards,
        fountains=read_fountains(file.fountain_cards.kinds, tiles),
        boards=read_boards(file.board),
        frame=read_frame(file.frame.pieces),
    )


def read_tiles(entries: list[TileEntry]) -> tuple[TileKind, ...]:
    """CDM-05. 84 white and 39 black tiles, each face once."""
    tiles = tuple(_read_tile(entry) for entry in entries)
    for back, count in BACKS.items():
        n = sum(getattr(tile, back) for tile in tiles)
        expect(n == count, "tiles", f"{n} {back} tiles, not {count}")
    for tile_id, n in Counter(tile.id for tile in tiles).items():
        expect(n == 1, f"tile {tile_id!r}", f"stands there {n} times")
    faces: dict[tuple[Any, ...], str] = {}
    for tile in tiles:
        turned = min(tile.edges[-n:] + tile.edges[:-n] for n in range(4))
        twin = faces.setdefault((turned, tile.single, tile.chimneys), tile.id)
        expect(twin == tile.id, f"tile {tile.id!r}", f"has the same face as {twin!r}: add up their copies")
    return tiles


def _read_tile(entry: TileEntry) -> TileKind:
    where = f"tile {entry.id!r}"
    north, east, south, west = (EDGE_LETTERS.index(letter) for letter in entry.edges)
    single = _kind(entry.single, KIND_NAMES, where) if entry.single else PASTURE
    edges = (north, east, south, west)
    tile = TileKind(entry.id, edges, single, entry.chimneys, entry.white, entry.black, entry.status)
    _check_face(tile, where)
    return tile


def _check_face(tile: TileKind, where: str) -> None:
    """CDM-24, CDM-25, CDM-26, CDM-31. Whether such a tile can exist."""
    shown = Counter(tile.edges)
    if tile.single:
        expect(tile.single in SINGLES, where, f"`single` is {KIND_NAMES[tile.single]!r}, which crosses edges")
        expect(shown[PASTURE] == 4, where, f"a {KIND_NAMES[tile.single]} lies in pasture alone, not in {tile.letters}")
    else:
        expect(shown[PASTURE] < 4, where, "shows nothing but pasture, and no `single`")
    for kind in DWELLINGS:
        expect(shown[kind] <= 1, where, f"half a {KIND_NAMES[kind]} crosses one edge, not {shown[kind]}")
    for kind in LANDSCAPES:
        expect(shown[kind] <= 3, where, f"a {KIND_NAMES[kind]} over four edges would need five tiles")
    expect(tile.chimneys == 0 or shown[VILLA] > 0, where, "has chimneys but no villa")
    expect(tile.white + tile.black > 0, where, "has no copies")
    if tile.black:
        expect(len(tile.elements) == 1, where, f"a black tile shows one thing, not {len(tile.elements)}")


def read_cards(decks: Decks) -> tuple[CardKind, ...]:
    """CDM-03, CDM-46. 60 scoring cards in four decks."""
    cards = tuple(_read_card(entry, deck) for deck, name in enumerate(DECKS) for entry in getattr(decks, name))
    n = sum(card.copies for card in cards)
    expect(n == SCORING_CARDS, "scoring_cards", f"{n} cards, not {SCORING_CARDS}")
    for card_id, times in Counter(card.id for card in cards).items():
        expect(times == 1, f"scoring card {card_id}", f"stands there {times} times")
    return cards


def _read_card(entry: CardEntry, deck: int) -> CardKind:
    where = f"scoring card {entry.id}"
    red = entry.give is not None
    expect(red != (entry.own is not None), where, "says either what to `give` or what to `own`")
    named = entry.give or entry.own or {}
    allowed = GOOD_NAMES if red else OWNED_NAMES
    need = tuple((_kind(name, allowed, where), n) for name, n in named.items())
    least = 2 if red else 1  # one good alone is neither equal nor different goods
    expect(len(need) <= 4 and sum(n for _, n in need) >= least, where, f"asks for {named}")
    expect(red or PASTURE not in dict(need), where, "asks for pasture")
    expect(red == (DECKS[deck] in "AB"), where, f"deck {DECKS[deck]} is {'red' if DECKS[deck] in 'AB' else 'green'}")
    for name in entry.reward:
        _kind(name, REWARD_NAMES, where)
    reward = tuple(entry.reward.get(name, 0) for name in REWARD_NAMES)
    expect(sum(reward) > 0, where, "brings nothing")
    return CardKind(entry.id, deck, red, need, reward, entry.copies, entry.status)


def read_tables(entries: list[SizeTable], cards: tuple[CardKind, ...]) -> tuple[TableSize, ...]:
    """CDM-03, CDM-04, CDM-07. One table for 2, 3 and 4 players."""
    expect([entry.players for entry in entries] == [2, 3, 4], "table", "needs 2, 3 and 4 players, in this order")
    return tuple(_read_table(entry, cards) for entry in entries)


def _read_table(entry: SizeTable, cards: tuple[CardKind, ...]) -> TableSize:
    where = f"table for {entry.players}"
    counts = tuple(getattr(entry.cards, deck) for deck in DECKS)
    for deck, n in enumerate(counts):
        stock = sum(card.copies for card in cards if card.deck == deck)
        expect(n <= stock, where, f"takes {n} cards of deck {DECKS[deck]}, which has {stock}")
    empty = tuple(space - 1 for space in entry.empty_spaces)
    fits = len(set(empty)) == len(empty) and set(empty) <= set(range(CARD_SPACES))
    expect(fits, where, f"`empty_spaces` are different spaces from 1 to {CARD_SPACES}")
    expect(sum(counts) == CARD_SPACES - len(empty), where, f"{sum(counts)} cards, {CARD_SPACES - len(empty)} spaces")
    free = sum(not {*circle} & {*empty} for circle in CIRCLES)
    expect(free == entry.circles, where, f"{free} circles lie between two cards, not {entry.circles}")
    expect(free >= 4 * entry.players, where, f"{free} circles are too few for {entry.players} players")
    start = entry.start_points
    expect(len(start) == entry.players, where, f"{len(start)} players get starting points")
    return TableSize(entry.players, start, counts, empty, entry.circles, entry.status)


def read_fountains(entries: list[FountainEntry], tiles: tuple[TileKind, ...]) -> tuple[FountainKind, ...]:
    """CDM-32, CDM-63. 24 fountain cards, more than all fountains together can look at."""
    cards: list[FountainKind] = []
    for entry in entries:
        where = f"fountain card {entry.kind!r}"
        kind = _kind(entry.kind, KIND_NAMES, where)
        is_new = kind != PASTURE and kind not in {card.kind for card in cards}
        expect(is_new, where, "has an entry already, or is pasture")
        cards.append(FountainKind(kind, entry.points, entry.copies, entry.status))
    n = sum(card.copies for card in cards)
    expect(n == FOUNTAIN_CARDS, "fountain_cards", f"{n} cards, not {FOUNTAIN_CARDS}")
    fountains = sum(tile.white + tile.black for tile in tiles if tile.single == FOUNTAIN)
    fits = 2 * fountains <= FOUNTAIN_CARDS
    expect(fits, "tile 'fountain'", f"{fountains} fountains look at {2 * fountains} cards; there are {FOUNTAIN_CARDS}")
    return tuple(cards)


def read_boards(entries: list[BoardEntry]) -> tuple[Board, ...]:
    """CDM-01. Four boards, each with one shovel and nine banderoles."""
    expect(len(entries) == BOARDS, "board", f"{len(entries)} boards, not {BOARDS}")
    return tuple(_read_board(entry, f"board {number}") for number, entry in enumerate(entries, 1))


def _read_board(entry: BoardEntry, where: str) -> Board:
    rows = ["".join(row.split()) for row in entry.plan.strip().splitlines()]
    fits = len(rows) == SIZE and all(len(row) == SIZE for row in rows)
    expect(fits, where, f"`plan` is not {SIZE} rows of {SIZE} cells")
    cells = "".join(rows)
    expect(
        set(cells) <= set("Sb."),
        where,
        f"`plan` holds {''.join(sorted(set(cells) - set('Sb.')))!r}; cells are S, b or .",
    )
    expect(cells.count("S") == 1, where, f"{cells.count('S')} shovels, not 1")
    expect(cells.count("b") == BANDEROLES, where, f"{cells.count('b')} banderoles, not {BANDEROLES}")
    shovel = cells.index("S")
    inside = all(0 < part < SIZE - 1 for part in divmod(shovel, SIZE))
    expect(inside, where, "the shovel lies at the frame: not every tile would fit there")
    return Board(shovel, tuple(cell for cell, sign in enumerate(cells) if sign == "b"), entry.status)


def read_frame(entries: list[FrameEntry]) -> tuple[FramePiece, ...]:
    """CDM-64. 16 frame pieces with two tasks each."""
    expect(len(entries) == FRAME_PIECES, "frame", f"{len(entries)} pieces, not {FRAME_PIECES}")
    return tuple(_read_piece(entry, number) for number, entry in enumerate(entries, 1))


def _read_piece(entry: FrameEntry, number: int) -> FramePiece:
    where = f"frame piece {number}"
    expect(entry.id == number, where, f"`id` is {entry.id}; pieces count from 1 in order")
    expect(len(entry.tasks) == 2, where, f"{len(entry.tasks)} tasks, not 2")
    tasks = tuple(_read_task(text, where) for text in entry.tasks)
    expect(tasks[0].position != tasks[1].position, where, "both tasks have one position")
    return FramePiece(number, tasks, entry.status)


def _read_task(text: str, where: str) -> Task:
    words = text.split()
    fits = len(words) == 3 and words[0].isdecimal() and words[2].isdecimal() and 1 <= int(words[0]) <= SIZE
    expect(fits, where, f'a task is "position kind points", not {text!r}')
    kind = _kind(words[1], KIND_NAMES, where)
    expect(kind != PASTURE, where, "a task asks for pasture")
    return Task(int(words[0]), kind, int(words[2]))
