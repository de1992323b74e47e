"""Records: the log of decisions is the game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bastide.core.errors import BadRecord, BastideError, ForeignVersion
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.record import Record


def finished(game: Game, seats: int, seed: int) -> Position:
    m = game.new(seats, seed=seed)
    while not m.is_over:
        m.apply(m.legal[(m.ply * 7) % len(m.legal)])
    return m


def test_a_record_rebuilds_the_game_byte_for_byte(table: tuple[Game, int]) -> None:
    game, seats = table
    m = finished(game, seats, 51)
    record = Record.from_json(m.record().to_json())
    again = record.replay(game)
    assert bytes(again) == bytes(m)
    assert again.plies == m.plies
    assert [(line.seat, line.points, line.place) for line in record.scores or []] == [tuple(s) for s in m.scores()]
    half = record.replay(game, upto=m.ply // 2)
    assert half.ply == m.ply // 2
    assert bytes(half) == bytes(m.at(m.ply // 2))


def test_texts_of_a_record_read_back_to_its_actions(game: Game) -> None:
    m = finished(game, game.spec.seats[0], 52)
    past = m.at(0)
    for line in m.record().plies:
        assert game.read(past.state, line.text) == line.action
        past.draw(line.action) if line.who == "chance" else past.apply(line.action)


def test_a_record_of_another_version_is_refused_by_name(game: Game) -> None:
    raw = json.loads(finished(game, game.spec.seats[0], 53).record().to_json())
    raw["rules_version"] += 1
    with pytest.raises(ForeignVersion, match="rules version"):
        Record.from_json(json.dumps(raw)).replay(game)


@pytest.mark.parametrize("damage", ["ply", "who", "scores", "early", "game", "seats", "option"])
def test_a_record_that_does_not_fit_is_refused(game: Game, damage: str) -> None:
    raw = json.loads(finished(game, game.spec.seats[0], 54).record().to_json())
    last = raw["plies"][-1]
    match damage:
        case "ply":
            last["action"] = game.spec.num_actions
        case "who":
            last["who"] = 5
        case "scores":
            raw["scores"][0]["points"] += 1
        case "early":
            raw["plies"].pop()
        case "game":
            raw["game"] = "chess"
        case "seats":
            raw["seats"] = 9
        case "option":
            raw["options"] = {"nonsense": 1}
    with pytest.raises(BastideError):
        Record.from_json(json.dumps(raw)).replay(game)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "bastide-record/1"}', '{"format": 3}', "\xff\xfe"])
def test_text_that_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadRecord, match=r"record\.json"):
        Record.load(path)


def test_a_truncated_record_is_refused(game: Game) -> None:
    text = finished(game, game.spec.seats[0], 55).record().to_json()
    with pytest.raises(BadRecord):
        Record.from_json(text[: len(text) // 2])
