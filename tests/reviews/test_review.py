"""Reviews: every figure adds up, decisions are judged on what their movers knew, and what was planted is found."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import bastide
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.record import PlyLine, Record
from bastide.core.rng import new_rng
from bastide.games import load
from bastide.reviews import CannotReview, Review, Study
from bastide.reviews.grades import COSTLY, GRADES
from bastide.reviews.reviewer import Reviewer
from bastide.reviews.shares import WHOLE, more
from tests.reviews.games import fixture_of, play, play_with_one_lucky_draw

pytestmark = [pytest.mark.compiled, pytest.mark.judged]


@pytest.fixture(scope="module")
def reviews() -> dict[str, Review]:
    return {}


@pytest.fixture
def review(game: Game, reviews: dict[str, Review]) -> Review:
    if game.id not in reviews:
        reviews[game.id] = bastide.review(fixture_of(game))
    return reviews[game.id]


def test_from_the_start_to_the_result_every_share_is_accounted_for(review: Review) -> None:
    assert sum(more(review.start, review.draws[0].change)) == WHOLE
    at = review.decisions[0].before
    for decision in review.decisions:
        assert at == decision.before
        assert sum(decision.change) == sum(decision.luck) == sum(decision.unseen) == 0
        at = more(more(more(at, decision.change), decision.luck), decision.unseen)
    assert at == review.result
    assert sum(review.start) == sum(review.result) == WHOLE
    assert all(sum(draw.change) == 0 for draw in review.draws)


def test_the_ledger_closes_to_the_last_digit_exact_and_shown(review: Review) -> None:
    for row in review.ledger:
        assert row.start + row.got - row.gave + row.luck + row.unseen == row.result
        start, got, gave, luck, unseen, result = row.shown
        assert start + got - gave + luck + unseen == result
    columns = list(zip(*(row.shown for row in review.ledger), strict=True))
    assert [sum(column) for column in (columns[0], columns[5])] == [1000, 1000]
    assert sum(columns[1]) == sum(columns[2])
    assert sum(columns[3]) == sum(columns[4]) == 0
    assert sum(row.got for row in review.ledger) == sum(row.gave for row in review.ledger)


def test_every_decision_has_its_word_and_its_mover_only_loses(review: Review) -> None:
    for decision in review.decisions:
        assert decision.grade in ("", *GRADES)
        assert decision.loss == -decision.change[decision.seat] >= 0
        assert (decision.better is None) == (decision.played.action == (decision.better or decision.played).action)
        if decision.grade not in ("", "sound", "keystone"):
            assert decision.loss > decision.error
            assert decision.reasons
    assert len(review.turning) <= 3


def test_the_same_game_always_gives_the_same_review(game: Game, review: Review) -> None:
    assert msgspec.json.encode(bastide.review(fixture_of(game))) == msgspec.json.encode(review)


def test_other_hidden_truths_leave_every_decision_as_it_is(game: Game) -> None:
    study = Study(fixture_of(game))
    said = [_judgement(study, number) for number in range(0, len(study.moments), 3)]
    for i, moment in enumerate(study.moments):
        study.moments[i] = moment._replace(states=study.view(i).redeal(new_rng(7, i)))
        study.weighed[i] = study.weigh(i)
    assert [_judgement(study, number) for number in range(0, len(study.moments), 3)] == said


def _judgement(study: Study, number: int) -> tuple[Any, ...]:
    d = study.decide(number)
    return d.seat, d.played, d.better, d.loss, d.error, d.grade, d.change, d.reasons, d.line


def test_every_game_tries_draws_of_its_own_and_starts_agree_within_their_errors(game: Game) -> None:
    seats = game.spec.seats[0]
    studies = [Study(play(game, seats, seed, lambda m: None)) for seed in (1, 2)]
    assert studies[0].luck_seed != studies[1].luck_seed
    first, second = (study.start for study in studies)
    allowed = 2 * max(1, *(study.start_error for study in studies))
    assert max(abs(a - b) for a, b in zip(first, second, strict=True)) <= allowed
    assert (first != second) == any(not study.draws[0].exact for study in studies)


def test_a_planted_blunder_is_found(game: Game) -> None:
    reviewer, seats = Reviewer(game), game.spec.seats[0]
    planted: list[tuple[int, int]] = []  # the ply, and whose decision it was

    def plant(m: Position) -> int | None:
        if planted or len(m.legal) < 2:
            return None
        weighed = reviewer.weigh(m.view(m.to_move), m.legal[0], 0)
        own = weighed.shares[:, m.to_move]
        if own.max() - own.min() < 0.1 + 3 * reviewer.figures.doubt:
            return None
        planted.append((m.ply, m.to_move))
        return weighed.actions[int(own.argmin())]

    records = (play(game, seats, seed, plant) for seed in range(100))
    review = next(bastide.review(record) for record in records if planted)
    ply, seat = planted[0]
    found = next(decision for decision in review.decisions if decision.ply == ply)
    assert (found.seat, found.grade) == (seat, COSTLY)
    assert found.better is not None
    assert max(review.decisions, key=lambda decision: decision.loss) is found


def test_a_planted_lucky_draw_is_the_luckiest_moment() -> None:
    games = ((lucky, *play_with_one_lucky_draw(load("batisseurs"), 3, lucky, least=0.08)) for lucky in range(3))
    lucky, record, ply = next(game for game in games if game[2] >= 0)
    review = bastide.review(record)
    luckiest = review.luckiest[lucky]
    assert luckiest is not None
    draw = review.draws[luckiest]
    assert draw.first <= ply <= draw.last
    assert draw.change[lucky] > 0
    assert any(turn.kind == "draw" and turn.number == draw.after for turn in review.turning)


def test_refining_looks_again_and_still_adds_up(game: Game) -> None:
    record = fixture_of(game)
    study = Study(record)
    steps: list[tuple[int, int]] = []
    keep = [number for number in range(len(study.moments)) if len(study.weighed[number].actions) > 1][:3]
    study.worth_another_look = lambda number: number in keep  # type: ignore[method-assign]
    review = study.refine(lambda done, of: steps.append((done, of)))
    assert review.refined == len(steps) > 0
    assert [done for done, _ in steps] == list(range(len(steps)))
    for row in review.ledger:
        assert row.start + row.got - row.gave + row.luck + row.unseen == row.result


def changed(record: Record, **fields: Any) -> Record:
    return msgspec.structs.replace(record, **fields)


def test_what_cannot_be_reviewed_is_refused_with_a_key(game: Game) -> None:
    record = fixture_of(game)
    forged = [*record.plies]
    i = next(i for i, line in enumerate(forged) if line.who != "chance")
    forged[i] = PlyLine(forged[i].who, game.spec.num_actions - 1 - forged[i].action, "")
    wrong = {
        "not_over": changed(record, plies=record.plies[:-3], scores=None, ending=None),
        "version": changed(record, rules_version=99),
        "forged": changed(record, plies=forged),
        "huge": changed(record, plies=record.plies * (game.spec.max_plies // len(record.plies) + 1)),
        "game": changed(record, game="chess"),
    }
    for reason, bad in wrong.items():
        with pytest.raises(CannotReview) as refusal:
            bastide.review(bad)
        assert refusal.value.label.key == f"review.refused.{reason}"
