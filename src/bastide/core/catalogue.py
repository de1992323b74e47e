"""Words in two languages, from one catalogue that terminal, server and browser share.

`locale/<language>/<part>.json` are flat maps of key to text. A text may hold {names}; a value that starts with @ is
itself a key, one that starts with # is a seat and becomes a name. Plurals: where the value `n` is given and `key.one`
and `key.other` exist, the language chooses between them; `{points|point|points}` chooses a word by the value `points`,
and `{currency:due}` says the key in `currency` as counted by `due`. French elides "de" and "que" before a value
that begins with a vowel or an h, which is mute in most names.
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
ELIDED = re.compile(r"\b(d|qu)e (?=\{(\w+)\})")
MINUS = "−"
VOWELS = frozenset("haeiouàâäéèêëîïôöùûüœ")
HIGH = re.compile(r" (?=[:;?!»%])")
GUILLEMET = re.compile(r"« ")
COUNTED_WORD = re.compile(r"\{(\w+)\|([^|}]*)\|([^|}]*)\}")
COUNTED_KEY = re.compile(r"\{(\w+):(\w+)\}")


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
    text = COUNTED_WORD.sub(lambda word: word[2 if _counts_one(language, values[word[1]]) else 3], texts[key])
    text = COUNTED_KEY.sub(lambda word: _count_key(language, values[word[1]], values[word[2]]), text)
    filled = {name: _fill(language, value, names) for name, value in values.items()}
    text = _elide(text, filled) if language == "fr" else text
    return typeset(language, text.format(**filled))


def typeset(language: str, text: str) -> str:
    """French sets a no-break space before high punctuation and inside guillemets."""
    return GUILLEMET.sub("«\u00a0", HIGH.sub("\u00a0", text)) if language == "fr" else text


def number(n: int, sign: str = "") -> str:
    """A whole number as it is printed: with a true minus and, where `sign` is "+", a plus."""
    return f"{n:{sign}d}".replace("-", MINUS)


def _counts_one(language: str, value: str | int) -> bool:
    return is_one(language, abs(int(value)))


def _count_key(language: str, key: str | int, n: str | int) -> str:
    """A value that is a key, in the number of another value: 1 ducat, 2 ducats."""
    return say(language, str(key).removeprefix("@"), n=int(n))


def _fill(language: str, value: str | int, names: Sequence[str]) -> str:
    if isinstance(value, str) and value.startswith("@"):
        return say(language, value[1:])
    if isinstance(value, str) and value.startswith("#"):
        return seat_name(language, value[1:], names)
    return value if isinstance(value, str) else number(value)


def _elide(text: str, filled: Mapping[str, str]) -> str:
    """The bridge of Ada: "le pont d’Ada"."""
    return ELIDED.sub(lambda word: f"{word[1]}’" if filled.get(word[2], "")[:1].lower() in VOWELS else word[0], text)


def say_phrase(language: str, phrase: Phrase | Event, names: Sequence[str] = ()) -> str:
    """The text of a phrase or an event."""
    return say(language, phrase.key, names, **phrase.values)
