"""A server in a process of its own, with the built page: started, killed, and started again on the same file."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

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
        self.start()

    def start(self) -> None:
        """Returns once the server answers; fails at once if it dies."""
        told = ["--port", str(self.port), "--data", str(self.folder / "tables.db")]
        with (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                [*self.command, *told], cwd=ROOT, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": str(ROOT)}
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


def main() -> None:
    """A server whose bots move at once, and which does not count how much one browser asks for."""
    from bastide.server.main import run_server
    from bastide.server.settings import Settings

    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    settings = Settings(
        database=f"sqlite:///{given.data}", pace_ms=(0, 0), deadline_ms=120_000, limits=GENEROUS, compiles_apart=False
    )
    run_server(settings, "127.0.0.1", given.port, "", "warning", lambda port: None)


if __name__ == "__main__":
    main()
