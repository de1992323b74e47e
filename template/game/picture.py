"""What the page and the terminal draw."""

from __future__ import annotations

from typing import Any

import msgspec


class NewgamePlayer(msgspec.Struct, frozen=True):
    """What one seat has."""

    seat: int
    stones: int
    points: int


class NewgamePicture(msgspec.Struct, frozen=True, tag="newgame", tag_field="game"):
    """All of the table; nothing is hidden."""

    heap: int
    before: int  # stones that nobody may take now
    players: list[NewgamePlayer]


def picture(v: Any, seat: int) -> NewgamePicture:
    """NGM-02, NGM-03. The heap, and what each seat has taken."""
    players = [NewgamePlayer(p, v.taken[p], v.points[p]) for p in range(v.seats)]
    return NewgamePicture(v.heap, v.before, players)
