"""Recipes as the command line changes them; no torch is needed to read one."""

from __future__ import annotations

import pytest

from bastide.core.errors import BastideError
from bastide.games import GAMES, load
from bastide.train.recipes import Recipe, change_recipe, recipe_of


def test_named_numbers_are_changed_and_the_others_stay() -> None:
    changed = change_recipe(Recipe(), "games=64,mix=2+3+2,spar=0.5")
    assert changed == Recipe(games=64, mix=(2, 3, 2), spar=0.5)
    assert change_recipe(changed, "") == changed


@pytest.mark.parametrize("text", ["speed=3", "games", "games=many", "mix=2+x", "games=4;spar=1"])
def test_what_changes_nothing_is_refused_with_the_names(text: str) -> None:
    with pytest.raises(BastideError, match=r"changes nothing in a recipe; .*games.*memory"):
        change_recipe(Recipe(), text)


@pytest.mark.parametrize(
    "text",
    ["games=0", "games=-5", "hidden=0", "batch=0", "memory=0", "heat=0", "heat=nan", "heat_end=-1", "scale=0",
     "mean=inf", "trace=2", "rate=nan", "games=100000000000", "passes=1e9"],
)  # fmt: skip
def test_numbers_beyond_their_range_are_refused_with_it(text: str) -> None:
    with pytest.raises(BastideError, match=rf"'{text}' in a recipe: {text.split('=')[0]} goes from .* to "):
        change_recipe(Recipe(), text)


def test_every_number_of_a_recipe_is_in_its_range() -> None:
    for name in GAMES:
        recipe = recipe_of(load(name))
        told = ",".join(f"{field}={number}" for field, number in recipe._asdict().items() if field != "mix")
        assert change_recipe(recipe, told) == recipe


def test_every_game_has_a_recipe() -> None:
    for name in GAMES:
        assert recipe_of(load(name)).games >= 1024
