"""A server in a process of its own, for the scripts that load, kill and puzzle it.

It is `bastide serve` without limits on rates, since one address plays for hundreds. The program here imports everything
and reads the rules once; each server is a fork of it, so that one that was killed is back in a moment.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import msgspec

from bastide.bots.warming import load_rules, load_stories
from bastide.games import GAMES
from bastide.server.main import run_server
from bastide.server.notices.settings import MailSettings, NoticeSettings
from bastide.server.settings import Limits, Settings
from bench.server_pauses import watch

UNLIMITED = Limits(
    requests=1e6, requests_burst=10**6, sockets=1e6, sockets_burst=10**6, tables_an_hour=10**6,
    messages=1e6, messages_burst=10**6, guests=10_000, effort=1e6, effort_burst=10**6, connections=10**6,
)  # fmt: skip
START_S = 600.0  # the rules may have to be compiled first
ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Reads everything, then makes a server for every line that comes in, and tells its process id."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--database", required=True)
    parser.add_argument("--bus", default="")
    parser.add_argument("--thinkers", type=int, default=0)
    parser.add_argument("--sleep-after", type=float, default=120.0)
    parser.add_argument("--watched", type=Path, help="a file for the pauses of the event loop")
    parser.add_argument("--limited", action="store_true", help="with the limits that everybody has")
    parser.add_argument("--mail-port", type=int, default=0, help="of a mail server here; webhooks may be here as well")
    chosen = parser.parse_args()
    settings = Settings(
        database=chosen.database, bus=chosen.bus, thinkers=chosen.thinkers, pace_ms=(0, 0),
        sleep_after_s=chosen.sleep_after, compiles_apart=False, limits=Limits() if chosen.limited else UNLIMITED,
        notices=notices_to(chosen.mail_port) if chosen.mail_port else NoticeSettings(),
    )  # fmt: skip
    proxy = "127.0.0.1" if chosen.limited else ""  # the script then says who is who
    for name in GAMES:
        load_rules(name)
        load_stories(name)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn ends the server, then raises it again
            seen = watch() if chosen.watched else None
            run_server(settings, "127.0.0.1", chosen.port, proxy, "warning", lambda _port: None)
            if seen is not None:
                chosen.watched.write_bytes(msgspec.json.encode(seen))
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)


def notices_to(mail_port: int) -> NoticeSettings:
    """Everybody who is told anything is on this machine."""
    mail = MailSettings("127.0.0.1", "tables@tables.example", mail_port, security="none")
    return NoticeSettings("http://tables.example", mail, private_hosts=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Served:
    """The process, from outside."""

    def __init__(
        self,
        database: str,
        port: int | None = None,
        *,
        bus: str = "",
        thinkers: int = 0,
        sleep_after: float = 120.0,
        limited: bool = False,
        mail_port: int = 0,
        watched: Path | None = None,
    ) -> None:
        self.port = port or free_port()
        self.command = [
            sys.executable, "-m", "bench.server_process", "--port", str(self.port), "--database", database,
            "--bus", bus, "--thinkers", str(thinkers), "--sleep-after", str(sleep_after),
            "--mail-port", str(mail_port), *(["--limited"] if limited else []),
            *(["--watched", str(watched)] if watched else []),
        ]  # fmt: skip
        self.nursery: subprocess.Popen[str] | None = None
        self.pid = 0
        self.log = Path(tempfile.gettempdir()) / f"bastide-bench-{self.port}.log"

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns when it answers; at once with an error when it dies."""
        if self.nursery is None:
            with self.log.open("ab") as log:
                self.nursery = subprocess.Popen(
                    self.command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
                )
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.write("start\n")
        self.nursery.stdin.flush()
        told = self.nursery.stdout.readline()
        if not told:
            raise RuntimeError(f"the server ended while starting; see {self.log}")
        self.pid = int(told)
        deadline = time.monotonic() + START_S
        while not self.answers():
            if not self.is_alive() or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start; see {self.log}")
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.http}/api/health", timeout=5).read()
        except OSError:
            return False
        return True

    def is_alive(self) -> bool:
        """A process that has ended is waited for at once by the one that made it."""
        return Path(f"/proc/{self.pid}").exists()

    def kill(self) -> None:
        """SIGKILL: no last words."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, how)
        while self.is_alive():
            time.sleep(0.005)

    def stop(self) -> None:
        if self.pid:
            self._end(signal.SIGTERM)
        if self.nursery is not None:
            self.nursery.communicate()
        self.log.unlink(missing_ok=True)

    def resident_bytes(self) -> int:
        """What the process has in memory, less what it shares with the one that made it."""
        for line in Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Private_Dirty:"):
                return int(line.split()[1]) * 1024
        return 0

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
