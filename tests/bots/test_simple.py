"""The two bots that do not search."""

from __future__ import annotations

import pytest

from bastide.bots import BOTS, UnknownBot, make_bot
from bastide.core.errors import BadSeed, OutOfTurn
from bastide.core.game import Game
from bastide.core.position import Position
from bastide.games import GAMES, load


def play_out(game: Game, names: list[str], seed: int) -> Position:
    """A whole game between bots."""
    position = game.new(len(names), seed=seed)
    bots = [make_bot(name, game, seed + p) for p, name in enumerate(names)]
    while not position.is_over:
        seat = position.to_move
        position.apply(bots[seat].choose(position.view(seat)))
    return position


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["uniform", "greedy"])
def test_the_same_seed_makes_the_same_game(name: str, bot: str) -> None:
    game = load(name)
    seats = game.spec.seats[0]
    first, second = (play_out(game, [bot] * seats, 11) for _ in range(2))
    assert first.plies == second.plies
    assert first.plies != play_out(game, [bot] * seats, 12).plies


def test_an_unknown_bot_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(UnknownBot, match=r"'genius'.*uniform, greedy"):
        make_bot("genius", load(GAMES[0]), 0)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_refuses_a_view_of_a_seat_that_is_not_asked(bot: str) -> None:
    game = load(GAMES[0])
    position = game.new(2, seed=1)
    with pytest.raises(OutOfTurn):
        make_bot(bot, game, 0).choose(position.view(1 - position.to_move))


@pytest.mark.parametrize("bot", BOTS)
def test_a_bad_seed_is_refused(bot: str) -> None:
    with pytest.raises(BadSeed):
        make_bot(bot, load(GAMES[0]), -1)
