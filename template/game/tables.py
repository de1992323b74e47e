"""The numbers of the rulebook, read from components.toml."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import asdict

from bastide.core.components import Entry, expect, read_components

FOLDER = Path(__file__).resolve().parent


class Heap(Entry):
    """How many stones are poured out."""

    smallest: int
    largest: int
    status: str


class Turn(Entry):
    """How many stones a turn takes."""

    most: int
    status: str


class Components(Entry):
    """The whole file."""

    heap: Heap
    turn: Turn


def check_components(data: Components) -> None:
    """NGM-02, NGM-03. Refuses a file with numbers that cannot be played."""
    fits = 1 < data.turn.most < data.heap.smallest <= data.heap.largest < 120
    expect(fits, "heap", f"no heap has {data.heap.smallest} to {data.heap.largest} stones")


DATA = read_components(FOLDER / "components.toml", Components, check_components)

MAX_SEATS = 4
SMALLEST, LARGEST = DATA.heap.smallest, DATA.heap.largest
SIZES = LARGEST - SMALLEST + 1  # how many sizes a heap may have
MOST = DATA.turn.most


def components() -> list[tuple[str, list[dict[str, object]]]]:
    """The tables of the component file, for people."""
    return [("heap", [asdict(DATA.heap)]), ("turn", [asdict(DATA.turn)])]
