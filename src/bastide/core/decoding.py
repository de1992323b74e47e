"""Bytes into structs, from any thread.

msgspec works out what a struct consists of when it is first asked for it, and keeps an unfinished answer meanwhile: a
second thread that decodes such a struct in between reads a null pointer, and the process dies. So decoders are made one
at a time, kept, and used only when they are whole. Everything that decodes into a type goes through here.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

_making = threading.Lock()


@cache
def json_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Of one type; made once."""
    with _making:
        return msgspec.json.Decoder(kind)


@cache
def msgpack_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Of one type; made once."""
    with _making:
        return msgspec.msgpack.Decoder(kind)


@overload
def read_json(data: bytes | bytearray | memoryview | str, kind: type[T]) -> T: ...
@overload
def read_json(data: bytes | bytearray | memoryview | str, kind: Any) -> Any: ...
def read_json(data: bytes | bytearray | memoryview | str, kind: Any) -> Any:
    """JSON as a type; what does not fit is msgspec's DecodeError or ValidationError."""
    return json_decoder(kind).decode(data)


@overload
def read_msgpack(data: bytes | bytearray | memoryview | msgspec.Raw, kind: type[T]) -> T: ...
@overload
def read_msgpack(data: bytes | bytearray | memoryview | msgspec.Raw, kind: Any) -> Any: ...
def read_msgpack(data: bytes | bytearray | memoryview | msgspec.Raw, kind: Any) -> Any:
    """MessagePack as a type; what does not fit is msgspec's DecodeError or ValidationError."""
    return msgpack_decoder(kind).decode(data)


@overload
def convert(value: Any, kind: type[T], *, from_attributes: bool = ...) -> T: ...
@overload
def convert(value: Any, kind: Any, *, from_attributes: bool = ...) -> Any: ...
def convert(value: Any, kind: Any, *, from_attributes: bool = False) -> Any:
    """A value made of dicts and lists, or another struct, as a type; what does not fit is a ValidationError."""
    json_decoder(kind)  # after which the type is known
    return msgspec.convert(value, kind, from_attributes=from_attributes)
