"""The picture of Enghien-les-Bains in words (ENG-02, ENG-04): layout, cards before each seat, majorities."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.core.telling import Line, Part, item, line, part
from bastide.core.words import Majority, Phrase, Values
from bastide.games.enghien.picture import EnghienPicture, EnghienPlayer, LayoutCell, SymbolCard

TOPICS = ("state", "board", "majorities", "player")


def tell(picture: EnghienPicture) -> list[Part]:
    """Everything the picture holds, in a fixed order."""
    return [
        part("state", _state(picture)),
        part("board", [_cell(cell) for cell in picture.layout]),
        part("majorities", [_majority(row) for row in picture.majorities]),
        *(part("player", _player(player), player.seat) for player in picture.players),
    ]


def _state(picture: EnghienPicture) -> Iterator[Line]:
    yield line("enghien.tell.round", round=picture.round)
    if picture.target is not None:
        yield line("enghien.tell.target", target=picture.target)
    yield line("enghien.tell.left", n=picture.cards_left)
    yield line("enghien.tell.size", columns=picture.columns, rows=picture.rows)


def _symbols(card: SymbolCard) -> tuple[Phrase, ...]:
    return tuple(item(f"enghien.symbol.{symbol}") for symbol in card.symbols)


def _cell(cell: LayoutCell) -> Line:
    name = cell.cell.upper()
    if cell.card is None:
        return line("enghien.tell.empty", place=cell.cell, cell=name)
    if cell.taken_by is None:
        return line("enghien.tell.cell", *_symbols(cell.card), place=cell.cell, cell=name, card=cell.card.id)
    values: Values = {"cell": name, "card": cell.card.id, "seat": f"#{cell.taken_by}"}
    return line("enghien.tell.hole", *_symbols(cell.card), place=cell.cell, **values)


def _majority(row: Majority) -> Line:
    counts = tuple(item("tell.count", seat=f"#{seat}", n=n) for seat, n in enumerate(row.counts))
    key = "tell.leads" if len(row.leaders) == 1 else "tell.ties"
    leads = tuple(item(key, seat=f"#{seat}") for seat in row.leaders)
    return line("tell.kind", *counts, *leads, kind=f"@enghien.symbol.{row.kind}")


def _player(player: EnghienPlayer) -> Iterator[Line]:
    yield line("enghien.tell.points", points=player.points)
    yield line("enghien.tell.total", points=player.total)
    yield line("enghien.tell.cards", n=len(player.cards))
    for card in player.cards:
        yield line("enghien.tell.card", *_symbols(card), card=card.id)
