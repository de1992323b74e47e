"""One seat of a table, as the log has left it."""

from __future__ import annotations

from dataclasses import dataclass, field

from bastide.table.parting import Parting
from bastide.table.parts import Confirm, SeatKind


@dataclass
class Chair:
    """Who sits here, and what they have chosen."""

    kind: SeatKind = "open"
    owner: int = 0  # the seat whose link plays this one: another one where several share a device
    name: str | None = None
    level: str = ""  # of a bot
    seal: str = ""  # the part of the shuffle that was shown: the hash of the entropy, or itself
    entropy: str = ""  # once opened
    confirm: Confirm = "off"
    held: bool = False  # a bot decides until the owner returns
    left: Parting = ""  # a bot decides until the end
    muted: set[int] = field(default_factory=set)  # seats, or SPECTATOR, whose chat is not wanted
