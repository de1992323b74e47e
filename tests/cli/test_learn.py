"""A lesson at the terminal: played, left, taken up again, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.cli.learn import Tutor
from bastide.core.catalogue import LANGUAGES, catalogue, say
from bastide.core.game import Game
from bastide.core.notation import in_language
from bastide.games import load
from tests.cli.test_play import Typist
from tests.table.test_lesson import TAUGHT


def typed(tutor: Tutor) -> Iterator[str]:
    """What the lesson asks for, move by move in the reader's language."""
    while not tutor.course.is_over:
        row = tutor.course.row()
        written = tutor.game.write(tutor.course.position.state, row[0]) if row else ""
        yield in_language(tutor.game.id, tutor.language, written) if row else ""


def tutor_at(game: Game, language: str, places: Path) -> tuple[Tutor, Typist]:
    console = Typist()
    return Tutor(console, game, language, places), console


@pytest.mark.broad
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_typed_to_its_end(name: str, language: str, tmp_path: Path) -> None:
    tutor, console = tutor_at(load(name), language, tmp_path / "lessons.json")
    console.keys = typed(tutor)
    tutor.teach()
    assert tutor.course.is_over
    page = console.page.getvalue()
    assert say(language, "page.lesson.learnt") in page
    assert say(language, "cli.learn.play", game=name) in page


def test_a_lesson_that_was_left_goes_on_where_it_was(tmp_path: Path) -> None:
    game, places = load("enghien"), tmp_path / "lessons.json"
    tutor, console = tutor_at(game, "en", places)
    console.keys = iter(["", "", "take A1", "show", "B2", "quit"])
    tutor.teach()
    page = console.page.getvalue()
    assert say("en", "enghien.lesson.take.wrong") in page.replace("\n", " ")
    assert "(ENG-04)" in page
    assert "take B2" in page.lower() or "take b2" in page.lower()
    again, console = tutor_at(game, "fr", places)
    assert again.course.number == 3
    assert bytes(again.course.position) == bytes(tutor.course.position)
    console.keys = iter(["retour", "sauter", "", "quitter"])
    again.teach()
    assert again.course.number == 4


def test_what_is_no_move_is_answered_with_what_looks_like_it(tmp_path: Path) -> None:
    tutor, console = tutor_at(load("enghien"), "fr", tmp_path / "lessons.json")
    console.keys = iter(["", "", "prnedre B2", "sauterr", "quitter"])
    tutor.teach()
    page = console.page.getvalue()
    assert say("fr", "cli.typed.near", near="prendre B2").rstrip("?").rstrip() in page
    assert say("fr", "cli.typed.near", near="sauter") in page


def test_a_place_that_does_not_fit_begins_anew_and_says_so(tmp_path: Path) -> None:
    places = tmp_path / "lessons.json"
    for kept in (
        '{"enghien": {"rules_version": 1, "done": [[0]], "now": []}}',
        '{"enghien": {"rules_version": 99, "done": [], "now": []}}',
    ):
        places.write_text(kept)
        tutor, console = tutor_at(load("enghien"), "en", places)
        assert tutor.course.number == 0
        assert say("en", "table.refused.lesson") in console.page.getvalue()
    places.write_text("not json")
    assert tutor_at(load("enghien"), "en", places)[0].course.number == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_lesson_is_a_move(language: str) -> None:
    for name in TAUGHT:
        moves = {say(language, key) for key in catalogue(language) if key.startswith(f"{name}.word.")}
        assert moves.isdisjoint(say(language, f"cli.learn.word.{word}") for word in ("skip", "back", "quit"))


def test_a_row_of_moves_is_asked_for_move_by_move(tmp_path: Path) -> None:
    tutor, console = tutor_at(load("alhambra"), "en", tmp_path / "lessons.json")
    console.keys = iter(["", "", "", "skip", "buy garden 8 with florins", "quit"])
    tutor.teach()
    assert "pay 8 florins for the garden" in console.page.getvalue()


def test_what_only_a_page_shows_is_said_otherwise_at_a_terminal(tmp_path: Path) -> None:
    tutor, console = tutor_at(load("enghien"), "en", tmp_path / "lessons.json")
    console.keys = typed(tutor)
    tutor.teach()
    page = console.page.getvalue().replace("\n", " ")
    assert say("en", "enghien.lesson.matrix.say.typed") in page
    assert say("en", "enghien.lesson.matrix.say") not in page


def test_a_board_is_shown_when_it_has_changed_and_not_at_every_sentence(tmp_path: Path) -> None:
    tutor, console = tutor_at(load("enghien"), "en", tmp_path / "lessons.json")
    console.keys = iter(["", "", "skip", "back", "quit"])
    tutor.teach()
    boards = console.page.getvalue().count(say("en", "enghien.board.majorities"))
    assert boards == 3  # the first three sentences are about one board; after the move, and after taking it back


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_ends_before_its_game_and_its_scores_say_so(language: str, tmp_path: Path) -> None:
    tutor, console = tutor_at(load("carpe_diem"), language, tmp_path / "lessons.json")
    console.keys = typed(tutor)
    tutor.teach()
    page = console.page.getvalue()
    assert say(language, "cli.scores.title") not in page
    assert "−8" in page  # two cards that Adèle did not meet, with a true minus
    assert "-8" not in page
