"""Every table on every size: what scrolls says so, nothing covers what is to be pressed, pieces take the room."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Guests
from tests.browser.person import SIZES, Person
from tests.browser.scenes import TABLES, auction
from tests.browser.serving import Served

pytestmark = pytest.mark.broad

SCENES = {**TABLES, "auction": auction}
ALL = ("small", "phone", "sideways", "zoomed", "upright", "square", "desk", "laptop", "desktop", "large", "huge")
FEW = ("small", "sideways", "laptop", "huge")
GROWING = ("desk", "desktop", "large", "huge")
FAULTS = Path(__file__).with_name("screen.js").read_text()
# The page has taken note of its size, and drawn what lies beyond an edge.
DRAWN = """async () => { for (let n = 0; n < 4; n++) await new Promise(requestAnimationFrame) }"""
# Where the table is before and while the question takes all the lines it can.
ASKED_LONGER = """
() => {
  const place = () => JSON.stringify(document.querySelector('.work').getBoundingClientRect())
  const before = place()
  const more = document.querySelector('[data-bar=prompt] p').appendChild(document.createElement('span'))
  more.textContent = ' and then another thing to be told in so many words'.repeat(3)
  const after = place()
  more.remove()
  return before === after
}
"""
# The larger side of the largest thing that can be chosen, as it is drawn.
LARGEST = """
() => Math.max(...[...document.querySelectorAll('.work [data-piece]')].map((piece) => {
  const { width, height } = piece.getBoundingClientRect()
  return Math.max(width, height)
}))
"""
# How much of the height that is left for it a board of squares takes, or of the width it may have.
SHARE_OF_BOARD = """
() => {
  const work = document.querySelector('.work').getBoundingClientRect()
  const { width, height } = document.querySelector('.work [role=grid]').getBoundingClientRect()
  return Math.max(height / work.height, (3 * width) / work.width)
}
"""
# Whose goods, stones and cards can be counted: those of everybody are in sight, or one tap leads to them.
IN_VIEW = """
(places) => places.filter((place) => {
  const isIn = ({ left, top, right, bottom }) =>
    left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
  const places = [...document.querySelectorAll(`.app [data-place~="${place}"]`)]
  return !places.some((one) => isIn(one.getBoundingClientRect()))
})
"""


def resize(person: Person, size: str) -> None:
    person.page.mouse.move(0, 0)  # nothing is asked about
    person.page.set_viewport_size(SIZES[size])
    person.page.evaluate(DRAWN)


def faults(person: Person, sizes: tuple[str, ...]) -> list[str]:
    found = []
    for size in sizes:
        resize(person, size)
        found += [f"{size}: {fault}" for fault in person.page.evaluate(FAULTS)]
        if not person.page.evaluate(ASKED_LONGER):
            found.append(f"{size}: the table moves when the question is longer")
    return found


@pytest.mark.parametrize("scene", SCENES)
def test_a_table_fits_a_phone_a_laptop_and_a_wall(visit: Guests, served: Served, scene: str) -> None:
    person = visit()
    SCENES[scene](person, served)
    assert faults(person, FEW) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("scene", SCENES)
def test_a_table_fits_every_size(visit: Guests, served: Served, scene: str, language: str) -> None:
    person = visit(language=language)
    SCENES[scene](person, served)
    assert faults(person, ALL) == []


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_a_banner_takes_its_room_from_the_table_alone(visit: Guests, served: Served, scene: str) -> None:
    """The line is lost: a banner says so, above a board that shrinks and a bar that stays whole."""
    person = visit()
    SCENES[scene](person, served)
    person.page.evaluate("bastideLine.cut()")
    person.text("page.reconnecting").wait_for()
    assert faults(person, ("desktop", "laptop", "sideways")) == []


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_pieces_grow_with_the_room(visit: Guests, served: Served, scene: str) -> None:
    person = visit()
    SCENES[scene](person, served)
    drawn = []
    for size in GROWING:
        resize(person, size)
        drawn.append(person.page.evaluate(LARGEST))
        if scene in ("enghien", "carpe_diem"):
            assert person.page.evaluate(SHARE_OF_BOARD) > 0.75, size
    assert drawn == sorted(drawn)
    assert drawn[-1] > 1.9 * drawn[-2]  # a wall shows what a large desktop does, twice as large


@pytest.mark.slow
@pytest.mark.parametrize("size", ALL)
def test_one_bids_with_the_hand_in_view_and_everybodys_public_things(visit: Guests, served: Served, size: str) -> None:
    person = visit()
    auction(person, served)
    resize(person, size)
    own = person.view()["viewer"]
    rivals = [seat for seat in range(len(person.view()["picture"]["players"])) if seat != own]
    public = [f"{kind}:{seat}" for seat in rivals for kind in ("hand", "stone", "player")]
    assert person.page.evaluate(IN_VIEW, ["lot", f"hand:{own}", *public]) == []
