"""Component files: the cards, tiles and tables of a game, as data laid out for people."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from bastide.core.errors import BadComponents


def read_components(path: Path) -> dict[str, Any]:
    """The file's tables; the caller checks its own counts with `expect`."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadComponents(f"{path}: {error}") from error


def expect(holds: bool, entry: str, message: str) -> None:
    """Refuses a component file, naming the entry that is wrong."""
    if not holds:
        raise BadComponents(f"{entry}: {message}")
