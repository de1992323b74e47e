"""Earlier positions without a whole replay are the same as with one."""

from __future__ import annotations

import random

import pytest

from bastide.core.game import Game
from bastide.core.state import SPECTATOR
from bastide.table.milestones import STRIDE
from tests.table.tables import dealt, play


@pytest.mark.broad
def test_every_earlier_position_is_what_a_replay_gives(game: Game) -> None:
    table, log = dealt(game, game.spec.seats[0])
    chooser = random.Random(2)
    for live in play(table, log, seed=5, undos=0.15):
        if chooser.random() < 0.1:
            shown = live.match.shown(SPECTATOR)
            ply = chooser.randrange(shown.ply + 1)
            assert bytes(live.match.past(SPECTATOR, ply)) == bytes(shown.at(ply))
    position = table.match.position
    for ply in range(position.ply + 1):
        past = table.match.past(SPECTATOR, ply)
        assert (past.ply, bytes(past), past.plies) == (ply, bytes(position.at(ply)), position.plies[:ply])


def test_a_position_is_reached_in_few_plies_once_its_neighbourhood_is_known(game: Game) -> None:
    table, log = dealt(game, game.spec.seats[0])
    for _ in play(table, log, seed=5):
        pass
    last = table.match.position.ply
    table.match.past(SPECTATOR, last - 1)
    kept = table.match._milestones._kept
    assert sorted(kept) == [ply for ply in range(last) if ply % STRIDE == 0]
    for ply in range(last):
        assert ply - max(known for known in kept if known <= ply) < STRIDE
