"""Five levels for every game, each named in both languages, the stronger winning more."""

from __future__ import annotations

import random

import pytest

from bastide.arena.run import play_here
from bastide.arena.schedule import fixtures, plan
from bastide.arena.standing import by_deal
from bastide.bots import BOTS, LEVELS, UnknownBot, check_bot, describe_bot, make_bot
from bastide.bots.levels import CLASSICS, classic_of, ladder_of, ranks_of
from bastide.bots.search import BadBudget
from bastide.core.catalogue import LANGUAGES, catalogue
from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.rng import new_rng
from bastide.core.state import new_states, to_bytes
from bastide.table.chair import Chair
from bastide.table.telling import seat_names
from tests.walks import sample


def share(game: Game, strong: str, weak: str, games: int) -> float:
    """What the stronger takes of the first places, from fixed deals."""
    tournament = plan(game, game.spec.seats[0], [strong, weak], seed=2024)
    shares = by_deal(list(play_here(tournament, fixtures(tournament, games))), strong)
    return sum(shares) / len(shares)


def test_greedy_beats_uniform(game: Game) -> None:
    assert share(game, "greedy", "uniform", 30) >= 0.75


def test_level_3_beats_level_1(game: Game) -> None:
    assert share(game, "level3", "level1", 24) >= 0.65


@pytest.mark.judged
def test_each_level_errs_less_than_the_one_before(game: Game) -> None:
    heats = ranks_of(game).heats
    assert list(heats) == sorted(heats, reverse=True)
    assert len(set(heats)) == len(LEVELS)
    for name, heat in zip(LEVELS, heats, strict=True):
        assert describe_bot(name, game)["heat"] == heat


def test_the_classic_levels_are_those_without_a_judge(game: Game) -> None:
    budgets = [classic_of(name, game).iterations for name in CLASSICS]
    assert budgets == sorted(budgets)
    assert budgets[-1] > budgets[1]
    slips = [level.slip for level in ladder_of(game).levels if level.iterations == 0]
    assert slips == sorted(slips, reverse=True)
    assert describe_bot("classic3", game) == {"slip": 0.0}


def test_a_game_without_a_judge_has_the_levels_of_its_opinion(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.bots.levels.judge_of", lambda _game: None)
    for level, classic in zip(LEVELS, CLASSICS, strict=True):
        assert describe_bot(level, game) == describe_bot(classic, game)
    assert describe_bot("champion", game) == describe_bot("classic5", game)
    m = game.new(seed=3)
    assert make_bot("level2", game, 5).choose(m.view(m.to_move)) in m.legal


def test_what_is_judged_on_one_deal_is_the_same_on_all(game: Game) -> None:
    """An action that shows its mover something hidden must be judged on several deals."""
    if ranks_of(game).deals > 1:
        pytest.skip("judged on several deals")
    play = entry_points(game)
    for m in sample(game, game.spec.seats[0], seed=5, every=9):
        if m.to_move < 0:
            continue
        view, rng = m.view(m.to_move), new_rng(1)
        truths = [view.redeal(rng) for _ in range(3)]
        for a in m.legal[::5]:
            shown = set()
            for truth in truths:
                after, seen = new_states(game.state), new_states(game.state)
                after[0] = truth[0]
                play.apply(after, a)
                play.look(after, view.seat, seen)
                shown.add(to_bytes(seen))
            assert len(shown) == 1, game.write(view.state, a)


def test_every_bot_is_described_differently(game: Game) -> None:
    described = [repr(describe_bot(name, game)) for name in LEVELS]
    assert len(set(described)) == len(LEVELS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_name_of_its_own(language: str) -> None:
    names = [seat_names([Chair(level=name)], language)[0] for name in BOTS]
    assert len(set(names)) == len(names)
    assert all(names)


def test_both_languages_say_the_same_keys() -> None:
    subjects = ("bots.", "arena.")
    english, french = ({key for key in catalogue(language) if key.startswith(subjects)} for language in LANGUAGES)
    assert english == french


def test_a_search_can_be_spelled_out_in_a_name(game: Game) -> None:
    name = "search:40:lean=80:horizon=2"
    usual = ladder_of(game).settings
    described = describe_bot(name, game)
    assert (described["iterations"], described["lean"], described["horizon"]) == (40, 80.0, 2)
    assert described["margin"] == usual.margin
    m = game.new(seed=3)
    assert make_bot(name, game, 5).choose(m.view(m.to_move)) in m.legal


@pytest.mark.judged
def test_a_champion_and_a_judged_bot_can_be_spelled_out_too(game: Game) -> None:
    assert describe_bot("champion:7", game)["iterations"] == 7
    assert describe_bot("judged:0.25", game)["heat"] == 0.25
    m = game.new(seed=3)
    for name in ("champion:7", "judged:0.25"):
        assert make_bot(name, game, 5).choose(m.view(m.to_move)) in m.legal


BADLY_SPELLED = [
    "search:", "search:ten", "search:9:speed=3", "search:9:lean", "search:9:lean=x", "champion:x", "judged:hot",
    "judged:-1", "judged:nan",
]  # fmt: skip


@pytest.mark.parametrize("name", BADLY_SPELLED)
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
