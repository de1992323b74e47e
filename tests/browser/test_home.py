"""From the home page to a table: a newcomer, options, links, open tables, running games, settings."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, expect

from bastide.games import GAMES, load
from bastide.server.listing import LOBBY_PAGE
from tests.browser.conftest import Guests
from tests.browser.person import CLAUSE, SIZES, Person
from tests.browser.player import Player
from tests.browser.serving import Served

pytestmark = pytest.mark.broad

GROUND = "getComputedStyle(document.body).backgroundColor"


def choose(person: Person, kind: str) -> None:
    card = person.page.get_by_role("listitem").get_by_role("button").filter(has_text=person.say(f"{kind}.title"))
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")


def called(person: Person) -> re.Pattern[str]:
    """The title of a tab in which somebody is awaited."""
    return re.compile(r"^\(\d+\) " + re.escape(person.say("page.title.turn")))


def test_covers_say_what_each_game_is_about(visit: Guests) -> None:
    person = visit(language="fr")
    person.go("/")
    for kind in GAMES:
        cover = person.page.get_by_role("listitem").filter(has_text=person.say(f"{kind}.title"))
        expect(cover).to_contain_text(person.say(f"{kind}.about"))


def test_a_browser_finds_the_icon_it_asks_for_by_itself(served: Served) -> None:
    status, icon = served.ask("GET", "/favicon.ico")
    assert (status, icon[:4]) == (200, b"\0\0\1\0")


@pytest.mark.parametrize("kind", GAMES)
def test_a_newcomer_plays_against_bots_after_two_clicks(visit: Guests, kind: str) -> None:
    person = visit(size="phone")
    person.go("/")
    choose(person, kind)
    person.button("page.home.start").click()
    Player(person).offer()
    seats = [message["table"]["seats"] for message in person.heard() if "table" in message][-1]
    assert [seat["kind"] for seat in seats] == ["person", *["bot"] * (len(seats) - 1)]
    expect(person.page).to_have_title(called(person))


@pytest.mark.slow
def test_enter_in_the_name_starts(visit: Guests) -> None:
    person = visit()
    person.go("/")
    name = person.page.get_by_role("textbox", name=person.say("page.seat.name", n=1))
    name.fill("Ada")
    name.press("Enter")
    Player(person).offer()
    expect(person.page.get_by_text("Ada").first).to_be_visible()


def ask_for_too_much(route: Route) -> None:
    """A number of points that no option takes, as a page from elsewhere might send it."""
    body = route.request.post_data_json
    route.continue_(post_data=json.dumps({**body, "options": {"target": 99_999}})) if body else route.continue_()


@pytest.mark.slow
def test_options_name_their_clause_and_refusals_say_why(visit: Guests) -> None:
    person = visit()
    person.go("/")
    person.button("page.home.more").click()
    for kind in GAMES:
        choose(person, kind)
        options = person.page.locator(".option")
        expect(options).to_have_count(len(load(kind).spec.options))
        for option in options.all():
            expect(option.get_by_role("link")).to_have_text(CLAUSE)
    choose(person, "enghien")
    person.page.route("**/api/tables", ask_for_too_much)
    person.button("page.home.start").click()
    expect(person.page.get_by_role("alert")).to_be_visible()
    expect(person.page.get_by_role("alert")).not_to_have_text(person.say("page.home.failed"))
    link = person.page.locator(".option").get_by_role("link").first
    clause = link.inner_text()
    link.click()
    expect(person.page.locator(f'[id="{clause}"]')).to_be_in_viewport()


def test_an_open_table_is_found_joined_and_found_again(visit: Guests, served: Served) -> None:
    ada, bo, cleo = visit(), visit(language="fr"), visit()
    ada.go("/")
    choose(ada, "enghien")
    others = ada.region("page.home.set").get_by_role("combobox")
    while others.count() > 1:
        ada.button("page.seat.remove").click()
    ada.page.get_by_role("textbox", name=ada.say("page.seat.name", n=1)).fill("Ada")
    others.select_option("open")
    ada.button("page.home.more").click()
    ada.page.get_by_role("checkbox", name=ada.say("page.home.listed")).check()
    ada.page.get_by_role("radio", name=ada.say("page.clock.live")).click()
    ada.button("page.home.start").click()
    expect(ada.text("page.waiting.title")).to_be_visible()
    table = ada.path.split("/")[2]

    bo.go("/")
    open_tables = bo.page.locator("section").filter(has=bo.heading("page.home.open"))
    open_tables.locator(f'a[href*="{table}"]').click()
    bo.page.get_by_role("textbox", name=bo.say("page.seat.your_name")).fill("Bo")
    bo.button("page.waiting.sit").click()
    for person in (ada, bo):
        person.root.wait_for()
    asked, other = (ada, bo) if ada.view()["prompt"]["seat"] == 0 else (bo, ada)
    expect(asked.page).to_have_title(called(asked))
    expect(other.page).not_to_have_title(called(other))
    name = "Ada" if asked is ada else "Bo"
    expect(other.bar).to_contain_text(other.say("page.confirm.waiting", name=name))
    clocks = other.page.get_by_title(other.say("page.clock.of", name=name))
    expect(clocks.first).to_have_text(re.compile(r"(20:00|1\d:\d\d)"))

    cleo.go("/")
    watched = cleo.page.locator("section").filter(has=cleo.heading("page.home.watch"))
    watched.locator(f'a[href*="{table}"]').click()
    cleo.root.wait_for()
    expect(cleo.text("page.spectator.note")).to_be_visible()
    for person in (asked, other):
        person.page.get_by_role("link", name=person.say("page.home.back")).click()
        heading = "page.home.your_turn" if person is asked else "page.home.others"
        running = person.page.locator("section").filter(has=person.heading(heading))
        line = running.locator(f'a[href*="{table}"]')
        expect(line).to_contain_text(person.say("enghien.title") if person is asked else name)
        for size in ("phone", "desktop"):
            person.page.set_viewport_size(SIZES[size])
            expect(line).to_be_in_viewport()  # on a phone too one's own games come first
        line.click()
        person.root.wait_for()
    for person in (ada, bo, cleo):
        assert person.errors == []


@pytest.mark.slow
def test_a_long_lobby_comes_page_by_page(visit: Guests, served: Served) -> None:
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "open"}]
    first = served.make("enghien", seats, listed=True)["table"]["id"]
    for _ in range(LOBBY_PAGE):
        served.make("enghien", seats, listed=True)
    person = visit(language="fr")
    person.go("/")
    line = person.page.locator(f'a[href*="{first}"]')
    expect(person.heading("page.home.open")).to_be_visible()
    expect(line).to_have_count(0)
    listed = person.page.locator('a[href*="/table/"]')
    while not line.count():
        shown = listed.count()
        person.button("page.home.further").click()
        expect(listed).not_to_have_count(shown)
    expect(line).to_be_visible()
    assert person.errors == []


@pytest.mark.slow
def test_a_pasted_link_leads_to_its_seat(visit: Guests, served: Served) -> None:
    person = visit(size="phone")
    made = served.make("enghien", [{"kind": "you", "name": "Ada"}, {"kind": "open"}])
    person.go("/")
    link = person.page.get_by_role("textbox", name=person.say("page.home.link"))
    link.fill(served.address + made["links"][0]["href"])
    person.button("page.home.join").click()
    expect(person.button("page.waiting.sit")).to_be_visible()


@pytest.mark.slow
def test_theme_contrast_and_language_switch_and_stay(visit: Guests) -> None:
    person = visit()
    person.go("/")
    root = person.page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    light = person.page.evaluate(GROUND)
    person.button("page.settings").click()
    for key, attribute, value in (
        ("page.theme.dark", "data-theme", "dark"),
        ("page.contrast.more", "data-contrast", "more"),
        ("page.language.fr", "lang", "fr"),
    ):
        person.page.get_by_role("radio", name=person.say(key), exact=True).click()
        expect(root).to_have_attribute(attribute, value)
        if key == "page.theme.dark":
            dark = person.page.evaluate(GROUND)
            assert dark != light
        if key == "page.contrast.more":
            assert person.page.evaluate(GROUND) != dark
    person.language = "fr"
    expect(person.heading("page.settings")).to_be_visible()
    person.page.reload()
    expect(person.heading("page.home.set")).to_be_visible()
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-contrast", "more")
