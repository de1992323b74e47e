"""Weights as files: what comes with a game, and what is refused, each with its reason."""

from __future__ import annotations

import io
import pickle
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.lib.format import write_array_header_1_0

from bastide.bots import make_bot
from bastide.core.errors import BastideError
from bastide.core.features import Fields
from bastide.core.game import Game
from bastide.games import load
from bastide.judge import BadWeights, NoJudge, judge_of, read_weights, weights_file, why_no_judge, write_weights
from bastide.judge.weights import FORMAT, LARGEST, TOP, UNPACKED, mean_layers, read_start, to_bytes
from bastide.reviews.figures import all_figures
from tests.conftest import JUDGED
from tests.judge.nets import HIDDEN, about_noise, noise


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


def packed(game: Game, **changed: Any) -> bytes:
    """A file of weights in which some arrays are others."""
    about = msgspec.json.encode(about_noise(game))
    layers = noise(game)
    w1, scale = to_bytes(layers.pop("w1"))
    dense = {name: layer.astype(np.float16) for name, layer in layers.items()}
    written = io.BytesIO()
    np.savez_compressed(
        written, **{"about": np.frombuffer(about, np.uint8), "w1": w1, "scale": scale, **dense, **changed}
    )
    return written.getvalue()


def with_header(name: str, shape: tuple[int, ...]) -> bytes:
    """The file with an array of which there is nothing but the beginning, which says what follows."""
    header, written = io.BytesIO(), io.BytesIO()
    write_array_header_1_0(header, {"descr": "|i1", "fortran_order": False, "shape": shape})
    with zipfile.ZipFile(io.BytesIO(packed(load("enghien")))) as kept, zipfile.ZipFile(written, "w") as made:
        for member in kept.namelist():
            made.writestr(member, header.getvalue() if member == f"{name}.npy" else kept.read(member))
    return written.getvalue()


def one_array() -> bytes:
    written = io.BytesIO()
    np.save(written, np.zeros(3))
    return written.getvalue()


def of_a_newer_zip() -> bytes:
    data = bytearray(packed(load("enghien")))
    data[data.index(b"PK\x01\x02") + 6] = 0xFF  # the version that is needed to unpack the first member
    return bytes(data)


def locked() -> bytes:
    data = bytearray(packed(load("enghien")))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (one_array, "damaged"),
        (lambda: pickle.dumps({"w1": 1}), "damaged"),
        (of_a_newer_zip, "damaged"),
        (locked, "damaged"),
        (lambda: with_header("w1", (10**15, 16)), "damaged"),
        (lambda: packed(load("enghien"), about=np.zeros(UNPACKED + 1, np.uint8)), "unpacked, its about would have"),
        (lambda: packed(load("enghien"), w1=np.array([{}, 1], object)), "damaged"),
        (lambda: packed(load("enghien"), b1=np.array(["a"] * HIDDEN)), "its b1 is of the kind <U1"),
        (lambda: packed(load("enghien"), b1=np.zeros(HIDDEN, complex)), "its b1 is of the kind complex128"),
        (lambda: packed(load("enghien"), b1=np.float16(1)), "its b1 is of the kind float16 and the shape"),
        (lambda: packed(load("enghien"), b1=np.zeros(0, np.float16)), "its b1 is of the kind float16 and the shape"),
        (lambda: packed(load("enghien"), scale=np.full(HIDDEN, 1e38, np.float32)), "too large to be added up"),
        (lambda: packed(load("enghien"), about=np.frombuffer(b'{"format":2}', np.uint8)), "it is of format 2"),
    ],
)
def test_whatever_stands_in_a_file_it_is_refused_with_a_reason(
    make: Callable[[], bytes], reason: str, file: Path
) -> None:
    file.write_bytes(make())
    with pytest.raises(BadWeights, match=reason):
        read_weights(file, load("enghien"))


@pytest.mark.parametrize("changed", [{"scale": 0.0}, {"scale": -1.0}, {"mean": 1e300}])
def test_points_that_cannot_be_told_are_refused(changed: dict[str, Any], file: Path) -> None:
    game = load("enghien")
    write_weights(file, about_noise(game, **changed), noise(game))
    with pytest.raises(BadWeights, match="it tells points in steps"):
        read_weights(file, game)


def test_a_folder_is_no_file_of_weights(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="cannot be read"):
        read_weights(tmp_path, load("enghien"))


def test_layers_that_do_not_fit_are_refused(file: Path) -> None:
    game = load("enghien")
    layers = noise(game)
    write_weights(file, about_noise(game), {**layers, "w1": layers["w1"][:-1]})
    with pytest.raises(BadWeights, match="its w1 has the shape"):
        read_weights(file, game)
    write_weights(file, about_noise(game), {**layers, "b2": layers["b2"] * np.nan})
    with pytest.raises(BadWeights, match="not finite"):
        read_weights(file, game)


def test_without_weights_play_goes_on_by_the_opinion_and_that_is_said_once(lost_judge: Path) -> None:
    game = load("enghien")
    with pytest.warns(NoJudge, match="no such file; enghien is played by its hand-written opinion"):
        assert judge_of(game) is None
    with warnings.catch_warnings(action="error"):
        assert judge_of(game) is None
    assert str(lost_judge) in why_no_judge(game)
    m = game.new(seed=1)
    assert make_bot("level3", game, 1).choose(m.view(m.to_move)) in m.legal


@pytest.mark.usefixtures("lost_judge")
def test_who_has_asked_why_there_is_no_judge_is_not_warned() -> None:
    game = load("enghien")
    assert "there is no such file" in why_no_judge(game)
    with warnings.catch_warnings(action="error"):
        assert judge_of(game) is None
