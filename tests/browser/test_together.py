"""Playing together, over days: a card on two devices, links without keys in sight, a line that breaks, an app."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import DIST
from tests.browser.conftest import Guests
from tests.browser.person import Person
from tests.browser.scenes import finished
from tests.browser.serving import COMMAND, Served

YOU, BOT, OPEN = {"kind": "you", "name": "Léa"}, {"kind": "bot", "level": "level1"}, {"kind": "open"}
CARD = "JSON.parse(localStorage['bastide.card'] ?? 'null')?.key ?? ''"
INSTALLED = "() => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')"
SHELL = "() => caches.keys().then((names) => names.some((name) => /^bastide-[0-9a-f]{12}$/.test(name)))"
KEEPS = """(table) => caches.keys().then(async (names) => {
  const heard = names.find((name) => name.startsWith('bastide-heard-'))
  return heard && (await caches.open(heard)).match(`/api/tables/${table}/kept`).then(Boolean)
})"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = "() => (JSON.parse(localStorage['bastide.card.kept'] ?? '[]')).length"


def make_card(person: Person, name: str = "Léa") -> str:
    person.go("/card")
    person.page.get_by_role("textbox", name=person.say("page.seat.your_name")).fill(name)
    person.button("page.card.make").click()
    expect(person.heading("page.card.device")).to_be_visible()
    key: str = person.page.evaluate(CARD)
    return key


def test_a_card_brings_its_tables_to_another_device(visit: Guests, served: Served) -> None:
    lea, phone = visit(), visit(size="phone", language="fr")
    make_card(lea)
    made = served.make("enghien", [YOU, BOT], clock="days")
    lea.sit(made)
    assert "#" not in lea.page.url, "the address bar holds no key"
    lea.until(f"() => ({KEPT})() === 1")
    lea.page.reload()
    lea.root.wait_for()
    lea.go("/card")
    lea.button("page.card.device.show").click()
    code = lea.page.get_by_role("img", name=re.compile("QR"))
    expect(code).to_be_visible()
    handed = served.ask("POST", "/api/card/pass", key=lea.page.evaluate(CARD))[1]["href"]
    phone.go(handed)
    expect(phone.heading("page.card.device")).to_be_visible()
    assert "#" not in phone.page.url
    phone.go("/")
    expect(phone.page).to_have_title(re.compile(r"^\(1\) "))
    asked = phone.page.locator("section").filter(has=phone.heading("page.home.your_turn"))
    expect(asked.locator("a")).to_be_in_viewport()
    asked.locator("a").click()
    phone.root.wait_for()
    assert phone.view()["viewer"] == 0
    stranger = visit()
    stranger.go(f"/table/{made['table']['id']}")
    expect(stranger.heading("page.notice.private.title")).to_be_visible()
    for person in (lea, phone):
        assert person.errors == []


@pytest.mark.slow
def test_share_tells_an_invitation_from_watching_and_from_ones_own_device(visit: Guests, served: Served) -> None:
    ada, bo, cleo, other = visit(), visit(), visit(), visit()
    made = served.make("enghien", [YOU, OPEN])
    ada.go(made["href"])
    ada.button("page.share").click()
    dialog = ada.dialog("page.share.title")
    cards = {
        kind: dialog.get_by_role("region", name=ada.say(f"page.share.{kind}")) for kind in ("invite", "watch", "device")
    }
    for kind in ("invite", "watch"):
        expect(cards[kind].get_by_role("img", name=re.compile("QR"))).to_be_visible()
    expect(cards["device"].get_by_role("img", name=re.compile("QR"))).to_have_count(0)
    own = served.ask("GET", f"/api/tables/{made['table']['id']}/links", key=made["key"])[1]
    ada.page.get_by_role("button", name=ada.say("page.share.show")).click()
    expect(cards["device"].get_by_role("img", name=re.compile("QR"))).to_be_visible()
    ada.page.keyboard.press("Escape")
    bo.go(own["invitations"][0]["href"])
    bo.page.get_by_role("textbox", name=bo.say("page.seat.your_name")).fill("Bo")
    bo.button("page.waiting.sit").click()
    bo.root.wait_for()
    cleo.go(own["watch"])
    cleo.root.wait_for()
    expect(cleo.text("page.spectator.note")).to_be_visible()
    code = served.ask("POST", f"/api/tables/{made['table']['id']}/pass", key=made["key"])[1]["href"]
    other.go(code)
    other.root.wait_for()
    assert other.view()["viewer"] == 0
    for person in (ada, bo, cleo, other):
        assert "#" not in person.page.url


def test_a_move_without_a_connection_says_that_it_waits_and_is_sent_later(visit: Guests, served: Served) -> None:
    lea = visit()
    lea.sit(served.make("enghien", [YOU, BOT]))
    lea.until("() => document.querySelector('[data-ply]').dataset.asked === 'true'")
    before = lea.ply
    lea.page.evaluate("bastideLine.cut()")
    expect(lea.text("page.reconnecting")).to_be_visible()
    lea.page.locator('[data-state="legal"]').first.click()
    lea.page.locator("[data-primary]").press("Enter")
    expect(lea.text("page.unsent")).to_be_visible()
    lea.page.evaluate("bastideLine.mend()")
    lea.page.evaluate("dispatchEvent(new Event('online'))")
    lea.until("ply => Number(document.querySelector('[data-ply]').dataset.ply) > ply", before)
    expect(lea.text("page.unsent")).to_have_count(0)


@pytest.mark.slow
def test_the_page_is_an_app_that_opens_without_a_server(visit: Guests, served: Served) -> None:
    lea = visit(is_app=True)
    make_card(lea)
    lea.sit(served.make("enghien", [YOU, BOT]))
    lea.until(f"() => ({KEPT})() === 1")
    lea.go("/rules/enghien")
    lea.page.locator('[id="ENG-01"]').wait_for()
    lea.go("/")
    manifest = served.ask("GET", "/manifest.webmanifest")[1]
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert served.ask("GET", icon["src"])[0] == 200
    lea.until_resolved(INSTALLED)
    lea.until_resolved(SHELL)
    lea.go("/rules/enghien")
    lea.page.locator('[id="ENG-01"]').wait_for()
    lea.go("/")
    lea.heading("page.home.your_turn").wait_for()
    lea.context.set_offline(True)
    lea.page.reload()
    expect(lea.text("page.offline")).to_be_visible()
    expect(lea.heading("page.home.your_turn")).to_be_visible()
    lea.go("/rules/enghien")
    expect(lea.page.locator('[id="ENG-01"]')).to_be_attached()
    lea.context.set_offline(False)


@pytest.mark.slow
def test_a_finished_game_is_read_without_a_server(visit: Guests, own_server: Served) -> None:
    lea = visit(at=own_server, size="phone", language="fr", is_app=True)
    table, other = finished(own_server, "enghien"), finished(own_server, "alhambra")
    lea.go("/")
    lea.until_resolved(INSTALLED)
    lea.until_resolved(SHELL)
    lea.go(f"/end/{table}")
    totals = lea.page.locator(".table-zone tfoot td")
    totals.first.wait_for()
    shown = totals.all_inner_texts()
    lea.until_resolved(KEEPS, table)
    own_server.stop()
    lea.page.reload()
    expect(lea.text("page.offline.game")).to_be_visible()
    expect(totals.first).to_be_visible()
    assert totals.all_inner_texts() == shown
    lea.go(f"/replay/{table}/40")
    line = lea.page.get_by_role("slider", name=lea.say("page.replay.ply"))
    expect(line).to_have_attribute("aria-valuenow", "40")
    lea.page.keyboard.press("ArrowRight")
    expect(line).not_to_have_attribute("aria-valuenow", "40")
    lea.page.get_by_role("combobox").select_option("0")
    expect(lea.page.locator("[data-target]").first).to_be_visible()
    lea.go(f"/end/{other}")
    expect(lea.heading("page.notice.lost.title")).to_be_visible()  # it was never looked at here
    lea.go(f"/end/{table}")
    expect(lea.text("page.offline.game")).to_be_visible()
    own_server.start()
    expect(lea.text("page.offline.game")).to_have_count(0)  # and goes on with the server
    expect(totals.first).to_be_visible()


ASSETS = """() => [...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))]
  .filter((path) => path.startsWith('/assets/'))"""
GO = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }"


def release_again(folder: Path) -> None:
    """The page as its next release: every file that is called by what is in it has another name."""
    names = [file.name for file in (folder / "assets").iterdir()]
    known = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
    texts = [file for file in folder.rglob("*") if file.suffix in (".js", ".css", ".html") and "file" not in file.parts]
    for file in texts:
        text = known.sub(lambda found: f"next-{found[0]}", file.read_text(encoding="utf-8"))
        file.write_text(re.sub(r"bastide-[0-9a-f]{12}", "bastide-0123456789ab", text), encoding="utf-8")
    for name in names:
        (folder / "assets" / name).rename(folder / "assets" / f"next-{name}")


@pytest.mark.slow
def test_an_open_page_goes_on_with_its_own_release(visit: Guests, tmp_path: Path) -> None:
    page = tmp_path / "page"
    shutil.copytree(DIST.parent, page)
    server = Served(tmp_path, (*COMMAND, "--web", str(page)))
    try:
        lea = visit(at=server, is_app=True)
        lea.go("/")
        lea.until_resolved(INSTALLED)
        lea.until_resolved(SHELL)
        lea.page.reload()
        lea.heading("page.home.set").wait_for()
        lea.until(CONTROLLED)
        release_again(page)
        lea.page.evaluate(
            GO, "/rules/enghien"
        )  # a part of the page that was not fetched yet, and is not served any more
        expect(lea.page.locator('[id="ENG-01"]')).to_be_attached()
        assert not any("next-" in path for path in lea.page.evaluate(ASSETS))
        lea.page.reload()
        expect(lea.page.locator('[id="ENG-01"]')).to_be_attached()
        assert all("next-" in path for path in lea.page.evaluate(ASSETS))
        assert lea.errors == []
    finally:
        server.stop()
