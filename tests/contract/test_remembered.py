"""Parts of a picture that are remembered from earlier positions are what would be made anew."""

from __future__ import annotations

import importlib
from random import Random
from typing import Any

import msgspec
import pytest

from bastide.core.state import CHANCE, SPECTATOR
from bastide.core.view import View
from bastide.games import GAMES, load


def remembering(module: Any) -> dict[str, Any]:
    """The functions of a module that remember their answers, as they are without it."""
    return {name: value.__wrapped__ for name, value in vars(module).items() if hasattr(value, "fields")}


def drawn(view: View) -> bytes:
    return msgspec.json.encode(view.picture())


@pytest.mark.parametrize("name", GAMES)
def test_what_is_remembered_is_what_would_be_made_anew(name: str) -> None:
    game, dice = load(name), Random(7)
    module = importlib.import_module(f"bastide.games.{name}.picture")
    m = game.new()
    while not m.is_over:
        m.roll(dice.randrange(m.chance_total)) if m.to_move == CHANCE else m.apply(dice.choice(m.legal))
        for viewer in (*range(m.seats), SPECTATOR):
            remembered = drawn(m.view(viewer))
            with pytest.MonkeyPatch.context() as forgetful:
                for function, plain in remembering(module).items():
                    forgetful.setattr(module, function, plain)
                assert remembered == drawn(m.view(viewer)), m.where()
