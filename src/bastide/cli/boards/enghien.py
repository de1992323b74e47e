"""Enghien's layout and majorities in a terminal."""

from __future__ import annotations

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bastide.core.catalogue import say
from bastide.core.words import Majority
from bastide.games.enghien.picture import EnghienPicture, LayoutCell

# two letters and a colour for each symbol: colour is never the only cue
CODES = {
    "source_du_roy": ("So", "bright_cyan"),
    "lac": ("La", "bright_blue"),
    "casino": ("Ca", "bright_red"),
    "thermes": ("Th", "cyan"),
    "hippodrome": ("Hi", "green"),
    "jetee": ("Je", "yellow"),
    "theatre": ("Te", "magenta"),
    "eglise": ("Eg", "white"),
    "chateau": ("Ch", "bright_yellow"),
}


def board(picture: EnghienPicture, language: str) -> RenderableType:
    """The layout with its holes beside the matrix of majorities."""
    head = say(language, "enghien.board.left", n=picture.cards_left)
    if picture.target:
        head += " · " + say(language, "enghien.board.target", round=picture.round, target=picture.target)
    return Group(Text(head, style="bold"), Columns([_layout(picture), _matrix(picture, language)], padding=(0, 3)))


def _layout(picture: EnghienPicture) -> Table:
    grid = Table(box=ROUNDED, show_header=True, show_lines=True, padding=(0, 1))
    grid.add_column("")
    for column in range(picture.columns):
        grid.add_column("ABCDEFGH"[column], justify="center")
    for row in range(picture.rows):
        cells = picture.layout[row * picture.columns : (row + 1) * picture.columns]
        grid.add_row(str(row + 1), *(_cell(cell) for cell in cells))
    return grid


def _cell(cell: LayoutCell) -> Text:
    if cell.card is None:
        return Text("·", style="dim")
    if cell.taken_by is not None:
        return Text(f"·{cell.taken_by + 1}·", style="dim")
    return Text(" ").join(Text(*CODES[symbol]) for symbol in cell.card.symbols)


def _matrix(picture: EnghienPicture, language: str) -> Panel:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1))
    table.add_column("")
    for player in picture.players:
        table.add_column(f"P{player.seat + 1}", justify="right")
    for row in picture.majorities:
        code, colour = CODES[row.kind]
        name = Text(f"{code} {say(language, f'enghien.symbol.{row.kind}')}", style=colour)
        table.add_row(name, *(_count(row, seat) for seat in range(len(row.counts))))
    table.add_section()
    if picture.cards_left:
        table.add_row(say(language, "enghien.board.now"), *(str(player.points) for player in picture.players))
    if picture.target or not picture.cards_left:
        table.add_row(say(language, "enghien.board.total"), *(str(player.total) for player in picture.players))
    return Panel(table, title=say(language, "enghien.board.majorities"), expand=False)


def _count(row: Majority, seat: int) -> Text:
    """A sole leader in brackets, those tied with an equals sign."""
    n = row.counts[seat]
    if row.leaders == [seat]:
        return Text(f"[{n}]", style="bold yellow")
    return Text(f"={n}" if seat in row.leaders else str(n or "·"), style="yellow" if seat in row.leaders else "")
