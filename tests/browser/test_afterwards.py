"""When a game is over: the result, its record and its proof, the rematch, and the replay through anybody's eyes."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from bastide.games import GAMES
from tests.browser.conftest import Guests
from tests.browser.person import CLAUSE, Person
from tests.browser.scenes import finished
from tests.browser.serving import COMMAND, Served
from tests.browser.together import play_ahead, play_together

pytestmark = pytest.mark.broad

# The past is shown as that seat saw it: its own hand lies open.
THROUGH = """
(seat) => {
  const past = bastideLine.heard.map(JSON.parse).findLast((message) => message.type === 'past')?.view
  const hand = past?.picture.players[seat].hand ?? []
  return past?.viewer === seat && document.querySelectorAll('[data-target^="hand:"]').length === hand.length
    && hand.every(({ currency, value }) => document.querySelector(`[data-target="hand:${currency}:${value}"]`))
}
"""


def result_of(person: Person) -> dict[str, Any]:
    results = [message["result"] for message in person.heard() if message["type"] == "over"]
    latest: dict[str, Any] = results[-1]
    return latest


@pytest.mark.parametrize("kind", GAMES)
def test_a_result_is_ranked_and_tells_every_source(visit: Guests, served: Served, kind: str) -> None:
    person = visit(language="fr" if kind == "carpe_diem" else "en")
    person.go(f"/end/{finished(served, kind)}")
    totals = person.page.locator(".table-zone tfoot td")
    totals.first.wait_for()
    scores = result_of(person)["scores"]
    shown = [int(text.replace("−", "-")) for text in totals.all_inner_texts()]
    assert shown[: len(scores["places"])] == [
        total for _, total in sorted(zip(scores["places"], scores["totals"], strict=False))
    ]
    assert person.page.locator(".table-zone tbody tr").count() == len(scores["rows"])
    expect(person.page.locator(".tie")).to_contain_text(CLAUSE)
    totals.first.get_by_role("button").click()
    sheet = person.page.get_by_role("dialog")
    expect(sheet.locator(".source").first).to_contain_text(CLAUSE)
    sheet.locator(".credit").first.click()
    expect(person.page).to_have_url(re.compile(r"/replay/\w+/\d+$"))
    expect(person.page.get_by_role("slider")).to_be_visible()


@pytest.mark.slow
def test_two_people_finish_download_check_and_play_again(visit: Guests, served: Served, tmp_path: Path) -> None:
    made = served.make("enghien", [{"kind": "you", "name": "Ada"}, {"kind": "open"}])
    table, invitation = made["table"]["id"], made["links"][0]["href"]
    _, joined = served.ask("POST", f"/api/tables/{table}/join", {"name": "Bo", "key": invitation.split("#")[1]})
    play_ahead(served, table, [made["key"], joined["key"]], lambda view: len(view["choices"]) == 2)
    ada, bo, watcher = visit(), visit(), visit()
    ada.sit(made)
    bo.sit(joined)
    play_together([ada, bo], 20)
    for person in (ada, bo):
        person.link("page.over.result").click()
        expect(person.text("page.end.proof_consistent")).to_be_visible()  # they came after the deal
        draws = len(result_of(person)["proof"]["draws"])
        expect(person.text("page.end.proof_draws", n=draws, seats=2)).to_be_visible()

    with ada.page.expect_download() as download:
        ada.button("page.end.download").click()
    record = tmp_path / "game.json"
    download.value.save_as(record)
    checked = subprocess.run([COMMAND[0], "verify", str(record)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr

    watcher.go(f"/end/{table}")
    watcher.button("page.end.rematch").click()
    expect(watcher.page.get_by_role("alert")).to_have_text(watcher.say("table.refused.spectator"))
    ada.button("page.end.rematch").click()
    expect(ada.text("page.waiting.title")).to_be_visible()
    expect(bo.page.get_by_role("status").filter(has_text=bo.say("page.end.rematch_waits"))).to_be_visible()
    bo.button("page.end.rematch").click()
    for person in (ada, bo):
        person.root.wait_for()
        assert person.path == ada.path != f"/table/{table}"
    assert {person.view()["viewer"] for person in (ada, bo)} == {0, 1}
    play_together([ada, bo], 3)
    assert ada.ply == bo.ply
    for person in (ada, bo, watcher):
        assert person.errors == []


@pytest.mark.slow
def test_a_replay_plays_itself_and_is_seen_through_all_eyes(visit: Guests, served: Served) -> None:
    person = visit(size="phone")
    table = finished(served, "alhambra")
    person.go(f"/replay/{table}/40")
    line = person.page.get_by_role("slider", name=person.say("page.replay.ply"))
    expect(line).to_have_attribute("aria-valuenow", "40")
    person.button("page.replay.play").click()
    expect(line).to_have_attribute("aria-valuenow", re.compile(r"^(4[1-9]|[5-9]\d)$"))
    expect(person.page).to_have_url(re.compile(rf"/replay/{table}/(4[1-9]|[5-9]\d)$"))
    person.button("page.replay.pause").click()
    expect(person.button("page.replay.play")).to_be_visible()

    eyes = person.page.get_by_role("combobox", name=person.say("page.replay.eyes"))
    hand = person.page.locator('[data-target^="hand:"]')
    expect(hand).to_have_count(0)
    seen = []
    for seat in range(3):
        eyes.select_option(str(seat))
        person.until(THROUGH, seat)
        seen.append(hand.evaluate_all("cards => cards.map((card) => card.dataset.target)"))
    assert len({tuple(cards) for cards in seen}) == 3
    eyes.select_option("all")
    expect(hand).to_have_count(0)
    person.page.locator('[data-place="player:1"]').click()
    shown = person.page.get_by_role("dialog").get_by_role(
        "list", name=re.compile(re.escape(person.say("page.hand.of", name="")))
    )
    expect(shown.get_by_role("listitem")).to_have_count(len(seen[1]))
    assert person.errors == []
