"""Fingers and mice: pieces are dragged to where they go, a long press tells the reason, what moves is seen to move."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from bastide.games import GAMES, load
from tests.browser.conftest import Guests
from tests.browser.person import CLAUSE, Person
from tests.browser.player import Player
from tests.browser.serving import Served
from tests.browser.test_undo import play_until
from tests.browser.together import play_ahead

pytestmark = pytest.mark.broad

YOU, BOT = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}
HAND, OWN = "[data-place=hand]", '[data-place="player:0"]'
# Game, screen, what is dragged, and where to: another piece, or a place of one's own.
DRAGS = [
    ("alhambra", "desktop", "money:", HAND),
    ("batisseurs", "desktop", "bid:", OWN),
    ("enghien", "desktop", "card:", OWN),
    ("enghien", "phone", "card:", "nav"),
    ("carpe_diem", "desktop", "tile:hand", "cell:"),
    ("carpe_diem", "phone", "tile:hand", "cell:"),
    ("batisseurs", "desktop", "card:", "city:"),
]
ENOUGH = {"batisseurs": 14}  # plies in which something moves: bids do not
TASTES = {"cell:": "ring:|tile:", "city:": "bid:"}
# Kept in the page: how long each piece was seen to travel.
MOTION = """
window.travels = []
const animate = Element.prototype.animate
Element.prototype.animate = function (...given) { travels.push(given[1].duration); return animate.apply(this, given) }
"""
EASING = "parseFloat(getComputedStyle(document.querySelector('[data-piece]')).transitionDuration)"  # seconds


class Finger:
    """Real touches, as the browser gets them from a screen."""

    def __init__(self, person: Person) -> None:
        self.line = person.context.new_cdp_session(person.page)

    def send(self, kind: str, at: tuple[float, float] | None = None) -> None:
        points = [] if at is None else [{"x": at[0], "y": at[1]}]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.send("touchStart", start)
        for step in (0.25, 0.5, 0.75, 1):
            self.send("touchMove", tuple(a + (b - a) * step for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
        self.send("touchEnd")


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(person: Person, start: tuple[float, float], end: tuple[float, float]) -> None:
    if person.size == "phone":
        Finger(person).drag(start, end)
        return
    mouse = person.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=5)
    mouse.up()


def goes_together(view: dict[str, Any], source: str, place: str) -> tuple[str, str] | None:
    """A piece that can be dragged now, and the piece or the place it goes to."""
    for option in [*view.get("plans", []), *view["choices"]]:
        first = next((target for target in [*option["targets"], "tile:hand"] if target.startswith(source)), None)
        second = next((target for target in option["targets"] if target.startswith(place)), None)
        if first and (second or not place.endswith(":")):
            return first, f'[data-piece="{second}"]' if second else place
    return None


@pytest.mark.parametrize(("kind", "size", "source", "place"), DRAGS)
def test_a_piece_is_dragged_to_where_it_goes(
    visit: Guests, served: Served, kind: str, size: str, source: str, place: str
) -> None:
    person = visit(size=size)
    made = served.make(kind, [YOU, *[BOT] * (load(kind).spec.seats[0] - 1)])
    ready = partial(goes_together, source=source, place=place)
    play_ahead(served, made["table"]["id"], [made["key"]], ready, TASTES.get(place, ""))
    person.sit(made)
    Player(person).offer()
    ply, sent = person.ply, person.page.evaluate("bastideLine.sent.length")
    piece, target = goes_together(person.view(), source, place) or ("", "")
    dragged = person.page.locator(f'[data-piece="{piece}"]').first
    drag(person, middle(dragged), middle(person.page.locator(target).first))
    expect(person.page.locator(".dragged")).to_have_count(0)
    expect(person.bar.locator("[data-primary]")).to_be_visible()
    expect(dragged).to_have_attribute("data-state", "selected")
    assert person.page.evaluate("bastideLine.sent.length") == sent, "nothing is sent before it is confirmed"
    person.bar.locator("[data-primary]").click()
    person.until("ply => Number(document.querySelector('[data-ply]').dataset.ply) > ply", ply)
    assert person.errors == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_a_long_press_tells_the_reason(visit: Guests, served: Served, kind: str) -> None:
    person = visit(size="phone", language="fr")
    person.sit(served.make(kind, [YOU, *[BOT] * (load(kind).spec.seats[0] - 1)]))
    player = Player(person)
    dimmed = person.page.locator("[data-piece][data-state=dimmed]:visible")
    play_until(player, lambda _: dimmed.count() > 0)
    ply = person.ply
    finger = Finger(person)
    dimmed.first.scroll_into_view_if_needed()
    finger.send("touchStart", middle(dimmed.first))
    note = person.page.get_by_role("note")
    expect(note).to_be_visible()
    finger.send("touchEnd")
    expect(note).to_contain_text(CLAUSE)
    person.page.touchscreen.tap(200, 10)
    expect(note).to_have_count(0)
    person.page.touchscreen.tap(*middle(dimmed.first))
    note.get_by_role("button", name=CLAUSE).tap()
    expect(person.page.get_by_role("dialog").get_by_text(CLAUSE).first).to_be_visible()
    assert person.ply == ply


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_what_moves_is_seen_to_move_unless_motion_is_unwanted(visit: Guests, served: Served, kind: str) -> None:
    person = visit(motion=True)
    person.context.add_init_script(MOTION)
    person.sit(served.make(kind, [YOU, *[BOT] * (load(kind).spec.seats[0] - 1)]))
    player = Player(person)

    def travels() -> list[int]:
        """What moves while a few decisions are made, by oneself and by bots."""
        person.page.evaluate("travels.length = 0")
        begun = player.offer().ply
        play_until(player, lambda view: view["ply"] > begun + ENOUGH.get(kind, 4))
        found: list[int] = person.page.evaluate("travels")
        return found

    while not (lengths := travels()):  # a card that a bot bought goes to its hand unseen
        pass
    assert all(150 <= length <= 250 for length in lengths)
    assert 0.15 <= person.page.evaluate(EASING) <= 0.25
    player.offer()  # what moved has come to rest
    person.page.emulate_media(reduced_motion="reduce")
    person.until("() => document.documentElement.dataset.motion === 'off'")
    assert travels() == []
    assert person.page.evaluate(EASING) <= 0.001
    assert person.errors == []
