"""What waits for one reader, first in, first out.

As `asyncio.Queue`, for one reader and a few items: a table has several of them, and each of those is three kilobytes
even when it is empty.
"""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """Items, and the reader who waits for the next."""

    __slots__ = ("_items", "_reader")

    def __init__(self) -> None:
        self._items: list[T] = []
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._items)

    def put(self, item: T) -> None:
        self._items.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def take(self) -> T:
        """The first item, which must be there."""
        return self._items.pop(0)

    async def get(self) -> T:
        """The first item, once there is one. Who stops waiting takes nothing."""
        while not self._items:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self.take()
