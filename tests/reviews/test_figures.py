"""Whole numbers that close, and words with honest borders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.reviews.grades import COSTLY, DETOUR, KEYSTONE, POINT, SOUND, grade
from bastide.reviews.shares import WHOLE, apportion, in_tenths


@given(st.lists(st.floats(0.001, 1.0), min_size=2, max_size=6))
def test_shares_add_up_to_one_first_place(parts: list[float]) -> None:
    whole = apportion(parts)
    assert sum(whole) == WHOLE
    assert all(abs(got - WHOLE * part / sum(parts)) < 1.001 for got, part in zip(whole, parts, strict=True))


@given(st.lists(st.integers(-WHOLE, WHOLE), min_size=2, max_size=6))
def test_tenths_keep_the_rounded_sum(numbers: list[int]) -> None:
    tenths = in_tenths(numbers)
    assert sum(tenths) == round(sum(numbers) / 1000)
    assert all(abs(tenth - number / 1000) <= 1 for tenth, number in zip(tenths, numbers, strict=True))


@pytest.mark.parametrize(
    ("loss", "lead", "error", "word"),
    [
        (0, 7 * POINT, 3 * POINT, KEYSTONE),
        (0, 7 * POINT, 8 * POINT, SOUND),
        (0, 5 * POINT, POINT, SOUND),
        (POINT, 0, 0, SOUND),
        (3 * POINT, 0, 3 * POINT, SOUND),
        (3 * POINT, 0, 2 * POINT, DETOUR),
        (8 * POINT, 0, POINT, DETOUR),
        (8 * POINT + 1, 0, POINT, COSTLY),
        (20 * POINT, 0, 21 * POINT, SOUND),
    ],
)
def test_what_lies_within_its_error_is_never_called_a_loss(loss: int, lead: int, error: int, word: str) -> None:
    assert grade(loss, lead, error) == word
