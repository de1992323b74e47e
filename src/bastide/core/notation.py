"""Notation from a game's tables of verbs: what is written is read back, in English and in French."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from bastide.core.catalogue import catalogue
from bastide.core.errors import BadNotation
from bastide.core.verbs import Unreadable, Verb, Verbs, Words

SLOT = re.compile(r"{([a-z]+)}")
WORD = re.compile(r"[^\W\d_]+(?:[-_][^\W\d_]+)*")


def spaced(text: str) -> str:
    """Lower case, one space between words."""
    return " ".join(text.lower().split())


class Notation:
    """Moves and draws as players write them, from a game's tables.

    `writing[verb](s, *arguments)` and `reading[verb](s, found)` stand in for the table where it does not say it all;
    what is read there is the verb's arguments, or None for what is no such move.
    """

    def __init__(
        self,
        verbs: Verbs,
        draws: Verbs,
        show: Callable[[Any], str],
        *,
        writing: Mapping[str, Words] = {},
        reading: Mapping[str, Callable[[Any, re.Match[str]], tuple[int, ...] | None]] = {},
        clean: Callable[[str], str] = spaced,
    ) -> None:
        self.verbs = verbs
        self.draws = draws
        self.show = show
        self.writing = writing
        self.reading = reading
        self.clean = clean
        self._fixed: dict[int, str] = {}  # actions that are always written so, once they were
        self._always = {verb.name for verb in verbs if verb.is_fixed and verb.name not in writing}
        self._phase_of, self._drawing = draws.phase_of, draws.phases
        self.patterns = {verb.name: _pattern(verb) for verb in (*verbs, *draws)}

    def table(self, s: Any) -> Verbs:
        """The draws when chance moves, else the verbs."""
        return self.draws if self.draws.phase_of(s) in self.draws.phases else self.verbs

    def write(self, s: Any, a: int) -> str:
        """The notation of an action, or of an outcome when chance moves."""
        is_action = self._phase_of(s) not in self._drawing
        if is_action and (text := self._fixed.get(a)) is not None:
            return text
        table = self.verbs if is_action else self.draws
        verb, args = table.decode(a, s)
        if verb.name in self.writing:
            return self.writing[verb.name](s, *args)
        text = _written(verb, s, args)
        if is_action and verb.name in self._always:
            self._fixed[a] = text
        return text

    def fixed(self, a: int) -> str | None:
        """How an action is written whatever the record; None where that depends on it."""
        text = self._fixed.get(a)
        if text is None:
            verb, args = self.verbs.decode(a)
            if verb.name in self._always:
                text = self._fixed[a] = _written(verb, None, args)
        return text

    def read(self, s: Any, text: str) -> int:
        """The action or outcome meant, written in English or in French; case and spaces do not matter."""
        try:
            return self._read(s, text, text)
        except BadNotation:
            english = to_english(self.verbs.game, text)
            if english == spaced(text):
                raise
        return self._read(s, english, text)

    def _read(self, s: Any, words: str, text: str) -> int:
        table = self.table(s)
        asked = table.asked(s)
        cleaned = self.clean(words)
        for verb in (*asked, *(verb for verb in table if verb not in asked and table is self.verbs)):
            try:
                found = self.patterns[verb.name].fullmatch(cleaned)
                values = self._arguments(s, verb, found) if found else None
            except Unreadable as reason:
                if verb not in asked:
                    continue  # what is asked now is the better answer
                raise BadNotation(f"{text!r}: {reason}", self.show(s)) from None
            if values is not None:
                return verb(*values)
        examples = ", ".join(f"`{verb.example or verb.text}`" for verb in asked or self.verbs)
        what = "move" if table is self.verbs else "draw"
        raise BadNotation(f"{text!r} is no {what}; write for instance {examples}", self.show(s))

    def _arguments(self, s: Any, verb: Verb, found: re.Match[str]) -> tuple[int, ...] | None:
        if verb.name in self.reading:
            return self.reading[verb.name](s, found)
        values = [arg.read(s, found[arg.name]) for arg in verb.args]
        if None in values:
            raise Unreadable("there is no such number here")
        return tuple(value for value in values if value is not None)


def _written(verb: Verb, s: Any, args: tuple[int, ...]) -> str:
    values = {arg.name: arg.write(s, value) for arg, value in zip(verb.args, args, strict=True)}
    return verb.text.format(**values)


def _pattern(verb: Verb) -> re.Pattern[str]:
    """The text of a verb, or what it reads, with a named group for each argument."""
    patterns = {arg.name: arg.pattern for arg in verb.args}
    return re.compile(SLOT.sub(lambda slot: f"(?P<{slot[1]}>{patterns[slot[1]]})", verb.reads or verb.text))


# ---- notation in French: word by word, from the catalogue


def unaccented(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.replace("œ", "oe"))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


@cache
def vocabulary(game: str, language: str) -> dict[str, str]:
    """The words of a game's notation in a language, by the English ones: the keys `<game>.word.<word>`."""
    prefix = f"{game}.word."
    return {key.removeprefix(prefix): text for key, text in catalogue(language).items() if key.startswith(prefix)}


@cache
def _dictionary(game: str) -> dict[str, str]:
    """The English words of a game's notation, by the French ones without their accents."""
    return {unaccented(french): english for english, french in vocabulary(game, "fr").items()}


def to_french(game: str, text: str) -> str:
    """A move of the notation, as it is written in French."""
    words = vocabulary(game, "fr")
    return WORD.sub(lambda word: _in_words(words, word[0].lower()) or word[0], text)


def in_language(game: str, language: str, text: str) -> str:
    """A move of the notation, as it is written in a language; `Notation.read` understands all of them."""
    return to_french(game, text) if language == "fr" else text


def to_english(game: str, text: str) -> str:
    """What is written in French, in the notation's own words."""
    words = _dictionary(game)
    return WORD.sub(lambda word: _in_words(words, word[0]) or word[0], unaccented(spaced(text)))


def _in_words(words: dict[str, str], word: str) -> str:
    """A word of another language, or one made of such words; nothing for what is neither."""
    parts = [words.get(part, "") for part in word.split("-")]
    return words.get(word) or ("-".join(parts) if all(parts) else "")
