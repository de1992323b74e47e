"""Notes over Redis, for those who have one anyway."""

from __future__ import annotations

import asyncio

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bastide.core.decoding import read_json
from bastide.server.bus.bus import CHANNEL, Note, OnNote, OnResume
from bastide.server.logs import log

RETRY_S = 1.0


class RedisBus:
    """Comes back by itself when the connection is lost."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url)
        self._task: asyncio.Task[None] | None = None

    async def start(self, on_note: OnNote, on_resume: OnResume) -> None:
        await self._redis.ping()
        listening = asyncio.Event()
        self._task = asyncio.create_task(self._listen(on_note, on_resume, listening), name="bus")
        await listening.wait()

    async def _listen(self, on_note: OnNote, on_resume: OnResume, listening: asyncio.Event) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    if listening.is_set():
                        on_resume()
                    listening.set()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            on_note(read_json(message["data"], Note))
            except (OSError, RedisError) as error:
                log.warning("bus down", error=type(error).__name__)
                await asyncio.sleep(RETRY_S)

    async def publish(self, note: Note) -> None:
        try:
            await self._redis.publish(CHANNEL, msgspec.json.encode(note))
        except (OSError, RedisError) as error:
            log.warning("bus down", error=type(error).__name__)

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
        await self._redis.aclose()
