"""The review of a game on its page, what if from there, and the game in one file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from bastide.table.contest import Contest, read_contest, rule_on
from tests.browser.conftest import Guests
from tests.browser.person import SIZES, Person
from tests.browser.scenes import SEATS, finished, reason, scoring
from tests.browser.serving import Served

LONG = 240_000  # where nothing is compiled yet
DROP = """([name, text]) => {
  const carried = new DataTransfer()
  carried.items.add(new File([text], name, { type: 'text/html' }))
  document.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }))
}"""


@pytest.mark.slow
def test_a_review_adds_up_steps_and_branches_off(visit: Guests, served: Served) -> None:
    person = visit()
    table = finished(served, "alhambra")
    person.go(f"/review/{table}")
    line = person.page.get_by_role("slider", name=person.say("review.curve"))
    expect(line).to_be_visible(timeout=LONG)
    rows = person.page.locator("section[aria-labelledby='review-ledger'] tbody tr")
    for row in rows.all():
        *parts, result = [float(text.replace("−", "-")) for text in row.locator("td").all_inner_texts()]
        assert abs(sum(parts) - result) < 1e-6
    at = int(line.get_attribute("aria-valuenow") or 0)
    line.press("Home")
    expect(line).to_have_attribute("aria-valuenow", "1")
    person.page.keyboard.press("t")
    expect(person.page).to_have_url(re.compile(rf"/review/{table}/(?!1$)\d+$"))
    assert at >= 1
    expect(person.page.locator(".was-played").first).to_be_visible()
    person.page.get_by_role("button", name=person.say("review.what_if")).click()
    sheet = person.page.get_by_role("dialog")
    choices = sheet.get_by_role("combobox")
    expect(choices).to_have_count(SEATS["alhambra"] - 1)
    for choice in choices.all():
        choice.select_option("level2")
    sheet.get_by_role("button", name=person.say("review.what_if.begin")).click()
    expect(person.text("page.branch.banner")).to_be_visible(timeout=LONG)
    level = person.say("bots.level.2.name")
    expect(person.page.get_by_text(f"({level})").first).to_be_visible()
    log = person.page.get_by_role("list", name=person.say("page.log.title"))
    expect(log.get_by_text(person.say("page.branch.leaves"))).to_be_visible()
    assert log.get_by_role("listitem").count() > 5
    assert person.errors == []


def stroke(person: Person, place: Locator, to: int) -> None:
    """A finger goes along the middle of what is seen of a place, left or right by some pixels."""
    hand = person.context.new_cdp_session(person.page)
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    top, bottom = max(0, box["y"]), min(SIZES["phone"]["height"], box["y"] + box["height"])
    y, x = (top + bottom) / 2, box["x"] + box["width"] / 2
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (1, 2, 3, 4):
        moved = {"x": x + to * part / 4, "y": y}
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [moved]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.slow
def test_a_finger_steps_through_a_replay_and_a_review(visit: Guests, served: Served) -> None:
    person = visit(size="phone")
    table = finished(served, "enghien")
    person.go(f"/replay/{table}")
    line = person.page.get_by_role("slider", name=person.say("page.replay.ply"))
    expect(line).to_be_visible()
    expect(person.page.get_by_role("button", name=person.say("review.next_turn"))).to_be_visible(timeout=LONG)
    at = line.get_attribute("aria-valuenow") or ""
    board = person.page.locator(".table").first
    stroke(person, board, -120)
    expect(line).not_to_have_attribute("aria-valuenow", at)
    stroke(person, board, 120)
    expect(line).to_have_attribute("aria-valuenow", at)
    person.go(f"/review/{table}/4")
    stroke(person, person.page.locator("section[aria-labelledby='review-decision'] .pair"), 120)
    expect(person.page).to_have_url(re.compile(rf"/review/{table}/[123]$"))
    assert person.errors == []


def test_a_game_in_one_file_opens_without_a_request_and_comes_back(
    visit: Guests, served: Served, browser: Browser, tmp_path: Path
) -> None:
    person = visit()
    table = finished(served, "enghien")
    person.go(f"/end/{table}")
    expect(person.page.locator("section[aria-labelledby='end-ledger'] tbody tr").first).to_be_visible(timeout=LONG)
    with person.page.expect_download() as download:
        person.button("page.end.download").click()
    path = tmp_path / "game.html"
    download.value.save_as(path)
    assert path.stat().st_size <= 600_000

    alone = browser.new_context(offline=True)
    page = alone.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    expect(page.get_by_role("slider").first).to_be_visible()
    ways = page.get_by_role("navigation", name=person.say("page.after"))
    ways.get_by_role("link", name=person.say("page.after.result")).click()
    for key in ("review.file.unsealed", "review.file.unsigned"):  # this one came from elsewhere
        expect(page.get_by_text(person.say(key))).to_be_visible()
    ways.get_by_role("link", name=person.say("page.after.review")).click()
    expect(page.locator("section[aria-labelledby='review-ledger']")).to_be_visible()
    assert all(url.startswith(("file:", "data:", "blob:")) for url in asked), asked
    alone.close()

    person.go("/")
    person.heading("page.home.set").wait_for()
    person.page.evaluate(DROP, ["game.html", path.read_text(encoding="utf-8")])
    expect(person.page).to_have_url(re.compile(r"/end/(?!" + table + r")[\w-]+$"))
    assert person.errors == []


def contested(person: Person, path: Path) -> Contest:
    """What "this is wrong?" gives to whoever says what they expected."""
    person.page.get_by_role("button", name=person.say("page.contest"), exact=True).click()
    sheet = person.page.get_by_role("dialog")
    sheet.get_by_label(person.say("page.contest.expected")).fill("something else")
    with person.page.expect_download() as download:
        sheet.get_by_role("button", name=person.say("page.contest.keep")).click()
    download.value.save_as(path)
    expect(sheet.get_by_text(person.say("page.contest.kept"))).to_be_visible()
    return read_contest(path)


@pytest.mark.slow
def test_a_refusal_is_contested_where_it_is_told(visit: Guests, served: Served, tmp_path: Path) -> None:
    person = visit()
    reason(person, served)
    found = contested(person, tmp_path / "contest.json")
    assert (found.kind, found.expected) == ("refusal", "something else")
    assert rule_on(found).refused == found.clause
    assert person.errors == []


@pytest.mark.slow
def test_a_scoring_is_contested_on_its_card(visit: Guests, served: Served, tmp_path: Path) -> None:
    person = visit(size="phone", language="fr")
    scoring("alhambra")(person, served)
    found = contested(person, tmp_path / "contest.json")
    assert (found.kind, found.expected) == ("scoring", "something else")
    ruling = rule_on(found)
    assert ruling.refused == ""
    assert ruling.points
    assert person.errors == []
