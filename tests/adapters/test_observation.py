"""Observations: a seat's view as integers, all of it, in the order the layout tells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bastide.core.game import Game
from bastide.core.observation import PACKED_BYTES, Layout, layout_of, observe_view
from bastide.core.position import Position
from bastide.core.state import CHANCE, OVER, SPECTATOR, array_of
from tests.walks import sample

pytestmark = pytest.mark.compiled


def expected_field(position: Position, seat: int, name: str) -> Any:
    """A field of the view, read through NumPy."""
    value = array_of(position.view(seat).states)[0]
    for part in name.split("."):
        value = value[part]
    return value


@pytest.mark.broad
def test_every_field_of_the_view_is_where_the_layout_says(table: tuple[Game, int]) -> None:
    game, seats = table
    layout = layout_of(game)
    for m in sample(game, seats, seed=51, every=9):
        for seat in (SPECTATOR, *range(seats)):
            seen = observe_view(m.view(seat))
            assert seen.dtype == np.int32
            assert (seen >= layout.low()).all()
            assert (seen <= layout.high()).all()
            assert seen[0] == (-1 if seat == SPECTATOR else seat)
            assert seen[1] == {CHANCE: -1, OVER: -2}.get(m.to_move, m.to_move)
            for field in layout.fields[2:]:
                assert np.array_equal(layout.take(seen, field.name), expected_field(m, seat, field.name)), field.name


def test_blocks_lie_side_by_side(game: Game) -> None:
    layout = layout_of(game)
    offset = 0
    for field in layout.fields:
        assert field.offset == offset
        offset += field.size
    assert offset == layout.size == layout.runs[:, 2].sum() + 2


def test_different_views_give_different_observations(table: tuple[Game, int]) -> None:
    """What is left out (packed sets) says nothing that the rest does not."""
    game, seats = table
    by_observation: dict[bytes, bytes] = {}
    for m in sample(game, seats, seed=52, every=3):
        for seat in range(seats):
            view = m.view(seat)
            assert by_observation.setdefault(observe_view(view).tobytes(), bytes(view)) == bytes(view)


def test_wide_and_nested_numbers_keep_their_signs() -> None:
    inner = np.dtype([("small", np.int8), ("pair", np.int16, (2,))], align=True)
    outer = np.dtype(
        [("bits", np.int64), ("wide", np.int32), ("rows", inner, (2,)), ("table", np.int8, (2, 2))], align=True
    )
    layout = Layout(outer)
    assert [field[:3] for field in layout.fields[2:]] == [
        ("wide", 2, ()),
        ("rows.small", 3, (2,)),
        ("rows.pair", 5, (2, 2)),
        ("table", 9, (2, 2)),
    ]
    assert layout.size == 13
    assert outer["bits"].itemsize == PACKED_BYTES
    from bastide.core.observation import flatten

    record = np.zeros(1, outer)
    record["wide"] = -70_000
    record["rows"]["small"] = [-128, 127]
    record["rows"]["pair"] = [[-1, 300], [-32768, 32767]]
    record["table"] = [[1, -2], [3, -4]]
    out = np.zeros(13, np.int32)
    flatten(record.view(np.int8), layout.runs, out)
    assert out[2:].tolist() == [-70_000, -128, 127, -1, 300, -32768, 32767, 1, -2, 3, -4]
