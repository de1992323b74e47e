"""The file of a SQLite database: readable by its owner alone, and served by one server at a time."""

from __future__ import annotations

import os
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy.engine import make_url

PRIVATE = 0o600  # seeds and the secret of the links are inside


class AlreadyServed(Exception):
    """Another server has this file open."""


def file_of(database: str) -> Path | None:
    """The file behind a database's address; None for PostgreSQL."""
    url = make_url(database)
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def make_private(path: Path) -> None:
    """Makes the file where there is none; SQLite gives its side files the same mode."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    path.chmod(PRIVATE)


def serve_alone(path: Path) -> FileLock:
    """Holds the file for this server until the lock is released or the process ends, however it ends."""
    make_private(path)  # fails where there is no such folder, which the lock would make
    lock = FileLock(path.with_name(f"{path.name}.lock"), mode=PRIVATE, thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise AlreadyServed(path) from None
    return lock
