"""What is read before anybody plays comes to an end."""

from __future__ import annotations

import pytest

from bastide.bots.warming import load_rules
from bastide.core.position import Position
from bastide.games import GAMES

DRAWS = 10_000  # more than any deal has


@pytest.mark.parametrize("name", GAMES)
def test_the_deal_that_is_read_with_the_rules_ends(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    roll, rolled = Position.roll, 0

    def counted(self: Position, r: int) -> int:
        nonlocal rolled
        rolled += 1
        assert rolled < DRAWS, "drawn for ever"
        return roll(self, r)

    monkeypatch.setattr(Position, "roll", counted)
    load_rules(name)
    assert rolled
