"""Bots in seats: each is handed the view of its seat, thinks in a process of its own, and has a deadline."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from typing import TypeVar

from bastide.bots.hint import Hint
from bastide.bots.worker import Worker
from bastide.core.position import View
from bastide.server import metrics
from bastide.server.logs import log
from bastide.table import messages

Answer = TypeVar("Answer")


def bot_seed(text: str) -> int:
    """A table's bots draw from its secret seed, so that nobody can foretell their moves; a hint from its name."""
    return int.from_bytes(hashlib.sha256(f"bots {text}".encode()).digest()[:7], "big")


def hint_message(hint: Hint, ply: int) -> messages.Hint:
    """Advice as it travels."""
    options = [
        messages.HintOption(
            action=option.action,
            text=option.text,
            label=option.label,
            share=option.share / 100,
            points=option.points,
            reasons=option.reasons,
        )
        for option in hint.alternatives
    ]
    return messages.Hint(ply, hint.verdict, options)


class Thinkers:
    """A few worker processes, lent out one question at a time."""

    def __init__(self, count: int, deadline_s: float) -> None:
        self.deadline_s = deadline_s
        self._workers = [Worker() for _ in range(count)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)

    async def choose(self, bot: str, view: View, seed: int, decision: int) -> int:
        """The bot's action, or the fallback's when it failed."""
        answer = await self._lend(lambda worker: worker.choose(bot, view, seed, decision, self.deadline_s))
        if answer.trouble:
            metrics.fallbacks.inc()
            log.warning("bot failed", game=view.game.id)
        return answer.action

    async def hint(self, view: View, seed: int) -> Hint:
        """What the strongest level would do, and why."""
        return await self._lend(lambda worker: worker.hint(view, seed, self.deadline_s))

    async def _lend(self, ask: Callable[[Worker], Answer]) -> Answer:
        """Cancelling withdraws the question at once; the worker is free again when it has let go of it."""
        worker = await self._free.get()
        question = asyncio.get_running_loop().run_in_executor(None, ask, worker)
        question.add_done_callback(lambda done: self._take_back(worker, done))
        try:
            return await asyncio.shield(question)
        except asyncio.CancelledError:
            worker.cancel()
            raise

    def _take_back(self, worker: Worker, done: asyncio.Future[Answer]) -> None:
        if not done.cancelled():
            done.exception()  # looked at: a withdrawn question is nobody's trouble
        self._free.put_nowait(worker)

    async def close(self) -> None:
        await asyncio.gather(*(asyncio.to_thread(worker.close) for worker in self._workers))
