"""A server in a process of its own, for the scripts that load, kill and puzzle it.

`python -m bench.server_process --port 8710 --database sqlite:///x.db` is `bastide serve` without limits on rates,
since one address plays for hundreds.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from bastide.server.main import run_server
from bastide.server.settings import Limits, Settings

UNLIMITED = Limits(
    requests=1e6, requests_burst=10**6, sockets=1e6, sockets_burst=10**6, tables_an_hour=10**6,
    messages=1e6, messages_burst=10**6, guests=10_000,
)  # fmt: skip
START_S = 600.0  # the rules may have to be compiled first
ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--database", required=True)
    parser.add_argument("--bus", default="")
    parser.add_argument("--thinkers", type=int, default=0)
    parser.add_argument("--sleep-after", type=float, default=120.0)
    chosen = parser.parse_args()
    settings = Settings(
        database=chosen.database, bus=chosen.bus, thinkers=chosen.thinkers, pace_ms=(0, 0),
        sleep_after_s=chosen.sleep_after, limits=UNLIMITED,
    )  # fmt: skip
    run_server(settings, "127.0.0.1", chosen.port, "", "warning", lambda _port: None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Served:
    """The process, from outside."""

    def __init__(
        self, database: str, port: int | None = None, *, bus: str = "", thinkers: int = 0, sleep_after: float = 120.0
    ) -> None:
        self.database = database
        self.port = port or free_port()
        self.more = ["--bus", bus, "--thinkers", str(thinkers), "--sleep-after", str(sleep_after)]
        self.process: subprocess.Popen[bytes] | None = None
        self.log = Path(tempfile.gettempdir()) / f"bastide-bench-{self.port}.log"

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns when it answers; at once with an error when it dies."""
        command = [sys.executable, "-m", "bench.server_process", "--port", str(self.port), "--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*command, *self.more], cwd=ROOT, stdout=log, stderr=log)
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}; see {self.log}")
            try:
                urllib.request.urlopen(f"{self.http}/api/health", timeout=2).read()
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError(f"the server did not start in {START_S} s; see {self.log}")

    def kill(self) -> None:
        """SIGKILL: no last words."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)
        self.log.unlink(missing_ok=True)

    def resident_bytes(self) -> int:
        """What the process has in memory."""
        assert self.process is not None
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        return 0

    def cpu_seconds(self) -> float:
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
