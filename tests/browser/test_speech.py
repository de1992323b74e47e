"""Without eyes or without a mouse: names, grids and lists, what is announced, and where the focus goes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from bastide.games import GAMES, load
from tests.browser.conftest import Guests
from tests.browser.keyboard import KeyboardPlayer
from tests.browser.person import Person
from tests.browser.player import Player
from tests.browser.serving import Served
from tests.browser.together import play_ahead

pytestmark = pytest.mark.broad

YOU, BOT = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}
BESIDE = ("page.rules", "page.chat")  # these stand beside the board where there is room, and hold nobody
SHEETS = ("page.rules", "page.chat", "page.settings")
UNNAMED = re.compile(r"- (button|link|textbox|combobox|slider|checkbox|radio)( \[[^]]*\])*:?$")
# What holds the focus, in words; nothing when it is lost to the page.
HELD = """
() => {
  const held = document.activeElement
  return held && held !== document.body && held.checkVisibility() ? (held.ariaLabel ?? held.textContent.trim()) : null
}
"""
# The focus is drawn in its own colour, which nothing else has.
SEEN = """
() => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--focus)'
  const ink = getComputedStyle(probe).color
  probe.remove()
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement)
  return outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2 && outlineColor === ink
}
"""


def at_a_question(visit: Guests, served: Served, kind: str, ply: int, **how: str) -> Person:
    person = visit(**how)
    made = served.make(kind, [YOU, *[BOT] * (load(kind).spec.seats[0] - 1)])
    play_ahead(served, made["table"]["id"], [made["key"]], lambda view: view["ply"] > ply)
    person.sit(made)
    Player(person).offer()
    return person


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_a_table_is_told_in_names_grids_and_lists(visit: Guests, served: Served, kind: str) -> None:
    size = "desktop" if kind == "batisseurs" else "phone"
    person = at_a_question(visit, served, kind, {"enghien": 40}.get(kind, 70), size=size)
    told = person.page.locator("body").aria_snapshot().splitlines()
    assert [line.strip() for line in told if UNNAMED.search(line.strip())] == []
    table = person.page.get_by_role("main")
    if kind in ("enghien", "carpe_diem"):
        grid = table.get_by_role("grid")
        rows = grid.get_by_role("row")
        assert rows.count() == 6
        for i, row in enumerate(rows.all()):
            cells = row.get_by_role("gridcell").get_by_role("button")
            assert cells.count() >= 6
            name = cells.first.get_attribute("aria-label") or ""
            place = re.match(r"[A-F][1-6]", name)
            assert place, name
            assert str(i + 1) in place.group() or "ABCDEF"[i] in place.group()
    else:
        lists = table.get_by_role("list").filter(has=person.page.locator("[data-piece]"))
        assert lists.count() >= 1
        for each in lists.all():
            assert each.get_by_role("listitem").count() >= each.locator("[data-piece]").count()


@pytest.mark.parametrize("kind", GAMES)
def test_keys_never_lose_the_focus_and_events_are_announced(visit: Guests, served: Served, kind: str) -> None:
    person = at_a_question(visit, served, kind, {"enghien": 36}.get(kind, 30))
    live = person.page.locator("[aria-live=polite]").first
    player = KeyboardPlayer(person, seed=2)
    person.page.keyboard.press("Tab")
    offer, picks, plies = player.offer(), 0, 0
    while plies < 3:
        said = live.inner_text()
        picks = player.step(offer, picks)
        after = player.offer(after=offer.sign)
        if after.over:
            break
        person.page.wait_for_function(HELD)  # never lost to the page
        assert person.page.evaluate(SEEN), f"the focus is not seen on {person.page.evaluate(HELD)!r}"
        if after.ply > offer.ply:
            plies += 1
            expect(live).not_to_have_text(said)
            prompt = person.page.get_by_role("region", name=person.say("page.prompt.title")).locator("p").inner_text()
            expect(live).to_contain_text(prompt.split(": ", 1)[-1].strip())
        offer = after
    assert person.errors == []


@pytest.mark.slow
def test_sheets_hold_the_focus_and_give_it_back(visit: Guests, served: Served) -> None:
    person = at_a_question(visit, served, "enghien", 36)
    keys = person.page.keyboard
    for sheet in SHEETS:
        opener = person.page.get_by_role("banner").get_by_role("button", name=person.say(sheet), exact=True)
        opener.focus()
        keys.press("Enter")
        dialog = person.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        holds = sheet not in BESIDE
        assert (dialog.get_attribute("aria-modal") == "true") == holds, sheet
        for _ in range(12 if holds else 0):
            keys.press("Tab")
            assert dialog.evaluate("dialog => dialog.contains(document.activeElement)"), sheet
        keys.press("Escape")
        expect(dialog).to_have_count(0)
        expect(opener).to_be_focused()


@pytest.mark.slow
def test_no_key_is_trapped_at_the_table(visit: Guests, served: Served) -> None:
    """Tab goes through everything and comes round; back again the same way."""
    person = at_a_question(visit, served, "carpe_diem", 70)
    first = person.page.get_by_role("link", name=person.say("page.home.back"))
    for key in ("Tab", "Shift+Tab"):
        first.focus()
        for _ in range(150):
            person.page.keyboard.press(key)
            if person.page.evaluate("() => document.activeElement === document.body") or first.evaluate(
                "link => document.activeElement === link"
            ):
                break
        else:
            raise AssertionError(f"{key} never leaves the table")
