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


def test_every_game_has_a_recipe() -> None:
    for name in GAMES:
        assert recipe_of(load(name)).games >= 1024
