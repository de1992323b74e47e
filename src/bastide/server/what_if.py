"""What if: the table that goes on otherwise from a decision of another game."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.bots import BOTS
from bastide.core.position import Ply
from bastide.core.state import to_bytes
from bastide.core.view import View
from bastide.server.links import new_table_id
from bastide.server.requests import NewBranch
from bastide.table.fairness import commitment_of
from bastide.table.parts import Branch
from bastide.table.refused import Refused
from bastide.table.setup import Setup
from bastide.table.table import Table


def letter_of(number: int) -> str:
    """a, b, … z, then aa, ab, …"""
    first = "" if number < 26 else letter_of(number // 26 - 1)
    return first + chr(ord("a") + number % 26)


def known_level(level: str) -> str:
    if level not in BOTS:
        raise Refused("table.refused.level", levels=", ".join(BOTS))
    return level


def branch_levels(table: Table, wanted: NewBranch) -> list[str]:
    """Which bot plays each seat: the one that was asked for, else the one that sat there, else the usual one."""
    asked = [*wanted.levels, *[""] * len(table.chairs)]
    return [
        known_level(level or chair.level or wanted.level) for level, chair in zip(asked, table.chairs, strict=False)
    ]


def branch_of(table: Table, view: View, plies: Sequence[Ply], letter: str) -> Branch:
    """Where a table branches off: the decision that its viewer is asked for, after so many of the plies."""
    seat, ply = view.seat, len(plies) - 1
    return Branch(
        table.setup.id,
        ply,
        seat,
        letter,
        number=sum(each.who >= 0 for each in plies),
        name=table.setup.name,
        names=[chair.name or "" for chair in table.chairs],
        played=view.game.choice(view.state, plies[ply].action, seat).label,
        running=table.state != "over",
    )


def branch_setup(table: Table, view: View, plies: Sequence[Ply], branch: Branch, seed: str, dealt: int) -> Setup:
    """What is settled of the new table; what its viewer could not see is dealt anew."""
    old = table.setup
    return Setup(
        id=new_table_id(),
        game=old.game,
        rules_version=old.rules_version,
        seats=old.seats,
        options=old.options,
        commitment=commitment_of(seed),
        host=view.seat,
        branch=branch,
        start=to_bytes(view.redeal(dealt)),
        past=tuple(plies[:-1]),
    )
