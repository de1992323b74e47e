"""Golden games are written anew for new rules, and where states have another form; never for another game."""

from __future__ import annotations

import pytest

from tests.goldens import Change, change, first_difference

GOLDEN = """nim, 2 seats, seed 1, rules_version 1, form 0a0a0a0a
     11111111 views 22222222 33333333 legal 1 2
     | 7 stones
     shown to viewers 44444444 55555555
   0 seat 0: take 2
     66666666 views 77777777 88888888 legal 1
seat 0: 2 points, place 1
"""
OTHER_BYTES = GOLDEN.replace("11111111", "9999999a").replace("88888888", "9999999b")
OTHER_FORM = OTHER_BYTES.replace("0a0a0a0a", "0b0b0b0b")


def test_the_same_game_in_states_of_another_form_may_be_written() -> None:
    assert change(GOLDEN, GOLDEN) is Change.NONE
    assert change(GOLDEN, OTHER_FORM) is Change.FORM


def test_other_bytes_in_states_of_the_same_form_are_another_game() -> None:
    assert change(GOLDEN, OTHER_BYTES) is Change.PLAY
    assert first_difference(GOLDEN, OTHER_BYTES) == 2


@pytest.mark.parametrize(
    ("line", "was", "now"),
    [
        (2, "legal 1 2", "legal 1 2 3"),
        (3, "7 stones", "8 stones"),
        (4, "55555555", "55555556"),
        (5, "take 2", "take 1"),
        (5, "seat 0: take", "seat 1: take"),
        (6, "legal 1\n", "legal\n"),
        (7, "2 points", "3 points"),
        (8, "place 1\n", "place 1\nseat 1: 0 points, place 2\n"),
    ],
)
def test_whatever_else_differs_is_another_game(line: int, was: str, now: str) -> None:
    for other in (GOLDEN, OTHER_FORM):
        found = other.replace(was, now)
        assert change(GOLDEN, found) is Change.PLAY
    assert first_difference(GOLDEN, OTHER_FORM.replace(was, now)) == line


def test_new_rules_say_so() -> None:
    assert change(GOLDEN, OTHER_FORM.replace("rules_version 1", "rules_version 2")) is Change.RULES
