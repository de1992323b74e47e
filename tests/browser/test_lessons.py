"""Every lesson, driven by its own file: by mouse, by finger and by keys, and in both languages."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from bastide.core.catalogue import LANGUAGES, say_phrase
from bastide.core.words import Phrase
from bastide.games import load
from bastide.table.lesson import Course
from bastide.table.parts import Choice, Plan
from tests.browser.conftest import Guests
from tests.browser.keyboard import KeyboardPlayer
from tests.browser.person import SIZES, Person
from tests.table.test_lesson import TAUGHT

WAYS = [("desktop", "mouse"), ("phone", "finger"), ("desktop", "keys")]
# A tap was taken: it was enough, or the piece is picked, or the page asks in which way it is meant.
TAKEN = """([ply, target]) => Number(document.querySelector('[data-ply]').dataset.ply) > ply ||
  document.querySelector(`[data-target="${target}"][data-state="selected"]`) !== null ||
  document.querySelector('[data-bar=confirm] [data-way]') !== null"""
MOST_TURNS = 4
# The lowest piece of the board ends above the bar below it.
ABOVE_THE_BAR = """() => {
  const bottom = (element) => element.getBoundingClientRect().bottom
  const lowest = Math.max(...[...document.querySelectorAll('[data-piece^="card:"], [data-piece^="cell:"]')].map(bottom))
  return lowest <= document.querySelector('[data-bar=confirm]').getBoundingClientRect().top
}"""

# What is said is to be seen: nothing of the board lies over any of its lines.
UNCOVERED = """() => {
  const said = document.createRange()
  said.selectNodeContents(document.querySelector('[data-bar=prompt] [aria-live]'))
  return [...said.getClientRects()].every(({ left, right, top, bottom }) =>
    document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('[data-bar=prompt]') !== null)
}"""


def every_way() -> list[Any]:
    """Each lesson in each way, in one language after the other; `make test` takes one way of each lesson."""
    cases = []
    for (i, name), (j, (size, how)) in product(enumerate(TAUGHT), enumerate(WAYS)):
        language = LANGUAGES[(i + j) % len(LANGUAGES)]
        marks = () if j == (i + 1) % len(WAYS) else (pytest.mark.slow,)
        cases.append(pytest.param(name, size, how, language, id=f"{name}-{how}-{language}", marks=marks))
    return cases


def said(person: Person, course: Course, phrase: Phrase) -> str:
    return say_phrase(person.language, phrase, [person.say("page.lesson.you"), *course.lesson.opponents])


def says(person: Person, course: Course) -> str:
    phrase = course.says()
    assert phrase
    return said(person, course, phrase)


def waited_for(course: Course) -> Plan | Choice:
    """What the step waits for, as the table offers it."""
    row, view = course.row(), course.view()
    plans = [plan for plan in view.plans if list(plan.actions) == row]
    return plans[0] if plans else next(choice for choice in view.choices if [choice.action] == row)


def press(person: Person, what: Locator, how: str) -> None:
    if how == "keys":
        KeyboardPlayer(person).press(what)
    elif how == "finger":
        what.tap()
    else:
        what.click()


def choose(person: Person, course: Course, how: str) -> None:
    """The pieces one after the other; where the page asks in which way, or how a tile is turned, that too."""
    wanted, ply = waited_for(course), person.ply
    label = said(person, course, wanted.label)
    for target in wanted.targets:
        piece = person.page.locator(f'[data-target="{target}"]:not([data-state="selected"]):visible')
        if piece.count() and person.ply == ply:
            press(person, piece.first, how)
            person.until(TAKEN, [ply, target])
    way = person.bar.locator("[data-way]", has_text=label)
    if person.ply == ply and way.count():
        press(person, way.first, how)
    for _ in range(MOST_TURNS):
        if person.ply > ply or person.bar.locator(".label", has_text=label).count():
            return
        person.page.keyboard.press("r")
    raise AssertionError(f"{label!r} is not what is chosen, but {person.bar.inner_text()!r}")


def confirm(person: Person, course: Course, ply: int, how: str) -> None:
    """What was chosen waits for the primary button; what commits to nothing went out at once."""
    wanted = waited_for(course)
    if not isinstance(wanted, Choice) or wanted.commits:
        press(person, person.bar.locator("[data-primary]"), how)
    person.until("ply => Number(document.querySelector('[data-ply]').dataset.ply) > ply", ply)


def take_step(person: Person, course: Course, how: str) -> None:
    """Reads on, or plays what the step waits for."""
    if not course.step.expect:
        press(person, person.button("page.lesson.on"), how)
        course.read_on()
        return
    ply = person.ply
    choose(person, course, how)
    confirm(person, course, ply, how)
    course.move(course.row())


@pytest.mark.broad
@pytest.mark.parametrize(("name", "size", "how", "language"), every_way())
def test_a_lesson_is_taken_to_its_end(visit: Guests, name: str, size: str, how: str, language: str) -> None:
    person = visit(size=size, language=language)
    course = Course(load(name))
    person.go(f"/learn/{name}")
    while not course.is_over:
        expect(person.page.locator("[data-bar=prompt]")).to_contain_text(says(person, course))
        if course.marks():
            expect(person.page.locator(".mark[aria-hidden]")).to_be_visible()
        take_step(person, course, how)
    expect(person.page.locator(".end")).to_contain_text(person.say("page.lesson.learnt"))
    expect(person.page.locator(".end .big")).to_have_text(f"+{course.view().scores.totals[0]}")
    assert not person.errors


def read_to_the_first_move(person: Person, course: Course) -> None:
    """Every step is on the page before the next is asked for."""
    prompt = person.page.locator("[data-bar=prompt]")
    while not course.step.expect:
        expect(prompt).to_contain_text(says(person, course))
        take_step(person, course, "mouse")
    expect(prompt).to_contain_text(says(person, course))


@pytest.mark.slow
def test_a_wrong_move_is_answered_kindly_and_the_place_is_kept(visit: Guests) -> None:
    person = visit(language="en")
    person.go("/")
    person.page.get_by_role("button", name="Enghien-les-Bains").first.click()
    person.link("page.lesson.learn").click()
    course = Course(load("enghien"))
    read_to_the_first_move(person, course)
    person.page.locator('[data-piece^="card:"][data-state="legal"]:not([data-expected])').first.click()
    person.bar.locator("[data-primary]").click()
    answer = person.page.get_by_role("status", name=person.say("page.lesson.answer"))
    expect(answer).to_contain_text(person.say("enghien.lesson.take.wrong"))
    answer.get_by_role("button", name="ENG-04").click()
    expect(person.page.locator('[id="ENG-04"]')).to_be_visible()
    person.page.keyboard.press("Escape")
    person.page.reload()
    expect(person.page.locator("[data-bar=prompt]")).to_contain_text(person.say("enghien.lesson.take"))
    expect(person.page.locator("[data-expected]")).to_have_count(1)
    person.link("page.lesson.leave").click()
    expect(person.link("page.lesson.resume")).to_be_visible()
    assert not person.errors


@pytest.mark.slow
def test_a_place_that_fits_no_more_begins_anew_says_so_and_covers_nothing(visit: Guests) -> None:
    person = visit(language="fr")
    person.context.add_init_script(
        """localStorage.setItem('bastide.lesson.enghien', '{"rules_version":1,"done":[[7]],"now":[]}')"""
    )
    person.go("/learn/enghien")
    expect(person.page.locator(".banner")).to_contain_text(person.say("table.refused.lesson"))
    expect(person.page.locator("[data-bar=prompt]")).to_contain_text(person.say("enghien.lesson.aim"))
    person.until(ABOVE_THE_BAR)


def test_what_a_lesson_says_is_seen_on_every_size(visit: Guests) -> None:
    person = visit(size="sideways", language="fr")
    person.go("/learn/enghien")
    course = Course(load("enghien"))
    read_to_the_first_move(person, course)
    for size in ("sideways", "small", "zoomed", "laptop"):
        person.page.set_viewport_size(SIZES[size])
        person.until(UNCOVERED)


@pytest.mark.slow
def test_a_lesson_shows_the_move_it_waits_for_or_plays_it_and_goes_back(visit: Guests) -> None:
    person = visit(size="phone", language="fr")
    person.go("/learn/alhambra")
    course = Course(load("alhambra"))
    read_to_the_first_move(person, course)
    person.button("page.lesson.show").tap()
    person.bar.locator("[data-primary]").tap()
    course.move(course.row())
    expect(person.page.locator("[data-bar=prompt]")).to_contain_text(says(person, course))
    person.button("page.lesson.skip").tap()
    course.move(course.row())
    expect(person.page.locator("[data-bar=prompt]")).to_contain_text(says(person, course))
    person.button("page.lesson.back").tap()
    expect(person.page.locator("[data-bar=prompt]")).to_contain_text(person.say("alhambra.lesson.exact"))
    assert not person.errors


@pytest.mark.slow
def test_a_rulebook_opens_at_a_clause_and_leads_to_the_lesson(visit: Guests) -> None:
    person = visit(size="phone", language="fr")
    for name in TAUGHT:
        person.go(f"/rules/{name}")
        expect(person.text(f"{name}.book.aim")).to_be_visible()
        expect(person.page.locator("#table .figure svg").first).to_be_visible()
        expect(person.page.locator("#scoring .figure svg").first).to_be_visible()
        chip = person.page.locator("#turn a").first
        clause = chip.inner_text()
        chip.click()
        expect(person.page.locator(f'[id="{clause}"].here')).to_be_in_viewport()
    person.link("page.lesson.learn").click()
    steps = len(Course(load(TAUGHT[-1])).lesson.step)
    title = person.say("page.lesson.step", step=1, steps=steps)
    expect(person.page.locator("[data-bar=prompt]")).to_contain_text(title)
    assert not person.errors
