"""Remedies on the page: showing somebody out, resigning, giving up together, quiet spectators, deleting."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Guests
from tests.browser.person import Person
from tests.browser.serving import Served
from tests.browser.test_people import OPEN, YOU, invite

pytestmark = pytest.mark.broad


def open_people(person: Person) -> None:
    if person.size == "phone":
        person.button("page.menu").click()
    person.button("page.people").click()
    expect(person.dialog("page.people")).to_be_visible()


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "fr")])
def test_two_people_give_a_game_up_and_the_host_deletes_it(
    visit: Guests, served: Served, size: str, language: str
) -> None:
    made = served.make("enghien", [YOU, OPEN])
    ada, bo = visit(size=size, language=language), visit(size=size, language=language)
    ada.go(made["href"])
    bo.go(made["links"][0]["href"])
    bo.page.get_by_role("textbox", name=bo.say("page.seat.your_name")).fill("Bo")
    bo.button("page.waiting.sit").click()
    for person in (ada, bo):
        person.root.wait_for()
    open_people(bo)
    bo.button("page.people.abandon").click()
    expect(bo.button("page.proposal.withdraw")).to_be_visible()
    expect(ada.text("page.proposal.abandon", name="Bo")).to_be_visible()
    ada.button("page.proposal.decline").click()
    expect(bo.button("page.proposal.withdraw")).to_have_count(0)
    open_people(ada)
    ada.button("page.people.delete").click()
    ada.button("page.people.delete.sure").click()
    expect(ada.page.get_by_role("alert")).to_have_text(ada.say("table.refused.others_play"))
    ada.button("page.people.abandon").click()
    bo.button("page.proposal.agree").click()
    for person in (ada, bo):
        expect(person.text("page.abandoned")).to_be_visible()
        expect(person.page.locator("[data-piece][data-state=legal]")).to_have_count(0)
    open_people(ada)
    ada.button("page.people.delete").click()
    ada.button("page.people.delete.sure").click()
    expect(ada.heading("page.home.claim.short" if size == "phone" else "page.home.claim")).to_be_visible()
    assert json.loads(ada.page.evaluate("localStorage['bastide.keys']")).get(made["table"]["id"]) is None
    expect(bo.heading("page.notice.dead.title")).to_be_visible()
    for person in (ada, bo):
        assert [error for error in person.errors if "409" not in error and "404" not in error] == []


@pytest.mark.slow
def test_who_resigns_is_played_on_by_a_bot(visit: Guests, served: Served) -> None:
    _, ada, bo = invite(visit, served, "enghien")
    open_people(bo)
    bo.button("page.people.resign").click()
    expect(bo.text("page.people.resign.note")).to_be_visible()
    bo.button("page.people.no").click()
    bo.button("page.people.resign").click()
    bo.button("page.people.resign.sure").click()
    expect(bo.text("page.gone")).to_be_visible()
    expect(bo.button("page.seat.reclaim")).to_have_count(0)
    open_people(ada)
    expect(ada.dialog("page.people").get_by_text(ada.say("page.people.resigned"))).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.until("() => document.querySelector('[data-ply]')?.dataset.asked === 'true'")
    assert ada.errors == bo.errors == []


@pytest.mark.slow
def test_the_host_shows_somebody_out_and_invites_another(visit: Guests, served: Served) -> None:
    ada, eve, bo = visit(language="fr"), visit(), visit()
    ada.go("/")
    made = served.make("alhambra", [YOU, OPEN, OPEN])
    kept = {made["table"]["id"]: {"links": made["links"], "watch": made["watch"]}}
    ada.page.evaluate("links => (localStorage['bastide.links'] = links)", json.dumps(kept))
    ada.go(made["href"])
    eve.go(made["links"][0]["href"])
    eve.page.get_by_role("textbox", name=eve.say("page.seat.your_name")).fill("Eve")
    eve.button("page.waiting.sit").click()
    ada.button("page.waiting.remove", name="Eve").click()
    expect(ada.button("page.waiting.remove", name="Eve")).to_have_count(0)
    expect(eve.heading("page.notice.dead.title")).to_be_visible()
    links = ada.page.get_by_role("textbox", name=ada.say("page.waiting.link"))
    expect(links).to_have_count(2)
    fresh = [link for link in (links.nth(n).input_value() for n in range(2)) if made["links"][1]["href"] not in link]
    bo.page.goto(fresh[0])
    bo.page.get_by_role("textbox", name=bo.say("page.seat.your_name")).fill("Bo")
    bo.button("page.waiting.sit").click()
    expect(ada.button("page.waiting.remove", name="Bo")).to_be_visible()
    expect(bo.text("page.waiting.title")).to_be_visible()


@pytest.mark.slow
def test_the_host_quiets_spectators_and_renews_their_link(visit: Guests, served: Served) -> None:
    made, ada, _ = invite(visit, served, "enghien")
    cleo = visit()
    cleo.go(made["watch"])
    cleo.root.wait_for()
    open_people(ada)
    speak = ada.page.get_by_role("checkbox", name=ada.say("page.people.spectators_chat"))
    expect(speak).to_be_checked()
    speak.uncheck()
    cleo.button("page.chat").click()
    field = cleo.page.get_by_role("textbox", name=cleo.say("page.chat.write"))
    expect(field).to_be_disabled()
    ada.button("page.people.watch").click()
    fresh = ada.page.get_by_role("textbox", name=ada.say("page.waiting.watch")).input_value()
    expect(cleo.heading("page.notice.full.title")).to_be_visible()
    dora = visit()
    dora.page.goto(fresh)
    dora.root.wait_for()
    assert ada.errors == dora.errors == []
