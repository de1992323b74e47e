"""Names that people really have, and those that want to break something: marks, chips and sentences stay whole."""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import Guests
from tests.browser.player import Player
from tests.browser.serving import Served
from tests.browser.test_screens import resize

NASTY = {
    "👩\u200d🌾 Ada": "👩\u200d🌾",
    "e\u0301lodie de la très longu": "É",
    "שרה בת־אברהם": "ש",
    "z\u0335\u0321\u0322\u0327\u0328algo": "Z",
    "\u200b\u2060Wolfeschlegelstein": "W",
    "<b>&amp;\u202e": "<",
}
FAULTS = Path(__file__).with_name("screen.js").read_text()
# Every mark of a seat at the table, and whether what it says is one sign inside its shape.
MARKS = """
() => [...document.querySelectorAll('.app .seat b')].map((sign) => {
  const { width } = sign.getBoundingClientRect()
  return [sign.textContent, width <= sign.parentElement.getBoundingClientRect().width + 4]
})
"""


def test_names_fit_their_places(visit: Guests, served: Served) -> None:
    first, *others = NASTY
    seats = [{"kind": "you", "name": first}, *({"kind": "hot_seat", "name": name} for name in others)]
    person = visit()
    person.sit(served.make("alhambra", seats))
    person.until("() => document.querySelector('[role=dialog]') || document.querySelector('[data-asked=true]')")
    if person.page.get_by_role("dialog").count():  # somebody else at this screen begins, behind a curtain
        person.page.get_by_role("dialog").get_by_role("button").first.click()
    Player(person).offer()
    for size in ("desktop", "small", "sideways"):
        resize(person, size)
        marks = person.page.evaluate(MARKS)
        assert all(fits for _, fits in marks), (size, marks)
        assert {sign[0] for sign, _ in marks} == {sign[0] for sign in NASTY.values()}
        assert person.page.evaluate(FAULTS) == [], size
    spoken = person.page.locator("body").aria_snapshot()
    assert "\ufffd" not in spoken
    assert "<b>&" in spoken
    assert person.errors == []
