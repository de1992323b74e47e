"""How people part before the end: a player leaves, the others agree that one should, or all give up together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from bastide.core.state import NONE

HOLD_MS = 86_400_000  # after which the others may ask for a bot to hold a seat, where no clock does
PATIENCE_MS = 300_000  # after which a player's only companion, who does not decide, may be removed without a vote

What = Literal["abandon", "remove", "hold", "pause"]
Parting = Literal["", "resigned", "removed"]


class Proposal(msgspec.Struct, frozen=True):
    """What one link (`by`; NONE: a host who only watches) asks of the others, and who has agreed so far."""

    by: int
    what: What
    seat: int = NONE  # who is to be removed, or whose seat a bot is to hold
    agreed: frozenset[int] = frozenset()


def rank(places: Sequence[int], gone: Collection[int]) -> list[int]:
    """Places with those who left behind all who stayed; among themselves both keep their order."""
    keys = [(p in gone, place) for p, place in enumerate(places)]
    return [1 + sum(other < key for other in keys) for key in keys]
