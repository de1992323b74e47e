"""Nonsense, in short: `python -m bench.server_fuzz` sends a hundred thousand messages."""

from __future__ import annotations

import pytest

from bastide.core.game import Game
from bastide.games import GAMES
from bench.server_fuzz import run
from tests.server.serving import Running


@pytest.mark.broad
def test_messages_of_nonsense_are_refused_and_change_nothing(server: Running, game: Game) -> None:
    answers = run(server.port, sockets=120, requests=0, games=[game.id])
    assert answers["sent: messages"] > 120
    assert answers["table.refused.message"] > 12
    assert answers["closed: too large"] == 3


def test_requests_of_nonsense_are_refused_and_change_nothing(server: Running) -> None:
    assert run(server.port, sockets=20, requests=260, games=GAMES[:1])["sent: requests"] > 100
