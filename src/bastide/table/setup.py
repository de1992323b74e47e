"""What is settled when a table is made, and never changes."""

from __future__ import annotations

import msgspec

from bastide.core.position import Ply
from bastide.core.record import Proof, Signature
from bastide.core.state import NONE
from bastide.table import parts
from bastide.table.timing import TimeControl


class Setup(msgspec.Struct, frozen=True):
    """What was settled when the table was made."""

    id: str
    game: str
    rules_version: int
    seats: int
    options: dict[str, int]
    commitment: str
    name: str = ""
    clock: TimeControl = TimeControl()
    absent_ms: int | None = None  # under a live clock: after how long away a seat is held by a bot; None: never
    stand_in: str = "level2"
    listed: bool = False
    rated: bool = False  # all who sat down agreed that it counts
    daily: str = ""  # the day whose deal this is: everybody has the same, so nobody adds to the shuffle
    host: int = NONE  # the host's seat; NONE when they only watch
    imported: bool = False  # a finished game from elsewhere: its draws are as recorded
    proof: Proof | None = None  # that came with it
    signature: Signature | None = None  # of the server at which it was played
    branch: parts.Branch | None = None  # which decision of which game it goes on from
    start: bytes | None = None  # and the state it began with: what was hidden was dealt anew
    past: tuple[Ply, ...] = ()  # and what had been played there until then
