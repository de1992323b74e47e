"""Scorings told as tables: they add up to the scores, agree with the log, and end with who has won."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from bastide.core.catalogue import LANGUAGES, catalogue
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.rulebook import rulebook
from bastide.core.state import SPECTATOR
from bastide.core.words import Event, Tally
from tests.walks import walk


def stories(game: Game, seats: int, **options: int) -> Iterator[tuple[Position, list[Event]]]:
    """Every ply of a random game as a spectator is told of it, with the position after it."""
    for before, after in pairwise(m.copy() for m in walk(game, seats, seed=5, **options)):
        learned = game.witness(before.state, after.plies[-1].action, SPECTATOR)
        yield after, game.story(before.view(SPECTATOR).state, learned, after.view(SPECTATOR).state)


def rows_total(tally: Tally) -> list[int]:
    """What every column has when all rows are counted."""
    return [had + sum(row.cells[c].points for row in tally.rows) for c, had in enumerate(tally.before)]


def test_a_tally_adds_up_to_the_scores_and_to_the_gains_of_its_ply(table: tuple[Game, int]) -> None:
    game, seats = table
    had = [0] * 8
    last: Tally | None = None
    for after, events in stories(game, seats):
        gained = list(had)
        for event in events:
            for gain in event.gains:
                gained[gain.seat] += gain.points
        for tally in [event.tally for event in events if event.tally]:
            assert rows_total(tally)[:seats] == gained[:seats], after.where()
            last = tally
        had = gained
    assert last is not None
    assert last.final
    assert rows_total(last)[:seats] == [score.points for score in after.scores()]


def test_the_last_line_of_a_game_says_who_has_won(table: tuple[Game, int]) -> None:
    game, seats = table
    *_, (after, events) = stories(game, seats)
    winners = [seat for seat, score in enumerate(after.scores()) if score.place == 1]
    assert events[-1].depth == 0
    assert events[-1].seat == (winners[0] if len(winners) == 1 else -1)


def test_what_a_tally_says_is_in_both_languages_and_in_the_rules(game: Game) -> None:
    clauses = rulebook(game.folder, "en").keys()
    tallies = [event.tally for _, events in stories(game, game.spec.seats[0]) for event in events if event.tally]
    assert tallies
    for tally in tallies:
        said = [tally.title, tally.note, *(row.label for row in tally.rows), *(row.pays for row in tally.rows)]
        for language in LANGUAGES:
            assert {phrase.key for phrase in said if phrase} <= catalogue(language).keys()
        assert {*tally.clauses, *(row.clause for row in tally.rows)} <= clauses


@pytest.mark.parametrize("scoring", ["A", "B", "C"])
def test_an_alhambra_tally_shows_the_places_that_its_scoring_pays(scoring: str) -> None:
    """ALH-30, ALH-31: one place in A, two in B, three in C; those tied have one place and share it."""
    from bastide.games.alhambra import GAME

    places = {"A": 1, "B": 2, "C": 3}[scoring]
    told = [event.tally for _, events in stories(GAME, 4) for event in events if event.tally]
    rows = [row for tally in told if tally.mark == scoring for row in tally.rows]
    if not rows:
        pytest.fail(f"the seed plays no scoring {scoring}")
    for row in rows:
        assert all(1 <= cell.place <= places for cell in row.cells if cell.points)
        for cell in row.cells:
            same = [other for other in row.cells if cell.points and other.count == cell.count]
            assert not same or all((other.points, other.tied) == (cell.points, len(same)) for other in same)
