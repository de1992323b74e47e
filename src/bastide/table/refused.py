"""What a table answers when it will not do what was asked: a phrase in the reader's language, perhaps a clause."""

from __future__ import annotations

from bastide.core.errors import BastideError
from bastide.core.words import Phrase

NO_MOVE = "table.refused.notation"  # what was typed is no move in this position


class Refused(BastideError):
    """Nothing was changed. The phrase is made from what the asker may know."""

    def __init__(self, key: str, /, clause: str = "", **values: str | int) -> None:
        super().__init__(key)
        self.label = Phrase(key, values)
        self.clause = clause


class Stale(Refused):
    """Decided while looking at an older position: the asker is sent the newer one."""

    def __init__(self, seen: int, now: int) -> None:
        super().__init__("table.refused.stale", seen=seen, now=now)
