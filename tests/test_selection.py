"""What `make test` takes of broad and lengthy tests; the rest of them is left to `make test-rest`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import pytest_collection_modifyitems as select


class Case:
    """As much of a collected test as the selection looks at."""

    def __init__(self, nodeid: str, *marks: str) -> None:
        self.nodeid = nodeid
        self.marks = set(marks)

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks.add(mark.name)


def slow_ones(*cases: Case) -> list[str]:
    listed: list[Any] = list(cases)
    select(listed)
    return [case.nodeid for case in cases if "slow" in case.marks]


def test_of_a_broad_test_one_case_is_taken_and_the_others_are_slow() -> None:
    cases = [Case(f"test_a.py::test_b[{n}]", "broad") for n in range(5)]
    assert len(slow_ones(*cases)) == 4


def test_cases_that_are_slow_already_are_not_the_one_that_is_taken() -> None:
    cases = [Case(f"test_a.py::test_b[{n}]", "broad", "slow") for n in range(5)]
    assert len(slow_ones(*cases, Case("test_a.py::test_b[5]", "broad"))) == 5


def test_other_tests_are_all_taken() -> None:
    assert slow_ones(*(Case(f"test_a.py::test_b[{n}]") for n in range(5))) == []


def test_which_one_is_taken_differs_from_test_to_test() -> None:
    taken = set()
    for name in "abcdefgh":
        cases = [Case(f"test_a.py::test_{name}[{n}]", "broad") for n in range(4)]
        (kept,) = {case.nodeid for case in cases} - set(slow_ones(*cases))
        taken.add(kept[-2])
    assert len(taken) > 1


@pytest.mark.parametrize(("target", "slow"), [("python", ["test_a.py::test_b"]), ("cpu", [])])
def test_a_lengthy_test_is_slow_where_it_is_interpreted(
    monkeypatch: pytest.MonkeyPatch, target: str, slow: list[str]
) -> None:
    monkeypatch.setitem(select.__globals__, "TARGET", target)
    assert slow_ones(Case("test_a.py::test_b", "lengthy")) == slow
