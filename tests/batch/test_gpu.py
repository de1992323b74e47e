"""The rules on CUDA's simulator play the CPU's games; without a card the message says what is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from bastide.batch import gpu, play, play_random
from bastide.core.errors import NoGpu
from bastide.core.game import Game
from bastide.core.jit import TARGET, find_cuda

pytestmark = pytest.mark.compiled

PROGRAM = """
import json, sys
import numpy as np
from bastide.batch import gpu
from bastide.core.errors import IllegalAction
from bastide.games import load

game, seats = load(sys.argv[1]), int(sys.argv[2])
random_games = gpu.play_random(game, 2, seats=seats, seed=9)
first_legal = gpu.play(game, lambda _, masks: gpu.fetch(masks).argmax(axis=1), [5], seats)
batch = gpu.GpuBatch(game, [1], seats)
chosen = gpu.fetch(gpu.RandomPolicy(batch)(batch.observations, batch.masks))
try:
    batch.step(np.flatnonzero(gpu.fetch(batch.masks)[0] == 0)[-1:])
    refusal = ""
except IllegalAction as error:
    refusal = error.clause
print(json.dumps({
    "random": [random_games.digests.tolist(), random_games.points.tolist()],
    "first_legal": [first_legal.digests.tolist(), first_legal.points.tolist()],
    "legal": bool(gpu.fetch(batch.masks)[0, chosen[0]]),
    "refusal": refusal,
}))
"""


@pytest.mark.broad
def test_the_simulator_plays_the_same_games(game: Game) -> None:
    seats = game.spec.seats[0]
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, game.id, str(seats)],
        env={**os.environ, "BASTIDE_TARGET": "python", "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(run.stdout)
    expected = play_random(game, 2, seats=seats, seed=9)
    assert told["random"] == [expected.digests.tolist(), expected.points.tolist()]
    first_legal = play(game, lambda _, masks: np.asarray(masks).argmax(axis=1), [5], seats)
    assert told["first_legal"] == [first_legal.digests.tolist(), first_legal.points.tolist()]
    assert told["legal"]
    assert told["refusal"].startswith(game.spec.clause_prefix)


def has_card() -> bool:
    try:
        find_cuda()
    except NoGpu:
        return False
    return True


@pytest.mark.skipif(has_card(), reason="there is a card")
def test_without_a_card_the_message_says_so(game: Game) -> None:
    assert TARGET == "cpu"
    with pytest.raises(NoGpu, match=r"no NVIDIA driver, or no GPU.*pip install 'bastide\[cuda\]'.*the CPU plays"):
        gpu.play_random(game, 1)
    with pytest.raises(NoGpu):
        gpu.GpuBatch(game, [1])


@pytest.mark.skipif(not has_card(), reason="there is no card")
def test_the_card_plays_the_same_games(table: tuple[Game, int]) -> None:
    game, seats = table
    assert gpu.play_random(game, 500, seats=seats).digest == play_random(game, 500, seats=seats).digest
