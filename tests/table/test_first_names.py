"""Bots go by first names: drawn by the table, its own for each, none that a person has."""

from __future__ import annotations

from bastide.games import load
from bastide.table.first_names import FIRST_NAMES, free_name
from tests.table.tables import new_table


def test_a_table_draws_its_names_always_in_the_same_order() -> None:
    assert free_name("AAAA", []) == free_name("AAAA", [])
    assert {free_name(f"table{i}", []) for i in range(100)} == set(FIRST_NAMES)


def test_no_two_at_a_table_have_one_name() -> None:
    first = free_name("AAAA", [])
    second = free_name("AAAA", [first.upper()])
    assert second not in (first, "")
    assert free_name("AAAA", FIRST_NAMES) == ""


def test_bots_take_a_name_when_they_sit_down_and_keep_one_they_bring() -> None:
    table = new_table(load("enghien"), 4)
    table.sit(0, "bot", 0, level="level1")
    table.sit(1, "bot", 0, level="level1")
    table.sit(2, "bot", 0, level="level1", name="Flora")
    names = [chair.name for chair in table.chairs[:3]]
    assert len(set(names)) == 3
    assert {*names[:2]} <= set(FIRST_NAMES)
    assert names[2] == "Flora"
