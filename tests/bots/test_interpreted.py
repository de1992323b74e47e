"""A child that interprets the rules decides as a compiled bot does, and refuses what would take it minutes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bastide.bots import BOTS, LEVELS, make_bot, stand_in_of
from bastide.bots.bot import Dice
from bastide.bots.interpreted import make_interpreted
from bastide.bots.player import Player
from bastide.bots.worker import Failed, Worker
from bastide.core.game import Game
from bastide.core.view import View
from bastide.games import GAMES, load

PATIENCE = 600.0  # seconds; only a test that fails waits so long


@pytest.fixture(scope="module")
def interpreted() -> Iterator[Worker]:
    with make_interpreted() as running:
        yield running


def views_of(game: Game, seats: int, count: int) -> list[View]:
    """What movers of a random game are shown, from its first decision on."""
    m, dice, found = game.new(seats, seed=seats), Random(seats), []
    while not m.is_over:
        found.append(m.view(m.to_move))
        m.apply(dice.choice(m.legal))
    return found[:: len(found) // count][:count]


@pytest.mark.compiled
@pytest.mark.judged
def test_an_interpreted_bot_decides_as_a_compiled_one(interpreted: Worker, game: Game) -> None:
    names = (*LEVELS, stand_in_of("champion", game), "uniform")
    for seats in {game.spec.seats[0], game.spec.seats[1]}:
        for number, (name, view) in enumerate(zip(names, views_of(game, seats, len(names)), strict=True)):
            compiled = make_bot(name, game, 0)
            compiled.dice = Dice(41, number)  # type: ignore[attr-defined]
            asked = (name, view, 41, number, PATIENCE)
            assert interpreted.decide(*asked) == compiled.choose(view)


@pytest.mark.compiled
def test_a_bot_that_searches_is_refused_and_the_child_goes_on(interpreted: Worker) -> None:
    view = views_of(load(GAMES[0]), load(GAMES[0]).spec.seats[0], 1)[0]
    interpreted.decide("uniform", view, 1, deadline=PATIENCE)
    child = interpreted.child
    with pytest.raises(Failed, match="searches"):
        interpreted.decide("champion", view, 1, deadline=PATIENCE)
    interpreted.decide("uniform", view, 1, deadline=PATIENCE)
    assert interpreted.child is child


@pytest.mark.compiled
def test_only_what_searches_has_a_stand_in(game: Game) -> None:
    for name in (*BOTS, "champion:4", "search:4", "judged:0.05"):
        is_search = isinstance(make_bot(name, game, 1), Player)
        assert stand_in_of(name, game) == ("judged" if is_search else name)
        assert stand_in_of(stand_in_of(name, game), game) == stand_in_of(name, game)
