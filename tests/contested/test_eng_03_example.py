"""Contested: ENG-03 of enghien. Expected: the layout has a seventh row"""
# ruff: noqa: E501

from __future__ import annotations

import msgspec

from bastide.table.contest import Contest, Ruling, rule_on

CONTEST = """{
    "format": "bastide-contest/1",
    "game": "enghien",
    "rules_version": 1,
    "seats": 2,
    "options": {
        "target": 0
    },
    "seat": 0,
    "kind": "refusal",
    "state": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBAAAkJCQJAAEAAAAAAQEAAQAAAAAAAAAAAAEAAAAAAAABAAAAAAAAAAEAAQAAAQAAAAAAFwMOFSgrCAIWHg8sGyAQChIjKiEEJRQZDRwLHxEpJgAMGB0F////////////////////////////////////////////////////////////////AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==",
    "action": 36,
    "text": "take A7",
    "clause": "ENG-03",
    "says": {
        "en": "With 5 players lay out 40 cards, eight by five (5 set aside); with 6 players 42 cards, seven by six (3 set aside).",
        "fr": "À 5 joueurs, on étale 40 cartes, huit sur cinq (5 écartées) ; à 6 joueurs, 42 cartes, sept sur six (3 écartées)."
    },
    "expected": "the layout has a seventh row"
}"""


def test_eng_03_example() -> None:
    """What the rules said when it was contested."""
    contest = msgspec.json.decode(CONTEST, type=Contest)
    assert rule_on(contest) == Ruling("ENG-03", ())
