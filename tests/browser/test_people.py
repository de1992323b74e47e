"""Several people: what each may see, spectators, two at one screen, and games that are over."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Guests
from tests.browser.person import Person
from tests.browser.player import Player
from tests.browser.scenes import finished
from tests.browser.serving import Served
from tests.browser.together import play_together

pytestmark = pytest.mark.broad

YOU, BOT, OPEN = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}, {"kind": "open"}
# What a seat's picture keeps from everybody else.
HIDDEN = {"alhambra": ["hand"], "batisseurs": ["hand", "money", "hand_value"], "carpe_diem": ["fountain_cards"]}
ENTROPY = "table => Object.values(JSON.parse(localStorage[`bastide.shuffle.${table}`]).entropy)[0]"
DECISIONS = {"alhambra": 24, "batisseurs": 40, "carpe_diem": 30}


def invite(visit: Guests, served: Served, kind: str, bots: int = 0) -> tuple[dict[str, Any], Person, Person]:
    """Ada makes a table, Bo follows the invitation and sits down."""
    ada, bo = visit(), visit()
    made = served.make(kind, [YOU, OPEN, *[BOT] * bots])
    ada.go(made["href"])
    expect(ada.text("page.waiting.title")).to_be_visible()
    bo.go(made["links"][0]["href"])
    bo.page.get_by_role("textbox", name=bo.say("page.seat.your_name")).fill("Bo")
    bo.button("page.waiting.sit").click()
    ada.root.wait_for()
    bo.root.wait_for()
    return made, ada, bo


def pictures(person: Person) -> list[dict[str, Any]]:
    """Every view that was sent to a browser, from anybody's eyes."""
    return [message["view"] for message in person.heard() if "view" in message]


@pytest.mark.parametrize("kind", HIDDEN)
def test_two_browsers_never_show_the_others_secrets(visit: Guests, served: Served, kind: str) -> None:
    made, ada, bo = invite(visit, served, kind, bots=1 if kind == "batisseurs" else 0)
    watcher = visit()
    watcher.go(made["watch"])
    watcher.root.wait_for()
    play_together([ada, bo], DECISIONS[kind])
    entropy = [person.page.evaluate(ENTROPY, made["table"]["id"]) for person in (ada, bo)]
    own_key = [made["key"], json.loads(bo.page.evaluate("localStorage['bastide.keys']"))[made["table"]["id"]]]
    for person, seat in ((ada, 0), (bo, 1), (watcher, None)):
        seen = pictures(person)
        assert len(seen) > 3
        for view in seen:
            for player in view["picture"]["players"]:
                if player["seat"] != seat:
                    assert [player.get(name) for name in HIDDEN[kind]] == [None] * len(HIDDEN[kind])
        traffic = json.dumps(person.heard()) + person.page.content()
        for other in {0, 1} - {seat}:
            assert own_key[other] not in traffic
            assert entropy[other] not in json.dumps(person.heard()[-1])
        cards = person.page.locator('[data-target^="hand:"]').count()
        mine = [] if seat is None else seen[-1]["picture"]["players"][seat].get("hand") or []
        assert cards in (0, len(mine)), "cards of a hand that is not one's own"


@pytest.mark.slow
def test_a_spectator_sees_the_table_and_decides_nothing(visit: Guests, served: Served) -> None:
    person, watcher = visit(), visit(size="phone")
    made = served.make("alhambra", [YOU, BOT])
    person.sit(made)
    watcher.go(made["watch"])
    expect(watcher.text("page.spectator.note")).to_be_visible()
    player = Player(person)
    offer = player.offer()
    player.step(offer, 0)
    player.offer(after=offer.sign)
    assert watcher.view()["viewer"] is None
    assert watcher.view()["choices"] == []
    assert watcher.page.locator("[data-piece][data-state=legal]").count() == 0


def test_a_curtain_falls_between_two_people_at_one_screen(visit: Guests, served: Served) -> None:
    person = visit()
    person.sit(served.make("alhambra", [YOU, {"kind": "hot_seat", "name": "Bo"}]))
    player = Player(person)
    curtain = person.page.get_by_role("dialog", name=re.compile("Ada|Bo"))
    for _ in range(2):
        mover = person.view()["viewer"]
        while not curtain.count():
            offer = player.offer()
            player.step(offer, 3)
            person.until("() => !bastideLine.waiting")
            person.until("() => document.querySelector('[role=dialog]') || document.querySelector('[data-asked=true]')")
        name = "Bo" if mover == 0 else "Ada"
        expect(curtain).to_have_accessible_name(person.say("page.curtain.title", name=name))
        assert {view["viewer"] for view in pictures(person)} <= {0, mover}, "sent before the curtain was lifted"
        expect(person.root).to_have_attribute("inert", "")
        person.button("page.curtain.open", name=name).click()
        expect(curtain).to_have_count(0)
        assert person.view()["viewer"] == 1 - mover


@pytest.mark.slow
def test_a_replay_opens_at_the_first_decision_and_every_place_has_an_address(visit: Guests, served: Served) -> None:
    person = visit()
    table = finished(served, "alhambra")
    plies = served.ask("GET", f"/api/tables/{table}/record")[1]["plies"]
    first, last = next(i for i, line in enumerate(plies) if line["who"] != "chance"), len(plies)
    person.go(f"/replay/{table}")
    line = person.page.get_by_role("slider", name=person.say("page.replay.ply"))
    expect(line).to_have_attribute("aria-valuenow", str(first))
    person.page.keyboard.press("ArrowRight")
    expect(line).not_to_have_attribute("aria-valuenow", str(first))
    ply = int(line.get_attribute("aria-valuenow") or 0)
    assert plies[ply]["who"] != "chance"
    assert person.path == f"/replay/{table}/{ply}"
    person.page.keyboard.press("End")
    expect(line).to_have_attribute("aria-valuenow", str(last))
    assert person.path == f"/replay/{table}/{last}"
    person.page.get_by_role("combobox", name=person.say("page.replay.eyes")).select_option("1")
    line.press("Home")
    expect(line).to_have_attribute("aria-valuenow", str(first))
    assert person.errors == []


@pytest.mark.slow
def test_during_a_deal_the_log_of_a_replay_stands_at_what_comes_next(visit: Guests, served: Served) -> None:
    """A deal has no line of its own."""
    person = visit()
    person.go(f"/replay/{finished(served, 'enghien')}/20")
    lines = person.page.get_by_role("list", name=person.say("page.log.title")).locator(".line")
    expect(lines.first).to_be_in_viewport()
    expect(lines.last).not_to_be_in_viewport()
