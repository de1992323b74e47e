"""A whole game of each kind against bots, in a browser, to the page of its result."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from bastide.games import GAMES
from tests.browser.conftest import Guests
from tests.browser.person import Person
from tests.browser.player import Player

SEATS = {"alhambra": 3, "batisseurs": 3, "enghien": 3, "carpe_diem": 2}


def start(person: Person, game: str) -> None:
    """From the home page to the first question: choose the game, weaken the bots, start."""
    person.go("/")
    title = person.say(f"{game}.title")
    person.page.get_by_role("listitem").get_by_role("button").filter(has_text=title).click()
    while person.page.get_by_role("combobox").count() >= SEATS[game]:
        person.button("page.seat.remove").click()
    for seat in person.page.get_by_role("combobox").all():
        seat.select_option("bot:level1")
    person.button("page.home.start").click()
    person.root.wait_for()


def finish(person: Person) -> None:
    """From the last decision to the result, whose shuffle the page checks by itself."""
    person.link("page.over.result").click()
    expect(person.page.get_by_role("heading", level=2).first).to_be_visible()
    expect(person.text("page.end.proof_ok")).to_be_visible()
    assert person.path.startswith("/end/")
    assert person.errors == []


@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_game_by_mouse(visit: Guests, kind: str) -> None:
    person = visit(size="desktop")
    start(person, kind)
    assert Player(person).play() > 10
    finish(person)
