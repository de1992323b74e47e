"""The table of verbs: what a seat may do, and what chance may draw."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bastide.core.state import NONE
from bastide.core.verbs import Arg, Unreadable, Verb, Verbs, number, one_of
from bastide.games.carpe_diem.components import CIRCLES
from bastide.games.carpe_diem.kinds import ARTISAN, DECKS, EDGE_LETTERS, KIND_NAMES, VILLA, VINEYARD
from bastide.games.carpe_diem.state import (
    ARTISAN_PICK,
    CIRCLE,
    DEAL_BOARD,
    DEAL_CARD,
    DEAL_DECK,
    DEAL_FRAME,
    DEAL_RING,
    DEAL_ROW,
    DRAW_FOUNTAIN,
    FIRST,
    MOVE,
    PAY_BREAD,
    PLACE,
    RETURN,
    REWARD,
    SETS,
    START,
    TAKE,
)
from bastide.games.carpe_diem.tables import (
    BOARDS,
    CARD_IDS,
    CELLS,
    EDGE,
    FRAME_PIECES,
    MAX_SETS,
    PERIOD,
    ROW,
    SIDES,
    SIZE,
    SPACE_TILES,
    SPACES,
    TILE_IDS,
    cell_name,
)

FIRST_WORDS = (("left", "right"), ("upper", "lower"))  # of circles side by side, one above the other


# ---- arguments that are not numbers


def space_tiles(s: Any) -> list[int]:
    """The kinds on the mover's ring space."""
    pawn = s.players[s.current].pawn
    return [] if pawn == NONE else [s.ring[pawn, slot] for slot in range(SPACE_TILES) if s.ring[pawn, slot] != NONE]


def row_tiles(s: Any) -> list[int]:
    """The kinds of the bottom row, place by place; NONE once taken."""
    return [s.row[slot] for slot in range(ROW)]


def tile_name(tiles: list[int], slot: int) -> str:
    """The id of the tile in a slot, where it is the first of its kind there; else the slot's number."""
    is_first = slot < len(tiles) and tiles[slot] != NONE and tiles.index(tiles[slot]) == slot
    return TILE_IDS[tiles[slot]] if is_first else str(slot + 1)


def turned_letters(tile: int) -> set[str]:
    """The edges of a kind in every turn, as letters."""
    return {"".join(EDGE_LETTERS[EDGE[tile, turn, side]] for side in range(SIDES)).lower() for turn in range(4)}


def read_tile(tiles: list[int], text: str) -> int:
    """The slot of the tile meant: by id, by edges that no other kind there has, or by number."""
    lying = [(slot, tile) for slot, tile in enumerate(tiles) if tile != NONE]
    named = [slot for slot, tile in lying if TILE_IDS[tile] == text]
    alike = {tile: slot for slot, tile in reversed(lying) if text in turned_letters(tile)}
    if named or len(alike) == 1:
        return named[0] if named else min(alike.values())
    if text.isdecimal() and 1 <= int(text) <= max(SPACE_TILES, len(tiles)):
        return int(text) - 1
    raise Unreadable(f"no one tile there is meant; they are {', '.join(TILE_IDS[tile] for _, tile in lying) or 'gone'}")


def read_cell(_s: Any, name: str) -> int:
    return (int(name[1]) - 1) * SIZE + "abcdef".index(name[0])


def read_turn(s: Any, degrees: str | None) -> int:
    """Quarter turns; of those that look alike the smallest (CDM-21)."""
    turn = int(degrees or 0) // 90
    return turn % int(PERIOD[s.in_hand]) if s.stage == PLACE else turn


def circle_name(circle: int) -> str:
    """`2-6`: the two card spaces beside it."""
    first, second = CIRCLES[circle]
    return f"{first + 1}-{second + 1}"


def read_circle(_s: Any, name: str) -> int:
    low, high = sorted(int(space) - 1 for space in name.split("-"))
    if (low, high) not in CIRCLES:
        raise Unreadable("a circle lies between two neighbouring card spaces, as in `disc 2-6`")
    return CIRCLES.index((low, high))


def circle_words(circle: int) -> tuple[str, str]:
    """What the two cards beside a circle are called."""
    is_upright = circle != NONE and CIRCLES[circle][1] - CIRCLES[circle][0] > 1
    return FIRST_WORDS[is_upright]


def read_first(s: Any, word: str) -> int:
    """Which of the two cards: by its side, or by its card space."""
    words = circle_words(s.circle)
    if word in words:
        return words.index(word)
    if s.circle == NONE or not word.isdecimal() or int(word) - 1 not in CIRCLES[s.circle]:
        raise Unreadable(f"write `first {words[0]}` or `first {words[1]}`")
    return CIRCLES[s.circle].index(int(word) - 1)


def write_sets(_s: Any, sets: int) -> str:
    return f"{sets} set" if sets == 1 else f"{sets} sets"


def kind_of(name: str, first: int, last: int) -> Arg:
    """A kind of things between two."""
    return replace(
        one_of(name, KIND_NAMES[first : last + 1]), said=lambda i: f"@carpe_diem.kind.{KIND_NAMES[first + i]}"
    )


SPACE = number("space", SPACES, first=1)
TILE = Arg("slot", SPACE_TILES, "[a-z0-9-]+", lambda s, slot: tile_name(space_tiles(s), slot),
           lambda s, text: read_tile(space_tiles(s), text))  # fmt: skip
ROW_TILE = Arg("slot", ROW, "[a-z0-9-]+", lambda s, slot: tile_name(row_tiles(s), slot),
               lambda s, text: read_tile(row_tiles(s), text), piece=lambda slot: slot + 1)  # fmt: skip
CELL = Arg("cell", CELLS, "[a-f][1-6]", lambda _s, cell: cell_name(cell), read_cell, piece=cell_name)
TURN = Arg("turn", SIDES, "0|90|180|270", lambda _s, turn: f" r{90 * turn}" if turn else "", read_turn)
DISC_CIRCLE = Arg("circle", len(CIRCLES), r"\d{1,2} ?- ?\d{1,2}", lambda _s, i: circle_name(i), read_circle)
WHICH = Arg("which", 2, r"left|right|upper|lower|\d{1,2}", lambda s, i: circle_words(s.circle)[i], read_first)
SET_COUNT = replace(number("sets", MAX_SETS + 1), write=write_sets)


# ---- the tables


VERBS = Verbs(
    "carpe_diem",
    Verb("left", text="left", says="the pawn goes left", phases=(MOVE,), button="go"),
    Verb("right", text="right", says="the pawn goes right", phases=(MOVE,), button="go"),
    Verb("go", (SPACE,), "bread {space}", "start on that ring space, or go there for bread",
         reads="(?:start|bread) {space}", example="bread 4", phases=(START, MOVE),
         clause=lambda s, _space: "CDM-02" if s.stage == START else "CDM-13"),
    Verb("take", (TILE,), "take {slot}", "take that tile of the space (equal tiles: the first of them)",
         example="take villa-1", phases=(TAKE,), clause="CDM-14"),
    Verb("place", (CELL, TURN), "place {cell}{turn}",
         "place the tile: cell * 4 + quarter turns clockwise (turns that look alike: the smallest)",
         reads="(?:place )?{cell}(?: r?{turn})?", example="place c3 r90", phases=(PLACE,),
         pieces="tile:hand cell:{cell} turn:{turn}"),
    Verb("store", text="store", says="store the tile", phases=(PLACE,), pieces="tile:hand store", clause="CDM-20"),
    Verb("reward", (kind_of("kind", VINEYARD, ARTISAN),), "reward {kind}", "this reward next",
         example="reward merchant", phases=(REWARD,), pieces="reward:{kind}", clause="CDM-23"),
    Verb("row", (ROW_TILE,), "row {slot}", "take that tile of the bottom row (equal tiles: the first of them)",
         reads="(?:take|row) {slot}", example="take villa-1", phases=(ARTISAN_PICK,), pieces="tile:row:{slot}",
         clause="CDM-30", button="take"),
    Verb("return", (kind_of("kind", VILLA, len(KIND_NAMES) - 1),), "return {kind}",
         "put a fountain card of that kind under the pile", example="return villa", phases=(RETURN,),
         pieces="fountain:{kind}", clause="CDM-32"),
    Verb("disc", (DISC_CIRCLE,), "disc {circle}", "a disc on that circle", example="disc 2-6", phases=(CIRCLE,),
         pieces="circle:{circle}"),
    Verb("first", (WHICH,), "first {which}",
         "score the left or upper card first, the right or lower card first", example="first left", phases=(FIRST,),
         clause="CDM-41", button="score"),
    Verb("keep_bread", text="keep bread", says="keep the bread", phases=(PAY_BREAD,), pieces="bread:keep",
         clause="CDM-44", button="keep"),
    Verb("pay_bread", text="pay bread", says="pay three bread for a set", phases=(PAY_BREAD,), pieces="bread:pay",
         clause="CDM-44", button="pay"),
    Verb("sets", (SET_COUNT,), "{sets}", "give that many sets", reads="{sets} sets?", example="2 sets",
         phases=(SETS,), pieces="sets:{sets}", clause="CDM-43", button="score"),
    phase="stage",
)  # fmt: skip
DRAWS = Verbs(
    "carpe_diem",
    Verb("frame", (number("piece", FRAME_PIECES, first=1),), "frame {piece}", "that frame piece is dealt",
         example="frame 7", phases=(DEAL_FRAME,), first=0),
    Verb("board", (number("board", BOARDS, first=1),), "board {board}", "that building board is dealt",
         example="board 2", phases=(DEAL_BOARD,), first=0),
    Verb("deck", (one_of("deck", DECKS),), "deck {deck}", "the next card space gets a card of that deck",
         example="deck A", phases=(DEAL_DECK,), first=0),
    Verb("card", (one_of("card", CARD_IDS),), "card {card}", "that scoring card lies there", example="card A07",
         phases=(DEAL_CARD,), first=0),
    Verb("tile", (one_of("tile", TILE_IDS),), "tile {tile}", "a tile of that kind, on the ring or in the bottom row",
         example="tile market", phases=(DEAL_RING, DEAL_ROW), first=0),
    Verb("fountain", (one_of("kind", KIND_NAMES),), "fountain {kind}", "a fountain card of that kind is looked at",
         example="fountain villa", phases=(DRAW_FOUNTAIN,), first=0),
    phase="stage",
)  # fmt: skip

# The lowest id of each verb, for the rules; the arguments come on top, as `place` is LAY + cell * 4 + turn.
(
    LEFT, RIGHT, GO, TAKE_TILE, LAY, STORE, NEXT_REWARD, TAKE_ROW, GIVE_BACK, DISC, CARD_FIRST, KEEP_BREAD, SPEND_BREAD,
    GIVE_SETS,
) = VERBS.firsts  # fmt: skip
