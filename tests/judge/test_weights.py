"""Weights as files: what comes with a game, and what is refused, each with its reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bastide.bots import make_bot
from bastide.core.errors import BastideError
from bastide.core.features import Fields
from bastide.core.game import Game
from bastide.games import load
from bastide.judge import BadWeights, judge_of, read_weights, weights_file, why_no_judge, write_weights
from bastide.judge import judge as judges
from bastide.judge.weights import FORMAT, LARGEST, TOP, mean_layers, read_start
from bastide.reviews.figures import all_figures
from tests.conftest import JUDGED
from tests.judge.nets import about_noise, noise


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "judge.npz"


def test_no_game_has_lost_its_judge() -> None:
    assert set(all_figures()) <= set(JUDGED)


@pytest.mark.judged
def test_a_judge_fits_into_a_wheel_and_says_how_it_was_trained(game: Game) -> None:
    path = weights_file(game)
    about = read_weights(path, game).about
    assert path.stat().st_size <= LARGEST
    assert about.command.startswith(f"bastide train {game.id}")
    low, high = game.spec.seats
    assert [won.seats for won in about.strength] == list(range(low, high + 1))
    assert judge_of(game) is judge_of(game) is not None
    assert why_no_judge(game) == ""


def test_what_was_written_is_read(game: Game, file: Path) -> None:
    layers = noise(game)
    write_weights(file, about_noise(game), layers)
    weights = read_weights(file, game)
    assert weights.about == about_noise(game)
    assert np.abs(weights.w1 * weights.scale - layers["w1"]).max() <= np.abs(layers["w1"]).max() / TOP
    assert np.abs(weights.w2 - layers["w2"]).max() < 1e-3
    assert not file.with_suffix(".part").exists()


def test_weights_of_fewer_fields_are_a_start_for_those_that_came_after_them(game: Game, file: Path) -> None:
    earlier = Fields(0, game.fields.fields[:-3])
    layers = noise(game)
    layers["w1"] = layers["w1"][: earlier.total]
    write_weights(file, about_noise(game, features_version=0, features_digest=earlier.digest), layers)
    with pytest.raises(BadWeights, match="other features"):
        read_weights(file, game)
    start = read_start(file, game)
    assert start.about == about_noise(game)
    assert np.abs(start.w1[: earlier.total]).max() == TOP
    assert not start.w1[earlier.total :].any()


def test_weights_of_other_fields_are_no_start(game: Game, file: Path) -> None:
    layers = noise(game)
    layers["w1"] = layers["w1"][: Fields(0, game.fields.fields[:-3]).total]
    write_weights(file, about_noise(game, features_version=0, features_digest="0" * 16), layers)
    with pytest.raises(BadWeights, match="other features"):
        read_start(file, game)


def test_the_mean_of_two_nets_lies_between_them(game: Game, file: Path) -> None:
    layers = noise(game)
    write_weights(file, about_noise(game), layers)
    one = read_weights(file, game)
    write_weights(file, about_noise(game), {name: -3 * value for name, value in layers.items()})
    mean = mean_layers([one, read_weights(file, game)])
    assert all(np.allclose(mean[name], -value, atol=0.02 * np.abs(value).max()) for name, value in layers.items())


def test_nets_of_different_shapes_have_no_mean(file: Path) -> None:
    game = load("enghien")
    write_weights(file, about_noise(game), noise(game))
    one = read_weights(file, game)
    with pytest.raises(BastideError, match="different shapes have no mean"):
        mean_layers([one, replace(one, b2=one.b2[:-1])])


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"format": FORMAT + 1}, "format 2, and this version of Bastide reads up to 1"),
        ({"game": "go"}, "a judge of go, not of enghien"),
        ({"features_version": 99}, "newer features of enghien: version 99"),
        ({"features_digest": "0" * 16}, "other features of enghien"),
    ],
)
def test_foreign_and_newer_weights_are_refused(changed: dict[str, Any], reason: str, file: Path) -> None:
    game = load("enghien")
    write_weights(file, about_noise(game, **changed), noise(game))
    with pytest.raises(BadWeights, match=reason):
        read_weights(file, game)


def test_missing_weights_are_refused(file: Path) -> None:
    with pytest.raises(BadWeights, match="there is no such file"):
        read_weights(file, load("enghien"))


@pytest.mark.parametrize("cut", [0, 10, 1000, -100])
def test_damaged_weights_are_refused(cut: int, file: Path) -> None:
    game = load("enghien")
    write_weights(file, about_noise(game), noise(game))
    file.write_bytes(file.read_bytes()[:cut])
    with pytest.raises(BadWeights, match="damaged"):
        read_weights(file, game)


def test_one_changed_byte_is_noticed(file: Path) -> None:
    game = load("enghien")
    write_weights(file, about_noise(game), noise(game))
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0x55
    file.write_bytes(data)
    with pytest.raises(BadWeights, match="damaged"):
        read_weights(file, game)


def test_layers_that_do_not_fit_are_refused(file: Path) -> None:
    game = load("enghien")
    layers = noise(game)
    write_weights(file, about_noise(game), {**layers, "w1": layers["w1"][:-1]})
    with pytest.raises(BadWeights, match="its w1 has the shape"):
        read_weights(file, game)
    write_weights(file, about_noise(game), {**layers, "b2": layers["b2"] * np.nan})
    with pytest.raises(BadWeights, match="not finite"):
        read_weights(file, game)


def test_without_weights_play_goes_on_by_the_opinion(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("enghien")
    monkeypatch.setattr(judges, "weights_file", lambda _game: file)
    judges._found.cache_clear()
    try:
        assert judge_of(game) is None
        assert "no such file" in why_no_judge(game)
        assert "hand-written opinion" in why_no_judge(game)
        m = game.new(seed=1)
        assert make_bot("level3", game, 1).choose(m.view(m.to_move)) in m.legal
    finally:
        judges._found.cache_clear()
