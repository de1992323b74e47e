"""Taking back: what is picked, what was confirmed, a whole turn; and why something stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from bastide.games import GAMES
from tests.browser.conftest import Guests
from tests.browser.person import Person
from tests.browser.player import Player
from tests.browser.serving import Served
from tests.browser.test_people import invite

pytestmark = pytest.mark.broad

YOU, BOT = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}
SEATS = {"alhambra": 2, "batisseurs": 3, "carpe_diem": 2}
# What begins a turn that goes on: an exact payment, the open card offered, the pawn's way.
ONWARDS = {"alhambra": "yard:", "batisseurs": "pile:open", "carpe_diem": "ring:|tile:"}
AT_PLY = "ply => Number(document.querySelector('[data-ply]').dataset.ply) === ply"


def undo(person: Person) -> Locator:
    return person.bar.locator("[data-undo]")


def play_until(player: Player, holds: Callable[[dict[str, Any]], bool]) -> None:
    """Plays on until the view at a question holds something."""
    offer, picks = player.offer(), 0
    while not holds(player.person.view()):
        assert not offer.over
        picks = player.step(offer, picks)
        offer = player.offer(after=offer.sign)


def drop_a_pick(player: Player) -> None:
    """Something is chosen, and let go of: nothing was sent, and nothing is chosen any more."""
    person = player.person
    offer = player.offer()
    while offer.primary < 0:
        player.step(offer, 0)
        offer = player.offer(after=offer.sign)
    sent = person.page.evaluate("bastideLine.sent.length")
    undo(person).click()
    expect(person.bar.locator("[data-primary]")).to_have_count(0)
    expect(person.page.locator("[data-piece][data-state=selected]")).to_have_count(0)
    assert person.page.evaluate("bastideLine.sent.length") == sent
    assert person.ply == offer.ply


@pytest.mark.parametrize("kind", SEATS)
def test_picks_steps_and_turns_are_taken_back(visit: Guests, served: Served, kind: str) -> None:
    person = visit()
    person.sit(served.make(kind, [YOU, *[BOT] * (SEATS[kind] - 1)]))
    player = Player(person, taste=ONWARDS[kind])
    drop_a_pick(player)
    for way_back in ("button", "key", "restart"):
        play_until(player, lambda view: view["turn"]["undo"] > 0)
        turn, ply = person.view()["turn"], person.ply
        if way_back == "restart":
            person.button("page.confirm.restart").click()
        elif way_back == "key":
            person.page.keyboard.press("Escape")
        else:
            undo(person).click()
        person.until(AT_PLY, ply - (turn["undo"] if way_back == "restart" else 1))
        assert player.offer().ply == person.ply
    assert person.view()["turn"]["undo"] == 0
    assert person.errors == []


@pytest.mark.slow
def test_a_turn_is_taken_back_while_the_next_player_thinks(visit: Guests, served: Served) -> None:
    """Nothing is hidden in Enghien: what was taken goes back until the other has decided."""
    _, ada, bo = invite(visit, served, "enghien")
    asked, other = (ada, bo) if ada.view()["prompt"]["seat"] == 0 else (bo, ada)
    player = Player(asked)
    drop_a_pick(player)
    begun = asked.ply
    offer = player.offer()
    while asked.ply == begun:
        player.step(offer, 3)
        asked.until("() => !bastideLine.waiting")
        asked.until("() => document.querySelector('[data-primary], [data-asked=false]')")
        offer = player.offer() if asked.ply == begun else offer
    Player(other).offer()
    undo(asked).click()
    asked.until(AT_PLY, begun)
    expect(asked.root).to_have_attribute("data-asked", "true")
    expect(other.root).to_have_attribute("data-asked", "false")
    assert other.ply == begun


@pytest.mark.slow
def test_what_was_revealed_stands_and_says_why(visit: Guests, served: Served) -> None:
    person = visit(language="fr")
    person.sit(served.make("batisseurs", [YOU, BOT, BOT]))
    play_until(Player(person, taste="pile:hidden"), lambda view: view["turn"].get("no_undo") is not None)
    reason = person.say("table.no_undo.drawn")
    button = undo(person)
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_accessible_name(
        person.say("page.piece.refused", name=person.say("page.confirm.undo"), reason=reason)
    )
    note = person.page.get_by_role("note")
    ply = person.ply
    for ask in ("hover", "click", "key"):
        if ask == "hover":
            button.hover()
        elif ask == "click":
            button.click(force=True)
        else:
            person.page.keyboard.press("Escape")
        expect(note).to_contain_text(reason)
        person.page.keyboard.press("Escape")
        expect(note).to_have_count(0)
        person.page.mouse.move(5, 5)
    assert person.ply == ply


def test_every_game_is_tried() -> None:
    assert {*SEATS, "enghien"} <= set(GAMES)
