"""First names for bots, so that two of one level are told apart and a table keeps its company."""

from __future__ import annotations

import random
from collections.abc import Collection

FIRST_NAMES = ("Adèle", "Basile", "Clovis", "Delphine", "Eudes", "Flore", "Gaspard", "Héloïse")


def free_name(table: str, taken: Collection[str]) -> str:
    """A name that nobody at the table has, drawn by the table's id: the same seats get the same company.

    Empty when all are taken: more bots than names, which no game here has room for.
    """
    names = random.Random(table).sample(FIRST_NAMES, len(FIRST_NAMES))
    used = {name.casefold() for name in taken}
    return next((name for name in names if name.casefold() not in used), "")
