"""What cannot be shown: a page that says so, and what to do."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Guests
from tests.browser.person import Person
from tests.browser.serving import Served

pytestmark = pytest.mark.broad

YOU, BOT, OPEN = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}, {"kind": "open"}
# Whether pressing a button opens another line to the server.
PRESS = """
(button) => {
  const before = bastideLine.socket
  button.click()
  return bastideLine.socket !== before
}
"""
OLD_PAGE = """
const send = WebSocket.prototype.send
WebSocket.prototype.send = function (text) { send.call(this, text.replace('"protocol":2', '"protocol":0')) }
"""


def says(person: Person, kind: str, advice: str = "help") -> None:
    """The notice, its advice, and the way home."""
    expect(person.heading(f"page.notice.{kind}.title")).to_be_visible()
    expect(person.text(f"page.notice.{kind}.{advice}")).to_be_visible()
    person.page.get_by_role("main").get_by_role("link", name=person.say("page.home.back")).click()
    expect(person.heading("page.home.set")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_address_that_names_nothing(visit: Guests, language: str) -> None:
    person = visit(language=language)
    person.go("/nowhere/at/all")
    says(person, "missing")


@pytest.mark.slow
def test_a_table_that_does_not_exist(visit: Guests) -> None:
    person = visit(size="phone")
    person.go("/table/AAAAAAAAAAAAAAAA")
    says(person, "dead")


def test_a_link_with_a_wrong_key(visit: Guests, served: Served) -> None:
    person = visit()
    made = served.make("enghien", [YOU, OPEN])
    person.go(f"/table/{made['table']['id']}#wrong")
    says(person, "dead")


def test_an_invitation_that_somebody_else_has_used(visit: Guests, served: Served) -> None:
    person = visit()
    made = served.make("enghien", [YOU, OPEN])
    table, invitation = made["table"]["id"], made["links"][0]["href"]
    served.ask("POST", f"/api/tables/{table}/join", {"name": "Bo", "key": invitation.split("#")[1]})
    person.go(invitation)
    says(person, "full", advice="ask")


@pytest.mark.slow
def test_a_page_that_is_older_than_the_server(visit: Guests, served: Served) -> None:
    person = visit()
    person.context.add_init_script(OLD_PAGE)
    person.go(served.make("enghien", [YOU, BOT])["href"])
    expect(person.button("page.notice.reload")).to_be_visible()
    says(person, "outdated")


@pytest.mark.slow
def test_a_server_that_is_lost_and_found(visit: Guests, own_server: Served) -> None:
    person = visit(at=own_server)
    person.sit(own_server.make("enghien", [YOU, BOT]))
    own_server.stop()
    says_lost = person.heading("page.notice.lost.title")
    expect(says_lost).to_be_visible(timeout=60_000)
    assert person.button("page.notice.retry").evaluate(PRESS), "it tries at once"
    expect(says_lost).to_be_visible()
    own_server.start()
    expect(person.root).to_be_visible()  # a table comes back by itself
    own_server.stop()
    person.page.evaluate("history.pushState(null, '', '/'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(says_lost).to_be_visible()
    own_server.start()
    expect(person.heading("page.home.set")).to_be_visible()  # and so does the home page
