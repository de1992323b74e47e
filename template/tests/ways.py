"""The ways to end."""

from __future__ import annotations

from bastide.games.newgame.scoring import ENDINGS
from tests.fixtures import Way, ends

WAYS: dict[str, Way] = {word: ends(word) for word in ENDINGS}
