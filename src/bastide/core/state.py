"""States as records of small integers, and cells that read as Python ints.

Compiled rules work on NumPy record arrays. Interpreted rules, and all plain Python code (notation, stories, pictures),
work through proxies whose attributes read as Python ints:

- `CheckedRecord`, `CheckedRecords`, `CheckedCells`: read and write; stores are range-checked, negative indices refused.
- `PlainRecord`, `PlainRecords`, `PlainCells`: read only and fast; each field is read from memory once and then cached.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import cache, wraps
from math import prod
from operator import itemgetter
from struct import Struct
from threading import Lock
from typing import Any, TypeVar

import numpy as np

from bastide.core.jit import TARGET, by_array

# Numbers that are no seat, no action and no index; each means one thing. Records hold NONE alone.
NONE = -1  # no card, no seat, no slot
OVER = -2  # to_move: the game has ended
CHANCE = -3  # to_move: a draw or a roll comes next
SPECTATOR = -4  # whose view: somebody who holds no seat
UNSEEN = -5  # witness: the viewer does not learn which action it was

PLAYERS = "players"  # a last field of this name has a record for each seat, and those of empty seats are 0

Dtype = np.dtype[Any]
F = TypeVar("F", bound=Callable[..., Any])


def record_dtype(fields: list[tuple[Any, ...]]) -> Dtype:
    """The dtype of a state, from (name, type[, shape]) lines."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def seated(dtype: Dtype, seats: int) -> Dtype:
    """The record of a table with so many seats, where `players` is its last field: it ends with the last of them."""
    assert dtype.fields is not None
    *others, last = [(name, dtype.fields[name][0]) for name in dtype.names or ()]
    if last[0] != PLAYERS or last[1].subdtype is None:
        return dtype
    return record_dtype([*others, (PLAYERS, last[1].subdtype[0], (seats,))])


@cache
def form_of(dtype: Dtype) -> str:
    """Eight hexadecimal digits for a state's fields, their types and places: bytes of another form are not read."""
    return hashlib.sha256(repr(dtype.descr).encode()).hexdigest()[:8]


def _check_index(index: Any) -> None:
    if isinstance(index, tuple):
        for part in index:
            _check_index(part)
    elif isinstance(index, int | np.integer) and index < 0:
        raise IndexError(f"negative index {index}")


class CheckedCells(np.ndarray):
    """An array that checks indices and whose elements read as Python ints, as Numba's int64 arithmetic has them.

    NumPy itself refuses to store an int that does not fit.
    """

    def __getitem__(self, index: Any) -> Any:
        _check_index(index)
        value = np.ndarray.__getitem__(self, index)
        return value if isinstance(value, np.ndarray) else int(value)

    def __setitem__(self, index: Any, value: Any) -> None:
        _check_index(index)
        np.ndarray.__setitem__(self, index, value)


class CheckedRecords:
    """An array of states, indexed like a record array; checks stores and indices."""

    def __init__(self, array: Any) -> None:
        self.array = array
        self.rows = [CheckedRecord(array, i) for i in range(len(array))]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return CheckedRecords(self.array[i])
        _check_index(i)
        return self.rows[i]

    def __setitem__(self, i: int, record: CheckedRecord) -> None:
        self.array[i : i + 1] = record._row


class CheckedRecord:
    """One state to read and write: attributes read as Python ints, stores are range-checked."""

    def __init__(self, array: Any, index: int) -> None:
        object.__setattr__(self, "_row", array[index : index + 1])
        object.__setattr__(self, "_dtype", array.dtype)
        object.__setattr__(self, "_fields", {name: self._cells(name) for name in array.dtype.names})

    def _cells(self, name: str) -> Any:
        cells = self._row[name]
        if cells.dtype.names:
            return CheckedRecords(cells[0]) if cells.ndim > 1 else CheckedRecord(cells, 0)
        return cells[0].view(CheckedCells) if cells.ndim > 1 else cells

    def __getattr__(self, name: str) -> Any:
        try:
            cells = object.__getattribute__(self, "_fields")[name]
        except KeyError:
            raise AttributeError(name) from None
        return cells.item() if type(cells) is np.ndarray else cells

    def __setattr__(self, name: str, value: Any) -> None:
        self._fields[name][...] = value


class PlainCells:
    """A read-only cache of an array as Python lists: indexed like the array, ten times as fast."""

    __slots__ = ("rows",)

    def __init__(self, rows: list[Any]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Any]:
        return iter([PlainCells(row) if type(row) is list else row for row in self.rows])

    def __getitem__(self, index: Any) -> Any:
        if type(index) is int and index >= 0:
            found = self.rows[index]
            return PlainCells(found) if type(found) is list else found
        if type(index) is not tuple:
            index = (index,)
        found = self.rows
        for part in index:
            if type(part) is slice:
                if part is not index[-1]:
                    raise IndexError("only the last index may be a slice")
            elif part < 0:
                raise IndexError(f"negative index {part}")
            found = found[part]
        return PlainCells(found) if type(found) is list else found

    def tolist(self) -> list[Any]:
        """A copy, as NumPy gives it."""
        rows = self.rows
        return [row.copy() for row in rows] if rows and type(rows[0]) is list else rows.copy()


class PlainRecords(tuple[Any, ...]):
    """An array of states to read; refuses negative indices."""

    __slots__ = ()

    def __getitem__(self, i: Any) -> Any:
        if type(i) is not int or i < 0:
            _check_index(i)
        return tuple.__getitem__(self, i)


class PlainRecord:
    """One read-only state, for plain code over compiled rules. A field is read from its bytes once and then cached.

    Every dtype has a class of its own, with a `_Field` for each field: see `_reading`.
    """

    _dtype: Dtype
    _row: Any  # an array of one
    _data: bytes  # as they were when the first field was read; a record inside another has those from its own on
    _start: int  # of the record in `_data`
    _known: dict[Any, Any]  # see `once`

    def __init__(self, row: Any) -> None:
        self.__dict__["_row"] = row

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name}: this is for reading; `editor` gives a record that can be written")


class _Field:
    """A field of a record by the number of its byte; the record keeps what `read(record, place)` gives."""

    __slots__ = ("name", "place", "read")

    def __init__(self, name: str, place: int, read: Callable[[Any, int], Any]) -> None:
        self.name, self.place, self.read = name, place, read

    def __get__(self, record: Any, _owner: Any) -> Any:
        value = record.__dict__[self.name] = self.read(record, self.place)
        return value


CODES = {"b1": "?", "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}  # of struct


@cache
def _reading(dtype: Dtype) -> type[PlainRecord]:
    """The class of the records of a dtype."""
    assert dtype.fields is not None
    members: dict[str, Any] = {
        "_dtype": dtype,
        "_data": _Field("_data", 0, lambda record, _: record._row.tobytes()),
        "_start": 0,
        "_known": _Field("_known", 0, lambda _record, _: {}),
    }
    for name, (kind, place, *_) in dtype.fields.items():
        members[name] = _Field(name, place, _read_records(kind) if kind.base.names else _read_numbers(kind))
    return type("PlainRecord", (PlainRecord,), members)


def _read_numbers(kind: Dtype) -> Callable[[Any, int], Any]:
    """Reads a number, or an array of them."""
    count = prod(kind.shape)
    unpack = Struct(f"={count}{CODES[kind.base.str[1:]]}").unpack_from
    if not kind.shape:
        return lambda record, place: unpack(record._data, record._start + place)[0]
    widths = kind.shape[:0:-1]

    def read(record: Any, place: int) -> PlainCells:
        rows = list(unpack(record._data, record._start + place))
        for width in widths:
            rows = [rows[i : i + width] for i in range(0, len(rows), width)]
        return PlainCells(rows)

    return read


def _read_records(kind: Dtype) -> Callable[[Any, int], Any]:
    """Reads a record inside another, or a row of them: they share its bytes, and copy their own to ask a rule."""
    base, size, count = kind.base, kind.base.itemsize, prod(kind.shape)
    members = {"_row": _Field("_row", 0, lambda record, _: from_bytes(base, record._data[record._start :][:size]))}
    inner = type("PlainRecord", (_reading(base),), members)

    def read_one(record: Any, place: int) -> Any:
        found: Any = object.__new__(inner)
        members = found.__dict__
        members["_data"], members["_start"] = record._data, record._start + place
        return found

    if not kind.shape:
        return read_one
    return lambda record, place: PlainRecords([read_one(record, place + i * size) for i in range(count)])


def new_states(dtype: Dtype, n: int = 1) -> Any:
    """n blank states, as the rules of this target index them."""
    array: Any = np.ndarray(n, dtype, bytearray(n * dtype.itemsize))  # four times faster than np.zeros for records
    return CheckedRecords(array) if TARGET == "python" else array


def int_array(n: int | tuple[int, ...], dtype: Any = np.int16) -> Any:
    """A buffer of integers, as the rules of this target index it."""
    array = np.zeros(n, dtype=dtype)
    return array.view(CheckedCells) if TARGET == "python" else array


def action_list(n: int) -> Any:
    """A buffer of actions, as positions, views and bots have it: `legal` and all it calls are compiled for one type."""
    return int_array(n, np.int64)


def array_of(states: Any) -> Any:
    """The NumPy array behind states of either target."""
    return states.array if TARGET == "python" and isinstance(states, CheckedRecords) else states


def raw_of(states: Any) -> Any:
    """The same memory as bytes, one row a state: for copies, digests and saves."""
    array = array_of(states)
    raw = array.view(np.uint8).reshape(len(array), array.dtype.itemsize)
    return raw.view(CheckedCells) if isinstance(states, CheckedRecords) else raw


def new_raw(dtype: Dtype) -> tuple[Any, Any]:
    """A blank state, and the same memory as bytes, in a third of the time that `raw_of` takes."""
    memory = bytearray(dtype.itemsize)
    array: Any = np.ndarray(1, dtype, memory)
    raw: Any = np.ndarray((1, dtype.itemsize), np.uint8, memory)
    return (CheckedRecords(array), raw.view(CheckedCells)) if TARGET == "python" else (array, raw)


def byte_array(data: bytes) -> Any:
    """Bytes as the rules of this target index them."""
    array: Any = np.ndarray(len(data), np.uint8, bytearray(data))
    return array.view(CheckedCells) if TARGET == "python" else array


def copy_state(source: Any, target: Any) -> None:
    """target[0] = source[0], through bytes (faster than NumPy's own record copy)."""
    raw_of(target)[0] = raw_of(source)[0]


def to_bytes(states: Any) -> bytes:
    """The first state's bytes: two positions are equal when these are."""
    array = array_of(states)
    return (array if len(array) == 1 else array[:1]).tobytes()  # type: ignore[no-any-return]


def from_bytes(dtype: Dtype, data: bytes) -> Any:
    """A state from its bytes."""
    array: Any = np.ndarray(1, dtype, bytearray(data))
    return CheckedRecords(array) if TARGET == "python" else array


def reader(states: Any, i: int = 0) -> Any:
    """One state for plain Python code: attributes and cells are Python ints."""
    if TARGET == "python" and isinstance(states, CheckedRecords):
        return states[i]
    return _reading(states.dtype)(states if len(states) == 1 else states[i : i + 1])


def editor(states: Any, i: int = 0) -> Any:
    """One state for code that puts a position together, as tests do: every store is range-checked."""
    return states[i] if isinstance(states, CheckedRecords) else CheckedRecord(states, i)


def ask(function: Callable[..., Any], s: Any, *arguments: Any) -> Any:
    """Calls a rule, with some numbers, from plain Python code with a state that `reader` gave."""
    if TARGET == "python":
        return function(s, *arguments)
    return by_array(function, len(arguments))(s._row, *arguments)


def once(function: F) -> F:
    """Marks a plain function of a record and some numbers that is asked the same several times for one sight of it.

    Its answers are kept with the reader, whose record no longer changes; an interpreted record may, and keeps none.
    """

    @wraps(function)
    def answer(s: Any, *arguments: Any) -> Any:
        if not isinstance(s, PlainRecord):
            return function(s, *arguments)
        known: dict[Any, Any] = s._known
        asked = (function, arguments)
        if asked not in known:
            known[asked] = function(s, *arguments)
        return known[asked]

    return answer  # type: ignore[return-value]


def remembered_by(*fields: str, most: int) -> Callable[[F], F]:
    """Marks a plain function of a record, and of what else it is given, that reads these fields alone.

    An answer serves all records equal in them: what did not change since the last move, and what several viewers see
    alike, is not made anew. The oldest of more than `most` answers is forgotten. Nobody may change an answer.
    """

    def mark(function: F) -> F:
        known: dict[tuple[Any, ...], Any] = {}
        forgetting = Lock()

        @wraps(function)
        def answer(s: Any, *arguments: Any) -> Any:
            asked = (_cutter_of(s._dtype, fields)(data_of(s)), arguments)
            found = known.get(asked, known)
            if found is known:
                found = function(s, *arguments)
                with forgetting:
                    known[asked] = found
                    if len(known) > most:
                        del known[next(iter(known))]
            return found

        answer.fields = fields  # type: ignore[attr-defined]
        return answer  # type: ignore[return-value]

    return mark


@cache
def _cutter_of(dtype: Dtype, fields: tuple[str, ...]) -> Callable[[bytes], Any]:
    """Cuts fields out of the bytes of a record: those that lie side by side in one piece."""
    assert dtype.fields is not None
    places = sorted((offset, offset + kind.itemsize) for kind, offset, *_ in map(dtype.fields.__getitem__, fields))
    cuts: list[slice] = []
    for start, end in places:
        if cuts and cuts[-1].stop == start:
            cuts[-1] = slice(cuts[-1].start, end)
        else:
            cuts.append(slice(start, end))
    return itemgetter(*cuts)


def data_of(s: Any) -> bytes:
    """The bytes of a state that `reader` gave; those of an interpreted one may change."""
    if not isinstance(s, PlainRecord):
        return s._row.tobytes()  # type: ignore[no-any-return]
    return s._data[s._start : s._start + s._dtype.itemsize] if s._start else s._data


def twin_of(s: Any) -> Any:
    """An independent copy of a state that `reader` gave, to try something on."""
    return reader(from_bytes(s._dtype, data_of(s)))


def frozen(values: Any, dtype: Any = np.int16) -> Any:
    """A table of numbers that rules may read: Python ints when interpreted, a compile-time constant otherwise."""
    array = np.array(values, dtype=dtype)
    array.flags.writeable = False
    return array.view(CheckedCells) if TARGET == "python" else array
