"""A PostgreSQL of one's own for as long as it is needed, on a socket in a folder that is removed afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

DEBIAN = Path("/usr/lib/postgresql")
MAY_INSTALL = "BASTIDE_INSTALL"  # set to 1 where tests may install Debian's package
INSTALL_S = 180
ACCOUNT = "postgres"  # the server refuses to run as root


class NoPostgres(Exception):
    """Why there is none here."""


def find_programs() -> Path:
    """The folder of initdb and postgres; Debian's package is installed where that is allowed."""
    found = _installed()
    if found is None and os.environ.get(MAY_INSTALL) == "1":
        _install()
        found = _installed()
    if found is None:
        raise NoPostgres(f"PostgreSQL is not installed; {MAY_INSTALL}=1 lets root install Debian's package")
    return found


def _installed() -> Path | None:
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    return max((path.parent for path in DEBIAN.glob("*/bin/initdb")), default=None)


def _install() -> None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise NoPostgres("PostgreSQL is not installed, and only root can install Debian's package")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "timeout": INSTALL_S}
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        for command in (["update"], ["install", "-y", "--no-install-recommends", "postgresql"]):
            subprocess.run(["apt-get", "-qq", *command], env=environment, check=True, **quiet)  # type: ignore[call-overload]
    except (subprocess.SubprocessError, OSError) as error:
        raise NoPostgres(f"PostgreSQL is not installed, and its package could not be: {error}") from None


def _as_account(command: Sequence[str]) -> list[str]:
    """As whoever may run a database server."""
    if os.geteuid() != 0:
        return list(command)
    return ["runuser", "-u", ACCOUNT, "--", *command]


class Cluster:
    """A database server that can be stopped and started."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.control, self.data, self.folder = str(programs / "pg_ctl"), folder / "data", folder
        self.address = f"postgresql://{ACCOUNT}@/{ACCOUNT}?host={folder}"
        _run([str(programs / "initdb"), "-D", str(self.data), "-A", "trust", "-U", ACCOUNT, "-E", "UTF8", "--no-sync"])

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses= -c max_connections=60"
        log = str(self.folder / "log")
        _run([self.control, "-D", str(self.data), "-l", log, "-w", "-o", options, "start"])

    def stop(self) -> None:
        """At once, as a power cut would."""
        _run([self.control, "-D", str(self.data), "-m", "immediate", "-w", "stop"])


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A running server with an empty database."""
    programs = find_programs()
    folder = Path(tempfile.mkdtemp(prefix="bastide-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, ACCOUNT)
        running = Cluster(programs, folder)
        running.start()
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database."""
    with cluster() as running:
        yield running.address


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(_as_account(command), cwd="/", capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise NoPostgres(f"{Path(command[0]).name} failed: {done.stdout}{done.stderr}")
