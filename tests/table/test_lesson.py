"""Every lesson is played through, in every way its free places leave open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bastide.core.catalogue import LANGUAGES, catalogue
from bastide.core.game import Game
from bastide.core.rulebook import rulebook
from bastide.games import GAMES, load
from bastide.table import lesson as lessons
from bastide.table.lesson import LEARNER, Course, has_lesson, lesson_file
from bastide.table.refused import Refused

TAUGHT = [name for name in GAMES if lesson_file(load(name)).is_file()]


@pytest.fixture(params=TAUGHT)
def taught(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def walk(game: Game, choose: int = 0) -> Iterator[Course]:
    """The lesson step by step, each time the `choose`-th way to play it."""
    course = Course(game)
    yield course
    while not course.is_over:
        if course.step.expect:
            ways = list(course.rows())
            course.move(ways[choose % len(ways)])
        else:
            course.read_on()
        yield course


def branches(course: Course) -> Iterator[Course]:
    """The end of every game that the free places of a lesson leave open."""
    if course.is_over:
        yield course
        return
    if not course.step.expect:
        course.read_on()
        yield from branches(course)
        return
    done = [*course.done]
    for row in list(course.rows()):
        branch = Course.resume(course.game, done, [])
        branch.move(row)
        yield from branches(branch)


def test_a_lesson_is_played_to_its_end_and_every_expected_move_is_legal(taught: Game) -> None:
    *_, end = walk(taught)
    assert end.is_over
    assert len(end.done) == len(end.lesson.step)


def test_a_lesson_goes_through_its_chapters_in_order_and_is_short(taught: Game) -> None:
    steps = Course(taught).lesson.step
    order = ["aim", "turn", "scores", "points"]
    assert sorted({step.chapter for step in steps}, key=order.index) == order
    assert [step.chapter for step in steps] == sorted((step.chapter for step in steps), key=order.index)
    assert 8 <= len(steps) <= 16
    assert len({step.name for step in steps}) == len(steps)


def test_whatever_is_chosen_the_learner_gains_and_is_ahead(taught: Game) -> None:
    for end in branches(Course(taught)):
        scores = end.view().scores
        assert scores.totals[LEARNER] > 0, end.position.where()
        assert scores.totals[LEARNER] == max(scores.totals), end.position.where()


def test_every_step_speaks_both_languages_and_cites_a_clause(taught: Game) -> None:
    course = Course(taught)
    clauses = rulebook(taught.folder, "en")
    wanted = [f"{taught.id}.learnt.{thing.name}{part}" for thing in course.lesson.learnt for part in ("", ".say")]
    for step in course.lesson.step:
        assert step.clause in clauses, step.name
        base = f"{taught.id}.lesson.{step.name}"
        wanted += [base, f"{base}.say"]
    for language in LANGUAGES:
        said = {key for key in catalogue(language) if key.startswith((f"{taught.id}.lesson.", f"{taught.id}.learnt."))}
        assert [key for key in wanted if key not in said] == []
    assert {thing.clause for thing in course.lesson.learnt} <= set(clauses)
    names = {step.name for step in course.lesson.step}
    assert {key.split(".")[2] for key in catalogue("en") if key.startswith(f"{taught.id}.lesson.")} == names


def test_every_marked_piece_is_on_the_table(taught: Game) -> None:
    for course in walk(taught):
        if course.is_over or not course.step.expect:
            continue
        offered = {target for choice in course.view().choices for target in choice.targets}
        offered |= {target for plan in course.view().plans for target in plan.targets}
        pieces = [mark for mark in course.marks() if not mark.startswith(("tip:", "place:"))]
        assert set(pieces) <= offered, course.step.name


def test_what_a_step_waits_for_is_offered_as_a_whole(taught: Game) -> None:
    """A choice that begins a plan is only offered with it: a step that waits for less could not be played."""
    for course in walk(taught):
        if course.is_over or not course.step.expect:
            continue
        view = course.view()
        begun = {plan.actions[0] for plan in view.plans}
        offered = [list(plan.actions) for plan in view.plans]
        offered += [[choice.action] for choice in view.choices if choice.action not in begun]
        assert course.row() in offered, course.step.name


def test_a_wrong_move_is_answered_with_a_clause_and_changes_nothing(taught: Game) -> None:
    for course in walk(taught):
        if course.is_over or not course.step.expect:
            continue
        before, expected = bytes(course.position), {row[0] for row in course.rows()}
        others = [action for action in course.position.legal if action not in expected]
        for action in others[:3]:
            with pytest.raises(Refused) as refused:
                course.move([action])
            assert refused.value.clause == course.step.clause
            assert all(refused.value.label.key in catalogue(language) for language in LANGUAGES)
            assert bytes(course.position) == before
        illegal = next(a for a in range(taught.spec.num_actions) if a not in course.position.legal)
        with pytest.raises(Refused) as refused:
            course.move([illegal])
        assert refused.value.clause in rulebook(taught.folder, "en")


def test_a_lesson_is_taken_up_where_it_was_left(taught: Game) -> None:
    for course in walk(taught):
        again = Course.resume(taught, course.done, course.now)
        assert bytes(again.position) == bytes(course.position)
        assert again.number == course.number


def test_what_does_not_belong_to_the_lesson_is_refused(taught: Game) -> None:
    *_, end = walk(taught)
    for done in ([[0]], [[], *end.done], [*end.done, []], [*end.done, [0]]):
        with pytest.raises(Refused, match=r"table\.refused\.lesson|lesson\..*wrong|refuse"):
            Course.resume(taught, done, [])


def test_a_lesson_of_other_rules_says_so(taught: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    other = lessons.lesson_of(taught)
    monkeypatch.setattr(other, "rules_version", 999)
    assert not has_lesson(taught)
    with pytest.raises(Refused) as refused:
        Course(taught)
    assert refused.value.label.key == "table.refused.lesson_version"
    assert refused.value.label.values == {"written": 999, "played": taught.spec.rules_version}
