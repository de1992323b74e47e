"""The masks of the building board against slow twins, on boards of random games."""

from __future__ import annotations

import pytest

from bastide.games.carpe_diem.tables import DATA
from tests.games.carpe_diem import naive


def test_CDM_20_CDM_21_CDM_24_CDM_64_a_few_thousand_boards_agree_with_flood_fill() -> None:
    assert naive.compare(2500) >= 2500


@pytest.mark.compiled
@pytest.mark.slow
def test_CDM_20_CDM_21_CDM_24_CDM_64_many_more_boards_agree() -> None:
    assert naive.compare(60_000, seed=10_000) >= 60_000


def test_the_twin_sees_what_is_wrong() -> None:
    """A twin that never disagrees would prove nothing."""
    tee = [tile.id for tile in DATA.tiles].index("villa-tee-2")
    end = [tile.id for tile in DATA.tiles].index("villa-1")
    board: naive.Board = {(2, 2): (tee, 0), (1, 2): (end, 2), (2, 3): (end, 3)}
    (villa,) = naive.things(board)
    assert (len(villa.cells), villa.is_open, villa.chimneys) == (3, True, 4)
    assert not naive.fits(board, (2, 2), (3, 2), end, 1)
    assert naive.fits(board, (2, 2), (3, 2), end, 0)
    board[3, 2] = (end, 0)
    (villa,) = naive.things(board)
    assert not villa.is_open
