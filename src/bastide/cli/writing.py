"""Files that commands write: where the system refuses one, it is named with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bastide.core.errors import BastideError


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turns what the system refuses meanwhile into an error of the caller's that names this file or folder."""
    try:
        yield
    except OSError as error:
        raise BastideError(f"{path} cannot be written: {error.strerror or error}") from error
