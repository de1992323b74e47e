"""The mutants are what they say: rules, one change each, the same ones for a seed."""

from __future__ import annotations

import ast

import pytest

from bastide.core.game import Game
from tests.mutants import OPINIONS, Finding, changed_text, chosen, is_the_same, mutants_of, text_of, told_change


@pytest.mark.broad
def test_a_mutant_differs_in_one_line_of_a_rule(game: Game) -> None:
    for mutant in chosen(game.id, 20, 3):
        text = text_of(game.id, mutant.file)
        assert mutant.file not in OPINIONS
        assert ast.dump(ast.parse(changed_text(text, mutant))) != ast.dump(ast.parse(text))
        before, after = told_change(text, mutant).split(" -> ")
        assert before != after
        found = Finding(*mutant, "", told_change(text, mutant))
        assert is_the_same(game.id, mutant, found)
        assert not is_the_same(game.id, mutant, Finding(*mutant, "", "another line -> a third"))


@pytest.mark.broad
def test_a_seed_chooses_the_same_mutants_each_once(game: Game) -> None:
    every = list(mutants_of(game.id))
    assert len(set(every)) == len(every) > 60
    assert chosen(game.id, 30, 1) == chosen(game.id, 30, 1) != chosen(game.id, 30, 2)
    assert len(set(chosen(game.id, 30, 1))) == 30
    assert sorted(chosen(game.id, 10**6, 1)) == sorted(every)
