"""The numbers of the rulebook, read from components.toml."""

from __future__ import annotations

from pathlib import Path

from bastide.core.components import expect, read_components

FOLDER = Path(__file__).resolve().parent
DATA = read_components(FOLDER / "components.toml")

MAX_SEATS = 4
SMALLEST: int = DATA["heap"]["smallest"]
LARGEST: int = DATA["heap"]["largest"]
SIZES = LARGEST - SMALLEST + 1  # how many sizes a heap may have
MOST: int = DATA["turn"]["most"]
expect(1 < MOST < SMALLEST <= LARGEST < 120, "heap", "no heap is that small or that large")


def components() -> list[tuple[str, list[dict[str, object]]]]:
    """The tables of the component file, for people."""
    return [("heap", [DATA["heap"]]), ("turn", [DATA["turn"]])]
