"""A server in a process of its own, with the built page: started, killed, and started again on the same file."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from bench.server_process import free_port
from tests.server.serving import GENEROUS, Address

ROOT = Path(__file__).resolve().parents[2]
START_S = 300  # where nothing is compiled yet, the rules are compiled first
COMMAND = (str(Path(sys.executable).parent / "bastide"), "serve")
QUICK = (sys.executable, "-m", "tests.browser.serving")


class Served(Address):
    """`bastide serve` (or, by default, the same with bots that do not pause) at one address, over one file."""

    def __init__(self, folder: Path, command: tuple[str, ...] = QUICK) -> None:
        self.folder = folder
        self.command = command
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.kept: dict[str, Any] = {}
        self.start()

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """What was made on this server under a name, or is made now."""
        if name not in self.kept:
            self.kept[name] = make()
        return self.kept[name]

    def start(self) -> None:
        """Returns once the server answers; fails at once if it dies."""
        told = ["--port", str(self.port), "--data", str(self.folder / "tables.db")]
        with (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                [*self.command, *told],
                cwd=ROOT,
                stdin=subprocess.PIPE,  # closed when the tests end, however they do
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
        until = time.monotonic() + START_S
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.log()}")
            try:
                self.ask("GET", "/api/health")
                return
            except OSError:
                time.sleep(0.1)
        self.kill()
        raise RuntimeError(f"the server did not start within {START_S} s: {self.log()}")

    def log(self) -> str:
        return (self.folder / "server.log").read_text()[-2000:]

    def stop(self) -> None:
        """What SIGTERM does: sockets are told to come again."""
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """What a power cut does."""
        self.process.kill()
        self.process.wait(30)


def end_with_the_tests() -> None:
    """Ends this server when whoever started it is no more, and so could not stop it."""
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """A server whose bots move at once, whose share of every deal is known, and which counts no requests.

    What a test plays is the same game every time, against bots with the longest names there are.
    """
    from bastide.server import lobby
    from bastide.server.main import run_server
    from bastide.server.settings import Settings
    from bastide.table import first_names

    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    settings = Settings(
        database=f"sqlite:///{given.data}", pace_ms=(0, 0), deadline_ms=120_000, limits=GENEROUS, compiles_apart=False
    )
    threading.Thread(target=end_with_the_tests, daemon=True).start()
    longest = tuple(sorted(first_names.FIRST_NAMES, key=len, reverse=True))
    with (
        patch.object(lobby, "secrets", SimpleNamespace(token_hex=lambda size: "5e" * size)),
        patch.object(
            first_names, "random", SimpleNamespace(Random=lambda _: SimpleNamespace(sample=lambda *_: longest))
        ),
    ):
        run_server(settings, "127.0.0.1", given.port, "", "warning", lambda port: None)


if __name__ == "__main__":
    main()
