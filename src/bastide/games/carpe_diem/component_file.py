"""The component file, table by table, as msgspec reads it: which fields there are, and what fits in each."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from bastide.core.components import Entry
from bastide.games.carpe_diem.kinds import EDGE_LETTERS

Status = Literal["rulebook", "sourced", "inferred", "reconstructed"]
STATUSES = get_args(Status)
BACKS = {"white": 84, "black": 39}  # CDM-05, CDM-50
FOUNTAIN_CARDS = 24
CARD_SPACES = 12  # of the scoring grid
UpTo9 = Annotated[int, Meta(ge=0, le=9)]
UpTo99 = Annotated[int, Meta(ge=0, le=99)]
From1To9 = Annotated[int, Meta(ge=1, le=9)]
From1To99 = Annotated[int, Meta(ge=1, le=99)]


class FlowTable(Entry):
    """Prices, the penalty, and what leftovers are worth."""

    bread_for_move: From1To9
    bread_for_set: From1To9
    penalty: UpTo99
    leftovers_per_point: From1To99
    status: Status


class TrackTable(Entry):
    last: From1To99
    status: Status


class VillaTable(Entry):
    """Points by chimneys, and those that the rulebook says."""

    points: list[int]
    rulebook: list[int]
    beyond: UpTo99
    status: Status


class DeckCounts(Entry):
    """Scoring cards that lie open, by deck."""

    A: UpTo99
    B: UpTo99
    C: UpTo99
    D: UpTo99


class SizeTable(Entry):
    """What depends on the number of players."""

    players: int
    start_points: tuple[int, ...]
    cards: DeckCounts
    empty_spaces: list[int]
    circles: int
    status: Status


class TileEntry(Entry):
    id: Annotated[str, Meta(pattern="^[a-z0-9-]+$")]
    edges: Annotated[str, Meta(pattern=f"^[{EDGE_LETTERS}]{{4}}$")]
    status: Status
    single: str = ""
    chimneys: UpTo9 = 0
    white: Annotated[int, Meta(ge=0, le=BACKS["white"])] = 0
    black: Annotated[int, Meta(ge=0, le=BACKS["black"])] = 0


class TileList(Entry):
    kinds: list[TileEntry]


class CardEntry(Entry):
    """A scoring card: a red one says what to give, a green one what to own."""

    id: Annotated[str, Meta(pattern="^[A-Za-z0-9]+$")]
    reward: dict[str, UpTo99]
    status: Status
    give: dict[str, Annotated[int, Meta(ge=1, le=36)]] | None = None
    own: dict[str, Annotated[int, Meta(ge=1, le=36)]] | None = None
    copies: From1To9 = 1


class Decks(Entry):
    A: list[CardEntry]
    B: list[CardEntry]
    C: list[CardEntry]
    D: list[CardEntry]


class FountainEntry(Entry):
    kind: str
    points: From1To99
    copies: Annotated[int, Meta(ge=1, le=FOUNTAIN_CARDS)]
    status: Status


class FountainList(Entry):
    kinds: list[FountainEntry]


class BoardEntry(Entry):
    id: int
    plan: str
    status: Status


class FrameEntry(Entry):
    id: int
    tasks: list[str]
    status: Status


class FrameList(Entry):
    pieces: list[FrameEntry]


class File(Entry):
    """The whole file."""

    flow: FlowTable
    track: TrackTable
    villas: VillaTable
    table: list[SizeTable]
    tiles: TileList
    scoring_cards: Decks
    fountain_cards: FountainList
    board: list[BoardEntry]
    frame: FrameList
