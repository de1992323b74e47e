"""Notes over PostgreSQL's LISTEN and NOTIFY, on a connection of their own."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import msgspec

from bastide.core.decoding import read_json
from bastide.server.bus.bus import CHANNEL, Note, OnNote, OnResume
from bastide.server.logs import log

RETRY_S = 1.0


class PostgresBus:
    """Comes back by itself when the connection is lost."""

    def __init__(self, database: str) -> None:
        self.address = "postgresql:" + database.split(":", 1)[1]
        self._connection: asyncpg.Connection[Any] | None = None
        self._sending = asyncio.Lock()  # one connection does one thing at a time
        self._task: asyncio.Task[None] | None = None

    async def start(self, on_note: OnNote, on_resume: OnResume) -> None:
        await self._listen(on_note)
        self._task = asyncio.create_task(self._watch(on_note, on_resume), name="bus")

    async def _listen(self, on_note: OnNote) -> None:
        connection = await asyncpg.connect(self.address)

        def decode_note(_connection: Any, _pid: int, _channel: str, payload: object) -> None:
            on_note(read_json(str(payload), Note))

        await connection.add_listener(CHANNEL, decode_note)
        self._connection = connection

    async def _watch(self, on_note: OnNote, on_resume: OnResume) -> None:
        while True:
            await asyncio.sleep(RETRY_S)
            if self._connection is not None and not self._connection.is_closed():
                continue
            try:
                await self._listen(on_note)
            except (OSError, asyncpg.PostgresError) as error:
                log.warning("bus down", error=type(error).__name__)
            else:
                on_resume()

    async def publish(self, note: Note) -> None:
        connection = self._connection
        if connection is None or connection.is_closed():
            return
        try:
            async with self._sending:
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, msgspec.json.encode(note).decode())
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            log.warning("bus down", error=type(error).__name__)

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
        if self._connection is not None and not self._connection.is_closed():
            await self._connection.close()
