"""Compiled and interpreted rules play identical games."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from bastide.core.game import Game
from bastide.core.play import Simulator

PROGRAM = """
import json, sys
from bastide.core.play import Simulator
from bastide.games import load
game = load(sys.argv[1])
simulator = Simulator(game, int(sys.argv[2]), game.spec.check_options({}))
print(json.dumps([simulator.play(9, number).digest for number in range(int(sys.argv[3]))]))
"""


@pytest.mark.broad
@pytest.mark.compiled
def test_interpreted_games_are_the_compiled_ones(table: tuple[Game, int]) -> None:
    game, seats = table
    games = 3
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, game.id, str(seats), str(games)],
        env={**os.environ, "BASTIDE_TARGET": "python"},
        capture_output=True,
        text=True,
        check=True,
    )
    simulator = Simulator(game, seats, game.spec.check_options({}))
    assert json.loads(run.stdout) == [simulator.play(9, number).digest for number in range(games)]
