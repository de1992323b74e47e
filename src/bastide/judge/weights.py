"""A judge's weights as a file: NumPy's zip of arrays, the first layer as bytes, and what they were made of as JSON.

A file names its game, the version and digest of the features it was trained on, the command and seeds of its training
and the strength that was measured; one that is damaged, of another game, of other features or of a newer format is
refused with a message that says which.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.lib.format import read_array

from bastide.core.decoding import read_json
from bastide.core.errors import BastideError
from bastide.core.features import Fields
from bastide.core.game import Game

FORMAT = 1
DENSE = ("b1", "w2", "b2", "w3", "b3")
KINDS = {  # of every array: its numbers, and how many dimensions it has
    "w1": (np.int8, 2), "scale": (np.float32, 1), "b1": (np.float16, 1), "w2": (np.float16, 2),
    "b2": (np.float16, 1), "w3": (np.float16, 2), "b3": (np.float16, 1),
}  # fmt: skip
UNPACKED = 64 << 20  # bytes that one may have: a small file can stand for more than there is memory
LARGEST = 1_700_000  # bytes a game: what a wheel carries
TOP = 127  # of a weight of the first layer, in steps of its unit's scale
REACH = 2.0**21  # of what a unit is given, at most: with 32 bits after the point, doubles hold it exactly
POINT_SCALES = (1e-3, 1e6)  # what the scale of points may be


class BadWeights(BastideError):
    """Weights that cannot be read, or are not this game's."""

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(f"the judge's weights in {path} cannot be used: {reason}")
        self.path, self.reason = path, reason


class Form(msgspec.Struct, frozen=True):
    """What weights of any format say of themselves."""

    format: int


class Strength(msgspec.Struct, frozen=True):
    """What a judge won, one step ahead, when it was measured."""

    seats: int
    opponent: str
    share: float  # of first places
    error: float  # half of the 95 % interval
    games: int


class About(msgspec.Struct, frozen=True):
    """What weights were made of."""

    format: int
    game: str
    rules_version: int
    features_version: int
    features_digest: str
    command: str
    seed: int
    iterations: int
    games: int
    decisions: int
    seconds: float
    machine: str
    mean: float  # points are told as (points - mean) / scale
    scale: float
    strength: tuple[Strength, ...] = ()


@dataclass(frozen=True)
class Weights:
    """A net: rows of whole numbers, then two small dense layers."""

    about: About
    w1: Any  # int8 [rows, hidden]
    scale: Any  # float32 [hidden]: what 1 of the first layer is worth
    b1: Any  # float32 [hidden]
    w2: Any  # float32 [hidden, second]
    b2: Any
    w3: Any  # float32 [second, 2 * seats]: logits of first place, then points, seat by seat
    b3: Any

    @property
    def seats(self) -> int:
        """How many seats it can speak of."""
        return len(self.b3) // 2

    @property
    def layers(self) -> dict[str, Any]:
        """The net as it was trained, in floats."""
        return {"w1": self.w1 * self.scale, **{name: getattr(self, name) for name in DENSE}}


def mean_layers(nets: Sequence[Weights]) -> dict[str, Any]:
    """The mean of nets of one shape, in floats: good where they began alike."""
    shapes = {tuple(value.shape for value in net.layers.values()) for net in nets}
    if len(shapes) > 1:
        raise BastideError(f"nets of different shapes have no mean: {' and '.join(map(str, sorted(shapes)))}")
    return {name: np.mean([net.layers[name] for net in nets], axis=0, dtype=np.float64) for name in nets[0].layers}


def weights_file(game: Game) -> Path:
    """Where the weights that come with a game lie."""
    return game.folder / "judge.npz"


def to_bytes(w1: Any) -> tuple[Any, Any]:
    """A first layer as bytes, and what 1 is worth in each of its units."""
    scale = np.maximum(np.abs(w1).max(axis=0), 1e-6).astype(np.float32) / TOP
    return np.rint(w1 / scale).astype(np.int8), scale.astype(np.float32)


def write_weights(path: Path, about: About, layers: dict[str, Any]) -> None:
    """Writes a trained net (w1, b1, w2, b2, w3, b3, all float) whole or not at all."""
    w1, scale = to_bytes(layers["w1"])
    rest = {name: layers[name].astype(np.float16) for name in DENSE}
    written = io.BytesIO()
    np.savez_compressed(written, about=np.frombuffer(msgspec.json.encode(about), np.uint8), w1=w1, scale=scale, **rest)
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(written.getvalue())
    unfinished.replace(path)


def read_weights(path: Path, game: Game) -> Weights:
    """The weights of a file, once it is sure that they are this game's."""
    return _checked(path, game, *_read_arrays(path))


def read_start(path: Path, game: Game) -> Weights:
    """Weights to begin a training with: those of earlier fields too, where today's only follow after them.

    Rows of the fields that have come since are 0: the net says what it said before.
    """
    about, arrays = _read_arrays(path)
    if about.features_digest in earlier_digests(game, about.features_version, len(arrays["w1"])):
        rows = game.fields.total - len(arrays["w1"])
        arrays["w1"] = np.pad(arrays["w1"], ((0, rows), (0, 0)))
        about = replace(about, features_version=game.fields.version, features_digest=game.fields.digest)
    return _checked(path, game, about, arrays)


def earlier_digests(game: Game, version: int, rows: int) -> set[str]:
    """Of the first fields that have so many rows together, as they were in an earlier version."""
    ends = np.cumsum([field.rows for field in game.fields.fields])
    return {Fields(version, game.fields.fields[: k + 1]).digest for k in np.flatnonzero(ends == rows)}


def _read_arrays(path: Path) -> tuple[About, dict[str, Any]]:
    try:
        with zipfile.ZipFile(path) as kept:
            told = _unpack(kept, "about").tobytes()
            form = read_json(told, Form).format
            if form > FORMAT:
                raise BadWeights(path, f"it is of format {form}, and this version of Bastide reads up to {FORMAT}")
            about = read_json(told, About)
            arrays = {name: _of_kind(name, _unpack(kept, name)) for name in KINDS}
    except BadWeights:
        raise
    except FileNotFoundError as error:
        raise BadWeights(path, "there is no such file") from error
    except OSError as error:
        raise BadWeights(path, f"it cannot be read ({error.strerror or error})") from error
    except Exception as error:  # a wrong byte may lead those who read zips and arrays to any
        reason = str(error) or type(error).__name__
        raise BadWeights(path, f"it is damaged, or no file of weights ({reason})") from error
    return about, arrays


def _unpack(kept: zipfile.ZipFile, name: str) -> Any:
    """An array of a file, however little of it is packed."""
    member = kept.getinfo(f"{name}.npy")
    if member.file_size > UNPACKED:
        raise ValueError(f"unpacked, its {name} would have {member.file_size:,} bytes, more than {UNPACKED:,}")
    return read_array(io.BytesIO(kept.read(member)), allow_pickle=False)


def _of_kind(name: str, array: Any) -> Any:
    kind, dimensions = KINDS[name]
    if (array.dtype, array.ndim) != (kind, dimensions) or not array.size:
        raise ValueError(f"its {name} is of the kind {array.dtype} and the shape {array.shape}")
    return array


def _checked(path: Path, game: Game, about: About, arrays: dict[str, Any]) -> Weights:
    _check_about(path, about, game)
    _check_shapes(path, arrays, game)
    dense = {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items() if name != "w1"}
    weights = Weights(about, np.ascontiguousarray(arrays["w1"]), **dense)
    _check_reach(path, weights, game)
    return weights


def _check_about(path: Path, about: About, game: Game) -> None:
    if about.game != game.id:
        raise BadWeights(path, f"it is a judge of {about.game}, not of {game.id}")
    if about.features_version > game.fields.version:
        newer = f"version {about.features_version}, and this version of Bastide has version {game.fields.version}"
        raise BadWeights(path, f"it was trained on newer features of {game.id}: {newer}")
    if about.features_digest != game.fields.digest:
        raise BadWeights(
            path, f"it was trained on other features of {game.id} than those of version {game.fields.version}"
        )
    low, high = POINT_SCALES
    if not low <= about.scale <= high or not abs(about.mean) <= high:
        raise BadWeights(path, f"it tells points in steps of {about.scale:g} from {about.mean:g} on")


def _check_shapes(path: Path, arrays: dict[str, Any], game: Game) -> None:
    hidden, second, outputs = arrays["b1"].shape, arrays["b2"].shape, arrays["b3"].shape
    wanted = {
        "w1": (game.fields.total, *hidden),
        "scale": hidden,
        "w2": (*hidden, *second),
        "w3": (*second, *outputs),
        "b3": (2 * game.spec.seats[1],),
    }
    for name, shape in wanted.items():
        if arrays[name].shape != shape:
            raise BadWeights(path, f"its {name} has the shape {arrays[name].shape}, not {shape}")
    if not all(np.isfinite(arrays[name]).all() for name in ("scale", *DENSE)):
        raise BadWeights(path, "some of its numbers are not finite")


def _check_reach(path: Path, weights: Weights, game: Game) -> None:
    """Refuses what could not be added up in whole numbers, whatever is shown."""
    first = TOP * game.fields.size * np.abs(weights.scale.astype(np.float64)) + np.abs(weights.b1)
    second = first @ np.abs(weights.w2) + np.abs(weights.b2)
    third = second @ np.abs(weights.w3) + np.abs(weights.b3)
    if max(first.max(), second.max(), third.max()) > REACH:
        raise BadWeights(path, "some of its numbers are too large to be added up exactly")
