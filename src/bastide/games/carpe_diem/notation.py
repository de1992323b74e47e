"""Moves as players say them, outcomes of chance, and the position as text.

Cells are `a1` (far left) to `f6`; ring spaces count 1 to 7, card spaces 1 to 12. A tile goes by the id of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from bastide.core.errors import BadNotation
from bastide.core.state import NONE
from bastide.games.carpe_diem.actions import (
    CARD_FIRST,
    DISC,
    GIVE_BACK,
    GIVE_SETS,
    GO,
    KEEP_BREAD,
    LAY,
    LEFT,
    NEXT_REWARD,
    RIGHT,
    SPEND_BREAD,
    STORE,
    TAKE_ROW,
    TAKE_TILE,
)
from bastide.games.carpe_diem.components import CIRCLES
from bastide.games.carpe_diem.kinds import ARTISAN, DECKS, EDGE_LETTERS, GOOD_NAMES, KIND_NAMES, VILLA, VINEYARD
from bastide.games.carpe_diem.state import (
    ARTISAN_PICK,
    DEAL_BOARD,
    DEAL_CARD,
    DEAL_DECK,
    DEAL_FRAME,
    DRAW_FOUNTAIN,
    FINISHED,
    PLACE,
    STAGE_NAMES,
    START,
)
from bastide.games.carpe_diem.tables import (
    BANDEROLES,
    BOARDS,
    CARD_IDS,
    CARD_SPACES,
    CELLS,
    DATA,
    EDGE,
    FRAME_PIECES,
    MAX_SETS,
    NUM_CIRCLES,
    ROUNDS,
    ROW,
    SHOVEL,
    SIDES,
    SIZE,
    SPACE_TILES,
    SPACES,
    TILE_IDS,
    cell_name,
)

FIRST_WORDS = (("left", "right"), ("upper", "lower"))  # of circles side by side, one above the other
REWARD_KINDS = KIND_NAMES[VINEYARD : ARTISAN + 1]
FOUNTAIN_KINDS = KIND_NAMES[VILLA:]


def circle_name(circle: int) -> str:
    """`2-6`: the two card spaces beside it."""
    first, second = CIRCLES[circle]
    return f"{first + 1}-{second + 1}"


def circle_words(circle: int) -> tuple[str, str]:
    """What the two cards beside a circle are called."""
    is_upright = circle != NONE and CIRCLES[circle][1] - CIRCLES[circle][0] > 1
    return FIRST_WORDS[is_upright]


# ---- writing


def write(s: Any, a: int) -> str:
    """The notation of an action or, when chance moves, of an outcome."""
    if s.stage <= DRAW_FOUNTAIN:
        return _write_outcome(s.stage, a)
    if a < TAKE_TILE:
        if a < GO:
            return "left" if a == LEFT else "right"
        return f"{'start' if s.stage == START else 'bread'} {a - GO + 1}"
    if a < LAY:
        return _write_take(s, a - TAKE_TILE)
    if a <= STORE:
        return "store" if a == STORE else f"place {_cell_and_turn(a - LAY)}"
    if a < DISC:
        return _write_settling(s, a)
    return _write_scoring(s, a)


def _write_outcome(stage: int, outcome: int) -> str:
    if stage == DEAL_FRAME:
        return f"frame {outcome + 1}"
    if stage == DEAL_BOARD:
        return f"board {outcome + 1}"
    if stage == DEAL_DECK:
        return f"deck {DECKS[outcome]}"
    if stage == DEAL_CARD:
        return f"card {CARD_IDS[outcome]}"
    if stage == DRAW_FOUNTAIN:
        return f"fountain {KIND_NAMES[outcome]}"
    return f"tile {TILE_IDS[outcome]}"


def space_tiles(s: Any) -> list[int]:
    """The kinds on the mover's ring space."""
    pawn = s.players[s.current].pawn
    return [] if pawn == NONE else [s.ring[pawn, slot] for slot in range(SPACE_TILES) if s.ring[pawn, slot] != NONE]


def _write_take(s: Any, slot: int) -> str:
    tiles = space_tiles(s)
    if slot < len(tiles) and tiles.index(tiles[slot]) == slot:
        return f"take {TILE_IDS[tiles[slot]]}"
    return f"take {slot + 1}"


def _cell_and_turn(place: int) -> str:
    cell, turn = divmod(place, 4)
    return f"{cell_name(cell)} r{90 * turn}" if turn else cell_name(cell)


def _write_settling(s: Any, a: int) -> str:
    if a < TAKE_ROW:
        return f"reward {REWARD_KINDS[a - NEXT_REWARD]}"
    if a >= GIVE_BACK:
        return f"return {FOUNTAIN_KINDS[a - GIVE_BACK]}"
    slot = a - TAKE_ROW
    row = [s.row[i] for i in range(ROW)]
    if s.stage == ARTISAN_PICK and row[slot] != NONE and row.index(row[slot]) == slot:
        return f"take {TILE_IDS[row[slot]]}"
    return f"row {slot + 1}"


def _write_scoring(s: Any, a: int) -> str:
    if a < CARD_FIRST:
        return f"disc {circle_name(a - DISC)}"
    if a < KEEP_BREAD:
        return f"first {circle_words(s.circle)[a - CARD_FIRST]}"
    if a < GIVE_SETS:
        return "pay bread" if a == SPEND_BREAD else "keep bread"
    sets = a - GIVE_SETS
    return f"{sets} set" if sets == 1 else f"{sets} sets"


# ---- reading


def _turned_letters(tile: int) -> set[str]:
    """A tile's edges as letters, in every turn."""
    letters = DATA.tiles[tile].letters.lower()
    return {letters[turn:] + letters[:turn] for turn in range(SIDES)}


def _read_tile_name(text: str, tiles: list[int]) -> int | None:
    """The place, in a list of kinds, of the tile meant: by id, by edges that no other kind has, or by number."""
    lying = [(place, tile) for place, tile in enumerate(tiles) if tile != NONE]
    named = [place for place, tile in lying if TILE_IDS[tile] == text]
    alike = {tile: place for place, tile in reversed(lying) if text in _turned_letters(tile)}
    if named or len(alike) == 1:
        return named[0] if named else min(alike.values())
    return int(text) - 1 if text.isdecimal() and 1 <= int(text) <= max(SPACE_TILES, len(tiles)) else None


def _read_take(s: Any, found: re.Match[str]) -> int | None:
    if s.stage == ARTISAN_PICK:
        slot = _read_tile_name(found[1], [s.row[i] for i in range(ROW)])
        return None if slot is None else TAKE_ROW + slot
    slot = _read_tile_name(found[1], space_tiles(s))
    return None if slot is None else TAKE_TILE + slot


def _read_place(s: Any, found: re.Match[str]) -> int | None:
    cell = (int(found[2]) - 1) * SIZE + "abcdef".index(found[1])
    turn = int(found[3] or 0) // 90
    if s.stage == PLACE:
        turn %= DATA.tiles[s.in_hand].period
    return LAY + cell * 4 + turn


def _read_disc(_s: Any, found: re.Match[str]) -> int | None:
    low, high = sorted((int(found[1]) - 1, int(found[2]) - 1))
    return DISC + CIRCLES.index((low, high)) if (low, high) in CIRCLES else None


def _read_first(s: Any, found: re.Match[str]) -> int | None:
    words = circle_words(s.circle)
    if found[1] in words:
        return CARD_FIRST + words.index(found[1])
    if s.circle == NONE or not found[1].isdecimal():
        return None
    space = int(found[1]) - 1
    return CARD_FIRST + CIRCLES[s.circle].index(space) if space in CIRCLES[s.circle] else None


def _read_sets(_s: Any, found: re.Match[str]) -> int | None:
    return GIVE_SETS + int(found[1]) if int(found[1]) <= MAX_SETS else None


Reader = Callable[[Any, re.Match[str]], "int | None"]
MOVES: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (r"left", lambda s, found: LEFT),
        (r"right", lambda s, found: RIGHT),
        (r"(?:start|bread) ([1-7])", lambda s, found: GO + int(found[1]) - 1),
        (r"take ([a-z0-9-]+)", _read_take),
        (r"row (\d{1,2})", lambda s, found: TAKE_ROW + int(found[1]) - 1 if 1 <= int(found[1]) <= ROW else None),
        (r"(?:place )?([a-f])([1-6])(?: r?(0|90|180|270))?", _read_place),
        (r"store", lambda s, found: STORE),
        (rf"reward ({'|'.join(REWARD_KINDS)})", lambda s, found: NEXT_REWARD + REWARD_KINDS.index(found[1])),
        (rf"return ({'|'.join(FOUNTAIN_KINDS)})", lambda s, found: GIVE_BACK + FOUNTAIN_KINDS.index(found[1])),
        (r"disc (\d{1,2}) ?- ?(\d{1,2})", _read_disc),
        (r"first (left|right|upper|lower|\d{1,2})", _read_first),
        (r"keep bread", lambda s, found: KEEP_BREAD),
        (r"pay bread", lambda s, found: SPEND_BREAD),
        (r"(\d{1,2}) sets?", _read_sets),
    )
)
HINTS = {
    "start": "`start 1` to `start 7`",
    "move": "`left`, `right` or `bread 1` to `bread 7`",
    "take": "`take` and a tile of the space",
    "place": "`place c3`, `place c3 r90` (r180, r270) or `store`",
    "reward": "`reward` and what comes first",
    "artisan_pick": "`take` and a tile of the bottom row",
    "return": "`return` and the kind of a fountain card",
    "circle": "`disc 2-6`: the two card spaces beside the circle",
    "first": "`first left` or `first right`, `first upper` or `first lower`",
    "pay_bread": "`pay bread` or `keep bread`",
    "sets": "`2 sets`",
    "finished": "nothing: the game is over",
}


def read(s: Any, text: str) -> int:
    """The action or outcome meant; case and spaces do not matter."""
    words = " ".join(text.lower().split())
    if s.stage <= DRAW_FOUNTAIN:
        return _read_outcome(s, words, text)
    for pattern, reader in MOVES:
        found = pattern.fullmatch(words)
        action = reader(s, found) if found else None
        if action is not None:
            return action
    raise BadNotation(f"{text!r} is no move; write {HINTS[STAGE_NAMES[s.stage]]}", show(s))


def _read_outcome(s: Any, words: str, text: str) -> int:
    names = [_write_outcome(s.stage, outcome).lower() for outcome in range(_outcomes(s.stage))]
    if words in names:
        return names.index(words)
    raise BadNotation(f"{text!r} is nothing that is drawn now; write `{names[0]}` or the like", show(s))


def _outcomes(stage: int) -> int:
    """How many different things may be drawn."""
    sizes = {
        DEAL_FRAME: FRAME_PIECES,
        DEAL_BOARD: BOARDS,
        DEAL_DECK: len(DECKS),
        DEAL_CARD: len(CARD_IDS),
        DRAW_FOUNTAIN: len(KIND_NAMES),
    }
    return sizes.get(stage, len(TILE_IDS))


# ---- the position


def show(s: Any) -> str:
    """Ring, bottom row, scoring grid, then every board: edges clockwise from the far side, S shovel, b banderole."""
    played = f"round {min(ROUNDS, s.played // s.seats + 1)}"
    lines = [f"phase {s.phase + 1}, {played}, {STAGE_NAMES[s.stage]}, seat {s.current}"]
    if s.in_hand != NONE:
        lines[0] += f", tile in hand: {TILE_IDS[s.in_hand]}"
    for space in range(SPACES):
        pawns = "".join(f" pawn {p}" for p in range(s.seats) if s.players[p].pawn == space)
        tiles = [TILE_IDS[s.ring[space, slot]] for slot in range(SPACE_TILES) if s.ring[space, slot] != NONE]
        lines.append(f"space {space + 1}: {' '.join(tiles)}{pawns}".rstrip(": "))
    lines.append("row: " + " ".join("-" if s.row[i] == NONE else TILE_IDS[s.row[i]] for i in range(ROW)))
    cards = ["-" if s.grid[space] == NONE else CARD_IDS[s.grid[space]] for space in range(CARD_SPACES)]
    lines.append("cards: " + " / ".join(" ".join(cards[row : row + 4]) for row in range(0, CARD_SPACES, 4)))
    discs = [f"{circle_name(i)} seat {s.disc[i]}" for i in range(NUM_CIRCLES) if s.disc[i] != NONE]
    lines.append("discs: " + (", ".join(discs) or "none"))
    for p in range(s.seats):
        lines += _show_player(s, p)
    return "\n".join(lines)


def _show_player(s: Any, p: int) -> list[str]:
    player = s.players[p]
    first = " (first player)" if s.first == p and s.stage != FINISHED else ""
    items = [f"{player.goods[i]} {name}" for i, name in enumerate(GOOD_NAMES)]
    items += [f"{player.coins} coins", f"{player.bread} bread", f"{player.stored} stored"]
    held = [f"{n} {name}" for name, n in zip(KIND_NAMES, player.fountain_hand, strict=True) if n]
    items.append(f"{player.fountain_cards} fountain cards" + (f" ({', '.join(held)})" if held else ""))
    lines = [f"seat {p}{first}: {player.points} points, track {player.track}.{player.height}, {', '.join(items)}"]
    frame = [player.frame[side] for side in range(SIDES)]
    if NONE not in frame:
        lines.append("  frame pieces, far side first: " + " ".join(str(piece + 1) for piece in frame))
    if player.board == NONE:
        return lines
    for row in range(0, CELLS, SIZE):
        lines.append(f"  {row // SIZE + 1} " + " ".join(_show_cell(player, cell) for cell in range(row, row + SIZE)))
    return [*lines, "    " + "    ".join("abcdef")]


def _show_cell(player: Any, cell: int) -> str:
    if player.tile[cell] != NONE:
        return "".join(EDGE_LETTERS[EDGE[player.tile[cell], player.turn[cell], side]] for side in range(SIDES))
    if BANDEROLES[player.board] >> cell & 1:
        return "b   "
    return "S   " if SHOVEL[player.board] == cell else ".   "
