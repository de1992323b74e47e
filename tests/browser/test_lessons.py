"""Every lesson, driven by its own file: by mouse, by finger and by keys, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from bastide.core.catalogue import say_phrase
from bastide.games import load
from bastide.table.lesson import Course
from tests.browser.conftest import Guests
from tests.browser.person import Person
from tests.table.test_lesson import TAUGHT

HOW = [("desktop", "en", "mouse"), ("phone", "fr", "finger"), ("desktop", "fr", "keys")]


def says(person: Person, course: Course) -> str:
    phrase = course.says()
    assert phrase
    return say_phrase(person.language, phrase, [person.say("page.lesson.you"), *course.lesson.opponents])


def is_asked(course: Course) -> bool:
    """Whether the table asks before it sends what the step waits for; what commits to nothing goes out at once."""
    row, view = course.row(), course.view()
    if any(list(plan.actions) == row for plan in view.plans):
        return True
    return next(choice.commits for choice in view.choices if [choice.action] == row)


def confirm(person: Person, course: Course, ply: int) -> None:
    """What was chosen is sent at once, or waits for the primary button."""
    if is_asked(course):
        person.page.locator("[data-bar=confirm] [data-primary]").press("Enter")
    person.until("ply => Number(document.querySelector('[data-ply]').dataset.ply) > ply", ply)


def choose(person: Person, course: Course, how: str) -> None:
    """The marked piece by keys, where it stands for one move; otherwise what the lesson shows."""
    expected = person.page.locator("[data-expected]")
    meant = [choice for choice in course.view().choices if course.marks()[0] in choice.targets]
    if how == "keys" and expected.count() == 1 and len(meant) < 2:
        expected.press("Enter")
    else:
        person.button("page.lesson.show").click()


def take_step(person: Person, course: Course, how: str) -> None:
    """Reads on, or plays what the step waits for."""
    if not course.step.expect:
        on = person.button("page.lesson.on")
        on.press("Enter") if how == "keys" else on.click()
        course.read_on()
        return
    ply = person.ply
    choose(person, course, how)
    confirm(person, course, ply)
    course.move(course.row())


@pytest.mark.parametrize(("size", "language", "how"), HOW)
@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_taken_to_its_end(visit: Guests, name: str, size: str, language: str, how: str) -> None:
    person = visit(size=size, language=language)
    course = Course(load(name))
    person.go(f"/learn/{name}")
    while not course.is_over:
        expect(person.page.locator("[data-bar=prompt]")).to_contain_text(says(person, course))
        if size == "desktop" and course.marks():
            expect(person.page.locator(".mark[aria-hidden]")).to_be_visible()
        take_step(person, course, how)
    expect(person.page.locator(".end")).to_contain_text(person.say("page.lesson.learnt"))
    expect(person.page.locator(".end .big")).to_have_text(f"+{course.view().scores.totals[0]}")
    assert not person.errors


def test_a_wrong_move_is_answered_kindly_and_the_place_is_kept(visit: Guests) -> None:
    person = visit(language="en")
    person.go("/")
    person.page.get_by_role("button", name="Enghien-les-Bains").first.click()
    person.link("page.lesson.learn").click()
    course = Course(load("enghien"))
    while not course.step.expect:
        expect(person.page.locator("[data-bar=prompt]")).to_contain_text(says(person, course))
        take_step(person, course, "mouse")
    expect(person.page.locator("[data-bar=prompt]")).to_contain_text(says(person, course))
    person.page.locator('[data-piece^="card:"]').first.click()
    person.page.locator("[data-primary]").last.click()
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
