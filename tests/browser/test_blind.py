"""Every game can be played, and planned with few keys, by whoever has the accessibility tree and a keyboard alone."""

from __future__ import annotations

from statistics import median

import pytest
from playwright.sync_api import expect

from bastide.games import GAMES, load
from tests.browser.blind import BlindPlayer
from tests.browser.conftest import Guests
from tests.browser.person import Person
from tests.browser.serving import Served

pytestmark = pytest.mark.broad

YOU, BOT = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}
USUAL, WORST = 6, 15  # keys of a decision
LONGEST = 200  # characters of an announcement


def seated(visit: Guests, served: Served, kind: str) -> Person:
    person = visit()
    person.sit(served.make(kind, [YOU, *[BOT] * (load(kind).spec.seats[0] - 1)], absent_s=None))
    return person


def assert_few_keys(player: BlindPlayer) -> None:
    assert median(player.counts) <= USUAL, player.counts
    assert max(player.counts) <= WORST, player.counts


@pytest.mark.parametrize("kind", GAMES)
def test_a_decision_takes_few_keys(visit: Guests, served: Served, kind: str) -> None:
    player = BlindPlayer(seated(visit, served, kind))
    assert player.play(8) > 0
    assert_few_keys(player)


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_game_without_seeing(visit: Guests, served: Served, kind: str) -> None:
    person = seated(visit, served, kind)
    player = BlindPlayer(person)
    assert player.play() > 10
    assert_few_keys(player)
    said = person.page.locator("[aria-live=polite] p").all_inner_texts()
    assert max(map(len, said)) <= LONGEST
    person.page.keyboard.press("Tab")
    person.link("page.over.result").focus()
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("heading", level=2).first).to_be_focused()
    assert person.errors == []
