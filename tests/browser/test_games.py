"""A whole game of each kind against bots, in a browser, to the page of its result."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from bastide.games import GAMES, load
from tests.browser.conftest import Guests
from tests.browser.keyboard import KeyboardPlayer
from tests.browser.person import Person
from tests.browser.player import Player

pytestmark = pytest.mark.broad

SEATS = {name: min(3, load(name).spec.seats[1]) for name in GAMES} | {"carpe_diem": 2}  # its games are long
SHORT = "enghien"
DRAWN = (".svg", ".js", ".css", ".json", ".webmanifest")


def start(person: Person, kind: str) -> None:
    """From the home page to the first question: choose the game, weaken the bots, start."""
    person.go("/")
    title = person.say(f"{kind}.title")
    person.page.get_by_role("listitem").get_by_role("button").filter(has_text=title).click()
    seats = person.region("page.home.set").get_by_role("combobox")
    while seats.count() >= SEATS[kind]:
        person.button("page.seat.remove").click()
    for seat in seats.all():
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
    asked_only_our_server(person)


def asked_only_our_server(person: Person) -> None:
    """No request to any other host; no raster image, no font from a file."""
    own = urlsplit(person.address).netloc
    for url in person.requests:
        address = urlsplit(url)
        assert address.netloc == own, url
        name = address.path.rsplit("/", 1)[-1]
        assert "." not in name or name.endswith(DRAWN), url


def long_ones_slow(*cases: tuple[str, str]) -> list[Any]:
    """Cases of a test that plays a whole game: of the longer games only `make test-rest` plays one."""
    return [case if case[0] == SHORT else pytest.param(*case, marks=pytest.mark.slow) for case in cases]


@pytest.mark.parametrize(("kind", "language"), long_ones_slow(*((name, "en") for name in GAMES)))
def test_a_whole_game_by_mouse(visit: Guests, kind: str, language: str) -> None:
    person = visit(size="desktop", language=language)
    start(person, kind)
    assert Player(person).play() > 10
    finish(person)


@pytest.mark.parametrize(
    ("kind", "language"),
    long_ones_slow(("alhambra", "fr"), ("batisseurs", "en"), ("enghien", "en"), ("carpe_diem", "fr")),
)
def test_a_whole_game_by_keyboard_on_a_phone(visit: Guests, kind: str, language: str) -> None:
    person = visit(size="phone", language=language)
    start(person, kind)
    assert KeyboardPlayer(person).play() > 10
    finish(person)
