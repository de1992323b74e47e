"""What a table's voice should have said: everything that happened, once and in order, and what is asked in between."""

from __future__ import annotations

import re
from typing import Any

from bastide.core.catalogue import say
from tests.browser.person import Person

Phrase = dict[str, Any]


def bare(text: str) -> str:
    """Words alone: messages are broken and joined between them."""
    return re.sub(r"[\s.]+", " ", text).strip()


def due(person: Person) -> tuple[list[str], set[str], int]:
    """From what travelled on the socket: what happened, every question of a view, and how much came before one's first.

    What happens before a first question may be over before the page can speak.
    """
    messages = [message for message in person.heard() if message["type"] in ("welcome", "view")]
    names = [seat["name"] for seat in messages[0]["table"]["seats"]]

    def words(phrase: Phrase) -> str:
        return bare(say(person.language, phrase["key"], names, **phrase.get("values", {})))

    def question(view: dict[str, Any]) -> str:
        asked = person.say("page.prompt.yours", name=names[view["viewer"]])
        yours = view["prompt"]["seat"] == view["viewer"]
        return bare(f"{asked if yours else ''} {words(view['prompt']['label'])}")

    happened: list[str] = []
    early, told = -1, messages[0]["view"]["ply"]
    for message in messages:
        happened += [words(event) for event in message["log"] if event["ply"] >= told]
        told = message["view"]["ply"]
        if early < 0 and message["view"]["choices"]:
            early = len(happened)
    return happened, {question(message["view"]) for message in messages}, early


def assert_said_once(person: Person, said: list[str]) -> None:
    """Nothing is lost, nothing is told twice, and no question is repeated before something has happened."""
    happened, questions, early = due(person)
    rest, latest = bare(" ".join(said)), ""
    while asked := [each for each in questions if rest.startswith(each)]:
        rest = rest[len(max(asked, key=len)) :].strip()
    begins = next((i for i, each in enumerate(happened[: early + 1]) if rest.startswith(each)), 0)
    happened = happened[begins:]
    while rest:
        told = [each for each in (*happened[:1], *questions) if rest.startswith(each)]
        assert told, f"{rest[:160]!r} was said where {happened[:1]} was due"
        one = max(told, key=len)
        if one in happened[:1]:
            happened.pop(0)
        assert one != latest or one not in questions, f"{one!r} is asked twice"
        rest, latest = rest[len(one) :].strip(), one
    assert happened == [], "this was never said"
