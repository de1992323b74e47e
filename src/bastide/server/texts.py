"""What people write, made fit to be shown: names, titles, lines of chat; and the language they ask for."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from bastide.core.catalogue import LANGUAGES

JOINER, AS_PICTURE = "\u200d", "\ufe0f"
PICTURES = ("So", "Sk")  # emoji, and what colours their skin
MARKS = 3  # combining marks on one letter: more than any script needs, less than covers the line above


def clean(text: str) -> str:
    """Without control characters, needless spaces, and marks that are piled up or stand on nothing."""
    composed = unicodedata.normalize("NFC", text)
    shown = (c if c.isprintable() or _joins_pictures(composed, i) else " " for i, c in enumerate(composed))
    return " ".join("".join(_few_marks(shown)).split())


def _joins_pictures(text: str, i: int) -> bool:
    """A joiner between two pictures makes one of them (a farmer is a woman and a sheaf); elsewhere it is not seen."""
    if text[i] != JOINER or not 0 < i < len(text) - 1:
        return False
    before = text[i - 2] if text[i - 1] == AS_PICTURE and i > 1 else text[i - 1]
    return unicodedata.category(before) in PICTURES and unicodedata.category(text[i + 1]) in PICTURES


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
