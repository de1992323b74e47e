"""Training in short form on the CPU: it improves a tiny net, repeatably, and goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.core.errors import BastideError
from bastide.games import load
from bastide.judge import Judge, read_weights

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'bastide[train]'")

from bastide.train.recipes import recipe_of  # noqa: E402
from bastide.train.selfplay import lessons, play_itself  # noqa: E402
from bastide.train.trainer import Limit, Trainer  # noqa: E402

pytestmark = pytest.mark.compiled
GAME = load("enghien")
TINY = recipe_of(GAME)._replace(games=96, hidden=24, second=12, taught=2, batch=512, rate=5e-3)


def trainer(folder: Path, iterations: int, seed: int = 0) -> Trainer:
    torch.set_num_threads(1)
    limit = Limit(iterations=iterations)
    return Trainer(GAME, folder, limit=limit, seats=(2,), recipe=TINY, device="cpu", seed=seed, tell=lambda _line: None)


def test_learning_brings_a_tiny_net_nearer_to_what_came_of_its_games(tmp_path: Path) -> None:
    training = trainer(tmp_path, 12)
    stage = training.stages[2]
    lines = play_itself(training.net, stage, 1, TINY, heat=0.05, margin=0.2, wild=0.1, taught=True)
    training.memory.append(lessons(lines, stage.points, 2, 6, TINY))
    errors = []
    for _ in range(8):
        training.learn(0.0)
        training.progress.iteration += 1
        errors.append((training.progress.shares_loss, training.progress.points_loss))
    assert errors[-1][0] < errors[0][0], errors
    assert errors[-1][1] < 0.5 * errors[0][1], errors


def test_a_training_leaves_weights_that_can_be_read_and_a_curve(tmp_path: Path) -> None:
    training = trainer(tmp_path, 3)
    training.run(measures=1)
    about = read_weights(training.weights, GAME).about
    assert (about.iterations, about.games, about.strength[0].seats) == (3, 3 * TINY.games, 2)
    assert len(training.curve.read_text().splitlines()) == 4
    m = GAME.new(2, seed=1)
    assert abs(sum(Judge.read(training.weights, GAME).value(m.view(0)).shares) - 1) < 1e-9


def test_the_same_seed_trains_the_same_net_even_when_it_was_interrupted(tmp_path: Path) -> None:
    part = trainer(tmp_path / "parts", 4)
    part.iterate()
    part.iterate()
    part.save()
    again = trainer(tmp_path / "parts", 4)
    assert again.progress.iteration == 2
    while again.progress.iteration < 4:
        again.iterate()
    straight = trainer(tmp_path / "straight", 4)
    while straight.progress.iteration < 4:
        straight.iterate()
    for name, value in straight.net.state_dict().items():
        assert torch.equal(value, again.net.state_dict()[name])


def test_a_training_goes_on_from_kept_weights_with_all_seat_counts_mixed_and_a_sparring_partner(tmp_path: Path) -> None:
    first = trainer(tmp_path / "first", 2)
    first.run(measures=1)
    recipe = TINY._replace(hidden=32, mix=(2, 3), memory=2, passes=2.0, spar=0.5, last=0.3, taught=0)
    second = Trainer(
        GAME, tmp_path / "second", limit=Limit(iterations=2), recipe=recipe, device="cpu",
        start=read_weights(first.weights, GAME), tell=lambda _line: None,
    )  # fmt: skip
    kept, widened = first.average.layers(), second.net.layers()
    assert abs(kept["w1"] - widened["w1"][:, :24]).max() < 0.02  # rounded to bytes
    assert not widened["w2"][24:].any()
    second.run(measures=1)
    assert [int(lessons.seats[0]) for lessons in second.memory] == [2, 3]
    assert read_weights(second.weights, GAME).w3.shape == (12, 12)


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    trainer(tmp_path, 1).run(measures=1)
    with pytest.raises(BastideError, match="another training"):
        trainer(tmp_path, 1, seed=1)
