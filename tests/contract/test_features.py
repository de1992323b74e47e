"""What a judge is shown: a seat's view and nothing else, the same numbers on every target."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

from bastide.core.features import LARGEST, SMALLEST
from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.rng import new_rng
from bastide.core.state import int_array, new_states, to_bytes
from tests.walks import sample

SHOWN = """
import json, sys
import numpy as np
from bastide.core.play import entry_points
from bastide.core.state import int_array
from bastide.games import load

game, seats = load(sys.argv[1]), int(sys.argv[2])
told = []
m = game.new(seats, seed=5)
while not m.is_over and len(told) < 60:
    m.apply(m.legal[len(told) * 7 % len(m.legal)])
    for seat in range(seats):
        out = int_array(game.fields.size, np.int32)
        entry_points(game).features(m.view(seat).states, seat, out)
        told.append(np.asarray(out).tolist())
print(json.dumps(told))
"""
SIMULATED = """
import json, sys
import numpy as np
from bastide.batch.gpu import card_states, fetch
from bastide.core.jit import bind_cuda, find_cuda
from bastide.core.state import array_of
from bastide.games import load

game, seats = load(sys.argv[1]), int(sys.argv[2])
cuda = None

def show_all(views, seat, outs):
    i = cuda.grid(1)
    if i < len(outs):
        game.features(views[i], seat, outs[i])

kernels = bind_cuda((), (show_all,), game.kernel)
told, m = [], game.new(seats, seed=5)
while not m.is_over and len(told) < 12:
    m.apply(m.legal[len(told) * 7 % len(m.legal)])
    for seat in range(seats):
        views, raw = card_states(game, 1)
        raw.copy_to_device(array_of(m.view(seat).states).view(np.int8).reshape(1, -1))
        outs = find_cuda().to_device(np.zeros((1, game.fields.size), np.int32))
        kernels.show_all[1, 1](views, seat, outs)
        told.append(fetch(outs)[0].tolist())
print(json.dumps(told))
"""


def shown(game: Game, states: object, seat: int) -> list[int]:
    """All numbers of a row."""
    out = int_array(game.fields.size, np.int32)
    assert entry_points(game).features(states, seat, out) == game.fields.size
    return np.asarray(out).tolist()  # type: ignore[no-any-return]


def test_every_number_is_small_and_has_a_field_of_its_own(table: tuple[Game, int]) -> None:
    game, seats = table
    names = [field.name for field in game.fields.fields]
    assert len(set(names)) == len(names) == game.fields.size > 0
    for m in sample(game, seats, seed=41, every=30):
        for seat in range(seats):
            row = shown(game, m.view(seat).states, seat)
            assert min(row) >= SMALLEST
            assert max(row) <= LARGEST


def test_truths_with_one_view_are_shown_alike(table: tuple[Game, int]) -> None:
    game, seats = table
    rng = new_rng(42)
    for m in sample(game, seats, seed=42, every=40):
        for seat in range(seats):
            view = m.view(seat)
            before = bytes(view)
            row = shown(game, view.states, seat)
            assert to_bytes(view.states) == before, "showing a view changed it"
            for _ in range(2):
                other = new_states(game.state)
                entry_points(game).look(view.redeal(rng), seat, other)
                assert shown(game, other, seat) == row


def test_numbers_lie_in_their_rows_in_play(table: tuple[Game, int]) -> None:
    """Fields that no play ever reaches, or that are always beyond their rows, would be worth nothing."""
    game, seats = table
    rows = [
        shown(game, m.view(seat).states, seat) for m in sample(game, seats, seed=43, every=12) for seat in range(seats)
    ]
    inside = [any(field.low <= row[i] <= field.high for row in rows) for i, field in enumerate(game.fields.fields)]
    assert all(inside)


def test_places_follow_one_another(game: Game) -> None:
    places = game.fields.places.tolist()
    assert [after[3] - before[3] for before, after in pairwise(places)] == [place[2] for place in places[:-1]]
    assert places[-1][2] + places[-1][3] == game.fields.total


@pytest.mark.broad
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("program", "environment"),
    [(SHOWN, {}), (SIMULATED, {"NUMBA_ENABLE_CUDASIM": "1"})],
    ids=["interpreted", "simulated"],
)
def test_every_target_shows_the_same(game: Game, program: str, environment: dict[str, str]) -> None:
    for seats in game.spec.seats:
        run = subprocess.run(
            [sys.executable, "-c", program, game.id, str(seats)],
            env={**os.environ, **environment, "BASTIDE_TARGET": "python"},
            capture_output=True,
            text=True,
            check=True,
        )
        told = json.loads(run.stdout)
        mine: list[list[int]] = []
        m = game.new(seats, seed=5)
        while not m.is_over and len(mine) < len(told):
            m.apply(m.legal[len(mine) * 7 % len(m.legal)])
            mine += [shown(game, m.view(seat).states, seat) for seat in range(seats)]
        assert mine == told


def test_candidates_are_legal_and_never_none(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in sample(game, seats, seed=44, every=20):
        if not m.legal:
            continue
        actions = int_array(game.buffer)
        n = entry_points(game).legal(m.view(m.to_move).states, actions)
        kept = entry_points(game).candidates(m.view(m.to_move).states, m.to_move, actions, n)
        chosen = actions[:kept].tolist()
        assert chosen == sorted(set(chosen) & set(m.legal))
        assert chosen
