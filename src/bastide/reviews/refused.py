"""Why a game is not reviewed."""

from __future__ import annotations

from bastide.core.errors import BastideError
from bastide.core.words import Phrase


class CannotReview(BastideError):
    """A record that cannot be reviewed; the phrase says why in the reader's language."""

    def __init__(self, reason: str, detail: str = "", **values: str | int) -> None:
        super().__init__(f"this game cannot be reviewed ({reason}){': ' if detail else ''}{detail}")
        self.label = Phrase(f"review.refused.{reason}", values)
