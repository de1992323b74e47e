"""The tables of verbs of every game agree with its rules, and every name lies in the file it belongs in."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from bastide.core.catalogue import LANGUAGES, catalogue
from bastide.core.game import CONSTANTS, HOMES, Game
from bastide.core.state import CHANCE
from tests.walks import sample


def test_every_id_has_a_verb_and_its_arguments(game: Game) -> None:
    assert game.verbs.size == game.spec.num_actions
    assert game.draws.size == game.spec.max_chance
    for a in range(game.verbs.size):
        verb, args = game.verbs.decode(a)
        assert verb(*args) == a


def test_what_is_legal_is_asked_in_this_phase(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in sample(game, seats, seed=47, every=5):
        if m.to_move == CHANCE:
            asked = game.draws.asked(m.state)
            meant = [game.draws.decode(outcome, m.state).verb for outcome, _ in m.outcomes()]
        else:
            asked = game.verbs.asked(m.state)
            meant = [game.verbs.decode(a).verb for a in m.legal]
        assert [verb.name for verb in meant if verb not in asked] == [], m.where()


def test_every_choice_has_a_word_for_its_button(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in sample(game, seats, seed=48, every=5):
        if m.to_move >= 0:
            v = m.view(m.to_move).state
            buttons = {game.choice(v, a, m.to_move).verb for a in m.legal}
            for language in LANGUAGES:
                assert [button for button in buttons if button not in catalogue(language)] == []


def test_every_verb_is_documented_with_a_move_that_may_be_typed(game: Game) -> None:
    for verb in (*game.verbs, *game.draws):
        assert verb.says, verb.name
        assert "{" not in (verb.example or verb.text), verb.name


def test_every_name_is_written_in_the_file_it_belongs_in(game: Game) -> None:
    for file, names in HOMES.items():
        path = game.folder / f"{file}.py"
        if path.exists():
            passed_on = {CONSTANTS.get(name, name) for name in names} & set(_imported(path.read_text(encoding="utf-8")))
            assert passed_on == set(), path


def _imported(source: str) -> Iterator[str]:
    """The names that a file only passes on."""
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in statement.names)
