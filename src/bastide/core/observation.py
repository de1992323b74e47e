"""What a seat sees as a row of integers: its view's record, field after field, in a documented order.

The first two numbers are the viewer's seat and who is to move; then every field of the record follows in the order of
`state.py`, a field of a row of records as one block (`players.coins`, one number a player). Seats are absolute, as they
are in the record. Fields of 64 bits are left out: they are sets of cells packed for speed, and say nothing that the
other fields do not (a contract test holds every game to that).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bastide.core.jit import rule
from bastide.core.play import entry_points
from bastide.core.state import OVER, int_array, raw_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bastide.core.game import Game
    from bastide.core.position import Position
    from bastide.core.view import View

HEAD = ("viewer", "mover")
PACKED_BYTES = 8


class Field(NamedTuple):
    """A block of an observation: `shape` numbers from `offset` on."""

    name: str
    offset: int
    shape: tuple[int, ...]
    low: int
    high: int

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=int))


class Layout:
    """Where each field of a game's view lies in an observation; `narrow` is the smallest type that holds them all."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        fields = [Field(name, i, (), -2, np.iinfo(np.int8).max) for i, name in enumerate(HEAD)]
        runs: list[tuple[int, int, int]] = []  # numbers side by side in the record: where, how wide each, how many
        offset = len(HEAD)
        for name, number, shape, places in _blocks(dtype, "", 0):
            info = np.iinfo(number)
            fields.append(Field(name, offset, shape, int(info.min), int(info.max)))
            each = fields[-1].size // len(places)
            runs += [(place, number.itemsize, each) for place in places]
            offset += fields[-1].size
        self.fields = tuple(fields)
        self.size = offset
        self.runs = np.array(runs, np.int32)
        lowest = min(min(field.low, -1 - field.high) for field in fields)
        self.narrow = np.min_scalar_type(lowest)  # of a number below 0, so a signed type
        self._by_name = {field.name: field for field in fields}

    def low(self) -> Any:
        """The least number each place can hold."""
        return np.concatenate([np.full(field.size, field.low, np.int32) for field in self.fields])

    def high(self) -> Any:
        return np.concatenate([np.full(field.size, field.high, np.int32) for field in self.fields])

    def take(self, observation: Any, name: str) -> Any:
        """One field of one observation, or of many (its last axis is the row of numbers)."""
        field = self._by_name[name]
        block = observation[..., field.offset : field.offset + field.size]
        return block.reshape((*observation.shape[:-1], *field.shape))


def _blocks(
    dtype: np.dtype[Any], prefix: str, start: int
) -> Iterator[tuple[str, np.dtype[Any], tuple[int, ...], list[int]]]:
    """Every field of whole numbers: its name, type and shape, and the places at which its parts begin."""
    assert dtype.fields is not None
    for name in dtype.names or ():
        whole, place = dtype.fields[name][:2]
        number, shape = whole.subdtype or (whole, ())
        if number.names:
            for inner, kind, block, places in _blocks(number, f"{prefix}{name}.", start + place):
                rows = [at + row * number.itemsize for row in range(int(np.prod(shape))) for at in places]
                yield inner, kind, (*shape, *block), rows
        elif number.itemsize < PACKED_BYTES:
            yield f"{prefix}{name}", number, shape, [start + place]


@cache
def layout_of(of: Game) -> Layout:
    """The layout of a game's observations."""
    return Layout(of.state)


@rule
def number_of(who: int) -> int:
    """A seat, or what observations have instead: -1 for a spectator and for chance, -2 when the game is over."""
    return who if who >= OVER else -1


@rule
def widen(raw: Any, place: int, width: int, count: int, out: Any, k: int) -> None:
    """Numbers of several bytes, the lowest first."""
    for j in range(count):
        at = place + j * width
        value = int(raw[at + width - 1])
        for byte in range(width - 2, -1, -1):
            value = value * 256 + (int(raw[at + byte]) & 255)
        out[k + j] = value


@rule
def flatten(raw: Any, runs: Any, out: Any) -> None:
    """Writes the numbers of a record, given as signed bytes, behind the two at the head."""
    k = 2
    for i in range(len(runs)):
        place = int(runs[i, 0])
        count = int(runs[i, 2])
        if runs[i, 1] == 1:
            for j in range(count):
                out[k + j] = raw[place + j]
        else:
            widen(raw, place, int(runs[i, 1]), count, out, k)
        k += count


def observe_view(view: View) -> Any:
    """A view as a row of int32, laid out as `layout_of` its game says."""
    layout = layout_of(view.game)
    out = int_array(layout.size, np.int32)
    out[0] = number_of(view.seat)
    out[1] = number_of(entry_points(view.game).to_move(view.states))
    flatten(raw_of(view.states)[0].view(np.int8), layout.runs, out)
    return np.asarray(out)


def legal_mask(position: Position) -> Any:
    """1 for each action that the seat to move may take, as int8."""
    mask = np.zeros(position.game.spec.num_actions, np.int8)
    mask[list(position.legal)] = 1
    return mask
