"""How cards and cells are named in piece ids."""

from __future__ import annotations

from typing import Any

from bastide.games.enghien.actions import cell_name


def card_id(card: int) -> str:
    return f"card:{card + 1}"


def cell_id(s: Any, cell: int) -> str:
    return f"cell:{cell_name(s, cell).lower()}"
