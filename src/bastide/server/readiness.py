"""Which games can be played already: rules are compiled behind the server, in other processes, the smallest first."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial

from bastide.bots.warming import (
    NEXT_NICENESS,
    NICENESS,
    command_of,
    give_way,
    is_compiled,
    load_compiler,
    load_rules,
    load_stories,
)
from bastide.games import GAMES, load
from bastide.judge import BadWeights, read_weights, weights_file
from bastide.reviews import warming
from bastide.server.logs import log, where_of
from bastide.table.refused import Refused

Prepare = Callable[[str, bool], Awaitable[None]]  # a game, and whether somebody has asked for it
AT_ONCE = 2  # games compiled at a time while nobody asks


async def compile_rules(name: str, is_asked: bool) -> None:
    """Compiles in another process unless that was done before; then reads the result into this one."""
    await asyncio.gather(_compile(name, "rules", 0 if is_asked else NICENESS), asyncio.to_thread(load_compiler))
    await read_rules(name, is_asked)


async def help_compile(name: str, _is_asked: bool) -> None:
    """A second process begins at the other end: the first finds on disk what it has done."""
    if not await asyncio.to_thread(is_compiled, name, "rules"):
        await _compile(name, "undo", 0)


async def read_rules(name: str, _is_asked: bool) -> None:
    """Reads the rules into this process; what is not compiled is compiled in it.

    They stay, and they are a million objects: the garbage collector need not look through them again.
    """
    await asyncio.to_thread(load_rules, name)
    gc.freeze()


async def compile_stories(name: str, is_asked: bool) -> None:
    """Compiles what tells events ahead of time: else the first scoring would, in the middle of a game."""
    await _compile(name, "stories", NEXT_NICENESS if is_asked else NICENESS)
    await asyncio.to_thread(load_stories, name)
    gc.freeze()


async def compile_bots(name: str, is_asked: bool) -> None:
    """So that the first question to a bot is not its compilation. Workers read what this leaves on disk."""
    await asyncio.to_thread(log_no_judge, name)
    await _compile(name, "bots", NEXT_NICENESS if is_asked else NICENESS)


def log_no_judge(name: str) -> None:
    """Says why bots and hints of a game go by its opinion, if they do; they have the judge, this process does not."""
    game = load(name)
    try:
        read_weights(weights_file(game), game)
    except BadWeights as error:
        log.warning("no judge", game=name, error=str(error))


async def compile_reviews(name: str, is_asked: bool) -> None:
    """So that the first review is not its compilation either."""
    await _compile(name, warming.PART, NEXT_NICENESS if is_asked else NICENESS)


async def _compile(name: str, part: str, niceness: int) -> None:
    if await asyncio.to_thread(is_compiled, name, part):
        return
    command = warming.command_of(name, "simulations") if part == warming.PART else command_of(name, part)
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.DEVNULL)
    if niceness:
        give_way(process.pid, niceness)
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()


class Readiness:
    """Prepares all games one after the other, and at once the one that a client asks for."""

    def __init__(
        self,
        games: Iterable[str],
        rules: Prepare,
        *,
        hurry: Prepare | None = None,
        bots: Prepare | None = None,
        soon: Sequence[Prepare] = (),
        later: Sequence[Prepare] = (),
        order: Callable[[str], int] | None = None,
    ) -> None:
        """`hurry`: what makes rules ready sooner while somebody waits for them.

        `bots` and `soon`: what a game that was asked for needs next; `later`: what waits until all games can be played.
        Where there is no `bots`, the first question to a bot is its compilation.
        """
        self.games = tuple(games)
        self._rules = rules
        self._hurry = hurry
        self._bots = bots
        self._soon = soon if bots is None else (bots, *soon)
        self._later = later
        self._order = order
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._parts: dict[tuple[Prepare, str], asyncio.Task[None]] = {}
        self._next: dict[str, asyncio.Task[None]] = {}
        self._helpers: dict[str, asyncio.Future[None]] = {}
        self._asked: set[str] = set()
        self._lacking: set[str] = set()  # games whose bots were not compiled when they were looked for
        self._rest: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Behind the server; where nothing but rules is prepared, before it listens."""
        self._rest = asyncio.create_task(self._prepare_all(), name="compiling")
        if not (self._soon or self._later):
            await self._rest

    async def close(self) -> None:
        begun = (
            self._rest,
            *self._tasks.values(),
            *self._helpers.values(),
            *self._next.values(),
            *self._parts.values(),
        )
        tasks = [task for task in begun if task and not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def is_ready(self, game: str) -> bool:
        task = self._tasks.get(game)
        return task is not None and task.done() and not task.cancelled() and task.exception() is None

    async def wait(self, game: str) -> None:
        """Waits until a game can be played; a game that is asked for goes before those that are not."""
        self._asked.add(game)
        begun = self._begin(game)
        if not begun.done():
            self._begin_hurry(game, begun)
        try:
            await asyncio.shield(begun)
        except Exception:
            self._tasks.pop(game, None)  # retried on the next request
            raise Refused("table.refused.not_ready") from None
        if game not in self._next:
            self._next[game] = asyncio.create_task(self._prepare_soon(game), name=f"compiling more of {game}")

    async def lacks_bots(self, game: str) -> bool:
        """Whether a bot of a game that can be played would have to be compiled before it answers."""
        if self._bots is None:
            return False
        if not self._has_tried_bots(game) and not await asyncio.to_thread(is_compiled, game, "bots"):
            self._lacking.add(game)
        else:
            self._lacking.discard(game)
        return game in self._lacking

    def is_preparing(self, game: str) -> bool:
        """A game's bots are known to lack: what searches, Champions and hints, does not search yet."""
        return game in self._lacking and not self._has_tried_bots(game)

    def _has_tried_bots(self, game: str) -> bool:
        task = None if self._bots is None else self._parts.get((self._bots, game))
        return task is not None and task.done()

    async def wait_bots(self, game: str) -> None:
        """Waits until a game's bots have been compiled, or could not be: then whoever is asked tries again."""
        await self.wait(game)
        if self._bots is not None:
            await asyncio.wait([self._begin_part(self._bots, game)])

    def _begin(self, game: str) -> asyncio.Task[None]:
        if game not in self._tasks:
            self._tasks[game] = asyncio.create_task(self._prepare(game), name=f"compiling {game}")
        return self._tasks[game]

    def _begin_hurry(self, game: str, rules: asyncio.Task[None]) -> None:
        """For as long as the rules are not ready."""
        if self._hurry is not None and game not in self._helpers:
            self._helpers[game] = asyncio.ensure_future(self._hurry(game, True))
            rules.add_done_callback(lambda _: self._helpers.pop(game).cancel())

    async def _prepare(self, game: str) -> None:
        try:
            await self._rules(game, game in self._asked)
        except Exception as error:
            log.error("rules do not load", game=game, error=type(error).__name__, where=where_of(error))
            raise

    async def in_order(self) -> list[str]:
        """The games as they are prepared. What orders them may have to import them, which is not for the event loop."""
        return list(self.games) if self._order is None else await asyncio.to_thread(sorted, self.games, key=self._order)

    async def _prepare_all(self) -> None:
        """Rules of all games; then, one after the other, what else there is, of games that were asked for first."""
        games = await self.in_order()
        await self._in_places(games, self._begin_quietly)
        for prepare in (*self._soon, *self._later):
            asked_first = sorted(games, key=lambda game: game not in self._asked)
            await self._in_places(asked_first, partial(self._begin_part, prepare))

    async def _begin_quietly(self, game: str) -> None:
        await asyncio.gather(self._begin(game), return_exceptions=True)

    async def _prepare_soon(self, game: str) -> None:
        await asyncio.gather(*(self._begin_part(prepare, game) for prepare in self._soon), return_exceptions=True)

    def _begin_part(self, prepare: Prepare, game: str) -> asyncio.Task[None]:
        """Begins what comes after a game's rules, once."""

        async def part() -> None:
            await prepare(game, game in self._asked)

        if (prepare, game) not in self._parts:
            self._parts[prepare, game] = asyncio.create_task(part(), name=f"compiling more of {game}")
        return self._parts[prepare, game]

    async def _in_places(self, games: list[str], begin: Callable[[str], Awaitable[None]]) -> None:
        """A few games at a time, in this order."""
        places = asyncio.Semaphore(AT_ONCE)

        async def one(game: str) -> None:
            async with places:
                await begin(game)

        async with asyncio.TaskGroup() as group:
            for game in games:
                group.create_task(one(game))


def make_readiness(apart: bool) -> Readiness:
    """All games, the quickest to play first: it has the fewest rules. Apart: compiled in processes of their own."""
    if apart:
        return Readiness(
            GAMES,
            compile_rules,
            hurry=help_compile,
            bots=compile_bots,
            soon=(compile_stories,),
            later=(compile_reviews,),
            order=minutes_of,
        )
    return Readiness(GAMES, read_rules, order=minutes_of)


def minutes_of(name: str) -> int:
    return load(name).spec.minutes
