"""A review as a program of its own: a record comes in, its review goes out, and then the refined one.

It reads JSON until the end of its input and writes one line of JSON for everything it has to tell. Whoever started it
ends it when nobody wants to know any more.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

import msgspec

from bastide.bots.warming import is_compiled, mark_compiled
from bastide.core.errors import BadRecord
from bastide.core.record import Record
from bastide.core.words import Phrase
from bastide.games import GAMES
from bastide.reviews.model import Review
from bastide.reviews.refused import CannotReview
from bastide.reviews.study import Study
from bastide.reviews.warming import PART

KINDNESS = 10  # how far it steps back behind tables that are being played
COMMAND = (sys.executable, "-m", "bastide.reviews.program")


NOTHING = msgspec.Raw(b"null")


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line: what it waits for, a review, how far refining it has come, or why there is none."""

    compiling: bool = False  # what it needs is compiled first, once
    review: msgspec.Raw = NOTHING
    refined: bool = False
    done: int = 0
    of: int = 0
    refused: Phrase | None = None


def run(given: BinaryIO, out: BinaryIO) -> None:
    def tell(told: Progress) -> None:
        out.write(msgspec.json.encode(told) + b"\n")
        out.flush()

    try:
        record = Record.from_json(given.read())
        if record.game in GAMES and not is_compiled(record.game, PART):
            tell(Progress(compiling=True))
        study = Study(record)
        tell(Progress(review=_raw(study.review())))
        refined = study.refine(lambda done, of: tell(Progress(done=done, of=of)))
        tell(Progress(review=_raw(refined), refined=True, done=refined.refined, of=refined.refined))
        mark_compiled(record.game, PART)
    except CannotReview as error:
        tell(Progress(refused=error.label))
    except BadRecord:
        tell(Progress(refused=Phrase("review.refused.forged")))


def _raw(review: Review) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(review))


if __name__ == "__main__":
    os.nice(KINDNESS)
    run(sys.stdin.buffer, sys.stdout.buffer)
