"""Nets of noise, for tests that need one and not a good one."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from bastide.core.game import Game
from bastide.judge.weights import FORMAT, About

HIDDEN, SECOND = 16, 8


def about_noise(of: Game, **changed: Any) -> About:
    about = About(
        format=FORMAT, game=of.id, rules_version=of.spec.rules_version, features_version=of.fields.version,
        features_digest=of.fields.digest, command="noise", seed=0, iterations=0, games=0, decisions=0, seconds=0.0,
        machine="none", mean=40.0, scale=20.0,
    )  # fmt: skip
    return msgspec.structs.replace(about, **changed)


def noise(game: Game, seed: int = 0) -> dict[str, Any]:
    """Layers of a net that says something, and nothing sensible."""
    rng = np.random.default_rng(seed)
    shapes = {
        "w1": (game.fields.total, HIDDEN), "b1": (HIDDEN,), "w2": (HIDDEN, SECOND), "b2": (SECOND,),
        "w3": (SECOND, 2 * game.spec.seats[1]), "b3": (2 * game.spec.seats[1],),
    }  # fmt: skip
    return {name: rng.normal(size=shape) * 0.2 for name, shape in shapes.items()}
