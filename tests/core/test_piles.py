"""Bags and tails."""

from __future__ import annotations

import numpy as np

from bastide.core.piles import count_bag, pick_from, shift_tail
from bastide.core.state import int_array


def test_every_card_of_a_bag_is_picked_once() -> None:
    bag = int_array(5, np.int8)
    bag[1], bag[3], bag[4] = 2, 1, 3
    assert count_bag(bag) == 6
    assert [int(pick_from(bag, r)) for r in range(6)] == [1, 1, 3, 4, 4, 4]


def test_a_tail_gives_its_first_card_and_blanks_the_place_it_frees() -> None:
    tail = int_array(4, np.int8)
    tail[0], tail[1], tail[2], tail[3] = 9, 8, 7, -1
    assert shift_tail(tail, 3, -1) == 9
    assert tail.tolist() == [8, 7, -1, -1]
    assert shift_tail(tail, 2, -1) == 8
    assert tail.tolist() == [7, -1, -1, -1]
