"""Component files: the cards, tiles and tables of a game, as data laid out for people."""

from __future__ import annotations

import os
import re
import tomllib
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from bastide.core.decoding import convert
from bastide.core.errors import BadComponents

Whole = TypeVar("Whole")
STEP = re.compile(r"[A-Za-z_]\w*|\d+")
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


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """A table of a component file: what is missing, too much or of another kind is refused by its name."""


def read_components(path: Path, shape: type[Whole], check: Callable[[Whole], object] = lambda _: None) -> Whole:
    """A component file as typed entries, checked by the game itself; what is wrong is refused with file and field."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        whole = typed(data, shape)
        check(whole)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, BadComponents) as error:
        raise BadComponents(f"{path}: {error}") from error
    return whole


def typed(data: dict[str, Any], shape: type[Whole]) -> Whole:
    """The tables of a file as that shape has them; refused with the field that does not fit."""
    try:
        return convert(data, shape)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `")
        where, value = find_field(data, place.rpartition("$")[2])
        says = "" if isinstance(value, dict | list) else f" is {value!r}"
        raise BadComponents(f"{where}{says}: {reason[0].lower()}{reason[1:]}") from None


def find_field(data: Any, place: str) -> tuple[str, Any]:
    """What a place in a file is called, and what stands there: `.kinds[3].white` is `kinds, 'senator', white`."""
    names: list[str] = []
    found = data
    for step in STEP.findall(place.partition("[...]")[0]):  # which entry of a table of tables is not said
        if step.isdecimal():
            found = found[int(step)]
            names.append(_name_entry(found, int(step)))
        else:
            found = found.get(step)
            names.append(step)
    return ", ".join(names) or "file", found


def _name_entry(entry: Any, index: int) -> str:
    """An entry of a list by what it is called, or by its number."""
    own = [entry[name] for name in ("id", "name", "kind", "players") if isinstance(entry, dict) and name in entry]
    return repr(own[0]) if own else f"number {index + 1}"


def expect(holds: bool, entry: str, message: str) -> None:
    """Refuses a component file, naming the entry that is wrong."""
    if not holds:
        raise BadComponents(f"{entry}: {message}")
