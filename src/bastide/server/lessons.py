"""A lesson over the wire: every request says where the learner stands, and is answered with all there is to see."""

from __future__ import annotations

from bastide.core.game import Game
from bastide.core.words import Phrase
from bastide.server import requests
from bastide.table.lesson import LEARNER, Course
from bastide.table.refused import Refused
from bastide.table.seen import info_of, log_for


def go_on(game: Game, asked: requests.Learning) -> requests.LessonView:
    """Takes a lesson up where it was left, and one move or one step further."""
    if asked.rules_version not in (None, game.spec.rules_version):
        raise Refused("table.refused.lesson")
    course = Course.resume(game, asked.done, asked.now)
    answer = None if asked.tried is None else _try(course, asked.tried)
    return _shown(course, answer)


def _try(course: Course, row: list[int]) -> requests.LessonAnswer | None:
    """Reads on, or moves; a move that was not waited for is answered, and changes nothing."""
    if course.is_over:
        return None
    if not course.step.expect:
        course.read_on()
        return None
    try:
        course.move(row)
    except Refused as refused:
        allowed = refused.label.key.endswith(".wrong")
        return requests.LessonAnswer(refused.label, refused.clause, allowed)
    return None


def _shown(course: Course, answer: requests.LessonAnswer | None) -> requests.LessonView:
    table, lesson = course.table, course.lesson
    return requests.LessonView(
        game=course.game.id,
        rules_version=lesson.rules_version,
        chapters=[step.chapter for step in lesson.step],
        table=info_of(table, [LEARNER]),
        view=course.view(),
        refusals=course.reasons(),
        log=log_for(table, LEARNER, 0),
        step=None if course.is_over else _step(course),
        done=course.done,
        now=course.now,
        learnt=_learnt(course) if course.is_over else [],
        answer=answer,
    )


def _step(course: Course) -> requests.LessonStep:
    step = course.step
    label = course.says()
    assert label is not None, f"{course.game.id}.lesson.{step.name} says nothing"
    return requests.LessonStep(
        name=step.name,
        chapter=step.chapter,
        label=label,
        marks=course.marks(),
        row=course.row(),
        clause=step.clause,
        more=course.says(".say"),
        why=course.says(".why"),
        tag=course.says(".tag"),
        free=course.is_free,
    )


def _learnt(course: Course) -> list[requests.LearntThing]:
    base = f"{course.game.id}.learnt."
    return [
        requests.LearntThing(Phrase(base + thing.name), Phrase(f"{base}{thing.name}.say"), thing.clause)
        for thing in course.lesson.learnt
    ]
