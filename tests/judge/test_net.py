"""What a judge says: the same from anywhere, on every target, and of nothing but the view."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.rng import new_rng
from bastide.core.state import int_array
from bastide.core.view import look_at
from bastide.judge import Judge, write_weights
from bastide.judge.net import FRACTIONS, decay
from tests.judge.nets import about_noise, noise
from tests.walks import sample

SAID = """
import json, sys
from pathlib import Path
from bastide.games import load
from bastide.judge import Judge

game, seats = load(sys.argv[1]), int(sys.argv[2])
judge = Judge.read(Path(sys.argv[3]), game)
told = []
m = game.new(seats, seed=5)
while not m.is_over and len(told) < 12:
    m.apply(m.legal[len(told) * 7 % len(m.legal)])
    told += [judge.value(m.view(seat)) for seat in range(seats)]
print(json.dumps(told))
"""


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "noise.npz"
    write_weights(path, about_noise(game), noise(game))
    return path


def slowly(judge: Judge, shown: list[int], seats: int) -> tuple[Any, Any]:
    """The plain formula: shares and normalised points, from the viewer on."""
    w = judge.weights
    sums = np.zeros(len(w.b1))
    for x, (low, step, rows, first) in zip(shown, judge.game.fields.places.tolist(), strict=True):
        place = min(max(x - low, 0), (rows - 1) * step)
        part = place % step * FRACTIONS // step / FRACTIONS
        sums += (1 - part) * w.w1[first + place // step]
        if part:
            sums += part * w.w1[first + place // step + 1]
    second = np.maximum(np.maximum(sums * w.scale + w.b1, 0) @ w.w2 + w.b2, 0)
    y = second @ w.w3 + w.b3
    shares = np.exp(y[:seats] - y[:seats].max())
    return shares / shares.sum(), y[w.seats : w.seats + seats]


def test_the_net_is_the_formula_whatever_it_was_asked_before(game: Game, file: Path) -> None:
    used = Judge.read(file, game)
    for seats in game.spec.seats:
        for m in sample(game, seats, seed=61, every=25):
            for seat in range(seats):
                value = used.value(m.view(seat))
                assert value == Judge.read(file, game).value(m.view(seat)), "updated sums differ from new ones"
                shown = int_array(game.fields.size, np.int32)
                entry_points(game).features(m.view(seat).states, seat, shown)
                shares, points = slowly(used, np.asarray(shown).tolist(), seats)
                order = [(p - seat) % seats for p in range(seats)]
                assert np.allclose(value.shares, shares[order], atol=1e-4)
                assert np.allclose(value.points, 40.0 + 20.0 * points[order], atol=1e-2)
                assert abs(sum(value.shares) - 1.0) < 1e-9


def test_truths_with_one_view_are_worth_the_same(game: Game, file: Path) -> None:
    judge, rng = Judge.read(file, game), new_rng(62)
    for m in sample(game, game.spec.seats[1], seed=62, every=40):
        for seat in range(game.spec.seats[1]):
            view = m.view(seat)
            other = look_at(game, view.redeal(rng), seat)
            assert judge.value(other) == judge.value(view)


@pytest.mark.broad
@pytest.mark.compiled
def test_the_interpreter_says_exactly_the_same(game: Game, file: Path) -> None:
    told = []
    for target in ("cpu", "python"):
        run = subprocess.run(
            [sys.executable, "-c", SAID, game.id, str(game.spec.seats[1]), str(file)],
            env={**os.environ, "BASTIDE_TARGET": target},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(json.loads(run.stdout))
    assert told[0] == told[1]


def test_the_table_of_exponentials_is_near_enough() -> None:
    for x in np.linspace(0.0, 30.0, 999):
        assert abs(decay(float(x)) / 2**30 - np.exp(-x)) < 3e-5
