"""Words in two languages, from one catalogue that terminal, server and browser share.

`locale/<language>/<part>.json` are flat maps of key to text. A text may hold {names}; a value that starts with @ is
itself a key, one that starts with # is a seat and becomes a name; where the value `n` is given and `key.one` and
`key.other` exist, the language chooses between them. French elides "de" before a value that begins with a vowel.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from bastide.core.errors import BastideError
from bastide.core.words import Event, Phrase

FOLDER = Path(__file__).resolve().parents[1] / "locale"
LANGUAGES = ("en", "fr")
ELIDED = re.compile(r"\bde (?=\{(\w+)\})")
VOWELS = frozenset("aeiouàâäéèêëîïôöùûüœ")


class UnknownLanguage(BastideError):
    def __init__(self, language: str) -> None:
        super().__init__(f"there is no language {language!r}; the languages are {', '.join(LANGUAGES)}")


@cache
def catalogue(language: str) -> dict[str, str]:
    """Every key of a language."""
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    texts: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob("*.json")):
        texts.update(json.loads(path.read_text(encoding="utf-8")))
    return texts


def is_one(language: str, n: int) -> bool:
    """French counts 0 and 1 as one, English only 1."""
    return n in (0, 1) if language == "fr" else n == 1


def seat_name(language: str, seat: str, names: Sequence[str]) -> str:
    """The name a seat goes by: its player's, or its number."""
    number = int(seat)
    return names[number] if number < len(names) else say(language, "core.seat", seat=number + 1)


def say(language: str, key: str, names: Sequence[str] = (), /, **values: str | int) -> str:
    """The text of a key in a language, its values filled in; `names` are those of the seats."""
    texts = catalogue(language)
    n = values.get("n")
    if isinstance(n, int) and f"{key}.one" in texts:
        key = f"{key}.{'one' if is_one(language, n) else 'other'}"
    filled = {name: _fill(language, value, names) for name, value in values.items()}
    text = _elide(texts[key], filled) if language == "fr" else texts[key]
    return text.format(**filled)


def _fill(language: str, value: str | int, names: Sequence[str]) -> str | int:
    if isinstance(value, str) and value.startswith("@"):
        return say(language, value[1:])
    if isinstance(value, str) and value.startswith("#"):
        return seat_name(language, value[1:], names)
    return value


def _elide(text: str, filled: Mapping[str, str | int]) -> str:
    """The bridge of Ada: "le pont d’Ada"."""
    return ELIDED.sub(lambda de: "d’" if str(filled.get(de[1], ""))[:1].lower() in VOWELS else de[0], text)


def say_phrase(language: str, phrase: Phrase | Event, names: Sequence[str] = ()) -> str:
    """The text of a phrase or an event."""
    return say(language, phrase.key, names, **phrase.values)
