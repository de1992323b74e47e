"""Training in short form on the CPU: it improves a tiny net, repeatably, and goes on where it stopped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bastide.core.errors import BastideError
from bastide.games import load
from bastide.judge import Judge, read_weights, weights_file

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'bastide[train]'")

from bastide.arena.ray import Cluster  # noqa: E402
from bastide.train import afar  # noqa: E402
from bastide.train.curve import read_curve  # noqa: E402
from bastide.train.recipes import exploit, recipe_of  # noqa: E402
from bastide.train.selfplay import Manner, heated, lessons, play_itself  # noqa: E402
from bastide.train.stage import CpuStage, Pairs, Stage  # noqa: E402
from bastide.train.trainer import Limit, Trainer  # noqa: E402

pytestmark = pytest.mark.compiled
GAME = load("enghien")
TINY = recipe_of(GAME)._replace(games=96, hidden=24, second=12, taught=2, batch=512, rate=5e-3)


class InOrder:
    """Plays every piece here, in the order in which they come or backwards."""

    def __init__(self, backwards: bool) -> None:
        self.backwards = backwards

    def run(self, work: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
        return map(work, reversed(tasks) if self.backwards else tasks)


def trainer(folder: Path, iterations: int, seed: int = 0, cluster: afar.Workers | None = None) -> Trainer:
    torch.set_num_threads(1)
    return Trainer(
        GAME, folder, limit=Limit(iterations=iterations), seats=(2,), recipe=TINY, device="cpu", seed=seed,
        tell=lambda _line: None, cluster=cluster,
    )  # fmt: skip


def trained(folder: Path, iterations: int, cluster: afar.Workers) -> dict[str, Any]:
    """The net after some iterations on a cluster."""
    training = trainer(folder, iterations, cluster=cluster)
    for _ in range(iterations):
        training.iterate()
    assert training.progress.games == iterations * TINY.games
    assert training.progress.decisions > 0
    return dict(training.net.state_dict())


def test_learning_brings_a_tiny_net_nearer_to_what_came_of_its_games(tmp_path: Path) -> None:
    training = trainer(tmp_path, 12)
    stage = training.stages[2]
    lines = play_itself(training.net, stage, 1, TINY, Manner(heat=0.05, margin=0.2, wild=0.1, taught=True))
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


def test_how_far_a_training_is_is_told_every_few_seconds(tmp_path: Path) -> None:
    """However long an iteration takes: here each begins when the one before has ended, and takes six seconds."""
    told: list[str] = []
    training = Trainer(
        GAME, tmp_path, limit=Limit(iterations=8), seats=(2,), recipe=TINY._replace(games=4), device="cpu",
        tell=told.append, clock=count(0.0, 6.0).__next__,
    )  # fmt: skip
    for _ in range(8):
        training.iterate()
    assert [line.split(":")[0] for line in told] == [f"enghien {i}" for i in (1, 2, 3, 5, 7)]


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
        start=[read_weights(first.weights, GAME)], tell=lambda _line: None,
    )  # fmt: skip
    kept, widened = first.average.layers(), second.net.layers()
    assert abs(kept["w1"] - widened["w1"][:, :24]).max() < 0.02  # rounded to bytes
    assert not widened["w2"][24:].any()
    second.run(measures=1)
    assert [int(lessons.seats[0]) for lessons in second.memory] == [2, 3]
    assert read_weights(second.weights, GAME).w3.shape == (12, 12)


def test_a_training_of_no_time_writes_the_mean_of_what_it_begins_with_and_measures_it(tmp_path: Path) -> None:
    nets = []
    for seed in (1, 2):
        one = trainer(tmp_path / str(seed), 1, seed=seed)
        one.run(measures=1)
        nets.append(read_weights(one.weights, GAME))
    mean = Trainer(
        GAME, tmp_path / "mean", limit=Limit(), seats=(2,), recipe=TINY, device="cpu", start=nets,
        tell=lambda _line: None,
    )  # fmt: skip
    mean.run()
    written = read_weights(mean.weights, GAME)
    assert abs(written.layers["w1"] - (nets[0].layers["w1"] + nets[1].layers["w1"]) / 2).max() < 0.02
    assert (written.about.iterations, [won.seats for won in written.about.strength]) == (0, [2])


def test_an_exploiter_learns_from_its_own_moves_against_a_judge_that_stays_what_it_was(tmp_path: Path) -> None:
    first = trainer(tmp_path / "first", 2)
    first.run(measures=1)
    victim = read_weights(first.weights, GAME)
    recipe = exploit(TINY)
    exploiter = Trainer(
        GAME, tmp_path / "exploiter", limit=Limit(iterations=2), seats=(2,), recipe=recipe, device="cpu",
        start=[victim], against=victim, tell=lambda _line: None,
    )  # fmt: skip
    assert exploiter.victim is not None
    before = {name: value.clone() for name, value in exploiter.victim.state_dict().items()}
    stage = exploiter.stages[2]
    taught, _points = exploiter.play(stage, 7, Manner(heat=0.03, margin=0.2, wild=0.0, taught=False))
    alone, _points = trainer(tmp_path / "alone", 2).play(
        stage, 7, Manner(heat=0.03, margin=0.2, wild=0.0, taught=False)
    )
    assert 0.4 < len(taught.shown) / len(alone.shown) < 0.6  # its own half of the decisions
    exploiter.run(measures=1)
    assert all(torch.equal(before[name], value) for name, value in exploiter.victim.state_dict().items())
    assert any(not torch.equal(before[name], value) for name, value in exploiter.net.state_dict().items())
    assert [won.opponent for won in read_weights(exploiter.weights, GAME).about.strength] == ["opinion", "victim"]


def test_a_net_is_measured_against_the_levels_where_they_are_asked_for(tmp_path: Path) -> None:
    told: list[str] = []
    watched: list[tuple[str, float]] = []
    first = Trainer(
        GAME, tmp_path, limit=Limit(iterations=1), seats=(2,), recipe=TINY, device="cpu", tell=told.append,
        watch=lambda what, part: watched.append((what, part)), levels=read_weights(weights_file(GAME), GAME),
    )  # fmt: skip
    first.run(measures=1)
    assert re.fullmatch(r"enghien 1, \d+ s: 2 seats, % won against opinion [\d.]+ ± [\d.]+, .* level5 .*", told[-1])
    assert (watched[0], watched[-1]) == (("2 seats, opinion", 0.0), ("", 1.0))
    assert [part for _what, part in watched] == [k / 7 for k in range(8)]
    won = {one.opponent: one.share for one in read_weights(first.weights, GAME).about.strength}
    assert list(won) == ["opinion", "level1", "level2", "level3", "level4", "level5"]
    assert won["level1"] > won["level5"]


def test_levels_draw_by_their_heat() -> None:
    torch.manual_seed(1)
    stage = CpuStage(GAME, 64, 2)
    stage.restart(1)
    pairs = stage.pairs()
    worth = torch.arange(pairs.count) / pairs.count

    def want(_stage: Stage, _pairs: Pairs, _step: int) -> Any:
        return worth

    for heat, most in ((1e-6, 0.0), (1e3, 1.0)):
        drawn = heated(want, heat)(stage, pairs, 0)
        assert (drawn.argsort() != worth.argsort()).float().mean() >= most * 0.9
        assert (drawn.argsort() != worth.argsort()).float().mean() <= most


def test_an_exploiter_is_trained_on_one_machine(tmp_path: Path) -> None:
    first = trainer(tmp_path / "first", 1)
    first.run(measures=1)
    with pytest.raises(BastideError, match="without --ray"):
        Trainer(
            GAME, tmp_path / "other", limit=Limit(iterations=1), seats=(2,), recipe=exploit(TINY), device="cpu",
            against=read_weights(first.weights, GAME), cluster=InOrder(backwards=False),
        )  # fmt: skip


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    trainer(tmp_path, 1).run(measures=1)
    with pytest.raises(BastideError, match="another training"):
        trainer(tmp_path, 1, seed=1)


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "no zip", "something else"])
def test_a_damaged_checkpoint_is_refused_with_what_to_do(damage: str, tmp_path: Path) -> None:
    first = trainer(tmp_path, 1)
    first.run(measures=1)
    data = bytearray(first.checkpoint.read_bytes())
    data[len(data) // 2] ^= 0x55
    bad = {"cut": bytes(data[:-999]), "changed": bytes(data), "empty": b"", "no zip": b"x" * 999, "something else": b""}
    first.checkpoint.write_bytes(bad[damage])
    if damage == "something else":
        torch.save({"net": 1}, first.checkpoint)
    with pytest.raises(BastideError, match=r"is damaged, or no checkpoint .*: delete it to begin anew"):
        trainer(tmp_path, 1)


def test_a_killed_training_leaves_each_iteration_once_in_its_curve(tmp_path: Path) -> None:
    killed = trainer(tmp_path, 3)
    killed.iterate()
    killed.save()
    killed.iterate()
    with killed.curve.open("a") as file:
        file.write('{"iteration":3,"ga')
    trainer(tmp_path, 3).run(measures=1)
    assert [(point.iteration, bool(point.strength)) for _line, point in read_curve(killed.curve)] == [
        (1, False), (1, True), (2, False), (3, False), (3, True),
    ]  # fmt: skip


def test_a_training_that_was_killed_while_it_was_measured_trains_the_same_net(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    straight = trainer(tmp_path / "straight", 4)
    straight.run(measures=2)
    half = trainer(tmp_path / "killed", 4)
    monkeypatch.setattr(half, "measure", killed)
    with pytest.raises(KeyboardInterrupt):
        half.run(measures=2)
    again = trainer(tmp_path / "killed", 4)
    assert (again.progress.iteration, again.strength) == (2, ())
    again.run(measures=2)
    assert again.strength == straight.strength
    assert all(torch.equal(value, again.net.state_dict()[name]) for name, value in straight.net.state_dict().items())


def killed() -> None:
    raise KeyboardInterrupt


def test_weights_of_another_shape_are_no_start(tmp_path: Path) -> None:
    first = trainer(tmp_path / "first", 1)
    first.run(measures=1)
    start = [read_weights(first.weights, GAME)]
    for recipe in (TINY._replace(second=8), TINY._replace(hidden=16)):
        with pytest.raises(BastideError, match=r"layers of 24 and 12 units are no start .*hidden=24,second=12"):
            Trainer(
                GAME, tmp_path / "other", limit=Limit(iterations=1), seats=(2,), recipe=recipe, device="cpu",
                start=start,
            )  # fmt: skip


def test_a_mix_of_tables_that_there_are_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BastideError, match="2 to 6 players, not 9"):
        Trainer(GAME, tmp_path, limit=Limit(iterations=1), recipe=TINY._replace(mix=(2, 9)), device="cpu")


def test_pieces_played_anywhere_in_any_order_train_the_same_net(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(afar, "GAMES", 40)  # three pieces, the last one smaller
    forth, back = (trained(tmp_path / str(way), 2, InOrder(way)) for way in (False, True))
    for name, value in forth.items():
        assert torch.equal(value, back[name])


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: pip install bastide[ray]")
def test_a_ray_cluster_plays_what_would_be_played_here(tmp_path: Path) -> None:
    cluster = Cluster("local")
    try:
        there = trained(tmp_path / "there", 2, cluster)
    finally:
        cluster.close()
    for name, value in trained(tmp_path / "here", 2, InOrder(backwards=False)).items():
        assert torch.allclose(value, there[name], atol=1e-5)
