"""The component file: what ships, what is refused and by which name, and how to put another one in."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bastide.core.components import own_version
from bastide.core.errors import BadComponents
from bastide.games.carpe_diem.component_file import STATUSES
from bastide.games.carpe_diem.components import read_all
from bastide.games.carpe_diem.tables import DATA, FOLDER, components

TEXT = (FOLDER / "components.toml").read_text(encoding="utf-8")
RAW = tomllib.loads(TEXT)


def tile(data: dict[str, Any], tile_id: str) -> Any:
    return next(entry for entry in data["tiles"]["kinds"] if entry["id"] == tile_id)


def card(data: dict[str, Any], card_id: str) -> Any:
    return next(entry for deck in data["scoring_cards"].values() for entry in deck if entry["id"] == card_id)


def test_CDM_05_what_ships_has_the_rulebooks_counts() -> None:
    assert (sum(t.white for t in DATA.tiles), sum(t.black for t in DATA.tiles)) == (84, 39)
    assert sum(c.copies for c in DATA.cards) == 60
    assert sum(f.copies for f in DATA.fountains) == 24
    assert len(DATA.frame) == 16
    assert len(DATA.boards) == 4


def test_every_entry_says_where_it_comes_from() -> None:
    entries: list[Any] = [*DATA.tiles, *DATA.cards, *DATA.fountains, *DATA.boards, *DATA.frame, *DATA.tables]
    assert {entry.status for entry in entries} == {"rulebook", "inferred", "reconstructed"} < set(STATUSES)
    assert RAW["track"]["status"] == "sourced"
    assert sum(c.status == "rulebook" for c in DATA.cards) == 12  # so 48 of the 60 scoring cards are reconstructed


@pytest.mark.parametrize(
    "card_id", ["A02", "A07", "B09", "B11", "C01", "C05", "C09", "C11", "D01", "D09", "D17", "D20"]
)
def test_the_twelve_cards_of_the_rulebook_are_marked_so(card_id: str) -> None:
    assert card(RAW, card_id)["status"] == "rulebook"


Damage = Callable[[dict[str, Any]], object]
DAMAGES: list[tuple[str, Damage]] = [
    ("tiles: 85 white tiles, not 84", lambda d: tile(d, "market").update(white=6)),
    ("tiles: 38 black tiles, not 39", lambda d: tile(d, "run").update(black=3)),
    ("tiles, kinds, 'villa-1', edges is 'VPPX': expected", lambda d: tile(d, "villa-1").update(edges="VPPX")),
    ("tiles, kinds, 'villa-1', edges is 'VPP': expected", lambda d: tile(d, "villa-1").update(edges="VPP")),
    ("tile 'merchant': half a merchant crosses one edge, not 2", lambda d: tile(d, "merchant").update(edges="MMPP")),
    ("tile 'pond-bend': a fish_pond over four edges", lambda d: tile(d, "pond-bend").update(edges="FFFF")),
    ("tile 'market': a market lies in pasture alone", lambda d: tile(d, "market").update(edges="PPPV")),
    ("tile 'market': shows nothing but pasture", lambda d: tile(d, "market").pop("single")),
    ("tile 'market': `single` is 'villa'", lambda d: tile(d, "market").update(single="villa")),
    ("tile 'baker': has chimneys but no villa", lambda d: tile(d, "baker").update(chimneys=1)),
    ("tile 'villa-pond': a black tile shows one thing, not 2", lambda d: tile(d, "villa-pond").update(black=1)),
    ("tile 'villa-tee-1': has no copies", lambda d: tile(d, "villa-tee-1").update(white=0)),
    ("tile 'villa-bend-2': has the same face as 'villa-bend-1'", lambda d: tile(d, "villa-bend-2").update(chimneys=1)),
    ("tiles, kinds, 'senator', white is '1': expected `int`", lambda d: tile(d, "senator").update(white="1")),
    ("tiles, kinds, 'senator', status is 'seen': invalid", lambda d: tile(d, "senator").update(status="seen")),
    ("tile 'fountain': 13 fountains look at 26 cards", lambda d: (
        tile(d, "fountain").update(white=11), tile(d, "market").update(white=1), tile(d, "bakery").update(white=3)
    )),
    ("tile 'merchant': stands there 2 times", lambda d: tile(d, "baker").update(id="merchant")),
    ("scoring_cards: 61 cards, not 60", lambda d: card(d, "A01").update(copies=2)),
    ("scoring card A01: says either what to `give`", lambda d: card(d, "A01").update(own={"villa": 1})),
    ("scoring card A01: 'gold' is none of", lambda d: card(d, "A01").update(give={"gold": 2})),
    ("scoring card A01: asks for", lambda d: card(d, "A01").update(give={"grape": 1})),
    ("scoring card C04: brings nothing", lambda d: card(d, "C04").update(reward={})),
    ("scoring card C04: 'money' is none of", lambda d: card(d, "C04").update(reward={"money": 2})),
    ("fountain_cards: 25 cards, not 24", lambda d: d["fountain_cards"]["kinds"][0].update(copies=3)),
    ("fountain card 'villa': has an entry already", lambda d: d["fountain_cards"]["kinds"][1].update(kind="villa")),
    ("board 2: 0 shovels", lambda d: d["board"][1].update(plan=d["board"][1]["plan"].replace("S", "."))),
    ("board 3: 8 banderoles, not 9", lambda d: d["board"][2].update(plan=d["board"][2]["plan"].replace("b", ".", 1))),
    ("board 1: `plan` is not 6 rows", lambda d: d["board"][0].update(plan="....")),
    ("board 1: `plan` holds 'x'", lambda d: d["board"][0].update(plan=d["board"][0]["plan"].replace("b", "x", 1))),
    ("board 1: the shovel lies at the frame", lambda d: d["board"][0].update(
        plan=d["board"][0]["plan"].replace("S", ".").replace(".", "S", 1)
    )),
    ("board: 3 boards, not 4", lambda d: d["board"].pop()),
    ("frame: 15 pieces, not 16", lambda d: d["frame"]["pieces"].pop()),
    ("frame piece 5: 1 tasks, not 2", lambda d: d["frame"]["pieces"][4]["tasks"].pop()),
    ("frame piece 5: a task is", lambda d: d["frame"]["pieces"][4].update(tasks=["7 baker 4", "1 villa 3"])),
    ("frame piece 5: 'palace' is none of", lambda d: d["frame"]["pieces"][4].update(tasks=["2 palace 4", "1 villa 3"])),
    ("frame piece 5: both tasks have one position", lambda d: d["frame"]["pieces"][4].update(
        tasks=["1 baker 4", "1 villa 3"]
    )),
    ("table for 3: 11 cards, 10 spaces", lambda d: d["table"][1]["cards"].update(D=4)),
    ("table for 3: 11 circles lie between two cards, not 13", lambda d: d["table"][1].update(empty_spaces=[1, 6])),
    ("table for 4: 3 players get starting points", lambda d: d["table"][2]["start_points"].pop()),
    ("table: needs 2, 3 and 4 players", lambda d: d["table"].pop()),
    ("file: object missing required field `flow`", lambda d: d.pop("flow")),
    ("flow, penalty is -4: expected `int` >= 0", lambda d: d["flow"].update(penalty=-4)),
    ("tiles, kinds, 'market': object contains unknown field", lambda d: tile(d, "market").update(colour="red")),
    ("scoring_cards, B, number 1: object missing required field `id`", lambda d: card(d, "B01").pop("id")),
    ("scoring_cards, C, 'C01', own: expected `int` >= 1", lambda d: card(d, "C01").update(own={"chimney": 0})),
    ("scoring_cards: object missing required field `D`", lambda d: d["scoring_cards"].pop("D")),
]  # fmt: skip


@pytest.mark.parametrize(("message", "damage"), DAMAGES, ids=[message for message, _ in DAMAGES])
def test_a_file_with_a_wrong_count_or_an_impossible_entry_is_refused_by_name(message: str, damage: Damage) -> None:
    data = copy.deepcopy(RAW)
    damage(data)
    with pytest.raises(BadComponents) as refusal:
        read_all(data)
    assert str(refusal.value).startswith(message)


def test_the_tables_for_people_have_their_counts_and_every_row_its_status() -> None:
    listed = dict(components())
    assert {title: len(rows) for title, rows in listed.items()} == {
        "numbers": 6,
        "tables by players": 3,
        "complete villas by chimneys": 11,
        "frame pieces": 16,
        "building boards": 4,
        "84 white and 39 black tiles, by kind": 59,
        "60 scoring cards, by kind": 59,
        "24 fountain cards, by kind": 12,
    }
    assert all(row["status"] in STATUSES for rows in listed.values() for row in rows)
    villas = listed["complete villas by chimneys"]
    assert [row["chimneys"] for row in villas if row["status"] == "rulebook"] == [3, 5]


# ---- putting printed components in

PROGRAM = """
from bastide.core.jit import source_digest
from bastide.games import load
game = load("carpe_diem")
m = game.new(2, seed=1)
while not m.is_over:
    m.apply(m.legal[len(m.legal) // 2])
    assert game.check(m.state) == ""
print(game.spec.rules_version, source_digest(("bastide.games.carpe_diem.rules",)), m.ply)
"""


def play_with(path: Path | None) -> subprocess.CompletedProcess[str]:
    """One game in a process of its own, interpreted, with the components of that file."""
    named = {"BASTIDE_CARPE_DIEM_COMPONENTS": str(path)} if path else {}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "BASTIDE_TARGET": "python", **named},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.compiled
def test_another_component_file_is_another_game(tmp_path: Path) -> None:
    """More straight vineyards: played, compiled apart, and its records are told apart."""
    path = tmp_path / "printed.toml"
    text = TEXT.replace(
        '{ id = "vineyard-straight", edges = "WPWP", white = 1,',
        '{ id = "vineyard-straight", edges = "WPWP", white = 5,',
    )
    text = text.replace('edges = "PPPP", single = "market", white = 5', 'edges = "PPPP", single = "market", white = 1')
    assert text != TEXT
    path.write_text(text, encoding="utf-8")
    shipped, printed = play_with(None), play_with(path)
    assert shipped.returncode == printed.returncode == 0, printed.stderr
    (version, digest, _), (other_version, other_digest, _) = shipped.stdout.split(), printed.stdout.split()
    assert version == "2"
    assert version != other_version
    assert digest != other_digest


@pytest.mark.compiled
def test_a_file_that_is_missing_or_wrong_is_refused_when_the_game_is_loaded(tmp_path: Path) -> None:
    missing = play_with(tmp_path / "nowhere.toml")
    assert missing.returncode != 0
    assert "nowhere.toml" in missing.stderr
    path = tmp_path / "wrong.toml"
    path.write_text(TEXT.replace('id = "merchant", edges = "MPPP"', 'id = "merchant", edges = "MMPP"'))
    assert f"{path}: tile 'merchant': half a merchant crosses one edge" in play_with(path).stderr
    path.write_text(TEXT.replace("penalty = 4", 'penalty = "four"'))
    assert f"{path}: flow, penalty is 'four': expected `int`, got `str`" in play_with(path).stderr


def test_the_version_of_what_ships_is_the_rules_version() -> None:
    assert own_version(FOLDER, 7) == 7
