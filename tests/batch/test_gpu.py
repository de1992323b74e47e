"""The rules on CUDA's simulator play the CPU's games; without a card the message says what is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from bastide.batch import BadBatch, Batch, gpu, play, play_random
from bastide.core.errors import NoGpu
from bastide.core.game import Game
from bastide.core.jit import TARGET, find_cuda
from bastide.core.observation import layout_of
from bastide.games import load

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
legal = bool(gpu.fetch(batch.masks)[0, chosen[0]])
illegal = np.flatnonzero(gpu.fetch(batch.masks)[0] == 0)[-1:]
before = gpu.fetch(batch.observations)
try:
    batch.step(illegal)
    refusal = ""
except IllegalAction as error:
    refusal = error.clause
batch.step(illegal, wait=False)
batch.step(chosen, wait=False)  # the card has stopped: nothing changes until somebody asks
try:
    batch.is_over
    later = ""
except IllegalAction as error:
    later = error.clause
unchanged = np.array_equal(gpu.fetch(batch.observations), before)
batch.step(chosen, wait=False)
batch.check()
print(json.dumps({
    "random": [random_games.digests.tolist(), random_games.points.tolist()],
    "first_legal": [first_legal.digests.tolist(), first_legal.points.tolist()],
    "legal": legal,
    "refusal": refusal,
    "later": later,
    "unchanged": unchanged,
    "went_on": batch.played().decisions.tolist(),
    "narrow": str(gpu.fetch(batch.observations).dtype),
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
    assert told["later"] == told["refusal"]
    assert told["unchanged"]
    assert told["went_on"] == [1]
    assert told["narrow"] == str(layout_of(game).narrow)


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


@pytest.mark.skipif(not has_card(), reason="there is no card")
def test_the_card_shows_what_the_cpu_shows(table: tuple[Game, int]) -> None:
    game, seats = table
    here, there = Batch(game, range(100), seats), gpu.GpuBatch(game, range(100), seats)
    rng = np.random.default_rng(1)
    while not here.is_over:
        assert np.array_equal(here.observations, gpu.fetch(there.observations))
        assert np.array_equal(here.masks, gpu.fetch(there.masks))
        actions = np.where(here.masks == 1, rng.random(here.masks.shape), -1).argmax(axis=1)
        here.step(actions)
        there.step(actions, wait=False)
    assert here.played().digest == there.played().digest


@pytest.mark.skipif(not has_card(), reason="there is no card")
@pytest.mark.parametrize("library", ["torch", "cupy", "jax"])
def test_actions_come_from_any_library_and_arrays_go_to_it(library: str) -> None:
    xp = pytest.importorskip("jax.numpy" if library == "jax" else library)
    batch = gpu.GpuBatch(load("enghien"), range(50), 2)
    for _ in range(2):
        masks = xp.from_dlpack(batch.masks)
        batch.step(xp.argmax(masks, 1))
    assert batch.played().decisions.tolist() == [2] * 50
    with pytest.raises(BadBatch, match="whole numbers"):
        batch.step(xp.from_dlpack(batch.masks) * 1.0)


@pytest.mark.skipif(not has_card(), reason="there is no card")
def test_actions_that_a_stream_of_torch_has_still_to_write_are_waited_for() -> None:
    torch = pytest.importorskip("torch")
    batch = gpu.GpuBatch(load("enghien"), range(50), 2)
    batch.step(torch.argmax(torch.from_dlpack(batch.masks), 1))  # compiles, which takes longer than what is waited for
    legal = torch.argmax(torch.from_dlpack(batch.masks), 1)
    actions = torch.full_like(legal, -1)
    torch.cuda.synchronize()
    with torch.cuda.stream(torch.cuda.Stream()):
        torch.cuda._sleep(2_000_000_000)  # of its clock's ticks: a second
        actions.copy_(legal)
        batch.step(actions)
    assert batch.played().decisions.tolist() == [2] * 50
