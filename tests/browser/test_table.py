"""At the table: refusals with their clause, the rules at hand, both languages, a lost server."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from bastide.games import GAMES, load
from tests.browser.conftest import Guests
from tests.browser.person import CLAUSE, Person
from tests.browser.player import Player
from tests.browser.serving import COMMAND, Served

pytestmark = pytest.mark.broad

YOU, BOT = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}
SEATS = {name: min(3, load(name).spec.seats[1]) for name in GAMES} | {"carpe_diem": 2}  # its games are long


def sit_down(person: Person, served: Served, kind: str) -> None:
    person.sit(served.make(kind, [YOU, *[BOT] * (SEATS[kind] - 1)]))


@pytest.mark.parametrize("kind", GAMES)
def test_what_is_refused_says_why_and_by_which_clause(visit: Guests, served: Served, kind: str) -> None:
    person = visit()
    sit_down(person, served, kind)
    player = Player(person)
    offer, picks = player.offer(), 0
    dimmed = person.page.locator("[data-piece][data-state=dimmed]:visible")
    while not dimmed.count():
        picks = player.step(offer, picks)
        offer = player.offer(after=offer.sign)
    dimmed.first.hover()
    note = person.page.get_by_role("note")
    expect(note).to_be_visible()
    chip = note.get_by_role("button", name=CLAUSE)
    found = CLAUSE.search(chip.inner_text())
    assert found
    assert len(note.inner_text()) > len(found.group()) + 10
    chip.click()
    rules = person.page.get_by_role("dialog")
    expect(rules.locator(f'[id="{found.group()}"]')).to_be_in_viewport()
    expect(rules.get_by_text(found.group(), exact=True)).to_be_visible()


def test_a_piece_under_the_pointer_says_why_it_cannot_be_chosen_any_more(visit: Guests, served: Served) -> None:
    person = visit()
    sit_down(person, served, "carpe_diem")
    player = Player(person)
    player.press(person.page.locator("[data-piece='ring:2'][data-state=legal]"))
    player.press(person.bar.locator("[data-primary]"))
    player.press(person.page.locator("[data-piece='ring:1'][data-state=legal]"))
    reached = person.page.locator("[data-piece='ring:1'][data-state=dimmed]")
    expect(reached).to_be_visible()
    reached.hover()
    expect(person.page.get_by_role("note")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rules_open_at_the_clause_that_matters_and_are_searched(
    visit: Guests, served: Served, language: str
) -> None:
    person = visit(language=language)
    sit_down(person, served, "alhambra")
    Player(person).offer()
    clause = person.view()["prompt"]["clause"]
    person.page.keyboard.press("?")
    rules = person.dialog("page.rules.of", game="@alhambra.title")
    expect(rules.locator(f'[id="{clause}"]')).to_be_in_viewport()
    rules.get_by_role("searchbox").fill("Martin")
    expect(rules.get_by_text("Martin").first).to_be_visible()
    assert rules.locator('[id^="ALH-"]').count() < 33
    rules.get_by_role("searchbox").fill("xyzzy")
    expect(rules.get_by_text(person.say("page.rules.none"))).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(rules).to_have_count(0)


@pytest.mark.slow
def test_a_rules_page_has_an_address_of_its_own(visit: Guests) -> None:
    person = visit()
    person.go("/rules/enghien#ENG-04")
    expect(person.page.locator('[id="ENG-04"]')).to_be_in_viewport()


@pytest.mark.slow
def test_the_language_changes_at_once(visit: Guests, served: Served) -> None:
    person = visit()
    sit_down(person, served, "enghien")
    expect(person.page.locator("html")).to_have_attribute("lang", "en")
    person.page.get_by_role("button", name=person.say("page.language.switch")).click()
    person.language = "fr"
    expect(person.page.locator("html")).to_have_attribute("lang", "fr")
    expect(person.page.get_by_role("region", name=person.say("page.confirm.title"))).to_be_visible()
    expect(person.page.get_by_role("button", name=person.say("page.rules"))).to_be_visible()


@pytest.mark.slow
def test_a_table_comes_back_when_the_server_does(visit: Guests, browser: Browser, tmp_path: Path) -> None:
    server = Served(tmp_path, COMMAND)
    try:
        person = visit(at=server)
        sit_down(person, server, "enghien")
        player = Player(person)
        offer = player.offer()
        while person.ply == offer.ply:
            player.step(player.offer(), 3)
            person.until("() => !bastideLine.waiting")
        after = player.offer()
        person.page.evaluate("window.neverLoadedAnew = true")
        server.kill()
        expect(person.text("page.reconnecting")).to_be_visible()
        server.start()
        expect(person.text("page.reconnecting")).to_have_count(0, timeout=60_000)
        assert player.offer().ply == after.ply
        assert person.page.evaluate("window.neverLoadedAnew")
        player.step(player.offer(), 0)
        player.offer(after=after.sign)
    finally:
        server.stop()


@pytest.mark.slow
def test_what_the_others_see_of_me(visit: Guests, served: Served) -> None:
    person = visit()
    sit_down(person, served, "alhambra")
    assert person.page.locator('[data-target^="hand:"]').count() > 0
    person.button("page.peek").click()
    expect(person.text("page.peek.banner")).to_be_visible()
    expect(person.page.locator('[data-target^="hand:"]')).to_have_count(0)
    person.button("page.peek.back").click()
    expect(person.page.locator('[data-target^="hand:"]').first).to_be_visible()
