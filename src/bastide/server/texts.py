"""What people write, made fit to be shown: names, titles, lines of chat; and the language they ask for."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from bastide.core.catalogue import LANGUAGES

MARKS = 3  # combining marks on one letter: more than any script needs, less than covers the line above


def clean(text: str) -> str:
    """Without control characters, needless spaces, and marks that are piled up or stand on nothing."""
    composed = unicodedata.normalize("NFC", text)
    return " ".join("".join(_few_marks(c if c.isprintable() else " " for c in composed)).split())


def known_language(language: str) -> str:
    """A language that the catalogue has: the one asked for, or the first."""
    return language if language in LANGUAGES else LANGUAGES[0]


def _few_marks(text: Iterator[str]) -> Iterator[str]:
    left = 0
    for c in text:
        if unicodedata.category(c).startswith("M"):
            left -= 1
            if left < 0:
                continue
        else:
            left = 0 if c == " " else MARKS
        yield c
