"""Slow, obvious twins of the building board: a dictionary of cells, flood fill, and rays along rows and columns.

`python -m tests.games.carpe_diem.naive 1000000` compares that many boards of random games with the rules' own, and says
how far it has come.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from bastide.core.state import NONE, ask, editor
from bastide.games.carpe_diem import GAME
from bastide.games.carpe_diem.actions import LAY, STORE
from bastide.games.carpe_diem.building import grow, is_closed
from bastide.games.carpe_diem.kinds import EDGE_KINDS, KINDS, LANDSCAPES, PASTURE, VILLA
from bastide.games.carpe_diem.scoring import is_task_done
from bastide.games.carpe_diem.state import PLACE
from bastide.games.carpe_diem.tables import DATA

Cell = tuple[int, int]  # row, column
Board = dict[Cell, tuple[int, int]]  # cell -> tile kind, quarter turns
TOLD_EVERY = 20_000  # boards between two lines of progress
AROUND = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west


@dataclass(frozen=True)
class Thing:
    kind: int
    cells: frozenset[Cell]
    is_open: bool
    chimneys: int


@cache
def shown(tile: int, turn: int) -> tuple[int, ...]:
    """The kinds on the four sides of a tile turned clockwise, quarter by quarter."""
    sides = DATA.tiles[tile].edges
    for _ in range(turn):
        sides = (sides[3], sides[0], sides[1], sides[2])
    return sides


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    return tuple((cell[0] + down, cell[1] + across) for down, across in AROUND)


def is_inside(cell: Cell) -> bool:
    return 0 <= cell[0] < 6 and 0 <= cell[1] < 6


def thing_at(board: Board, cell: Cell, kind: int) -> Thing:
    """Flood fill from one cell across edges of one kind."""
    cells, todo, is_open = {cell}, [cell], False
    while todo:
        here = todo.pop()
        for side, there in enumerate(neighbours(here)):
            if shown(*board[here])[side] != kind:
                continue
            if there not in board:
                is_open = True
            elif there not in cells:
                cells.add(there)
                todo.append(there)
    chimneys = sum(DATA.tiles[board[c][0]].chimneys for c in cells) if kind == VILLA else 0
    return Thing(kind, frozenset(cells), is_open, chimneys)


def things(board: Board) -> set[Thing]:
    """CDM-24. Everything on a board."""
    found = set()
    for cell, (tile, turn) in board.items():
        for kind in {*shown(tile, turn)} - {PASTURE}:
            found.add(thing_at(board, cell, kind))
        if DATA.tiles[tile].single:
            found.add(Thing(DATA.tiles[tile].single, frozenset([cell]), False, 0))
    return found


def fits(board: Board, shovel: Cell, cell: Cell, tile: int, turn: int) -> bool:
    """CDM-20, CDM-21, CDM-25. Whether a tile may be placed."""
    if cell in board:
        return False
    if not board and cell != shovel:
        return False
    if board and not any(there in board for there in neighbours(cell)):
        return False
    for side, there in enumerate(neighbours(cell)):
        kind = shown(tile, turn)[side]
        if not is_inside(there):
            if kind != PASTURE:
                return False
        elif there in board and shown(*board[there])[(side + 2) % 4] != kind:
            return False
    after = {**board, cell: (tile, turn)}
    landscapes = [kind for kind in set(shown(tile, turn)) if kind in LANDSCAPES]
    return all(len(thing_at(after, cell, kind).cells) <= 4 for kind in landscapes)


def placements(board: Board, shovel: Cell, tile: int) -> set[tuple[Cell, int]]:
    """Every cell and turn, without turns that look like an earlier one."""
    turns = [turn for turn in range(4) if shown(tile, turn) not in [shown(tile, earlier) for earlier in range(turn)]]
    cells = [(row, column) for row in range(6) for column in range(6)]
    return {(cell, turn) for cell in cells for turn in turns if fits(board, shovel, cell, tile, turn)}


def villa_points(chimneys: int) -> int:
    """CDM-60. The table, then three more for each."""
    table = DATA.villa_points
    return table[chimneys] if chimneys < len(table) else table[-1] + DATA.villa_beyond * (chimneys - len(table) + 1)


def ray(side: int, position: int) -> list[Cell]:
    """CDM-64. The cells from a mark straight across the board; positions run clockwise."""
    start, step = {
        0: ((0, position - 1), (1, 0)),
        1: ((position - 1, 5), (0, -1)),
        2: ((5, 6 - position), (-1, 0)),
        3: ((6 - position, 0), (0, 1)),
    }[side]
    return [(start[0] + i * step[0], start[1] + i * step[1]) for i in range(6)]


def is_reached(found: set[Thing], side: int, position: int, kind: int) -> bool:
    """CDM-64. Whether the ray meets something complete of the kind."""
    line = set(ray(side, position))
    return any(thing.kind == kind and not thing.is_open and line & thing.cells for thing in found)


# ---- comparing with the rules


def board_of(player: Any) -> Board:
    turns = player.turn.tolist()
    return {divmod(cell, 6): (tile, turns[cell]) for cell, tile in enumerate(player.tile.tolist()) if tile != NONE}


def mask_of(cells: frozenset[Cell]) -> int:
    return sum(1 << 6 * row + column for row, column in cells)


def compare_things(player: Any) -> str:
    """What the rules keep of a board against a recount; an empty text when they agree."""
    found = things(board_of(player))
    for kind in range(VILLA, KINDS):
        done = [thing for thing in found if thing.kind == kind and not thing.is_open]
        if player.complete[kind] != len(done):
            return f"complete things of kind {kind}"
        for thing in found:
            if thing.kind == kind and kind < EDGE_KINDS:
                cells = mask_of(thing.cells)
                first = cells & -cells
                if (
                    ask(grow, player, kind, first) != cells
                    or bool(ask(is_closed, player, kind, cells)) == thing.is_open
                ):
                    return f"a thing of kind {kind}"
    if any(len(thing.cells) < 2 for thing in found if not thing.is_open and thing.kind < EDGE_KINDS):
        return "complete with one tile"
    villas = [thing for thing in found if thing.kind == VILLA]
    if player.villa_points != sum(villa_points(villa.chimneys) for villa in villas if not villa.is_open):
        return "villa points"
    if player.chimneys != sum(villa.chimneys for villa in villas):
        return "chimneys"
    for side in range(4):
        for number, task in enumerate(DATA.frame[player.frame[side]].tasks):
            if bool(ask(is_task_done, player, side, number)) != is_reached(found, side, task.position, task.kind):
                return f"task {number} on side {side}"
    return ""


def compare_placements(s: Any, legal: tuple[int, ...]) -> str:
    """The legal cells and turns of the tile in hand against the twin's."""
    player = s.players[s.current]
    shovel = divmod(DATA.boards[player.board].shovel, 6)
    listed = {(divmod((a - LAY) // 4, 6), (a - LAY) % 4) for a in legal if a != STORE}
    expected = placements(board_of(player), shovel, s.in_hand)
    return "" if listed == expected else f"placements: {sorted(listed ^ expected)}"


def boards(seed: int) -> Iterator[str]:
    """Every placement of a random game in which tiles are stored only when nothing fits: each yields a difference."""
    chooser = random.Random(seed)
    m = GAME.new(2 + seed % 3, seed=seed)
    s = editor(m.states)  # reads the same memory after every move
    while not m.is_over:
        a = chooser.choice(m.legal)
        if s.stage != PLACE:
            m.apply(a)
            continue
        if len(m.legal) > 1:
            a = chooser.choice(m.legal[:-1])
        p = m.to_move
        difference = compare_placements(s, m.legal)
        m.apply(a)
        yield difference or compare_things(s.players[p])


def compare(number: int, seed: int = 1, tell: Callable[[int], None] | None = None) -> int:
    """Compares at least so many boards; stops at the first difference; returns how many agreed."""
    agreed = 0
    while agreed < number:
        for difference in boards(seed):
            if difference:
                raise AssertionError(f"seed {seed}, board {agreed}: {difference}")
            agreed += 1
            if tell and agreed % TOLD_EVERY == 0:
                tell(agreed)
        seed += 1
    return agreed


def main() -> None:
    """Compares as many boards as the command line asks for, from its seed on."""
    wanted, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1

    def tell(agreed: int) -> None:
        spent = time.process_time()
        left = spent * (wanted - agreed) / agreed
        print(f"{agreed} of {wanted} boards agree; {spent:.0f} s of processor time, about {left:.0f} to go", flush=True)

    agreed = compare(wanted, first, tell)
    print(f"{agreed} boards agree, from seed {first} on ({time.process_time():.0f} s of processor time)")


if __name__ == "__main__":
    main()
