"""Every table on every size: what scrolls says so, nothing covers what is to be pressed, pieces take the room."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Guests
from tests.browser.person import SIZES, Person
from tests.browser.player import Player
from tests.browser.scenes import BOT, TABLES, YOU, auction, chosen, circles, paying, scoring
from tests.browser.serving import Served

pytestmark = pytest.mark.broad

SCENES = {**TABLES, "auction": auction}
ALL = ("small", "phone", "sideways", "zoomed", "upright", "square", "desk", "laptop", "desktop", "large", "huge")
FEW = ("small", "sideways", "laptop", "huge")
GROWING = ("desk", "desktop", "large", "huge")
WINDOWS = ("square", "landscape", *GROWING, "laptop")
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
# Whether one's own cards take more room than they have.
CARDS_CUT = """
() => [...document.querySelectorAll('.mine .taken')].some((box) => box.scrollHeight > box.clientHeight + 1)
"""
# Where everything is that has a place of its own.
PLACES = """
() => [...document.querySelectorAll('.work, .work .zone')].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect()
  return [one.className, ...[left, top, width, height].map(Math.round)].join(' ')
})
"""
# Of a scoring: seats of which something lies beyond the card.
SEATS_CUT = """
() => {
  const card = document.querySelector('[data-tally]').getBoundingClientRect()
  const cells = [...document.querySelectorAll('[data-tally] table :is(th, td)')].map((cell) => {
    const name = cell.querySelector('.name') // shortened where there is no room
    if (name) return [cell, name.getBoundingClientRect()]
    const range = document.createRange()
    range.selectNodeContents(cell)
    return [cell, range.getBoundingClientRect()]
  })
  return cells
    .filter(([, { width, left, right }]) => width && (left < card.left - 1 || right > card.right + 1))
    .map(([cell]) => cell.textContent)
}
"""
# Of a scoring: how many rows lie below what is seen, and how many it says.
ROWS_BELOW = """
() => {
  const edge = document.querySelector('[data-tally] tfoot th').getBoundingClientRect().top + 4
  const rows = [...document.querySelectorAll('[data-tally] tbody tr')]
  return [
    rows.filter((row) => row.getBoundingClientRect().bottom > edge).length,
    Number(document.querySelector('[data-more]')?.dataset.more ?? 0),
  ]
}
"""
# How much of the table's height lies below all of its zones.
VOID_BELOW = """
() => {
  const bottoms = [...document.querySelectorAll('.work .zone')].map((zone) => zone.getBoundingClientRect().bottom)
  return document.querySelector('.work').getBoundingClientRect().bottom - Math.max(...bottoms)
}
"""
# Of a scoring: everybody's name is a long one.
LONG_NAMES = """
() => document.querySelectorAll('[data-tally] .name').forEach((name) => { name.textContent = 'Maximilienne' })
"""
# Ways to pay that are in view, and whose sum of money something lies over.
COVERED_WAYS = """
() => [...document.querySelectorAll('[data-option]')].filter((way) => {
  const { left, top, height } = way.getBoundingClientRect()
  const sum = way.querySelector('b').getBoundingClientRect()
  const hit = document.elementFromPoint(sum.left + sum.width / 2, top + height / 2)
  return top + height < document.querySelector('[data-bar=confirm]').getBoundingClientRect().top && !way.contains(hit)
}).map((way) => way.textContent)
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


def test_a_table_fits_a_phone_a_laptop_and_a_wall(visit: Guests, served: Served) -> None:
    """For `make test`: one table; below all of them are put on every size."""
    person = visit()
    SCENES["batisseurs"](person, served)
    assert faults(person, FEW) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("scene", [*SCENES, "circles"])
def test_a_table_fits_every_size(visit: Guests, served: Served, scene: str, language: str) -> None:
    person = visit(language=language)
    {**SCENES, "circles": circles}[scene](person, served)
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
def test_one_bids_with_the_hand_in_view_and_everybodys_public_things(visit: Guests, served: Served) -> None:
    person = visit()
    auction(person, served)
    own = person.view()["viewer"]
    rivals = [seat for seat in range(len(person.view()["picture"]["players"])) if seat != own]
    public = [f"{kind}:{seat}" for seat in rivals for kind in ("hand", "stone", "player")]
    for size in ALL:
        resize(person, size)
        assert person.page.evaluate(IN_VIEW, ["lot", f"hand:{own}", *public]) == [], size


@pytest.mark.slow
def test_ways_to_pay_are_read_beside_a_hand_of_many_cards(visit: Guests, served: Served) -> None:
    person = visit(language="fr")
    paying(person, served)
    found = faults(person, ALL)
    for size in ALL:
        resize(person, size)
        found += [f"{size}: {way} is covered" for way in person.page.evaluate(COVERED_WAYS)]
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seats"), [("enghien", 3), ("enghien", 6), ("alhambra", 2), ("alhambra", 6)])
def test_nothing_moves_when_something_is_chosen(visit: Guests, served: Served, kind: str, seats: int) -> None:
    """What it brings is told below, in as much room as before."""
    person = visit()
    chosen(kind, 46 if kind == "enghien" else 125, seats)(person, served)
    places = {}
    for size in WINDOWS:
        resize(person, size)
        places[size] = person.page.evaluate(PLACES)
    person.page.locator("[data-undo]").click()
    person.page.locator("[data-primary]").wait_for(state="detached")
    moved = []
    for size in WINDOWS:
        resize(person, size)
        moved += [f"{size}: {place}" for place in person.page.evaluate(PLACES) if place not in places[size]]
    assert moved == []


@pytest.mark.slow
def test_when_a_game_of_enghien_is_over_no_card_is_asked_for_and_ones_own_are_whole(
    visit: Guests, served: Served
) -> None:
    person = visit()
    person.sit(served.make("enghien", [YOU, BOT, BOT, BOT]))
    Player(person).play()
    while person.page.locator("[data-tally]").count():
        person.page.keyboard.press("Escape")
        person.page.evaluate(DRAWN)
    cut = []
    for size in ALL:
        resize(person, size)
        expect(person.text("page.enghien.pick")).to_have_count(0)
        cut += [size] if person.page.evaluate(CARDS_CUT) else []
    assert cut == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("kind", "number", "options"), [("enghien", 1, {"target": 30}), ("alhambra", 3, {})])
def test_a_scoring_of_six_shows_every_seat(
    visit: Guests, served: Served, kind: str, number: int, options: dict[str, int], language: str
) -> None:
    person = visit(language=language)
    scoring(kind, number, seats=6, **options)(person, served)
    person.page.evaluate(LONG_NAMES)
    cut = {}
    for size in ALL:
        resize(person, size)
        cut[size] = person.page.evaluate(SEATS_CUT)
    assert {size: seats for size, seats in cut.items() if seats} == {}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("kind", "number", "seats", "options"),
    [("enghien", 1, 3, {"target": 30}), ("enghien", 1, 6, {"target": 30}), ("alhambra", 3, 6, {})],
)
def test_a_scoring_fits_a_phone_and_a_small_one_says_what_follows(
    visit: Guests, served: Served, kind: str, number: int, seats: int, options: dict[str, int], language: str
) -> None:
    person = visit(size="phone", language=language)
    scoring(kind, number, seats=seats, **options)(person, served)
    resize(person, "phone")
    assert person.page.evaluate(ROWS_BELOW) == [0, 0]
    resize(person, "small")
    below, said = person.page.evaluate(ROWS_BELOW)
    assert said == below > 0
    person.page.locator("[data-more]").click()
    person.until("() => !document.querySelector('[data-more]')")


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_a_tablet_held_upright_is_filled(visit: Guests, served: Served, scene: str) -> None:
    person = visit(size="tablet")
    SCENES[scene](person, served)
    for size in ("tablet", "upright"):
        resize(person, size)
        assert abs(person.page.evaluate(VOID_BELOW)) < 24, size
        assert not person.page.locator("[data-rest]").count(), size
