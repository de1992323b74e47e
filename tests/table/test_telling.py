"""What a viewer asks in words is understood in both languages and answered from the viewer's own view."""

from __future__ import annotations

import random

import pytest

from bastide.cli.play import open_table
from bastide.core.catalogue import LANGUAGES, catalogue
from bastide.core.game import Game
from bastide.core.state import SPECTATOR
from bastide.games import load
from bastide.table.messages import Told
from bastide.table.seen import answer_for
from bastide.table.table import Table
from bastide.table.telling import ASK, INSTEAD, OF, Teller

NASTY = ["🦊 Ada", "Ben-Gurion's", "O’Neil", "Čeněk (2)", "ا‍لف", "Fay"]


def table_of(game: str, names: list[str], moves: int = 0, seed: int = 5) -> Table:
    """A table of people after some random decisions."""
    table = open_table(load(game), {}, names, set(), seed)
    chooser = random.Random(seed)
    for _ in range(moves):
        if table.mover < 0:
            break
        table.act(table.mover, [chooser.choice(table.match.view(table.mover).legal)], table.ply(table.mover), 0)
    return table


def teller(table: Table, viewer: int, language: str = "en") -> Teller:
    return Teller(table.match, viewer, language, [chair.name or "" for chair in table.chairs])


@pytest.mark.broad
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_of_the_grammar_is_understood(game: Game, language: str) -> None:
    seats = game.spec.seats[1]
    asked = teller(table_of(game.id, NASTY[:seats], moves=20), 0, language)
    for key, texts in catalogue(language).items():
        if not key.startswith(ASK):
            continue
        topic = key.removeprefix(ASK)
        wanted = {topic.removesuffix(OF), *INSTEAD.get(topic, ())}
        if not wanted & set(asked.topics):
            continue
        for phrase in texts.split(" / "):
            for p, name in enumerate(asked.names):
                question = asked.understand(
                    phrase.replace("{who}", name).replace("{place}", "c3").strip().upper() + " ?"
                )
                assert question is not None, phrase
                assert question.topic in wanted, phrase
                assert question.seat == (p if "{who}" in phrase else None), phrase
                assert question.place == ("c3" if "{place}" in phrase else ""), phrase


def test_questions_are_answered(game: Game) -> None:
    table = table_of(game.id, NASTY[: game.spec.seats[0]], moves=30)
    for language in LANGUAGES:
        asked = teller(table, table.mover, language)
        for question in asked.answer({"en": "help", "fr": "aide"}[language]).lines:
            told = asked.answer(question)
            assert told.heading
            assert all(told.lines)
            assert asked.understand(question) is not None, question


def test_all_that_can_be_done_is_told(game: Game) -> None:
    table = table_of(game.id, ["Ada", "Ben", "Cleo"][: game.spec.seats[0]], moves=11)
    mover = table.mover
    legal = table.match.view(mover).legal
    assert len(answer_for(table, mover, "en", "what can I do").lines) == len(legal)
    other = (mover + 1) % table.setup.seats
    assert answer_for(table, other, "en", "what can I do").lines == ["It is not your turn."]


def told_of(game: str, question: str, moves: int, seed: int = 5) -> Told:
    table = table_of(game, ["Ada", "Ben", "Cleo"][: load(game).spec.seats[0]], moves, seed)
    return answer_for(table, table.mover, "en", question)


def test_why_not_names_the_clause_or_says_that_it_is_allowed() -> None:
    table = table_of("enghien", ["Ada", "Ben"], moves=1)
    taken = next(cell.cell for cell in table.match.view(0).picture().layout if cell.taken_by is not None)  # type: ignore[attr-defined]
    assert "(ENG-0" in answer_for(table, table.mover, "en", f"why not {taken}").lines[0]
    free = next(cell.cell for cell in table.match.view(0).picture().layout if cell.taken_by is None)  # type: ignore[attr-defined]
    assert answer_for(table, table.mover, "en", f"why not {free}").lines[0].startswith("You can: ")
    assert answer_for(table, table.mover, "en", "why not nonsense").lines == ["Nothing can be chosen there now."]


def test_a_row_of_the_board_is_told_alone() -> None:
    told = told_of("enghien", "column c", moves=0)
    assert {line[0] for line in told.lines} == {"C"}
    assert [line.partition(",")[0] for line in told_of("enghien", "cell b2", moves=0).lines] == ["B2"]


def test_what_happened_begins_with_ones_own_decision() -> None:
    table = table_of("alhambra", ["Ada", "Ben"], moves=12)
    lines = answer_for(table, table.mover, "en", "what happened").lines
    assert lines[0].startswith(["Ada", "Ben"][table.mover])


def test_what_is_not_understood_is_answered_with_what_can_be_asked() -> None:
    told = told_of("carpe_diem", "xyzzy", moves=3)
    assert "xyzzy" in told.lines[0]
    assert "scoring cards" in told.lines[0]


def test_a_spectator_asks_as_well(game: Game) -> None:
    table = table_of(game.id, NASTY[: game.spec.seats[0]], moves=9)
    assert answer_for(table, SPECTATOR, "fr", "").lines
    assert answer_for(table, SPECTATOR, "en", "what can I do").lines == ["It is not your turn."]
