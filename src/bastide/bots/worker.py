"""Bots out of process: a child that thinks, a deadline that holds, and a fallback so that the game goes on.

A `Worker` is synchronous and knows no event loop; a server calls it from a thread, and `cancel` from any other. The
child is this module run as a program. It is handed a view's bytes and never anything more.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

import msgspec

from bastide.bots import check_bot, make_bot
from bastide.bots.bot import Dice, legal_of
from bastide.bots.greedy import Greedy
from bastide.bots.hint import Hint, Hinter
from bastide.core.decoding import read_msgpack
from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.core.jit import TARGET
from bastide.core.state import from_bytes, to_bytes
from bastide.core.view import View
from bastide.games import load_version
from bastide.judge import NoJudge

logger = logging.getLogger(__name__)

DEADLINE = 10.0  # seconds for an answer
START = 60.0  # seconds for a new child to import everything
PREPARE = 300.0  # seconds for a bot's first question of a game: where nothing was compiled yet, it is now
NICENESS = 5  # of a child, where the system knows such a thing
HINT = "hint"
Wait = Callable[[Sequence[Any], float], Sequence[Any]]  # those of some connections that are ready within seconds
PROGRAM = (sys.executable, "-m", "bastide.bots.worker")


class Ask(msgspec.Struct, frozen=True):
    """A question to the child: what this bot does with this view. As `HINT`, what a hint says."""

    number: int
    bot: str
    game: str
    version: int
    seat: int
    view: bytes
    seed: int
    decision: int


class Reply(msgspec.Struct, frozen=True):
    """The child's answer; number 0 says that it is ready, `begins` that it thinks from now on."""

    number: int
    begins: bool = False
    action: int = -1
    hint: Hint | None = None
    error: str = ""


class Stop(msgspec.Struct, frozen=True, tag=True):
    """Give up the question of this number."""

    number: int


class Answer(msgspec.Struct, frozen=True):
    """What to play, and, if the bot failed, why the fallback chose it."""

    action: int
    trouble: str = ""
    seconds: float = 0.0


class Cancelled(BastideError):
    """The question was withdrawn."""


class Failed(BastideError):
    """The child gave no usable answer; `trouble` says why."""


class Worker:
    """One child process and its questions, one at a time."""

    def __init__(
        self,
        program: Sequence[str] = PROGRAM,
        *,
        environment: Mapping[str, str] | None = None,
        start: float = START,
        prepare: float = PREPARE,
        clock: Callable[[], float] = time.monotonic,
        wait: Wait = wait,
    ) -> None:
        self.program = tuple(program)
        self.environment = dict(environment or {})
        self.start_seconds = start
        self.prepare_seconds = prepare
        self.clock = clock
        self.wait = wait
        self.asking = threading.Lock()
        self.withdrawing = threading.Lock()
        self.is_asking = False
        self.number = 0
        self.wake_in, self.wake_out = Pipe(duplex=False)
        self.child: subprocess.Popen[bytes] | None = None
        self.line: Connection | None = None
        self.is_ready = False
        self._start()

    # ---- asking

    def choose(self, bot: str, view: View, seed: int, decision: int = 0, deadline: float = DEADLINE) -> Answer:
        """The bot's action; the fallback's when the bot hangs, crashes or answers nonsense."""
        check_bot(bot)
        started = self.clock()
        try:
            action = self.decide(bot, view, seed, decision, deadline)
        except Failed as failure:
            trouble = str(failure)
            logger.warning("bot %s at %s, seat %d: %s; greedy moves instead", bot, view.game.id, view.seat, trouble)
            return Answer(_fallback(view, seed, decision), trouble, self.clock() - started)
        return Answer(action, seconds=self.clock() - started)

    def decide(self, bot: str, view: View, seed: int, decision: int = 0, deadline: float = DEADLINE) -> int:
        """The bot's own action; `Failed` when none came."""
        action = self._ask(bot, view, seed, decision, deadline).action
        _check_legal(action, view)
        return action

    def hint(self, view: View, seed: int = 0, deadline: float = DEADLINE) -> Hint:
        """What the strongest level would do, and why; `Failed` when nothing came."""
        found = self._ask(HINT, view, seed, 0, deadline).hint
        if found is None:
            raise Failed("no hint came")
        return found

    def cancel(self) -> None:
        """Withdraws the question under way, at once; does nothing when there is none."""
        with self.withdrawing:
            if self.is_asking:
                self.wake_out.send_bytes(b"cancel")

    def close(self) -> None:
        """Ends the child."""
        self.cancel()
        with self.asking:
            self._kill()
            self.wake_in.close()
            self.wake_out.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _ask(self, bot: str, view: View, seed: int, decision: int, deadline: float) -> Reply:
        with self.asking, self._withdrawable():
            if self.child is None:
                self._start()
            self.number += 1
            game = view.game
            version = game.spec.rules_version
            ask = Ask(self.number, bot, game.id, version, view.seat, to_bytes(view.states), seed, decision)
            try:
                self._await_ready()
                self._send(ask)
                reply = self._await_reply(self.clock() + self.prepare_seconds)
                if reply.begins:
                    reply = self._await_reply(self.clock() + deadline)
            except Failed:
                self._kill()
                raise
        if reply.error:
            raise Failed(reply.error)
        return reply

    @contextlib.contextmanager
    def _withdrawable(self) -> Iterator[None]:
        """Accepts `cancel` from here on; one that comes too late is dropped, so that it does not cancel the next."""
        with self.withdrawing:
            self.is_asking = True
        try:
            yield
        finally:
            with self.withdrawing:
                self.is_asking = False
                while self.wake_in.poll():
                    self.wake_in.recv_bytes()

    def _await_ready(self) -> None:
        """A child that has just started may take its time to import; that is not the bot's."""
        end = self.clock() + self.start_seconds
        while not self.is_ready:
            self.is_ready = self._receive(end).number == 0

    def _await_reply(self, end: float) -> Reply:
        while True:
            reply = self._receive(end)
            if reply.number == self.number:  # others answer questions that were withdrawn
                return reply

    def _receive(self, end: float) -> Reply:
        """The next reply; Failed at the deadline or when the child is gone, Cancelled when woken."""
        assert self.line is not None
        ready = self.wait([self.line, self.wake_in], max(0.0, end - self.clock()))
        if self.wake_in in ready:
            self.wake_in.recv_bytes()
            self._send(Stop(self.number))
            raise Cancelled("the search was cancelled")
        if not ready:
            raise Failed("no answer before the deadline")
        try:
            return read_msgpack(self.line.recv_bytes(), Reply)
        except (EOFError, OSError) as error:
            raise Failed("the bot's process ended") from error
        except msgspec.DecodeError as error:
            raise Failed(f"an unreadable answer: {error}") from error

    def _send(self, message: Ask | Stop) -> None:
        assert self.line is not None
        try:
            self.line.send_bytes(msgspec.msgpack.encode([type(message).__name__, message]))
        except OSError as error:
            raise Failed("the bot's process ended") from error

    # ---- the child

    def _start(self) -> None:
        """A new child, importing while the caller goes on."""
        self.line, theirs = Pipe()
        descriptor = theirs.fileno()
        self.child = subprocess.Popen(
            [*self.program, str(descriptor)],
            env={**os.environ, **self.environment},
            pass_fds=[descriptor],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        theirs.close()
        self.is_ready = False

    def _kill(self) -> None:
        """No grace: it had its deadline. The next question starts another."""
        if self.child is not None:
            self.child.kill()
            self.child.wait()
            self.child = None
        if self.line is not None:
            self.line.close()
            self.line = None


def _check_legal(action: int, view: View) -> None:
    if action not in legal_of(view):
        raise Failed(f"it answered {action}, which is not legal")


def _fallback(view: View, seed: int, decision: int) -> int:
    greedy = Greedy(view.game, seed)
    greedy.dice = Dice(seed, decision)
    return greedy.choose(view)


# ---- inside the child


class Child:
    """Reads questions on one thread, so that a cancellation is received while another thinks."""

    def __init__(self, line: Connection, make: Callable[[str, Game, int], Any]) -> None:
        self.line = line
        self.make = make
        self.asked: queue.Queue[Ask | None] = queue.Queue()
        self.thinkers: dict[tuple[str, Game], Any] = {}
        self.changing = threading.Lock()  # a withdrawal meets a question before, during or after it, never in between
        self.current: tuple[int, Any] = (0, None)
        self.stopped = 0

    def serve(self) -> None:
        """Until the parent hangs up."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._send(Reply(0))
        while (ask := self.asked.get()) is not None:
            self._send(self._answer(ask))

    def _listen(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                kind, body = read_msgpack(self.line.recv_bytes(), tuple[str, msgspec.Raw])
                if kind == Ask.__name__:
                    self.asked.put(read_msgpack(body, Ask))
                else:
                    self._stop(read_msgpack(body, Stop).number)
        self.asked.put(None)
        os._exit(0)  # the parent is gone: nobody wants what is being thought

    def _stop(self, number: int) -> None:
        with self.changing:
            self.stopped = number
            thinking, thinker = self.current
            if thinking == number and hasattr(thinker, "search"):
                thinker.search.cancel()

    def _begin(self, number: int, thinker: Any) -> bool:
        """False when the question was withdrawn already."""
        with self.changing:
            self.current = (number, thinker)
            return number > self.stopped

    def _end(self) -> None:
        """A withdrawal that came too late must not stop the next search."""
        with self.changing:
            thinker = self.current[1]
            self.current = (0, None)
            if hasattr(thinker, "search"):
                thinker.search.forget_cancel()

    def _answer(self, ask: Ask) -> Reply:
        try:
            game = load_version(ask.game, ask.version)
            view = View(game, ask.seat, from_bytes(game.state, ask.view))
            thinker = self._thinker(ask.bot, view)
            thinker.dice = Dice(ask.seed, ask.decision)
            self._send(Reply(ask.number, begins=True))
            if not self._begin(ask.number, thinker):
                return Reply(ask.number, error="withdrawn")
            if ask.bot == HINT:
                return Reply(ask.number, hint=thinker.hint(view))
            return Reply(ask.number, action=thinker.choose(view))
        except Exception as error:  # an error of a bot is sent back, and the worker goes on
            return Reply(ask.number, error=f"{type(error).__name__}: {error}")
        finally:
            self._end()

    def _thinker(self, bot: str, view: View) -> Any:
        """A bot keeps its memory for the next question; what it needs is compiled before its time begins."""
        key = (bot, view.game)
        if key not in self.thinkers:
            thinker = Hinter(view.game) if bot == HINT else self.make(bot, view.game, 0)
            if TARGET != "python" and hasattr(thinker, "prepare"):
                thinker.prepare(view)
            self.thinkers[key] = thinker
        return self.thinkers[key]

    def _send(self, reply: Reply) -> None:
        self.line.send_bytes(msgspec.msgpack.encode(reply))


def main(make: Callable[[str, Game, int], Any] = make_bot) -> None:
    """The child's program: its last argument is the descriptor to talk over. Whoever serves people comes first."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    warnings.simplefilter("ignore", NoJudge)  # whoever started this process says so
    Child(Connection(int(sys.argv[-1])), make).serve()


if __name__ == "__main__":
    main()
