"""Piles as bags of counts."""

from __future__ import annotations

import numpy as np

from bastide.core.piles import count_bag, pick_from
from bastide.core.state import int_array


def test_every_card_of_a_bag_is_picked_once() -> None:
    bag = int_array(5, np.int8)
    bag[1], bag[3], bag[4] = 2, 1, 3
    assert count_bag(bag) == 6
    assert [int(pick_from(bag, r)) for r in range(6)] == [1, 1, 3, 4, 4, 4]
