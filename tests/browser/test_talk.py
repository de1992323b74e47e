"""Around a table: hints with reasons, where points come from, the log as a way back, typed moves, talk, a recap."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from bastide.games import GAMES, load
from tests.browser.conftest import Guests
from tests.browser.person import CLAUSE, Person
from tests.browser.player import Player
from tests.browser.scenes import finished
from tests.browser.serving import Served
from tests.browser.test_people import invite
from tests.browser.together import play_ahead, play_together

pytestmark = pytest.mark.broad

YOU, BOT = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}
ENOUGH = {"alhambra": 60, "batisseurs": 60, "enghien": 44, "carpe_diem": 80}  # plies, with the deal, for a log
LONG_AGO = """
(table) => {
  const place = `bastide.seen.${table}`
  localStorage[place] = JSON.stringify({ ...JSON.parse(localStorage[place]), at: Date.now() - 3_600_000 })
}
"""


# Whether a press in the middle of an element would reach it.
UNCOVERED = """
(element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
"""


def whoever(person: Person, key: str) -> re.Pattern[str]:
    """A sentence of the catalogue about anybody and any number."""
    said = re.escape(person.say(key, name="Zz", n=77))
    return re.compile(said.replace("Zz", ".+").replace("77", r"\d+"))


@pytest.mark.parametrize(
    ("kind", "language", "size"),
    [("enghien", "en", "desktop"), pytest.param("alhambra", "fr", "phone", marks=pytest.mark.slow)],
)
def test_a_hint_stands_beside_the_board_with_its_moves_drawn_on_it(
    visit: Guests, served: Served, kind: str, language: str, size: str
) -> None:
    person = visit(language=language, size=size)
    made = served.make(kind, [YOU, *[BOT] * (load(kind).spec.seats[0] - 1)])
    play_ahead(served, made["table"]["id"], [made["key"]], lambda view: len(view["choices"]) > 3)
    person.sit(made)
    Player(person).offer()
    person.button("page.hint").click()
    panel = person.page.locator("[data-beside=hint]")
    advice = panel.get_by_role("list").first.get_by_role("listitem")
    expect(advice.first).to_be_visible(timeout=240_000)  # where nothing is compiled yet
    assert advice.count() >= 3
    figures = panel.locator(".pill").all()
    assert len(figures) in (0, advice.count())  # they are told where they tell the moves apart
    for line in advice.all():
        assert len(line.inner_text().splitlines()) >= 3, "a number, a move, and a reason"
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    marked = person.page.locator("[data-hint-now]").first
    expect(marked).to_have_attribute("data-hint", "1")
    assert person.page.evaluate(UNCOVERED, marked.element_handle()), "a hint covers nothing it speaks of"
    advice.first.get_by_role("button").click()
    expect(person.bar.locator("[data-primary]")).to_be_visible()
    panel.get_by_role("button", name=person.say("page.close")).click()
    expect(person.page.locator("[data-hint]")).to_have_count(0)
    assert person.errors == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_points_and_log_lead_back_and_one_returns(visit: Guests, served: Served, kind: str) -> None:
    """The latest line of the log, then a point's own move where there is one; the others' boards on the way."""
    person = visit()
    made = served.make(kind, [YOU, *[BOT] * (load(kind).spec.seats[0] - 1)])
    play_ahead(served, made["table"]["id"], [made["key"]], lambda view: view["ply"] > ENOUGH.get(kind, 12))
    person.sit(made)
    now = Player(person).offer().ply
    banner = person.page.get_by_text(person.say("page.past.banner"))
    lines = person.page.get_by_role("list", name=person.say("page.log.title")).get_by_role("button")
    lines.nth(lines.count() - 4).click()
    expect(banner).to_be_visible()
    expect(person.bar).to_contain_text(person.say("page.past.note"))
    assert person.page.locator("[data-piece][data-state=legal]").count() == 0
    person.button("page.past.back").click()
    expect(banner).to_have_count(0)
    assert Player(person).offer().ply == now

    person.page.get_by_role("button", name=whoever(person, "page.scores.why")).first.click()
    sheet = person.page.get_by_role("dialog")
    expect(sheet.locator(".total")).to_be_visible()
    if sheet.locator(".credit").count():
        expect(sheet.locator(".source").first).to_contain_text(CLAUSE)
        sheet.locator(".credit").first.click()
        expect(banner).to_be_visible()
        person.button("page.past.back").click()
    else:
        person.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)

    visits = whoever(person, "page.scores.visit")
    person.page.get_by_title(visits).or_(person.page.get_by_role("button", name=visits)).last.click()
    expect(sheet).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert person.errors == []


@pytest.mark.slow
def test_the_others_boards_enlarge_on_a_phone(visit: Guests, served: Served) -> None:
    person = visit(size="phone")
    person.go(f"/replay/{finished(served, 'batisseurs')}/200")
    person.page.get_by_title(whoever(person, "page.scores.visit")).nth(1).click()
    city = person.page.get_by_role("dialog")
    expect(city.locator("[data-piece]").nth(2)).to_be_visible()


def test_a_typed_move_is_taken_or_refused_with_its_reason(visit: Guests, served: Served) -> None:
    person = visit()
    person.sit(served.make("enghien", [YOU, BOT]))
    player = Player(person)
    ply = player.offer().ply
    taken = person.view()["choices"][0]["text"]
    field = person.dialog("page.notation").get_by_role("combobox")
    alert = person.page.get_by_role("alert")

    def type(text: str) -> None:
        person.page.keyboard.press("/")
        field.fill(text)
        field.press("Enter")

    type("castle in Spain")
    expect(alert).to_contain_text(person.say("table.refused.notation", text="castle in Spain"))
    field.press("Escape")
    type(taken)
    expect(person.bar.locator("[data-primary]")).to_be_focused()
    person.page.keyboard.press("Enter")
    person.until("ply => Number(document.querySelector('[data-ply]').dataset.ply) > ply", ply)
    player.offer()
    type(taken)
    expect(alert).to_contain_text(CLAUSE)
    field.press("Escape")
    expect(field).to_have_count(0)
    assert person.errors == []


@pytest.mark.slow
def test_what_is_said_reaches_everybody_who_wants_to_hear(visit: Guests, served: Served) -> None:
    made, ada, bo = invite(visit, served, "enghien")
    cleo = visit()
    cleo.go(made["watch"])
    cleo.root.wait_for()
    people = {"Ada": ada, "Bo": bo, "": cleo}
    for name, person in people.items():
        person.button("page.chat").click()
        person.page.get_by_role("textbox", name=person.say("page.chat.write")).fill(f"hello from {name or 'Cleo'}")
        person.button("page.chat.send").click()
        for other in people.values():
            said = other.dialog("page.chat")
            if said.count():
                if not name and other is not cleo:  # those who watch talk apart
                    expect(said.get_by_text("hello from Bo")).to_be_visible()
                    said.get_by_role("button", name=f"{other.say('page.chat.gallery')} (1)", exact=True).click()
                    expect(said.get_by_text("hello from Bo")).to_have_count(0)
                expect(said.get_by_text(f"hello from {name or 'Cleo'}")).to_be_visible()
    cleo.button("page.chat.table").click()
    for name in ("Ada", "Bo"):
        expect(cleo.dialog("page.chat").get_by_text(f"hello from {name}")).to_be_visible()
    bo.page.keyboard.press("Escape")
    field = ada.page.get_by_role("textbox", name=ada.say("page.chat.write"))
    field.fill("<b>bold</b>")
    field.press("Enter")
    expect(bo.page.locator(".badge")).to_have_text("1")
    bo.button("page.chat").click()
    expect(bo.dialog("page.chat").get_by_text("<b>bold</b>")).to_be_visible()
    bo.page.get_by_role("button", name=bo.say("page.chat.mute", name="Ada")).first.click()
    expect(bo.dialog("page.chat").get_by_text("hello from Ada")).to_have_count(0)
    expect(bo.button("page.chat.unmute", name="Ada")).to_be_visible()
    for person in people.values():
        assert person.errors == []


@pytest.mark.slow
def test_whoever_comes_back_is_told_what_happened(visit: Guests, served: Served) -> None:
    made, ada, bo = invite(visit, served, "enghien")
    if bo.view()["prompt"]["seat"] != 1:
        play_together([ada], 2)
    for person in (ada, bo):
        assert person.page.locator(".news").count() == 0
    ada.go("/")
    ada.heading("page.home.set").wait_for()
    ada.page.evaluate(LONG_AGO, made["table"]["id"])
    play_together([bo], 2)
    ada.page.go_back()
    recap = ada.dialog("page.recap")
    expect(recap).to_be_visible()
    told = json.dumps([event["key"] for event in ada.heard()[0]["log"]])
    assert "enghien.event.take" in told
    expect(recap.get_by_role("listitem")).to_have_count(1)
    expect(recap).to_contain_text("Bo")
    ada.button("page.recap.on").click()
    expect(recap).to_have_count(0)
    Player(ada).offer()
    assert ada.errors == []
