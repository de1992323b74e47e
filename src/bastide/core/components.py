"""Component files: the cards, tiles and tables of a game, as data laid out for people."""

from __future__ import annotations

import os
import tomllib
import zlib
from pathlib import Path
from typing import Any

from bastide.core.errors import BadComponents

OWN = 10**9  # rules versions from here on are of a game with other components


def component_file(folder: Path) -> Path:
    """The file in a game's folder, or the one that BASTIDE_<GAME>_COMPONENTS names in its place."""
    named = os.environ.get(f"BASTIDE_{folder.name.upper()}_COMPONENTS")
    return Path(named).expanduser().resolve() if named else folder / "components.toml"


def component_bytes(folder: Path) -> bytes:
    """The component file of a game's folder, raw; nothing where there is none to read."""
    path = component_file(folder)
    return path.read_bytes() if path.is_file() else b""


def own_version(folder: Path, rules_version: int) -> int:
    """The rules version of what is played: with other components a game is another one, and so are its records."""
    path = component_file(folder)
    if path == folder / "components.toml":
        return rules_version
    return rules_version * OWN + zlib.crc32(component_bytes(folder)) % OWN


def plain_version(rules_version: int) -> int:
    """The version of the rules alone, whichever components are played with."""
    return rules_version // OWN if rules_version >= OWN else rules_version


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
