"""The notes, and the three ways they can travel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

from bastide.core.errors import BastideError

CHANNEL = "bastide"


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """From one process to the others. Each reads the log itself and makes its own viewers' views."""

    process: str
    table: str
    what: Literal["moved", "said", "here", "who", "keys", "gone"]
    seats: tuple[int, ...] = ()  # here: the seats whose players are connected to that process


OnNote = Callable[[Note], None]
OnResume = Callable[[], None]  # after a break: notes may have been missed


class Bus(Protocol):
    """Publishes notes to the other processes, and receives theirs."""

    async def start(self, on_note: OnNote, on_resume: OnResume) -> None: ...

    async def publish(self, note: Note) -> None: ...

    async def close(self) -> None: ...


class InProcess:
    """For a single process: drops every note."""

    async def start(self, on_note: OnNote, on_resume: OnResume) -> None:
        pass

    async def publish(self, note: Note) -> None:
        pass

    async def close(self) -> None:
        pass


def make_bus(url: str, database: str) -> Bus:
    """Redis where it is asked for, PostgreSQL where the tables are kept there, else a bus that drops every note."""
    if url.startswith(("redis:", "rediss:", "unix:")):
        from bastide.server.bus.redis import RedisBus

        return RedisBus(url)
    if url:
        raise BastideError(f"--bus is {url!r}; it takes a redis:// address")
    if database.startswith("postgresql"):
        from bastide.server.bus.postgres import PostgresBus

        return PostgresBus(database)
    return InProcess()
