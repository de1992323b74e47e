"""How long one step of a server's event loop keeps everybody else waiting, by what it was doing.

`python -m bench.server_pauses --tables 200 --think 2` plays as `bench.server_load` does, on a server that times every
callback of its event loop and every collection of garbage. Processor time, since another process may have the core.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import tempfile
import time
from pathlib import Path
from typing import Any, cast

import msgspec

from bench import report

LIMIT_S = 0.005  # what a step may take
SHOWN = 8  # of those who took longest


class Step(msgspec.Struct):
    """Something that took longer than it may."""

    what: str
    seconds: float


class Watched(msgspec.Struct):
    """What was seen until the server ended."""

    steps: int = 0
    late: list[Step] = []

    def note(self, what: str, seconds: float) -> None:
        if seconds > LIMIT_S:
            self.late.append(Step(what, seconds))


def watch() -> Watched:
    """Times every step of event loops in this process from here on."""
    seen, handles = Watched(), cast(Any, asyncio.events.Handle)
    run = handles._run

    def timed(handle: Any) -> None:
        started = time.thread_time()
        run(handle)
        seen.steps += 1
        seen.note(name_of(handle), time.thread_time() - started)

    handles._run = timed
    begun = [0.0]

    def collected(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            begun[0] = time.thread_time()
        else:
            seen.note(f"garbage of generation {about['generation']}", time.thread_time() - begun[0])

    gc.callbacks.append(collected)
    return seen


def name_of(handle: Any) -> str:
    """What a callback goes on with: a task's coroutine, or a function."""
    callback = handle._callback
    owner = getattr(callback, "__self__", None)
    if isinstance(owner, asyncio.Task):
        coroutine: Any = owner.get_coro()
        outer = getattr(coroutine, "__qualname__", "")
        while getattr(coroutine, "cr_await", None) is not None and hasattr(coroutine.cr_await, "cr_code"):
            coroutine = coroutine.cr_await
        return f"{outer}, then {getattr(coroutine, '__qualname__', coroutine)}"
    return str(getattr(callback, "__qualname__", callback))


def main() -> None:
    from bench.server_load import run
    from bench.server_process import Served

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "watched.json"
        served = Served(f"sqlite:///{folder}/load.db", watched=file)
        served.start()
        try:
            asyncio.run(run([served], chosen.tables, chosen.think, chosen.seconds))
        finally:
            served.stop()
        seen = msgspec.json.decode(file.read_bytes(), type=Watched)
    late = sorted(seen.late, key=lambda step: -step.seconds)
    rows = [["all", f"{seen.steps}", f"{len(late)}", f"{1000 * late[0].seconds:.1f}" if late else "below 5"]]
    for what in dict.fromkeys(step.what for step in late):
        own = [step.seconds for step in late if step.what == what]
        rows.append([what, "", str(len(own)), f"{1000 * own[0]:.1f}"])
    command = f"python -m bench.server_pauses --tables {chosen.tables} --think {chosen.think:g} "
    command += f"--seconds {chosen.seconds:g}"
    head = ["steps of the event loop", "steps", "above 5 ms", "longest, ms"]
    report.write("Pauses of a server", command, report.table(head, rows[: SHOWN + 1]), "all used")


if __name__ == "__main__":
    main()
