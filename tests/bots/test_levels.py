"""Five levels for every game, each named in both languages, the stronger winning more."""

from __future__ import annotations

import pytest

from bastide.arena.run import play_here
from bastide.arena.schedule import fixtures, plan
from bastide.arena.standing import by_deal
from bastide.bots import BOTS, LEVELS, describe_bot, make_bot
from bastide.bots.levels import ladder_of, level_of, name_level
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


def test_a_level_answers_a_forced_move_at_once(game: Game) -> None:
    bot = make_bot("level5", game, 1)
    m = game.new(seed=1)
    while len(m.legal) != 1:
        m.apply(m.legal[0])
        if m.is_over:
            pytest.skip(f"{game.id} forced no move on this line")
    assert bot.choose(m.view(m.to_move)) == m.legal[0]
