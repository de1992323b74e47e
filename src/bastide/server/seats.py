"""Bots in seats: each is handed the view of its seat, thinks in a process of its own, and has a deadline."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from bastide.bots import OFFERED
from bastide.bots.hint import Hint
from bastide.bots.worker import Cancelled, Worker
from bastide.core.position import View
from bastide.server import metrics
from bastide.server.fair import Asker, FairQueue
from bastide.server.logs import log
from bastide.table import parts

Answer = TypeVar("Answer")


def bot_seed(text: str) -> int:
    """A table's bots draw from its secret seed, so that nobody can foretell their moves; a hint from its name."""
    return int.from_bytes(hashlib.sha256(f"bots {text}".encode()).digest()[:7], "big")


def hint_message(hint: Hint, ply: int) -> parts.Hint:
    """Advice as it travels."""
    options = [
        parts.HintOption(
            action=option.action,
            text=option.text,
            label=option.label,
            share=option.share / 100,
            points=option.points,
            reasons=option.reasons,
        )
        for option in hint.alternatives
    ]
    return parts.Hint(ply, hint.verdict, options)


STRONG = OFFERED[3:]


def is_strong(level: str) -> bool:
    """A bot that searches for long."""
    return level in STRONG


@dataclass(eq=False)
class Question:
    """Something for a worker to think about, and who waits for the answer."""

    asker: Asker
    ask: Callable[[Worker], Any]
    answer: asyncio.Future[Any]
    worker: Worker | None = None
    is_put_off: bool = False  # it gave way to a job that a player waits for, and is asked again afterwards


class Thinkers:
    """A few worker processes, lent out one question at a time: addresses take turns, and so do their tables.

    What nobody waits for comes last, and gives way while it is being thought about.
    """

    def __init__(self, count: int, deadline_s: float, make: Callable[[], Worker] = Worker) -> None:
        self.deadline_s = deadline_s
        self._workers = [make() for _ in range(count)]
        self._free = list(self._workers)
        self._waiting: FairQueue[Question] = FairQueue()
        self._asked: list[Question] = []
        self._threads = ThreadPoolExecutor(max(1, count), thread_name_prefix="thinker")

    async def choose(self, asker: Asker, bot: str, view: View, seed: int, decision: int) -> int:
        """The bot's action, or the fallback's when it failed."""
        answer = await self._lend(asker, lambda worker: worker.choose(bot, view, seed, decision, self.deadline_s))
        if answer.trouble:
            metrics.fallbacks.inc()
            log.warning("bot failed", game=view.game.id)
        return answer.action

    async def decide(self, asker: Asker, bot: str, view: View, seed: int, decision: int) -> int:
        """The bot's own action; `Failed` when none came."""
        return await self._lend(asker, lambda worker: worker.decide(bot, view, seed, decision, self.deadline_s))

    async def hint(self, asker: Asker, view: View, seed: int) -> Hint:
        """What the strongest level would do, and why."""
        return await self._lend(asker, lambda worker: worker.hint(view, seed, self.deadline_s))

    async def _lend(self, asker: Asker, ask: Callable[[Worker], Answer]) -> Answer:
        """Cancelling withdraws the question at once; the worker is free again when it has let go of it."""
        question = Question(asker, ask, asyncio.get_running_loop().create_future())
        self._waiting.push(asker, question)
        self._hand_out()
        try:
            answer: Answer = await question.answer
        except asyncio.CancelledError:
            if not self._waiting.remove(asker, question) and question.worker is not None:
                question.worker.cancel()
            raise
        return answer

    def _hand_out(self) -> None:
        while self._free and self._waiting:
            self._start(self._free.pop(), self._waiting.pop())
        if self._waiting.is_urgent:
            self._put_one_off()

    def _put_one_off(self) -> None:
        for question in self._asked:
            if question.asker.is_last and not question.is_put_off and question.worker is not None:
                question.is_put_off = True
                question.worker.cancel()
                return

    def _start(self, worker: Worker, question: Question) -> None:
        question.worker, question.is_put_off = worker, False
        self._asked.append(question)
        asked = asyncio.get_running_loop().run_in_executor(self._threads, question.ask, worker)
        asked.add_done_callback(lambda done: self._take_back(worker, question, done))

    def _take_back(self, worker: Worker, question: Question, done: asyncio.Future[Any]) -> None:
        self._asked.remove(question)
        self._free.append(worker)
        question.worker = None
        error = None if done.cancelled() else done.exception()
        if not question.answer.done():  # a withdrawn question is nobody's trouble
            if question.is_put_off and isinstance(error, Cancelled):
                self._waiting.push(question.asker, question)
            elif error is not None:
                question.answer.set_exception(error)
            elif done.cancelled():
                question.answer.cancel()
            else:
                question.answer.set_result(done.result())
        self._hand_out()

    async def close(self) -> None:
        await asyncio.gather(*(asyncio.to_thread(worker.close) for worker in self._workers))
        self._threads.shutdown(wait=False)
