"""A lesson over plain requests: the server keeps nothing, and says all there is to see each time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.serving import Running
from tests.server.test_schema import validator
from tests.table.test_lesson import TAUGHT


def learn(server: Running, game: str, **asked: Any) -> tuple[int, Any]:
    return server.ask("POST", f"/api/lessons/{game}", asked)


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_taught_request_by_request(server: Running, name: str) -> None:
    check = validator("LessonView")
    _, lesson = learn(server, name)
    steps = 0
    while lesson["step"] is not None:
        check.validate(lesson)
        place = {"done": lesson["done"], "now": lesson["now"], "rules_version": lesson["rules_version"]}
        assert learn(server, name, **place)[1] == lesson, "to look changes nothing"
        assert (lesson["view"]["choices"] == []) == (lesson["step"]["row"] == [])
        _, lesson = learn(server, name, **place, tried=lesson["step"]["row"])
        steps += 1
    check.validate(lesson)
    assert steps == len(lesson["chapters"])
    assert lesson["learnt"]
    assert lesson["view"]["scores"]["totals"][0] == max(lesson["view"]["scores"]["totals"])


def test_a_wrong_move_is_answered_and_a_foreign_place_is_refused(server: Running) -> None:
    done: list[list[int]] = [[], []]
    _, before = learn(server, "enghien", done=done)
    _, wrong = learn(server, "enghien", done=done, tried=[0])
    assert wrong["answer"] == {
        "label": {"key": "enghien.lesson.take.wrong"},
        "clause": "ENG-04",
        "allowed": True,
    }
    assert wrong["view"] == before["view"]
    _, illegal = learn(server, "enghien", done=done, tried=[3])
    assert (illegal["answer"]["clause"], illegal["answer"]["allowed"]) == ("ENG-04", False)
    assert learn(server, "enghien", done=[[0]])[0] == 409
    status, other = learn(server, "enghien", done=done, rules_version=7)
    assert (status, other["label"]["key"]) == (409, "table.refused.lesson")
    assert learn(server, "nowhere")[0] == 404
    assert learn(server, "enghien", done=[[]] * 100)[0] == 400
