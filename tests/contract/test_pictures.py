"""What a picture's type says: every value of it, words of closed sets too."""

from __future__ import annotations

from typing import get_type_hints

import msgspec

from bastide.core.game import Game
from bastide.core.state import SPECTATOR
from tests.walks import sample


def test_every_picture_is_what_its_type_says(table: tuple[Game, int]) -> None:
    game, seats = table
    kind = get_type_hints(game.picture)["return"]
    for m in sample(game, seats, seed=43, every=12):
        for seat in (SPECTATOR, *range(seats)):
            drawn = game.picture(m.view(seat).state, seat)
            assert msgspec.json.decode(msgspec.json.encode(drawn), type=kind) == drawn, m.where()
