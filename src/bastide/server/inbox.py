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
        if self._reader is not None:
            _wake(self._reader)

    def take(self) -> T:
        """The first item, which must be there."""
        return self._items.pop(0)

    async def get(self) -> T:
        """The first item, once there is one. Who stops waiting takes nothing."""
        while not self._items:
            await self._next(asyncio.get_running_loop().create_future())
        return self.take()

    async def get_within(self, seconds: float) -> T | None:
        """The first item; None where there is none in time. A timer alone: `asyncio.timeout` takes twice as long."""
        if not self._items:
            loop = asyncio.get_running_loop()
            reader = loop.create_future()
            timer = loop.call_later(seconds, _wake, reader)
            try:
                await self._next(reader)
            finally:
                timer.cancel()
        return self.take() if self._items else None

    async def _next(self, reader: asyncio.Future[None]) -> None:
        """Waits until something was put, or the reader was woken."""
        self._reader = reader
        try:
            await reader
        finally:
            self._reader = None


class Gate:
    """As `asyncio.Event`, open at first: a kilobyte less for each."""

    __slots__ = ("_is_open", "_waiting")

    def __init__(self) -> None:
        self._is_open = True
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        return self._is_open

    def set(self) -> None:
        self._is_open = True
        waiting, self._waiting = self._waiting, []
        for reader in waiting:
            _wake(reader)

    def clear(self) -> None:
        self._is_open = False

    async def wait(self) -> None:
        """Returns once the gate is open."""
        while not self._is_open:
            reader = asyncio.get_running_loop().create_future()
            self._waiting.append(reader)
            await reader


def _wake(reader: asyncio.Future[None]) -> None:
    if not reader.done():
        reader.set_result(None)
