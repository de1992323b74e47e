"""Records and cells: Python ints out, range-checked stores in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bastide.core.jit import TARGET
from bastide.core.play import entry_points
from bastide.core.state import (
    CheckedCells,
    CheckedRecords,
    ask,
    editor,
    from_bytes,
    new_states,
    once,
    reader,
    record_dtype,
    remembered_by,
    to_bytes,
    twin_of,
)
from bastide.games import GAMES, load

PLAYER = np.dtype([("score", np.int16), ("hand", np.int8, (2, 3))], align=True)
STATE = record_dtype([("phase", np.int8), ("bag", np.int8, (4,)), ("players", PLAYER, (2,))])


def records() -> CheckedRecords:
    return CheckedRecords(np.zeros(2, STATE))


def test_fields_read_as_python_ints() -> None:
    s = records()[0]
    s.phase = 100
    s.bag[2] = 100
    s.players[1].hand[1, 2] = 100
    assert type(s.phase) is int
    assert s.phase + s.bag[2] + s.players[1].hand[1, 2] == 300


def test_a_value_that_does_not_fit_is_refused() -> None:
    s = records()[0]
    with pytest.raises(OverflowError):
        s.phase = 128
    with pytest.raises(OverflowError):
        s.bag[0] = -129


def test_a_negative_or_distant_index_is_refused() -> None:
    s = records()[0]
    for index in (-1, 4):
        with pytest.raises(IndexError):
            s.bag[index]
    with pytest.raises(IndexError):
        s.players[0].hand[0, -1] = 1
    with pytest.raises(AttributeError):
        s.nothing  # noqa: B018


def test_assigning_a_record_copies_all_of_it() -> None:
    states = records()
    states[0].players[1].score = 7
    states[1] = states[0]
    states[0].players[1].score = 8
    assert states[1].players[1].score == 7


def test_bytes_go_there_and_back() -> None:
    states = new_states(STATE)
    editor(states).bag[3] = 5
    again = from_bytes(STATE, to_bytes(states))
    assert reader(again).bag[3] == 5
    assert to_bytes(again) == to_bytes(states)
    assert isinstance(editor(again).bag, CheckedCells)


@pytest.mark.compiled
def test_a_reader_reads_nested_fields_as_python_ints_and_cannot_be_written() -> None:
    states = new_states(STATE)
    editor(states).players[1].hand[1, 2] = 5
    s = reader(states)
    assert type(s.players[1].hand[1, 2]) is int
    assert s.players[1].hand[1, 2] == 5
    assert s.bag.tolist() == [0, 0, 0, 0]
    with pytest.raises(AttributeError, match="editor"):
        s.phase = 1
    with pytest.raises(AttributeError, match="editor"):
        s.players[0].score = 1
    with pytest.raises(TypeError):
        s.bag[0] = 1
    with pytest.raises(IndexError):
        s.bag[-1]


def test_answers_are_kept_with_a_reader_and_by_the_fields_they_follow_from() -> None:
    asked: list[str] = []

    @once
    def seats_and(s: Any, more: int) -> int:
        asked.append("and")
        return int(s.seats) + more

    @remembered_by("seats", most=4)
    def seats_of(s: Any) -> int:
        asked.append("seats")
        return int(s.seats)

    m = load("enghien").new(3, seed=1)
    v = m.view(0).state
    assert [seats_and(v, 1), seats_and(v, 1), seats_and(v, 2)] == [4, 4, 5]
    is_compiled = TARGET != "python"
    assert asked == ["and"] * (2 if is_compiled else 3), "an interpreted record may change"
    asked.clear()
    m.apply(m.legal[0])
    assert [seats_of(v), seats_of(m.view(1).state), seats_of(load("enghien").new(4, seed=1).view(0).state)] == [3, 3, 4]
    assert asked == ["seats"] * 2


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_that_is_asked_answers_about_the_record_and_changes_it_alone(name: str) -> None:
    game = load(name)
    m = game.new(seed=3)
    s, twin = m.state, twin_of(m.state)
    assert [ask(game.kernel.to_move, each) for each in (s, twin)] == [m.to_move] * 2
    later = from_bytes(game.state, bytes(m))
    entry_points(game).apply(later, m.legal[0])
    ask(game.kernel.apply, twin, m.legal[0])
    assert twin._row.tobytes() == to_bytes(later)
    assert s._row.tobytes() == bytes(m)
