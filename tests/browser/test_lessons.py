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


def press(person: Person, what: str) -> None:
    """The first of these that can be seen, by its selector."""
    person.page.locator(what).locator("visible=true").first.click()


def take_step(person: Person, course: Course, how: str) -> None:
    """Plays the step as the lesson shows it, and confirms where the table asks."""
    bar = person.page.locator("[data-bar=prompt]")
    if not course.step.expect:
        person.page.keyboard.press("Enter") if how == "keys" else bar.get_by_role(
            "button", name=person.say("page.lesson.on")
        ).click()
        course.read_on()
        return
    row = course.row()
    number = len(course.done)
    while len(course.done) == number:
        ply = person.ply
        bar.get_by_role("button", name=person.say("page.lesson.show")).click()
        person.page.locator("[data-bar=confirm] [data-primary]").wait_for()
        if how == "keys":
            person.page.locator("[data-bar=confirm] [data-primary]").focus()
            person.page.keyboard.press("Enter")
        else:
            press(person, "[data-bar=confirm] [data-primary]")
        person.until("ply => Number(document.querySelector('[data-ply]').dataset.ply) > ply", ply)
        course.move(row)


@pytest.mark.parametrize(("size", "language", "how"), HOW)
@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_taken_to_its_end(visit: Guests, name: str, size: str, language: str, how: str) -> None:
    person = visit(size=size, language=language)
    course = Course(load(name))
    person.go(f"/learn/{name}")
    while not course.is_over:
        expect(person.page.locator("[data-bar=prompt]")).to_contain_text(says(person, course))
        if course.step.mark or course.row():
            expect(person.page.locator(".mark[aria-hidden]")).to_be_visible()
        take_step(person, course, how)
    expect(person.page.locator(".end")).to_contain_text(person.say("page.lesson.learnt"))
    expect(person.page.locator(".end .big")).to_have_text(f"+{course.view().scores.totals[0]}")
    assert not person.errors


def test_a_wrong_move_is_answered_kindly_and_the_place_is_kept(visit: Guests) -> None:
    person = visit(language="en")
    person.go("/")
    person.page.get_by_role("button", name="Enghien-les-Bains").click()
    person.link("page.lesson.learn").click()
    for _ in range(2):
        person.button("page.lesson.on").click()
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
