"""Notation, refusals, stories and texts of every game."""

from __future__ import annotations

import contextlib
import random
import re
from collections import deque
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bastide.core.catalogue import LANGUAGES, catalogue, say_phrase
from bastide.core.errors import BadNotation, IllegalAction, PositionError
from bastide.core.game import Game
from bastide.core.notation import unaccented
from bastide.core.position import Position
from bastide.core.rulebook import rulebook
from bastide.core.state import CHANCE, SPECTATOR
from bastide.core.words import Event, Phrase
from tests.walks import sample, walk


def test_notation_reads_back(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in sample(game, seats, seed=41, every=4):
        actions = m.legal or [outcome for outcome, _ in m.outcomes()]
        texts = [game.write(m.state, a) for a in actions]
        assert len(set(texts)) == len(texts), m.where()
        for a, text in zip(actions, texts, strict=True):
            assert text.isascii()
            assert m.to_move == CHANCE or game.fixed(a) in (None, text)
            assert game.read(m.state, text) == a, f"{text}\n{m.where()}"
            assert game.read(m.state, f"  {text.upper()} ") == a


@pytest.mark.broad
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(max_size=30))
def test_text_that_is_no_move_is_refused_and_changes_nothing(game: Game, text: str) -> None:
    m = game.new(game.spec.seats[1], seed=1)
    before = bytes(m)
    moves = {" ".join(move.lower().split()) for move in m.moves}
    if " ".join(text.lower().split()) in moves:
        return
    with contextlib.suppress(BadNotation):
        if game.read(m.state, text) in m.legal:
            return
    with pytest.raises(PositionError) as refusal:
        m.apply(text)
    assert refusal.value.position
    assert bytes(m) == before


def test_every_illegal_action_has_a_clause_and_a_text(table: tuple[Game, int]) -> None:
    game, seats = table
    clauses = rulebook(game.folder, "en")
    for m in sample(game, seats, seed=42, every=8):
        if m.to_move < 0:
            continue
        before = bytes(m)
        for a in set(range(game.spec.num_actions)) - set(m.legal):
            clause = game.refuse(m.state, a)
            assert clause in clauses, f"action {a}: {clause!r}\n{m.where()}"
            for language in LANGUAGES:
                assert f"{game.id}.refuse.{clause}" in catalogue(language), clause
        a = random.Random(m.ply).choice(sorted(set(range(game.spec.num_actions)) - set(m.legal)))
        with pytest.raises(IllegalAction) as refusal:
            m.apply(a)
        assert refusal.value.clause in clauses
        assert bytes(m) == before


def texts_of(game: Game, m: Position, seat: int) -> list[Phrase | Event]:
    v = m.view(seat).state
    phrases: list[Phrase | Event] = [game.prompt(v, seat).label]
    phrases += [step.label for step in game.prompt(v, seat).steps]
    if m.to_move == seat >= 0:
        choices = [game.choice(v, a, seat) for a in m.legal]
        phrases += [choice.label for choice in choices]
        phrases += [effect.label for choice in choices for effect in choice.effects]
        phrases += [choice.risk.label for choice in choices if choice.risk]
        phrases += [plan.label for plan in game.plans(v, seat)]
    return phrases


def test_every_phrase_is_said_in_every_language(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in sample(game, seats, seed=43, every=6):
        for seat in (SPECTATOR, *range(seats)):
            for phrase in texts_of(game, m, seat):
                for language in LANGUAGES:
                    assert say_phrase(language, phrase, ["Ada"] * seats)


def test_stories_are_said_and_their_gains_add_up_to_the_scores(table: tuple[Game, int]) -> None:
    """Seen by each seat and by a spectator, the points of all events are the final points."""
    game, seats = table
    totals = {seat: [0] * seats for seat in (SPECTATOR, *range(seats))}
    clauses = rulebook(game.folder, "en")
    positions = [m.copy() for m in walk(game, seats, seed=44)]
    for before, now in pairwise(positions):
        a = now.plies[-1].action
        for seat in totals:
            witnessed = game.witness(before.state, a, seat)
            for event in game.story(before.view(seat).state, witnessed, now.view(seat).state):
                assert event.clause == "" or event.clause in clauses
                for language in LANGUAGES:
                    assert say_phrase(language, event, ["Ada"] * seats)
                for gain in event.gains:
                    if gain.seat < seats:
                        totals[seat][gain.seat] += gain.points
                    assert gain.source in catalogue("en")
    points = [score.points for score in positions[-1].scores()]
    assert totals == dict.fromkeys(totals, points)


def test_every_clause_is_told_in_both_languages_with_the_same_marks(game: Game) -> None:
    english, french = rulebook(game.folder, "en"), rulebook(game.folder, "fr")
    assert list(english) == list(french)
    for clause in english.values():
        assert clause.id.startswith(game.spec.clause_prefix + "-")
        assert clause.marks == french[clause.id].marks
        assert len(clause.text) > 20
        assert len(french[clause.id].text) > 20
        assert clause.text != french[clause.id].text


def test_the_catalogues_have_the_same_keys_and_the_same_values() -> None:
    english, french = catalogue("en"), catalogue("fr")
    assert sorted(english) == sorted(french)
    for key, text in english.items():
        names = sorted(set(re.findall(r"{(\w+)}", text)))
        assert sorted(set(re.findall(r"{(\w+)}", french[key]))) == names, key
        assert text
        assert french[key]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_waited_for_is_not_told_as_if_it_had_happened(language: str) -> None:
    """Whoever listens would hear the same sentence before a decision and after it."""
    texts = {key: text.rstrip(".") for key, text in catalogue(language).items()}
    happened = {text for key, text in texts.items() if ".event." in key}
    assert [key for key, text in texts.items() if ".wait." in key and text in happened] == []


def test_a_game_names_its_options_sources_and_terms(game: Game) -> None:
    keys = ["title", "about", *(f"option.{option.name}" for option in game.spec.options)]
    keys += [f"option.{option.name}.help" for option in game.spec.options]
    keys += ["reconstructed"] if game.spec.reconstructed else []
    for language in LANGUAGES:
        texts = catalogue(language)
        assert [key for key in keys if f"{game.id}.{key}" not in texts] == []
        assert [term for term in game.terms if term not in texts] == []
    assert all(option.clause in rulebook(game.folder, "en") for option in game.spec.options)


def test_chance_has_words_too(table: tuple[Game, int]) -> None:
    game, seats = table
    seen = 0
    for m in sample(game, seats, seed=45, every=10):
        if m.to_move == CHANCE:
            seen += 1
            for outcome, _ in m.outcomes():
                assert game.write(m.state, outcome)
    assert seen


@pytest.mark.broad
def test_notation_is_read_in_french_too(table: tuple[Game, int]) -> None:
    """Word for word, with or without accents: what is written in French means the same action."""
    game, seats = table
    for m in sample(game, seats, seed=46, every=6):
        actions = m.legal or [outcome for outcome, _ in m.outcomes()]
        for a in actions:
            french = game.write_in("fr", m.state, a)
            for text in (french, unaccented(french).upper()):
                assert game.read(m.state, text) == a, f"{text}\n{m.where()}"


def test_every_ending_has_a_name_in_both_languages(table: tuple[Game, int]) -> None:
    game, seats = table
    for language in LANGUAGES:
        assert [word for word in game.endings if f"{game.id}.ending.{word}" not in catalogue(language)] == []
    for seed in range(3):
        m = deque(walk(game, seats, seed), maxlen=1).pop()
        assert m.ending in game.endings
        is_shared = sum(score.place == 1 for score in m.scores()) > 1
        assert is_shared == (m.ending == "shared")
