"""The component file, read and checked entry by entry. What is wrong is refused with the entry's name."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from bastide.core.components import expect
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

STATUSES = ("rulebook", "sourced", "inferred", "reconstructed")
BACKS = {"white": 84, "black": 39}  # CDM-05, CDM-50
SCORING_CARDS, FOUNTAIN_CARDS, FRAME_PIECES, BOARDS = 60, 24, 16, 4
SIZE = 6  # rows and columns of a building board
BANDEROLES = 9  # on each board
COLUMNS, CARD_SPACES = 4, 12  # of the scoring grid
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


def _field(entry: Any, name: str, of: type, where: str, default: Any = None) -> Any:
    """A field of an entry, of the right type."""
    expect(isinstance(entry, dict), where, "is not a table")
    value = entry.get(name, default)
    expect(value is not None, where, f"has no `{name}`")
    fits = isinstance(value, of) and not (of is int and isinstance(value, bool))
    expect(fits, where, f"`{name}` is {value!r}, not {of.__name__}")
    return value


def _count(entry: Any, name: str, where: str, low: int, high: int, default: int | None = None) -> int:
    value: int = _field(entry, name, int, where, default)
    expect(low <= value <= high, where, f"`{name}` is {value}; it must be {low} to {high}")
    return value


def _status(entry: Any, where: str) -> str:
    value: str = _field(entry, "status", str, where)
    expect(value in STATUSES, where, f"`status` is {value!r}, not one of {', '.join(STATUSES)}")
    return value


def _numbers(entry: Any, name: str, where: str) -> tuple[int, ...]:
    values = _field(entry, name, list, where)
    expect(all(type(value) is int for value in values), where, f"`{name}` is {values}, not whole numbers")
    return tuple(values)


def _kind(name: str, allowed: tuple[str, ...], where: str) -> int:
    expect(name in allowed, where, f"{name!r} is none of {', '.join(allowed)}")
    return allowed.index(name)


def read_all(data: dict[str, Any]) -> Components:
    """CDM-01 to CDM-07. Every table of the file, or the first entry that is wrong."""
    flow, track, villas = (_field(data, name, dict, "file") for name in ("flow", "track", "villas"))
    statuses = {name: _status(data[name], name) for name in ("flow", "track", "villas")}
    points, stated = _numbers(villas, "points", "villas"), _numbers(villas, "rulebook", "villas")
    tiles = read_tiles(data)
    cards = read_cards(data)
    return Components(
        bread_for_move=_count(flow, "bread_for_move", "flow", 1, 9),
        bread_for_set=_count(flow, "bread_for_set", "flow", 1, 9),
        penalty=_count(flow, "penalty", "flow", 0, 99),
        leftovers_per_point=_count(flow, "leftovers_per_point", "flow", 1, 99),
        last_space=_count(track, "last", "track", 1, 99),
        villa_points=points,
        villa_beyond=_count(villas, "beyond", "villas", 0, 99),
        villa_statuses=tuple("rulebook" if n in stated else statuses["villas"] for n in range(len(points))),
        statuses=statuses,
        tables=read_tables(data, cards),
        tiles=tiles,
        cards=cards,
        fountains=read_fountains(data, tiles),
        boards=read_boards(data),
        frame=read_frame(data),
    )


def read_tiles(data: dict[str, Any]) -> tuple[TileKind, ...]:
    """CDM-05. 84 white and 39 black tiles, each face once."""
    entries = _field(_field(data, "tiles", dict, "file"), "kinds", list, "tiles")
    tiles = tuple(_read_tile(entry, number) for number, entry in enumerate(entries, 1))
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


def _read_tile(entry: Any, number: int) -> TileKind:
    tile_id = _field(entry, "id", str, f"tile number {number}")
    where = f"tile {tile_id!r}"
    plain = tile_id.isascii() and tile_id.replace("-", "").isalnum() and tile_id == tile_id.lower()
    expect(plain, where, "an id is small letters, digits and -")
    letters = _field(entry, "edges", str, where)
    fits = len(letters) == 4 and set(letters) <= set(EDGE_LETTERS)
    expect(fits, where, f"`edges` is {letters!r}, not four letters of {EDGE_LETTERS}")
    single = _field(entry, "single", str, where, "")
    north, east, south, west = (EDGE_LETTERS.index(letter) for letter in letters)
    tile = TileKind(
        tile_id,
        (north, east, south, west),
        _kind(single, KIND_NAMES, where) if single else PASTURE,
        _count(entry, "chimneys", where, 0, 9, 0),
        _count(entry, "white", where, 0, BACKS["white"], 0),
        _count(entry, "black", where, 0, BACKS["black"], 0),
        _status(entry, where),
    )
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


def read_cards(data: dict[str, Any]) -> tuple[CardKind, ...]:
    """CDM-03, CDM-46. 60 scoring cards in four decks."""
    decks = _field(data, "scoring_cards", dict, "file")
    cards = tuple(
        _read_card(entry, deck, f"scoring card {number} of deck {name}")
        for deck, name in enumerate(DECKS)
        for number, entry in enumerate(_field(decks, name, list, "scoring_cards"), 1)
    )
    n = sum(card.copies for card in cards)
    expect(n == SCORING_CARDS, "scoring_cards", f"{n} cards, not {SCORING_CARDS}")
    for card_id, times in Counter(card.id for card in cards).items():
        expect(times == 1, f"scoring card {card_id}", f"stands there {times} times")
    return cards


def _read_card(entry: Any, deck: int, where: str) -> CardKind:
    card_id = _field(entry, "id", str, where)
    where = f"scoring card {card_id}"
    expect(card_id.isascii() and card_id.isalnum(), where, "an id is letters and digits")
    red = "give" in entry
    expect(red != ("own" in entry), where, "says either what to `give` or what to `own`")
    named = _field(entry, "give" if red else "own", dict, where)
    allowed = GOOD_NAMES if red else OWNED_NAMES
    need = tuple((_kind(name, allowed, where), _count(named, name, where, 1, 36)) for name in named)
    least = 2 if red else 1  # one good alone is neither equal nor different goods
    expect(len(need) <= 4 and sum(n for _, n in need) >= least, where, f"asks for {named}")
    expect(red or PASTURE not in dict(need), where, "asks for pasture")
    expect(red == (DECKS[deck] in "AB"), where, f"deck {DECKS[deck]} is {'red' if DECKS[deck] in 'AB' else 'green'}")
    gives = _field(entry, "reward", dict, where)
    for name in gives:
        _kind(name, REWARD_NAMES, where)
    reward = tuple(_count(gives, name, where, 0, 99, 0) for name in REWARD_NAMES)
    expect(sum(reward) > 0, where, "brings nothing")
    return CardKind(card_id, deck, red, need, reward, _count(entry, "copies", where, 1, 9, 1), _status(entry, where))


def read_tables(data: dict[str, Any], cards: tuple[CardKind, ...]) -> tuple[TableSize, ...]:
    """CDM-03, CDM-04, CDM-07. One table for 2, 3 and 4 players."""
    entries = _field(data, "table", list, "file")
    expect([entry.get("players") for entry in entries] == [2, 3, 4], "table", "needs 2, 3 and 4 players, in this order")
    return tuple(_read_table(entry, cards) for entry in entries)


def _read_table(entry: Any, cards: tuple[CardKind, ...]) -> TableSize:
    players: int = entry["players"]
    where = f"table for {players}"
    by_deck = _field(entry, "cards", dict, where)
    counts = tuple(_count(by_deck, deck, where, 0, CARD_SPACES) for deck in DECKS)
    for deck, n in enumerate(counts):
        stock = sum(card.copies for card in cards if card.deck == deck)
        expect(n <= stock, where, f"takes {n} cards of deck {DECKS[deck]}, which has {stock}")
    empty = tuple(space - 1 for space in _numbers(entry, "empty_spaces", where))
    fits = len(set(empty)) == len(empty) and set(empty) <= set(range(CARD_SPACES))
    expect(fits, where, f"`empty_spaces` are different spaces from 1 to {CARD_SPACES}")
    expect(sum(counts) == CARD_SPACES - len(empty), where, f"{sum(counts)} cards, {CARD_SPACES - len(empty)} spaces")
    free = sum(not {*circle} & {*empty} for circle in CIRCLES)
    circles = _count(entry, "circles", where, 4 * players, len(CIRCLES))
    expect(free == circles, where, f"{free} circles lie between two cards, not {circles}")
    start = _numbers(entry, "start_points", where)
    expect(len(start) == players, where, f"{len(start)} players get starting points")
    return TableSize(players, start, counts, empty, circles, _status(entry, where))


def read_fountains(data: dict[str, Any], tiles: tuple[TileKind, ...]) -> tuple[FountainKind, ...]:
    """CDM-32, CDM-63. 24 fountain cards, more than all fountains together can look at."""
    entries = _field(_field(data, "fountain_cards", dict, "file"), "kinds", list, "fountain_cards")
    cards: list[FountainKind] = []
    for number, entry in enumerate(entries, 1):
        name = _field(entry, "kind", str, f"fountain card {number}")
        where = f"fountain card {name!r}"
        kind = _kind(name, KIND_NAMES, where)
        expect(
            kind != PASTURE and kind not in {card.kind for card in cards}, where, "has an entry already, or is pasture"
        )
        points, copies = _count(entry, "points", where, 1, 99), _count(entry, "copies", where, 1, FOUNTAIN_CARDS)
        cards.append(FountainKind(kind, points, copies, _status(entry, where)))
    n = sum(card.copies for card in cards)
    expect(n == FOUNTAIN_CARDS, "fountain_cards", f"{n} cards, not {FOUNTAIN_CARDS}")
    fountains = sum(tile.white + tile.black for tile in tiles if tile.single == FOUNTAIN)
    fits = 2 * fountains <= FOUNTAIN_CARDS
    expect(fits, "tile 'fountain'", f"{fountains} fountains look at {2 * fountains} cards; there are {FOUNTAIN_CARDS}")
    return tuple(cards)


def read_boards(data: dict[str, Any]) -> tuple[Board, ...]:
    """CDM-01. Four boards, each with one shovel and nine banderoles."""
    entries = _field(data, "board", list, "file")
    expect(len(entries) == BOARDS, "board", f"{len(entries)} boards, not {BOARDS}")
    return tuple(_read_board(entry, f"board {number}") for number, entry in enumerate(entries, 1))


def _read_board(entry: Any, where: str) -> Board:
    rows = ["".join(row.split()) for row in _field(entry, "plan", str, where).strip().splitlines()]
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
    return Board(shovel, tuple(cell for cell, sign in enumerate(cells) if sign == "b"), _status(entry, where))


def read_frame(data: dict[str, Any]) -> tuple[FramePiece, ...]:
    """CDM-64. 16 frame pieces with two tasks each."""
    entries = _field(_field(data, "frame", dict, "file"), "pieces", list, "frame")
    expect(len(entries) == FRAME_PIECES, "frame", f"{len(entries)} pieces, not {FRAME_PIECES}")
    return tuple(_read_piece(entry, number) for number, entry in enumerate(entries, 1))


def _read_piece(entry: Any, number: int) -> FramePiece:
    where = f"frame piece {number}"
    expect(_field(entry, "id", int, where) == number, where, f"`id` is {entry['id']}; pieces count from 1 in order")
    texts = _field(entry, "tasks", list, where)
    expect(len(texts) == 2, where, f"{len(texts)} tasks, not 2")
    tasks = tuple(_read_task(text, where) for text in texts)
    expect(tasks[0].position != tasks[1].position, where, "both tasks have one position")
    return FramePiece(number, tasks, _status(entry, where))


def _read_task(text: Any, where: str) -> Task:
    words = text.split() if isinstance(text, str) else []
    fits = len(words) == 3 and words[0].isdecimal() and words[2].isdecimal() and 1 <= int(words[0]) <= SIZE
    expect(fits, where, f'a task is "position kind points", not {text!r}')
    kind = _kind(words[1], KIND_NAMES, where)
    expect(kind != PASTURE, where, "a task asks for pasture")
    return Task(int(words[0]), kind, int(words[2]))
