"""Words: plurals, keys inside values, names of seats."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

from bastide.core import catalogue as words
from bastide.core.words import Phrase


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        "en": {"card.one": "{n} card", "card.other": "{n} cards", "a.florin": "florin", "pay": "{seat} pays a {coin}"},
        "fr": {"card.one": "{n} carte", "card.other": "{n} cartes", "a.florin": "florin", "pay": "{seat} paie {coin}"},
    }
    for texts in known.values():
        texts["core.seat"] = "P{seat}"
        texts["city"] = "ville de {seat}"
        texts["ahead"] = "plus que {seat}"
        texts["won"] = "{points} {points|point|points}, {due} {coin:due}"
        texts["coin"], texts["coin.one"], texts["coin.other"] = "ducats", "ducat", "ducats"
        texts["ask"] = "« {seat} » : {seat} ?"
    monkeypatch.setattr(words, "catalogue", known.__getitem__)


@pytest.mark.usefixtures("texts")
def test_english_has_one_for_one_and_french_for_none_too() -> None:
    assert [words.say("en", "card", n=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [words.say("fr", "card", n=n) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]


@pytest.mark.usefixtures("texts")
def test_values_may_be_keys_and_seats() -> None:
    phrase = Phrase("pay", {"seat": "#1", "coin": "@a.florin"})
    assert words.say_phrase("en", phrase, ["Ada", "Bob"]) == "Bob pays a florin"
    assert words.say_phrase("fr", phrase) == "P2 paie florin"


@pytest.mark.usefixtures("texts")
def test_any_value_may_count_a_word_or_a_key() -> None:
    for language, said in (("en", "0 points, 1 ducat"), ("fr", "0 point, 1 ducat")):
        assert words.say(language, "won", points=0, due=1, coin="@coin") == said
    assert words.say("en", "won", points=-1, due=2, coin="@coin") == "−1 point, 2 ducats"


@pytest.mark.usefixtures("texts")
def test_french_sets_no_break_spaces_and_english_none() -> None:
    assert words.say("fr", "ask", seat="Ada") == "«\u00a0Ada\u00a0»\u00a0: Ada\u00a0?"
    assert words.say("en", "ask", seat="Ada") == "« Ada » : Ada ?"


@pytest.mark.usefixtures("texts")
def test_french_elides_before_a_vowel() -> None:
    city = Phrase("city", {"seat": "#0"})
    assert [words.say_phrase("fr", city, [name]) for name in ("Ada", "Élie", "Héloïse", "Bob")] == [
        "ville d’Ada",
        "ville d’Élie",
        "ville d’Héloïse",
        "ville de Bob",
    ]
    ahead = Phrase("ahead", {"seat": "#0"})
    assert [words.say_phrase("fr", ahead, [name]) for name in ("Eudes", "Bob")] == ["plus qu’Eudes", "plus que Bob"]
    assert words.say_phrase("en", city, ["Ada"]) == "ville de Ada"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(words.UnknownLanguage, match="'de'"):
        words.say("de", "core.seat", seat=1)


def test_numbers_have_a_true_minus_and_a_plus_where_it_is_asked_for() -> None:
    assert [words.number(n) for n in (-4, 0, 4)] == ["−4", "0", "4"]
    assert [words.number(n, "+") for n in (-4, 0, 4)] == ["−4", "+0", "+4"]


SOURCES = Path(words.__file__).parents[1]
PAGE = SOURCES.parents[1] / "web" / "src"


@cache
def said() -> re.Pattern[str]:
    """The keys that stand somewhere in the sources: whole, composed, or as the beginning of several."""
    found = {*keys_in_python(), *keys_in_the_page()}
    return re.compile("|".join(key for key in found if re.match(r"[a-z_]+\\\.", key)))


def keys_in_python() -> set[str]:
    found = set()
    for path in SOURCES.rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        composed = [node for node in nodes if isinstance(node, ast.JoinedStr)]
        parts = {id(part) for node in composed for part in node.values}
        for text in composed:
            pieces = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in text.values]
            found.add("".join(pieces).lstrip("@"))
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
                begins = node.value.endswith((".", ".word"))  # words that are typed are found by what they begin with
                found.add(re.escape(node.value.lstrip("@")) + (".+" if begins else ""))
    return found


def keys_in_the_page() -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in PAGE.rglob("*") if path.suffix in (".ts", ".svelte")]
    page = "\n".join(texts)
    composed = [re.escape(text) for text in re.findall(r"`([^`\n]*)`", page)]
    return {
        *map(re.escape, re.findall(r"'([\w.]+)'", page)),
        *(re.sub(r"\\\$\\{.*?\\}", ".+", key) for key in composed),
    }


@pytest.mark.parametrize("subject", ["arena", "bots", "cli", "core", "review", "table", "tell"])
def test_no_text_is_kept_that_nothing_says(subject: str) -> None:
    texts = json.loads((words.FOLDER / "en" / f"{subject}.json").read_text(encoding="utf-8"))
    plain = {key: re.sub(r"\.(one|other)$", "", key) for key in texts}
    assert [key for key in texts if not said().fullmatch(key) and not said().fullmatch(plain[key])] == []
