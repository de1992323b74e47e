"""Carpe Diem in a terminal: the building boards with joined edges, the ring, the scoring cards and the track."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bastide.core.catalogue import number, say
from bastide.core.notation import in_language
from bastide.games.carpe_diem.picture import (
    CarpeDiemPicture,
    CarpeDiemPlayer,
    Circle,
    PlacedTile,
    ScoringCard,
    Space,
    Task,
    Tile,
    turned_edges,
)
from bastide.games.carpe_diem.wording import card_place

SIZE = 6
PASTURE = "P"
COLOURS = {
    "V": "bright_red", "W": "magenta", "H": "green", "C": "yellow", "F": "bright_blue",
    "M": "bright_yellow", "B": "bright_white", "S": "bright_magenta", "A": "bright_cyan", PASTURE: "dim",
}  # fmt: skip
# A letter and a colour for each kind: colour is never the only cue.
CODES = {
    "villa": "V", "vineyard": "W", "herb_garden": "H", "chicken_run": "C", "fish_pond": "F",
    "merchant": "M", "baker": "B", "senator": "S", "artisan": "A", "market": "mk", "bakery": "bk", "fountain": "fo",
}  # fmt: skip
GOODS = {"grape": "magenta", "herb": "green", "chicken": "yellow", "fish": "bright_blue"}
# Junctions by the sides they reach, as bits: north 1, east 2, south 4, west 8. Villas have double walls.
THIN = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
DOUBLE = "·║═╚║║╔╠═╝═╩╗╣╦╬"


def board(picture: CarpeDiemPicture, language: str) -> RenderableType:
    """The whole table, the viewer's own board first."""
    order = [picture.viewer or 0, *(p for p in range(len(picture.players)) if p != (picture.viewer or 0))]
    parts: list[RenderableType] = [
        Text(say(language, "carpe_diem.board.head", phase=picture.phase, round=picture.round), style="bold"),
        Columns([_ring(picture, language), _cards(picture, language)], padding=(0, 2)),
        _track(picture, language),
        Columns([_board(picture.players[p], language) for p in order], padding=(0, 2)),
        Text(say(language, "carpe_diem.board.legend"), style="dim"),
    ]
    if picture.in_hand is not None:
        parts.append(_in_hand(picture.in_hand.tile, language))
    return Group(*parts)


# ---- tiles


def _junction(edges: str) -> Text:
    """The middle of a tile: its edges joined where they are of one kind."""
    kinds = set(edges) - {PASTURE}
    if len(kinds) != 1:
        return Text("·", style="dim")
    (kind,) = kinds
    mask = sum(1 << side for side in range(4) if edges[side] == kind)
    return Text((DOUBLE if kind == "V" else THIN)[mask], style=COLOURS[kind])


def _note(tile: Tile | PlacedTile, complete: bool) -> str:
    """Chimneys, what stands alone, and a tick for what is complete."""
    text = CODES[tile.single] if tile.single else str(tile.chimneys) if tile.chimneys else ""
    return text + ("✓" if complete and not tile.single else "")


def _strip(tile: PlacedTile | None, complete: bool, empty: str) -> Text:
    """The inside of a cell, five wide: west arm, junction, east arm, and a note where there is room."""
    if tile is None:
        return Text(f"{empty:^5}", style="dim")
    edges = turned_edges(tile)
    note = _note(tile, complete)
    arms = [_arm(edges[3]), _arm(edges[1])]
    middle = _junction(edges)
    if edges[1] == PASTURE:
        arms[1] = Text(f"{note:<2}"[:2], style="bold")
    elif edges[3] == PASTURE:
        arms[0] = Text(f"{note:>2}"[:2], style="bold")
    elif note:
        middle = Text(note[0], style="bold")
    strip = arms[0] + middle + arms[1]
    if complete:
        strip.stylize("bold")
    return strip


def _arm(kind: str) -> Text:
    return Text("  " if kind == PASTURE else ("══" if kind == "V" else "──"), style=COLOURS[kind])


def _in_hand(tile: Tile, language: str) -> RenderableType:
    """The tile to be placed, in every turn that looks different."""
    table = Table.grid(padding=(0, 3))
    drawings = []
    for turns in range(_period(tile.edges)):
        edges = "".join(tile.edges[(side - turns) % 4] for side in range(4))
        middle = Text(" ").join([_letter(edges[3]), _junction(edges), _letter(edges[1])])
        lines = [Text("  ") + _letter(edges[0]), middle, Text("  ") + _letter(edges[2]), Text(f"r{90 * turns}")]
        drawings.append(Text("\n").join(lines))
    table.add_row(*drawings)
    title = say(
        language,
        "carpe_diem.board.hand",
        tile=f"{in_language('carpe_diem', language, tile.kind)} {_note(tile, False)}".strip(),
    )
    return Panel(table, title=title, expand=False)


def _period(edges: str) -> int:
    """Quarter turns after which a tile looks the same."""
    return next(n for n in (1, 2, 4) if edges[-n:] + edges[:-n] == edges)


def _letter(kind: str) -> Text:
    return Text("·" if kind == PASTURE else kind, style=COLOURS[kind])


# ---- a building board


def _board(player: CarpeDiemPlayer, language: str) -> Panel:
    """Six rows of cells; a letter on the border says what crosses it; frame tasks stand around."""
    tiles = {tile.cell: tile for tile in player.tiles}
    done = _complete_cells(player)
    lines = [_column_tasks(player.frame, "top"), _border(tiles, 0)]
    for row in range(SIZE):
        lines.append(_row(player, tiles, done, row))
        lines.append(_border(tiles, row + 1))
    lines += [_column_tasks(player.frame, "bottom"), Text(" " * 9 + "     ".join("abcdef"), style="dim"), Text()]
    lines += _supply(player, language)
    title = say(
        language,
        "carpe_diem.board.board",
        seat=f"P{player.seat + 1}", board=player.board or 0, points=player.points,
    )  # fmt: skip
    return Panel(Text("\n").join(lines), title=title, expand=False)


def _complete_cells(player: CarpeDiemPlayer) -> set[str]:
    """Cells whose things are all complete."""
    still_open = {cell for feature in player.features if not feature.complete for cell in feature.cells}
    return {tile.cell for tile in player.tiles} - still_open


def _border(tiles: dict[str, PlacedTile], row: int) -> Text:
    """The line above a row (or below the last), with the letter of what crosses it."""
    joints = "┌┬┐" if row == 0 else "└┴┘" if row == SIZE else "├┼┤"
    line = Text("      ")
    for column in range(SIZE):
        line.append(joints[0] if column == 0 else joints[1], style="dim")
        above, below = tiles.get(_cell(row - 1, column)), tiles.get(_cell(row, column))
        kind = turned_edges(above)[2] if above else turned_edges(below)[0] if below else PASTURE
        line.append("──", style="dim")
        line.append("─" if kind == PASTURE else kind, style=COLOURS[kind])
        line.append("──", style="dim")
    return line.append(joints[2], style="dim")


def _row(player: CarpeDiemPlayer, tiles: dict[str, PlacedTile], done: set[str], row: int) -> Text:
    line = _side_task(player.frame, "left", row) + Text(f"{row + 1} ", style="dim")
    for column in range(SIZE + 1):
        left, right = tiles.get(_cell(row, column - 1)), tiles.get(_cell(row, column))
        kind = turned_edges(left)[1] if left else turned_edges(right)[3] if right else PASTURE
        line.append("│" if kind == PASTURE else kind, style=COLOURS[kind])
        if column < SIZE:
            cell = _cell(row, column)
            empty = "S" if player.shovel == cell else "b" if cell in player.banderoles else ""
            line.append_text(_strip(right, cell in done, empty))
    return line + Text(" ") + _side_task(player.frame, "right", row)


def _cell(row: int, column: int) -> str:
    return f"{'abcdef'[column]}{row + 1}" if 0 <= column < SIZE else ""


def _task(task: Task) -> Text:
    text = f"{CODES[task.kind]}{task.points}{'✓' if task.done else ' '}"
    return Text(text, style="bold yellow" if task.done else COLOURS.get(CODES[task.kind], ""))


def _column_tasks(frame: Sequence[Task], side: str) -> Text:
    line = Text("       ")
    for column in range(1, SIZE + 1):
        found = [task for task in frame if task.side == side and task.position == column]
        line.append_text(Text(" ") + _task(found[0]) + Text("  ") if found else Text(" " * 6))
    return line


def _side_task(frame: Sequence[Task], side: str, row: int) -> Text:
    found = [task for task in frame if task.side == side and task.position == row + 1]
    return _task(found[0]) + Text(" ") if found else Text("    ")


def _supply(player: CarpeDiemPlayer, language: str) -> list[Text]:
    held = msgspec.structs.asdict(player.goods)
    names = {name: say(language, f"carpe_diem.good.{name}") for name in held}
    goods = Text("  ").join(Text(f"{n} {names[name]}", style=GOODS[name]) for name, n in held.items())
    supply = say(
        language,
        "carpe_diem.board.supply",
        coins=player.coins, bread=player.bread, stored=player.stored, discs=player.discs,
    )  # fmt: skip
    built = say(language, "carpe_diem.board.built", chimneys=player.chimneys, villas=player.villas)
    fountains = say(language, "carpe_diem.board.fountains", n=player.fountain_count)
    if player.fountain_cards:
        kinds = ", ".join(say(language, f"carpe_diem.kind.{kind}") for kind in player.fountain_cards)
        fountains += f" ({kinds})"
    return [goods, Text(supply), Text(built), Text(fountains)]


# ---- ring, cards, track


def _ring(picture: CarpeDiemPicture, language: str) -> Panel:
    table = Table.grid(padding=(0, 1))
    for space in picture.ring:
        table.add_row(Text(str(space.space), style="bold"), _pawns(space), _tiles(space.tiles, language))
    table.add_row()
    row = [tile for tile in picture.row if tile is not None]
    table.add_row("", "", Text(say(language, "carpe_diem.board.row"), style="bold"))
    table.add_row("", "", _tiles(row, language))
    return Panel(table, title=say(language, "carpe_diem.board.ring"), width=58)


def _pawns(space: Space) -> Text:
    return Text(" ".join(f"P{p + 1}" for p in space.pawns), style="bold cyan")


def _tiles(tiles: Sequence[Tile], language: str) -> Text:
    """Tiles as they are written in moves, with the edges of those that are not told by it."""
    if not tiles:
        return Text(say(language, "carpe_diem.board.empty"), style="dim")
    return Text(", ").join(_tile_name(tile, language) for tile in tiles)


def _tile_name(tile: Tile, language: str) -> Text:
    shown = [letter for letter in tile.edges if letter != PASTURE]
    return Text(in_language("carpe_diem", language, tile.kind), style=COLOURS[shown[0]] if shown else "white")


def _cards(picture: CarpeDiemPicture, language: str) -> Panel:
    """The grid of cards; between them the circles, with a seat's disc or what they would bring you now."""
    circles = {circle.cards: circle for circle in picture.circles}
    grid = Table.grid(padding=(0, 1))
    for row in range(3):
        cells: list[Text] = []
        below: list[Text] = []
        for column in range(4):
            space = row * 4 + column
            cells.append(_card(picture.cards[space], space, language))
            below.append(_circle(circles.get((space, space + 4))))
            if column < 3:
                cells.append(_circle(circles.get((space, space + 1))))
                below.append(Text())
        grid.add_row(*cells)
        if row < 2:
            grid.add_row(*below)
    title = say(language, "carpe_diem.board.cards")
    return Panel(grid, title=title, subtitle=say(language, "carpe_diem.board.brings"), expand=False)


def _card(card: ScoringCard | None, space: int, language: str) -> Text:
    if card is None:
        return Text("")
    demand = "-".join(f"{name}{n}" for name, n in card.need.items())
    need = say(language, f"carpe_diem.demand.{demand}")
    gives = " ".join(
        f"{n} {say(language, f'carpe_diem.reward.{name}')}"
        for name, n in msgspec.structs.asdict(card.reward).items()
        if n
    )
    text = Text(f"{space + 1}: {card_place(space)}\n", style="bold")
    text.append(f"{need}\n", style="not bold red" if card.kind == "pay" else "not bold green")
    return text.append(f"→ {gives}", style="not bold")


def _circle(circle: Circle | None) -> Text:
    if circle is None:
        return Text("")
    if circle.seat is not None:
        return Text(f"●P{circle.seat + 1}", style="cyan")
    return Text("( )" if circle.brings is None else f"({number(circle.brings, '+')})", style="green")


def _track(picture: CarpeDiemPicture, language: str) -> Text:
    """Occupied spaces; the disc on top of a stack comes first."""
    text = Text(say(language, "carpe_diem.board.track") + " ", style="bold")
    stacks = [(space, stack[::-1]) for space, stack in enumerate(picture.track) if stack]
    words = [f"{space}: {' '.join(f'P{p + 1}' for p in stack)}" for space, stack in stacks]
    return text.append(" · ".join(words), style="not bold")
