"""What is remembered of a board: the same as what is made anew."""

from __future__ import annotations

import random

from bastide.core.state import NONE
from bastide.games import load
from bastide.games.carpe_diem.picture import board_of


def test_a_remembered_board_is_the_one_that_lies_there() -> None:
    """It is remembered by the fields it follows from: none may be missing among them."""
    chooser = random.Random(4)
    for seed in range(2):
        m = load("carpe_diem").new(2 + seed, seed=seed)
        while not m.is_over:
            m.apply(chooser.choice(m.legal))
            for seat in range(m.seats):
                player = m.view(seat).state.players[seat]
                assert player.board != NONE
                assert board_of(player) == board_of.__wrapped__(player)  # type: ignore[attr-defined]
