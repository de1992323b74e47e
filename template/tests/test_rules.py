"""The rules, clause by clause, as transcripts in notation."""

from __future__ import annotations

import pytest

from bastide.core.errors import IllegalAction
from bastide.core.position import Position
from bastide.games.newgame import GAME
from bastide.games.newgame.tables import SIZES, SMALLEST


def play(*moves: str, seats: int = 2) -> Position:
    """A table where these draws and moves were made."""
    m = GAME.new(seats)
    for text in moves:
        m.draw(text) if m.to_move < 0 else m.apply(text)
    return m


def test_NGM_01_the_first_seat_begins_with_nothing() -> None:
    m = play("heap 80", seats=3)
    assert m.to_move == 0
    assert [score.points for score in m.scores()] == [0, 0, 0]


def test_NGM_02_heaps_of_eighty_to_a_hundred_are_equally_likely() -> None:
    m = GAME.new(2)
    drawn = [(m.game.write(m.state, a), weight) for a, weight in m.outcomes()]
    assert drawn == [(f"heap {SMALLEST + n}", 1) for n in range(SIZES)]
    assert play("heap 87").state.heap == 87


def test_NGM_03_one_to_three_stones_but_not_as_many_as_before() -> None:
    m = play("heap 80")
    assert list(m.moves) == ["take 1", "take 2"]
    m = play("heap 80", "take 2", "3")
    assert m.state.heap == 75
    assert m.to_move == 0
    assert list(m.moves) == ["take 1", "take 2"]
    with pytest.raises(IllegalAction, match="NGM-03"):
        m.apply("take 3")


FIVE_LEFT = ("heap 80", *["take 2", "take 3"] * 15)  # 5 of 80 are left, and 3 were taken just now


def test_NGM_04_whoever_takes_the_last_stone_wins() -> None:
    m = play(*FIVE_LEFT, "take 2", "take 3")
    assert (m.is_over, m.ending) == (True, "last-stone")
    assert [(score.points, score.place) for score in m.scores()] == [(0, 2), (1, 1)]


def test_NGM_04_a_last_stone_that_may_not_be_taken_ends_the_game() -> None:
    m = play(*FIVE_LEFT, "take 1", "take 2", "take 1", seats=3)
    assert (m.is_over, m.ending) == (True, "stuck")
    assert [(score.points, score.place) for score in m.scores()] == [(0, 2), (0, 2), (1, 1)]


def test_NGM_05_nobody_takes_more_than_lie_there() -> None:
    m = play(*FIVE_LEFT, "take 1", "take 2")
    assert m.state.heap == 2
    with pytest.raises(IllegalAction, match="NGM-05"):
        m.apply("take 3")
