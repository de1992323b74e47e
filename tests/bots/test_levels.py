"""Five levels for every game, each named in both languages, the stronger winning more."""

from __future__ import annotations

import random

import pytest

from bastide.arena.run import play_here
from bastide.arena.schedule import fixtures, plan
from bastide.arena.standing import by_deal
from bastide.bots import BOTS, LEVELS, UnknownBot, check_bot, describe_bot, make_bot
from bastide.bots.levels import ladder_of, level_of, name_level
from bastide.bots.search import BadBudget
from bastide.core.catalogue import LANGUAGES, catalogue, say_phrase
from bastide.core.game import Game
from bastide.core.words import Phrase


def share(game: Game, strong: str, weak: str, games: int) -> float:
    """What the stronger takes of the first places, from fixed deals."""
    tournament = plan(game, game.spec.seats[0], [strong, weak], seed=2024)
    shares = by_deal(list(play_here(tournament, fixtures(tournament, games))), strong)
    return sum(shares) / len(shares)


def test_greedy_beats_uniform(game: Game) -> None:
    assert share(game, "greedy", "uniform", 30) >= 0.75


def test_level_3_beats_level_1(game: Game) -> None:
    assert share(game, "level3", "level1", 24) >= 0.65


def test_each_level_thinks_no_less_than_the_one_before(game: Game) -> None:
    budgets = [level_of(name, game).iterations for name in LEVELS]
    assert budgets == sorted(budgets)
    assert budgets[-1] > budgets[1]
    slips = [level.slip for level in ladder_of(game).levels if level.iterations == 0]
    assert slips == sorted(slips, reverse=True)


def test_every_bot_is_described_differently(game: Game) -> None:
    described = [repr(describe_bot(name, game)) for name in LEVELS]
    assert len(set(described)) == len(LEVELS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LEVELS)
def test_a_level_has_a_name_and_a_description(name: str, language: str) -> None:
    called, about = (say_phrase(language, phrase) for phrase in name_level(name))
    assert called
    assert len(about) > len(called)


def test_the_bots_without_a_level_are_named_too() -> None:
    for language in LANGUAGES:
        for name in BOTS:
            if name not in LEVELS:
                assert say_phrase(language, Phrase(f"bots.{name}.name"))


def test_both_languages_say_the_same_keys() -> None:
    rooms = ("bots.", "arena.")
    english, french = ({key for key in catalogue(language) if key.startswith(rooms)} for language in LANGUAGES)
    assert english == french


def test_a_search_can_be_spelled_out_in_a_name(game: Game) -> None:
    name = "search:40:lean=80:horizon=2"
    usual = ladder_of(game).settings
    described = describe_bot(name, game)
    assert (described["iterations"], described["lean"], described["horizon"]) == (40, 80.0, 2)
    assert described["margin"] == usual.margin
    m = game.new(seed=3)
    assert make_bot(name, game, 5).choose(m.view(m.to_move)) in m.legal


@pytest.mark.parametrize("name", ["search:", "search:ten", "search:9:speed=3", "search:9:lean", "search:9:lean=x"])
def test_a_search_spelled_wrongly_is_refused_with_the_form(name: str) -> None:
    with pytest.raises(UnknownBot, match="ITERATIONS"):
        check_bot(name)


def test_a_spelled_search_needs_a_budget() -> None:
    with pytest.raises(BadBudget):
        check_bot("search:0")


def test_a_level_answers_a_forced_move_at_once(game: Game) -> None:
    """Where a game has a forced move at all: a card that is the last to be taken, a purse that pays in one way only."""
    bot = make_bot("level5", game, 1)
    chooser = random.Random(1)
    m = game.new(seed=1)
    while len(m.legal) != 1:
        m.apply(chooser.choice(m.legal))
        assert not m.is_over
    assert bot.choose(m.view(m.to_move)) == m.legal[0]
