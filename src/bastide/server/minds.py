"""Who thinks for a bot: a thinker, or, until its bots are compiled, one that interprets the rules of the game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from bastide.bots.hint import Hint
from bastide.bots.interpreted import Decided, make_interpreted, quick_of
from bastide.bots.worker import Cancelled, Failed, Worker
from bastide.core.position import View
from bastide.server import metrics
from bastide.server.fair import Asker
from bastide.server.logs import log
from bastide.server.readiness import Readiness
from bastide.server.seats import Thinkers
from bastide.table.refused import Refused


class Minds:
    """Who looks one step ahead answers at once, compiled or not, and the same; what searches has a stand-in that does
    so until it is compiled, or waits.

    It waits here: a thinker that compiled it would keep other tables waiting.
    """

    def __init__(self, thinkers: Thinkers, readiness: Readiness, make: Callable[[], Worker] = make_interpreted) -> None:
        self.thinkers = thinkers
        self.readiness = readiness
        self._make = make
        self._interpreter: Thinkers | None = None
        self._holders = 0
        self._kept: dict[str, asyncio.Task[None]] = {}

    async def choose(
        self, asker: Asker, bot: str, view: View, seed: int, decision: int, *, itself: bool = False
    ) -> Decided:
        """The bot's action, or the fallback's when it failed; a stand-in's until it is compiled, unless only `itself`
        will do.
        """
        game = view.game.id
        if await self.readiness.lacks_bots(game):
            quick = quick_of(bot, view)
            if not (quick.by and itself):
                try:
                    action = await self._interpret(asker, quick.bot, view, seed, decision)
                    return self._noted(Decided(action, quick.by), game)
                except (Failed, Cancelled, OSError) as error:
                    log.warning("interpreted bot failed", game=game, error=str(error))
            await self.readiness.wait_bots(game)
        return Decided(await self.thinkers.choose(asker, bot, view, seed, decision))

    def _noted(self, decided: Decided, game: str) -> Decided:
        """Counts what a stand-in decided."""
        if decided.by:
            metrics.stand_ins.labels(game).inc()
            log.info("stand-in for a bot that is not compiled", game=game)
        return decided

    async def hint(self, asker: Asker, view: View, seed: int) -> Hint:
        """What the strongest level would do, and why."""
        if await self.readiness.lacks_bots(view.game.id):
            await self.readiness.wait_bots(view.game.id)
        return await self.thinkers.hint(asker, view, seed)

    async def close(self) -> None:
        """Ends the interpreter and what it is kept for."""
        for task in self._kept.values():
            task.cancel()
        await asyncio.gather(*self._kept.values(), return_exceptions=True)

    async def expect(self, game: str, *, bots: bool) -> None:
        """A game will be played, with bots or without: for them the interpreter starts while the rules are compiled."""
        if await self.readiness.lacks_bots(game) and bots:
            self._keep_for(game)

    async def _interpret(self, asker: Asker, bot: str, view: View, seed: int, decision: int) -> int:
        self._keep_for(view.game.id)
        async with self._held() as interpreter:
            return await interpreter.decide(asker, bot, view, seed, decision)

    def _keep_for(self, game: str) -> None:
        """Holds the interpreter until a game's bots are compiled: there will be more questions."""
        if game not in self._kept or self._kept[game].done():
            self._kept[game] = asyncio.create_task(self._keep(game), name=f"interpreting {game}")

    async def _keep(self, game: str) -> None:
        with suppress(Refused, OSError):  # rules or a process that cannot be had: whoever asks is told
            async with self._held():
                await self.readiness.wait_bots(game)

    @asynccontextmanager
    async def _held(self) -> AsyncIterator[Thinkers]:
        """The one that interprets: it is started for the first who needs it, and ended after the last."""
        if self._interpreter is None:
            self._interpreter = Thinkers(1, self.thinkers.deadline_s, self._make)
        self._holders += 1
        try:
            yield self._interpreter
        finally:
            self._holders -= 1
            if not self._holders:
                ended, self._interpreter = self._interpreter, None
                await ended.close()
