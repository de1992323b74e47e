"""Scorings as a show: the table stops at a card, row by row; it can be seen again, hurried, and switched off."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from bastide.games.enghien.tables import SYMBOL_NAMES
from tests.browser.conftest import Guests
from tests.browser.person import Person
from tests.browser.player import Player
from tests.browser.serving import Served
from tests.browser.together import play_until

pytestmark = pytest.mark.broad

YOU, BOT = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}


def play_to_the_scoring(person: Person, served: Served) -> list[str]:
    """Enghien is one round: the card comes with its last decision. The names around the table."""
    made = served.make("enghien", [YOU, BOT])
    person.sit(made)
    Player(person).play()
    return [seat["name"] for seat in made["table"]["seats"]]


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "fr")])
def test_a_scoring_is_told_and_the_winner_stands_above(visit: Guests, served: Served, size: str, language: str) -> None:
    person = visit(size=size, language=language, shows="full")
    names = play_to_the_scoring(person, served)
    card = person.page.locator("[data-tally=told]")
    card.wait_for()
    assert card.locator("tbody tr").count() == len(SYMBOL_NAMES)
    totals = [int(cell.inner_text().split()[-1]) for cell in card.locator("tfoot td").all()]
    assert totals == person.view()["scores"]["totals"]
    winner = person.page.locator("[data-bar=prompt]")
    expect(winner).to_contain_text(str(max(totals)))
    person.button("page.tally.on").click()
    expect(card).to_have_count(0)
    expect(person.bar).to_be_visible()
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    lead, second = totals[order[0]] - totals[order[1]], names[order[1]]
    expect(winner).to_contain_text(person.say("page.tally.ahead", n=lead, name=second))
    assert not person.errors


@pytest.mark.slow
def test_a_scoring_comes_row_by_row_and_one_press_shows_all(visit: Guests, served: Served) -> None:
    person = visit(shows="full", motion=True)
    person.page.clock.install()
    play_to_the_scoring(person, served)
    card = person.page.locator("[data-tally=running]")
    expect(card.locator(".won")).to_have_count(0)
    person.page.keyboard.press("Escape")
    expect(person.page.locator("[data-tally=told]")).to_be_visible()
    assert person.page.locator("[data-tally] .won").count() > 0
    person.page.keyboard.press("Escape")
    expect(person.page.locator("[data-tally]")).to_have_count(0)
    person.page.get_by_role("button", name=person.say("page.tally.again")).last.click()
    expect(person.page.locator("[data-tally=told]")).to_be_visible()
    person.button("page.tally.back").click()
    expect(person.page.locator("[data-tally]")).to_have_count(0)


@pytest.mark.slow
def test_nobody_waits_for_who_looks_on(visit: Guests, served: Served) -> None:
    person = visit(shows="full")
    made = served.make("enghien", [YOU, BOT], options={"target": 60})
    person.sit(made)
    player = served.sit(made["table"]["id"], made["key"])
    card = person.page.locator("[data-tally=told]")
    play_until(player, lambda: player.view["picture"]["round"] > 1)
    expect(person.button("page.tally.turn")).to_be_visible()
    for _ in range(3):
        player.act()
        player.until_asked()  # the bot has answered: the table stands still
    expect(person.root).to_have_attribute("data-ply", str(player.ply))
    expect(card).to_be_visible()
    player.close()


@pytest.mark.slow
def test_without_shows_the_table_goes_on(visit: Guests, served: Served) -> None:
    person = visit(shows="off")
    play_to_the_scoring(person, served)
    expect(person.page.locator("[data-tally]")).to_have_count(0)
    expect(person.page.locator("[data-bar=prompt]")).to_contain_text(str(max(person.view()["scores"]["totals"])))
