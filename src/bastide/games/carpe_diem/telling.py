"""The picture of Carpe Diem in words: ring, tiles with their edges, boards as grids, cards by what they ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bastide.core.telling import Line, Part, item, line, part
from bastide.core.words import Phrase
from bastide.games.carpe_diem.picture import (
    CarpeDiemPicture,
    CarpeDiemPlayer,
    Circle,
    Feature,
    PlacedTile,
    Reward,
    Scoring,
    ScoringCard,
    Settling,
    Space,
    Task,
    Tile,
    turned_edges,
)

TOPICS = ("state", "hand", "ring", "row", "cards", "circles", "track", "scoring", "player", "board", "frame")

SIDES = "nesw"
PASTURE = "P"
LETTERS = {
    "V": "villa",
    "W": "vineyard",
    "H": "herb_garden",
    "C": "chicken_run",
    "F": "fish_pond",
    "M": "merchant",
    "B": "baker",
    "S": "senator",
    "A": "artisan",
}
GRID_COLUMNS = 4
COLUMNS = "abcdef"
NEXT = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def tell(picture: CarpeDiemPicture) -> list[Part]:
    """Everything the picture holds, in a fixed order."""
    return [
        part("state", _state(picture)),
        part("hand", _hand(picture)),
        part("ring", [_space(space) for space in picture.ring]),
        part("row", [_row(i, tile) for i, tile in enumerate(picture.row)]),
        part("cards", [_card(i, card) for i, card in enumerate(picture.cards)]),
        part("circles", [_circle(circle) for circle in picture.circles]),
        part("track", [_stack(i, stack) for i, stack in enumerate(picture.track) if stack]),
        part("scoring", _scoring(picture.scoring) if picture.scoring else []),
        *(part("player", _player(player), player.seat) for player in picture.players),
        *(part("board", _board(player), player.seat) for player in picture.players),
        *(part("frame", [_task(task) for task in player.frame], player.seat) for player in picture.players),
    ]


def _kind(kind: str) -> str:
    return f"@carpe_diem.kind.{kind}"


# ------------------------------------------------------------------ tiles


def _edges(edges: str) -> list[Phrase]:
    """What lies at which sides: `villa north and east`. Pasture goes without saying."""
    kinds = dict.fromkeys(letter for letter in edges if letter != PASTURE)
    return [item("carpe_diem.tell.edges", kind=_kind(LETTERS[letter]), sides=_sides(edges, letter)) for letter in kinds]


def _sides(edges: str, letter: str) -> str:
    return _named_sides(side for side, edge in zip(SIDES, edges, strict=True) if edge == letter)


def _named_sides(sides: Iterable[str]) -> str:
    return "@carpe_diem.tell.sides." + "".join(sides)


def _shows(edges: str, chimneys: int, single: str | None) -> list[Phrase]:
    """What a tile shows: a single building, or what lies at its edges, and its chimneys."""
    shown = [] if single is None else [item("carpe_diem.tell.single", kind=_kind(single))]
    shown += _edges(edges)
    return shown + ([item("carpe_diem.tell.chimneys", n=chimneys)] if chimneys else [])


def _tile(tile: Tile) -> list[Phrase]:
    return _shows(tile.edges, tile.chimneys, tile.single)


def _space(space: Space) -> Line:
    """A space of the ring: each of its tiles by number, and whose pawns stand there."""
    items = [
        shown
        for i, tile in enumerate(space.tiles)
        for shown in (item("carpe_diem.tell.tile", number=i + 1), *_tile(tile))
    ]
    pawns = [item("carpe_diem.tell.pawn", seat=f"#{seat}") for seat in space.pawns]
    nothing = [] if space.tiles else [item("carpe_diem.tell.no_tiles")]
    return line("carpe_diem.tell.space", *nothing, *items, *pawns, place=str(space.space), number=space.space)


def _row(i: int, tile: Tile | None) -> Line:
    shown = [item("carpe_diem.board.empty")] if tile is None else _tile(tile)
    return line("carpe_diem.tell.row", *shown, place=str(i + 1), number=i + 1)


# ------------------------------------------------------------------ the table


def _state(picture: CarpeDiemPicture) -> Iterator[Line]:
    yield line("carpe_diem.tell.phase", phase=picture.phase, round=picture.round)
    yield line("carpe_diem.tell.part", part=f"@carpe_diem.tell.part.{picture.part}")
    if picture.waiting:
        yield line("carpe_diem.tell.waiting", *(item(f"carpe_diem.kind.{kind}") for kind in picture.waiting))
    if picture.reconstructed:
        yield line("carpe_diem.tell.reconstructed")


def _hand(picture: CarpeDiemPicture) -> Iterator[Line]:
    """The tile being placed, and one's fountain cards."""
    if picture.in_hand is not None:
        yield line("carpe_diem.tell.in_hand", *_tile(picture.in_hand.tile), seat=f"#{picture.in_hand.seat}")
    if picture.fountain_choice is not None:
        yield line("carpe_diem.tell.return", *(item(f"carpe_diem.kind.{kind}") for kind in picture.fountain_choice))
    for player in picture.players:
        if player.fountain_cards:
            yield line("carpe_diem.tell.fountain_cards",
                       *(item(f"carpe_diem.kind.{kind}") for kind in player.fountain_cards),
                       seat=f"#{player.seat}")  # fmt: skip


def card_place(space: int) -> str:
    """Where a scoring card lies: `b2` is the second column, the second row."""
    row, column = divmod(space, GRID_COLUMNS)
    return f"{COLUMNS[column]}{row + 1}"


def _card(space: int, card: ScoringCard | None) -> Line:
    name = card_place(space)
    if card is None:
        return line("carpe_diem.tell.no_card", place=name, card=name)
    needs = [item("carpe_diem.tell.need", what=f"@carpe_diem.tell.what.{what}", n=n) for what, n in card.need.items()]
    return line(
        f"carpe_diem.tell.card.{card.kind}",
        *needs,
        *_reward(card.reward),
        place=name,
        card=name,
        deck=card.deck,
    )


def _reward(reward: Reward) -> list[Phrase]:
    given = {"vp": reward.vp, "coin": reward.coin, "bread": reward.bread, "step": reward.step}
    return [item(f"carpe_diem.tell.brings.{what}", n=n) for what, n in given.items() if n]


def _circle(circle: Circle) -> Line:
    first, second = (card_place(card) for card in circle.cards)
    if circle.seat is not None:
        state = [item("carpe_diem.tell.disc", seat=f"#{circle.seat}")]
    else:
        state = [item("carpe_diem.tell.free")]
    brings = [] if circle.brings is None else [item("carpe_diem.tell.would_bring", n=circle.brings)]
    number = circle.circle + 1
    return line("carpe_diem.tell.circle", *state, *brings, place=str(number), number=number, first=first, second=second)


def _stack(space: int, stack: list[int]) -> Line:
    """CDM-22. A space of the track with its discs, the lowest first."""
    return line("carpe_diem.tell.stack", *(item("tell.name", seat=f"#{seat}") for seat in stack), number=space)


def _scoring(scoring: Scoring) -> Iterator[Line]:
    yield line("carpe_diem.tell.order", *(
        item("carpe_diem.tell.scored" if turn.done else "carpe_diem.tell.to_score", seat=f"#{turn.seat}")
        for turn in scoring.order
    ))  # fmt: skip
    if scoring.circle is not None:
        yield line("carpe_diem.tell.scored_circle", number=scoring.circle + 1)
    yield from (_settling(card) for card in scoring.cards)


def _settling(card: Settling) -> Line:
    state = "settled" if card.settled else "now" if card.now else "next"
    gives = [item("carpe_diem.tell.gives", what=f"@carpe_diem.tell.what.{what}", n=n) for what, n in card.gives.items()]
    bread = [item("carpe_diem.tell.bread_set")] if card.bread_set else []
    return line(
        f"carpe_diem.tell.settling.{state}",
        item("carpe_diem.tell.sets", n=card.sets),
        item("carpe_diem.tell.most", n=card.most),
        *gives,
        *bread,
        item("carpe_diem.tell.worth", points=card.points),
        card=card_place(card.space),
    )


# ------------------------------------------------------------------ a seat


def _player(player: CarpeDiemPlayer) -> Iterator[Line]:
    goods = player.goods
    yield line("tell.points", n=player.points)
    yield line(
        "carpe_diem.tell.goods",
        *(
            item(f"carpe_diem.event.good.{good}", n=n)
            for good, n in (
                ("grape", goods.grape),
                ("herb", goods.herb),
                ("chicken", goods.chicken),
                ("fish", goods.fish),
            )
        ),
    )
    yield line("carpe_diem.tell.supply", coins=player.coins, bread=player.bread)
    yield line("carpe_diem.tell.stored", stored=player.stored, discs=player.discs)
    yield line("carpe_diem.tell.banderole", n=player.banderole)
    yield line("carpe_diem.tell.fountains", n=player.fountain_count)
    yield line("carpe_diem.tell.villas", villas=player.villas, chimneys=player.chimneys)
    built = [item("carpe_diem.tell.built", kind=_kind(kind), n=n) for kind, n in player.complete.items() if n]
    if built:
        yield line("carpe_diem.tell.complete", *built)


def _board(player: CarpeDiemPlayer) -> Iterator[Line]:
    """A board as a grid: its tiles by cell as they lie, what is complete or open, shovel and banderoles."""
    if player.board is None:
        return
    yield line("carpe_diem.tell.board", number=player.board)
    if player.shovel is not None:
        yield line("carpe_diem.tell.shovel", cell=player.shovel)
    if player.banderoles:
        yield line("carpe_diem.tell.banderoles", *(item("tell.place", name=cell) for cell in player.banderoles))
    taken = {tile.cell for tile in player.tiles}
    for tile in player.tiles:
        yield line("carpe_diem.tell.cell", *_placed(tile, taken), place=tile.cell, cell=tile.cell)
    for feature in player.features:
        yield _feature(feature)


def _placed(tile: PlacedTile, taken: set[str]) -> list[Phrase]:
    edges = turned_edges(tile)
    opened = [side for side, edge in zip(SIDES, edges, strict=True)
              if edge != PASTURE and neighbour(tile.cell, side) not in taken]  # fmt: skip
    shown = _shows(edges, tile.chimneys, tile.single)
    return [*shown, item("carpe_diem.tell.open_at", sides=_named_sides(opened))] if opened else shown


def neighbour(cell: str, side: str) -> str:
    """The cell beside another; off the board a name that no cell has."""
    across, down = NEXT[side]
    column, row = COLUMNS.index(cell[0]) + across, int(cell[1:]) + down
    return f"{COLUMNS[column]}{row}" if 0 <= column < len(COLUMNS) else ""


def _feature(feature: Feature) -> Line:
    key = "carpe_diem.tell.feature.complete" if feature.complete else "carpe_diem.tell.feature.open"
    chimneys = [item("carpe_diem.tell.chimneys", n=feature.chimneys)] if feature.chimneys else []
    cells = [item("tell.place", name=cell) for cell in feature.cells]
    return line(key, *cells, *chimneys, kind=_kind(feature.kind))


def _task(task: Task) -> Line:
    state = item("carpe_diem.tell.task_done" if task.done else "carpe_diem.tell.task_open")
    return line(
        "carpe_diem.tell.task",
        item("carpe_diem.tell.task_points", n=task.points),
        state,
        side=f"@carpe_diem.tell.side.{task.side}",
        number=task.position,
        kind=_kind(task.kind),
    )
