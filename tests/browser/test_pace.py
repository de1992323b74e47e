"""Bots as company: first names and faces; their moves at the reader's pace, skipped at will, told line by line."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from bastide.table.first_names import FIRST_NAMES
from tests.browser.conftest import Guests
from tests.browser.person import Person
from tests.browser.player import Player
from tests.browser.serving import Served

YOU, BOT = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}


def decide(person: Person) -> None:
    """One decision of Enghien: a card, and the button."""
    person.page.locator('[data-piece^="card:"][data-state="legal"]').first.click()
    person.bar.locator("[data-primary]").click()


def test_moves_of_others_wait_for_the_reader_who_may_skip_to_the_own_turn(visit: Guests, served: Served) -> None:
    person = visit(pace="calm", motion=True)
    person.sit(served.make("enghien", [YOU, BOT, BOT, BOT]))
    Player(person).offer()
    person.page.clock.install()
    person.page.clock.pause_at(datetime.now() + timedelta(hours=1))  # no pause ends by itself
    app = person.page.locator(".app")
    decide(person)
    expect(app).to_have_attribute("data-asked", "false")
    expect(person.button("page.pace.skip")).to_be_visible()
    person.button("page.pace.skip").click()
    expect(app).to_have_attribute("data-asked", "true")
    person.page.clock.resume()
    person.page.locator(".news").click()
    told = person.page.locator("[data-beside=since] li")
    expect(told).to_have_count(3)
    told.nth(1).get_by_role("button").click()
    expect(person.page.locator("[data-pointed]").first).to_be_visible()
    assert not person.errors


@pytest.mark.slow
def test_bots_have_names_and_faces_and_say_how_strong_they_are(visit: Guests, served: Served) -> None:
    person = visit(language="fr", size="phone")
    made = served.make("alhambra", [YOU, BOT, BOT])
    names = [seat["name"] for seat in made["table"]["seats"][1:]]
    assert len({*names, *FIRST_NAMES}) == len(FIRST_NAMES)
    person.sit(made)
    Player(person).offer()
    for name in names:
        expect(person.page.locator(".others button", has_text=name)).to_be_visible()
    expect(
        person.page.get_by_role("img", name=person.say("page.level", name="@bots.level.1.name", n=1, all=5))
    ).to_have_count(2)
    assert person.page.locator("[data-own-points]").inner_text().split()[-1] == "0"
