"""What people write, made fit to be shown: names, titles, lines of chat."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

MARKS = 3  # combining marks on one letter: more than any script needs, less than covers the line above


def clean(text: str) -> str:
    """Without control characters, needless spaces, and marks that are piled up or stand on nothing."""
    composed = unicodedata.normalize("NFC", text)
    return " ".join("".join(_few_marks(c if c.isprintable() else " " for c in composed)).split())


def _few_marks(text: Iterator[str]) -> Iterator[str]:
    room = 0
    for c in text:
        if unicodedata.category(c).startswith("M"):
            room -= 1
            if room < 0:
                continue
        else:
            room = 0 if c == " " else MARKS
        yield c
