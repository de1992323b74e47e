"""Hints: the Champion's move, what else there is, and why, in both languages."""

from __future__ import annotations

from bastide.bots.hint import ALTERNATIVES, Hinter, compare, hint, judge
from bastide.bots.search import Budget, Finding
from bastide.core.catalogue import LANGUAGES, say_phrase
from bastide.core.game import Game
from bastide.games import GAMES, load
from tests.walks import sample


def test_a_hint_is_legal_and_can_be_said_in_both_languages(game: Game) -> None:
    hinter = Hinter(game, budget=Budget(50))
    for m in sample(game, game.spec.seats[0], seed=51, every=12):
        if m.to_move < 0:
            continue
        given = hinter.hint(m.view(m.to_move))
        actions = [alternative.action for alternative in given.alternatives]
        assert set(actions) <= set(m.legal)
        assert 1 <= len(actions) <= min(len(m.legal), ALTERNATIVES)  # bids not worth a look are left out
        assert len(set(actions)) == len(actions)
        for alternative in given.alternatives:
            assert 0 <= alternative.share <= 100
            assert alternative.action == m.moves[alternative.text]
            assert bool(alternative.reasons) == (len(actions) > 1)
            for language in LANGUAGES:
                for phrase in (given.verdict, alternative.label, *alternative.reasons):
                    assert "{" not in say_phrase(language, phrase)


def test_the_hint_is_the_move_that_was_searched_most(game: Game) -> None:
    m = game.new(seed=8)
    given = hint(m.view(m.to_move), budget=Budget(100))
    thought = [alternative.thought for alternative in given.alternatives]
    assert thought == sorted(thought, reverse=True)
    assert given.action == given.alternatives[0].action
    assert given.iterations == 100 or len(m.legal) == 1


def test_a_verdict_says_whether_it_is_close() -> None:
    best, near, far = Finding(1, 50, 0.5, 0.50), Finding(2, 40, 0.5, 0.49), Finding(3, 10, 0.3, 0.30)
    assert judge([best]).key == "bots.hint.only"
    assert judge([best, near]).key == "bots.hint.close"
    assert judge([best, far]).key == "bots.hint.clear"
    assert judge([best, far]).values == {"first": 50, "second": 30}
    assert judge([far, best]).key == "bots.hint.narrow"


def test_reasons_are_the_weightiest_terms_graded() -> None:
    game = load(GAMES[0])
    own, rival = [0] * len(game.terms), [0] * len(game.terms)
    own[0], own[1] = 250, -70
    first, second = compare(game, own, rival, 0.1)
    assert (first.key, first.values) == ("bots.hint.more.3", {"term": f"@{game.terms[0]}"})
    assert (second.key, second.values) == ("bots.hint.less.2", {"term": f"@{game.terms[1]}"})


def test_where_no_term_decides_the_search_is_the_reason() -> None:
    game = load(GAMES[0])
    level = [0] * len(game.terms)
    assert [phrase.key for phrase in compare(game, level, level, 0.1)] == ["bots.hint.later.more"]
    assert [phrase.key for phrase in compare(game, level, level, -0.1)] == ["bots.hint.later.less"]
    assert [phrase.key for phrase in compare(game, level, level, 0.01)] == ["bots.hint.equal"]
