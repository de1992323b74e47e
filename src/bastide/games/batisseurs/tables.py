"""The 40 cards, the die and the numbers of the rulebook, as frozen arrays read from components.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta
from msgspec.structs import asdict

from bastide.core.components import Entry, component_file, expect, read_components
from bastide.core.state import frozen

FOLDER = Path(__file__).resolve().parent
PATH = component_file(FOLDER)

TYPE_NAMES = ("corner_left", "corner_right", "tower", "gate", "town_hall", "church")


class Table(Entry):
    """Players, money and piles."""

    players: tuple[int, int]
    start_money: int
    money_in_box: int
    saboteur_stones: int
    pile_size: int
    cards: int


class Build(Entry):
    """How much may be built, and where."""

    first_build: int
    most_per_turn: int
    corner_towers: int
    corner_towers_final: int
    town_halls: int
    row_places: int


class Sabotage(Entry):
    hand_attack_cards: int


class Score(Entry):
    """The bonuses at the end."""

    town_hall_in_middle: int
    equal_churches: int
    equal_corner_towers: int


class Face(Entry):
    """A side of the die."""

    id: str
    income: int
    sabotage: Literal["nothing", "ransom", "destroyed"]


class Kind(Entry):
    """Cards of a type that are alike."""

    value: Annotated[int, Meta(ge=1)]
    copies: Annotated[int, Meta(ge=1)]
    shields: int = 0
    coins: int = 0


class Type(Entry):
    """A printed type: what an auctioneer calls it, and what may not stand beside it."""

    id: str
    spoken: str
    group: str
    cards: int
    kinds: list[Kind]


class City(Entry):
    """A scored city of the rulebook."""

    name: str
    row: list[str]
    hand: list[int]
    buildings: int
    middle: int
    churches: int
    corners: int
    total: int
    status: str


class Components(Entry):
    """The whole file."""

    table: Table
    build: Build
    sabotage: Sabotage
    score: Score
    face: list[Face]
    type: list[Type]
    city: list[City]


def check_components(data: Components) -> None:
    """BAT-01, BAT-02, BAT-04. Refuses a file whose counts are not those of the game."""
    names = tuple(row.id for row in data.type)
    expect(names == TYPE_NAMES, "type", f"the types are {names}, not {TYPE_NAMES}")
    for row in data.type:
        copies = sum(kind.copies for kind in row.kinds)
        expect(copies == row.cards < 16, f"type {row.id}", f"{copies} cards, not {row.cards} (15 at most)")
        for kind in row.kinds:
            expect(kind.shields * kind.coins == 0, f"type {row.id}", f"{kind} is no card")
    kinds = sum(len(row.kinds) for row in data.type)
    expect(kinds <= 64, "type", f"{kinds} kinds are too many")
    cards = sum(row.cards for row in data.type)
    fits = cards == data.table.cards == 2 * data.table.pile_size
    expect(fits, "table", f"{cards} cards do not make two equal piles")
    incomes = [face.income for face in data.face]
    expect(incomes == list(range(len(incomes))), "face", f"incomes {incomes} do not count up from the saboteur's 0")


DATA = read_components(PATH, Components, check_components)

MAX_SEATS: int = DATA.table.players[1]
CARDS: int = DATA.table.cards
PILE_SIZE: int = DATA.table.pile_size
START_MONEY: int = DATA.table.start_money
TOP_BID: int = DATA.table.money_in_box
STONES: int = DATA.table.saboteur_stones
FIRST_BUILD: int = DATA.build.first_build
MOST_PER_TURN: int = DATA.build.most_per_turn
CORNERS: int = DATA.build.corner_towers
CORNERS_FINAL: int = DATA.build.corner_towers_final
WIDTH: int = DATA.build.row_places
BIG_HAND: int = DATA.sabotage.hand_attack_cards
MIDDLE_BONUS: int = DATA.score.town_hall_in_middle
CHURCH_BONUS: int = DATA.score.equal_churches
CORNER_BONUS: int = DATA.score.equal_corner_towers

TYPES = len(TYPE_NAMES)
CORNER_LEFT, CORNER_RIGHT, TOWER, GATE, TOWN_HALL, CHURCH = range(TYPES)
SPOKEN_NAMES = ("corner_tower", "tower", "gate", "town_hall", "church")  # as an auctioneer names them (BAT-25)
SPOKEN_TYPES = len(SPOKEN_NAMES)
GROUP_NAMES = ("tower", "gate", "town_hall", "church")  # two of a group may not stand side by side (BAT-32)
GROUP = frozen([GROUP_NAMES.index(row.group) for row in DATA.type], np.int8)  # [type]

_KINDS = [(i, kind) for i, row in enumerate(DATA.type) for kind in row.kinds]
KINDS = len(_KINDS)
TYPE = frozen([i for i, _ in _KINDS], np.int8)  # [kind] -> printed type
SPOKEN = frozen([SPOKEN_NAMES.index(DATA.type[i].spoken) for i, _ in _KINDS], np.int8)  # [kind]
VALUE = frozen([kind.value for _, kind in _KINDS], np.int8)  # [kind], printed
SHIELDS = frozen([kind.shields for _, kind in _KINDS], np.int8)  # [kind]
COINS = frozen([kind.coins for _, kind in _KINDS], np.int8)  # [kind]
COPIES = frozen([kind.copies for _, kind in _KINDS], np.int8)  # [kind]


def _one_shield_kind(kind: int) -> int:
    """BAT-01. With one shield on every tower, towers that differed by shields alone are one kind: the later one."""
    alike = [k for k in range(KINDS) if (TYPE[k], VALUE[k], COINS[k]) == (TYPE[kind], VALUE[kind], COINS[kind])]
    return max(alike)


ONE_SHIELD = frozen([_one_shield_kind(kind) for kind in range(KINDS)], np.int8)  # [kind] -> kind

FACE_NAMES: tuple[str, ...] = tuple(face.id for face in DATA.face)
FACES = len(FACE_NAMES)
SABOTEUR = FACE_NAMES.index("saboteur")
INCOME = frozen([face.income for face in DATA.face], np.int8)  # [face], thalers
NOTHING, PAYABLE, DESTROYED = range(3)  # what a face does to an attacked building (BAT-42)
_EFFECTS = {"nothing": NOTHING, "ransom": PAYABLE, "destroyed": DESTROYED}
EFFECT = frozen([_EFFECTS[face.sabotage] for face in DATA.face], np.int8)  # [face]

OPEN, HIDDEN = range(2)
PILE_NAMES = ("open", "hidden")


def components() -> list[tuple[str, list[dict[str, object]]]]:
    """The tables of the component file, for people."""
    cards: list[dict[str, object]] = [
        {
            "type": TYPE_NAMES[i],
            "value": kind.value,
            "shields": kind.shields,
            "coins": kind.coins,
            "copies": kind.copies,
            "status": "value rulebook; shields and coins reconstructed",
        }
        for i, kind in _KINDS
    ]
    types: list[dict[str, object]] = [
        {"type": row.id, "spoken": row.spoken, "group": row.group, "cards": row.cards, "status": "rulebook"}
        for row in DATA.type
    ]
    faces: list[dict[str, object]] = [{**asdict(face), "status": "rulebook"} for face in DATA.face]
    return [("types", types), ("cards", cards), ("die", faces)]
