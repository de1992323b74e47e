"""Every text says its numbers right: rendered with 0, 1 and 2, no word stands in the wrong number beside a figure."""

from __future__ import annotations

import re

import pytest

from bastide.core.catalogue import COUNTED_KEY, COUNTED_WORD, LANGUAGES, catalogue, is_one, say

PLACEHOLDER = re.compile(r"\{(\w+)")
ANY_COIN = "@alhambra.coin.ducat"
PEOPLE = ("seat", "name", "victim", "attacker", "leader", "auctioneer")


def counted_pairs(language: str) -> dict[str, str]:
    """Singular -> plural, of every noun that some text counts."""
    texts = catalogue(language)
    pairs = [(one, other) for text in texts.values() for _, one, other in COUNTED_WORD.findall(text)]
    for key in texts:
        if key.endswith(".one"):
            one, other = texts[key], texts[key.removesuffix("one") + "other"]
            pairs += list(zip(re.findall(r"\{n\} ([\w’-]+)", one), re.findall(r"\{n\} ([\w’-]+)", other), strict=False))
    firsts = [(one.split()[0], other.split()[0]) for one, other in pairs if one and other]
    return {one: other for one, other in firsts if one != other}


def rendered(language: str, key: str, n: int) -> str:
    text = catalogue(language)[key]
    values: dict[str, str | int] = dict.fromkeys(PLACEHOLDER.findall(text), n)
    values.update(dict.fromkeys([name for name, _ in COUNTED_KEY.findall(text)], ANY_COIN))
    values.update(dict.fromkeys(PEOPLE, "Ada"))
    values["n"] = n
    return say(language, key.removesuffix(".one").removesuffix(".other"), **values)


@pytest.mark.parametrize("n", [0, 1, 2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_counts_right(language: str, n: int) -> None:
    pairs = counted_pairs(language)
    wrong = set(pairs.values()) - set(pairs) if is_one(language, n) else set(pairs) - set(pairs.values())
    for key in catalogue(language):
        if key.endswith((".one", ".other")) and f"{key.rpartition('.')[0]}.one" not in catalogue(language):
            continue
        text = rendered(language, key, n)
        assert "{" not in text, (key, text)
        for word in re.findall(rf"(?<![\d.,:–-]){n} ([^\W\d]+)", text):
            assert word not in wrong, (key, text)
