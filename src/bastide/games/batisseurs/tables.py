"""The 40 cards, the die and the numbers of the rulebook, as frozen arrays read from components.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from bastide.core.components import component_file, expect, read_components
from bastide.core.state import frozen

FOLDER = Path(__file__).resolve().parent
PATH = component_file(FOLDER)

TYPE_NAMES = ("corner_left", "corner_right", "tower", "gate", "town_hall", "church")


def check_components(data: dict[str, Any]) -> None:
    """BAT-01, BAT-02, BAT-04. Refuses a file whose counts are not those of the game."""
    table = data["table"]
    names = tuple(row["id"] for row in data["type"])
    expect(names == TYPE_NAMES, "type", f"the types are {names}, not {TYPE_NAMES}")
    for row in data["type"]:
        copies = sum(kind["copies"] for kind in row["kinds"])
        expect(copies == row["cards"] < 16, f"type {row['id']}", f"{copies} cards, not {row['cards']} (15 at most)")
        for kind in row["kinds"]:
            fits = kind["value"] > 0 and kind["copies"] > 0 and kind.get("shields", 0) * kind.get("coins", 0) == 0
            expect(fits, f"type {row['id']}", f"{kind} is no card")
    kinds = sum(len(row["kinds"]) for row in data["type"])
    expect(kinds <= 64, "type", f"{kinds} kinds are too many")
    cards = sum(row["cards"] for row in data["type"])
    expect(cards == table["cards"] == 2 * table["pile_size"], "table", f"{cards} cards do not make two equal piles")
    incomes = [face["income"] for face in data["face"]]
    expect(incomes == list(range(len(incomes))), "face", f"incomes {incomes} do not count up from the saboteur's 0")


DATA = read_components(PATH)
check_components(DATA)

MAX_SEATS: int = DATA["table"]["players"][1]
CARDS: int = DATA["table"]["cards"]
PILE_SIZE: int = DATA["table"]["pile_size"]
START_MONEY: int = DATA["table"]["start_money"]
TOP_BID: int = DATA["table"]["money_in_box"]
STONES: int = DATA["table"]["saboteur_stones"]
FIRST_BUILD: int = DATA["build"]["first_build"]
MOST_PER_TURN: int = DATA["build"]["most_per_turn"]
CORNERS: int = DATA["build"]["corner_towers"]
CORNERS_FINAL: int = DATA["build"]["corner_towers_final"]
WIDTH: int = DATA["build"]["row_places"]
BIG_HAND: int = DATA["sabotage"]["hand_attack_cards"]
MIDDLE_BONUS: int = DATA["score"]["town_hall_in_middle"]
CHURCH_BONUS: int = DATA["score"]["equal_churches"]
CORNER_BONUS: int = DATA["score"]["equal_corner_towers"]

TYPES = len(TYPE_NAMES)
CORNER_LEFT, CORNER_RIGHT, TOWER, GATE, TOWN_HALL, CHURCH = range(TYPES)
SPOKEN_NAMES = ("corner_tower", "tower", "gate", "town_hall", "church")  # as an auctioneer names them (BAT-25)
SPOKEN_TYPES = len(SPOKEN_NAMES)
GROUP_NAMES = ("tower", "gate", "town_hall", "church")  # two of a group may not stand side by side (BAT-32)
GROUP = frozen([GROUP_NAMES.index(row["group"]) for row in DATA["type"]], np.int8)  # [type]

_KINDS = [(i, kind) for i, row in enumerate(DATA["type"]) for kind in row["kinds"]]
KINDS = len(_KINDS)
TYPE = frozen([i for i, _ in _KINDS], np.int8)  # [kind] -> printed type
SPOKEN = frozen([SPOKEN_NAMES.index(DATA["type"][i]["spoken"]) for i, _ in _KINDS], np.int8)  # [kind]
VALUE = frozen([kind["value"] for _, kind in _KINDS], np.int8)  # [kind], printed
SHIELDS = frozen([kind.get("shields", 0) for _, kind in _KINDS], np.int8)  # [kind]
COINS = frozen([kind.get("coins", 0) for _, kind in _KINDS], np.int8)  # [kind]
COPIES = frozen([kind["copies"] for _, kind in _KINDS], np.int8)  # [kind]


def _one_shield_kind(kind: int) -> int:
    """BAT-01. With one shield on every tower, towers that differed by shields alone are one kind: the later one."""
    alike = [k for k in range(KINDS) if (TYPE[k], VALUE[k], COINS[k]) == (TYPE[kind], VALUE[kind], COINS[kind])]
    return max(alike)


ONE_SHIELD = frozen([_one_shield_kind(kind) for kind in range(KINDS)], np.int8)  # [kind] -> kind

FACE_NAMES: tuple[str, ...] = tuple(face["id"] for face in DATA["face"])
FACES = len(FACE_NAMES)
SABOTEUR = FACE_NAMES.index("saboteur")
INCOME = frozen([face["income"] for face in DATA["face"]], np.int8)  # [face], thalers
NOTHING, PAYABLE, DESTROYED = range(3)  # what a face does to an attacked building (BAT-42)
_EFFECTS = {"nothing": NOTHING, "ransom": PAYABLE, "destroyed": DESTROYED}
EFFECT = frozen([_EFFECTS[face["sabotage"]] for face in DATA["face"]], np.int8)  # [face]

OPEN, HIDDEN = range(2)
PILE_NAMES = ("open", "hidden")


def components() -> list[tuple[str, list[dict[str, object]]]]:
    """The tables of the component file, for people."""
    cards: list[dict[str, object]] = [
        {
            "type": TYPE_NAMES[i],
            "value": kind["value"],
            "shields": kind.get("shields", 0),
            "coins": kind.get("coins", 0),
            "copies": kind["copies"],
            "status": "value rulebook; shields and coins reconstructed",
        }
        for i, kind in _KINDS
    ]
    types: list[dict[str, object]] = [
        {"type": row["id"], "spoken": row["spoken"], "group": row["group"], "cards": row["cards"], "status": "rulebook"}
        for row in DATA["type"]
    ]
    faces: list[dict[str, object]] = [{**face, "status": "rulebook"} for face in DATA["face"]]
    return [("types", types), ("cards", cards), ("die", faces)]
