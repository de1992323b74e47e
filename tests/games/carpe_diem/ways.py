"""The ways a game of Carpe Diem can end."""

from __future__ import annotations

from tests.fixtures import Way, ends

WAYS = {
    "outright": ends("outright"),
    "by-track": ends("by-track"),
    "by-stack": ends("by-stack"),
    "below-zero": Way(lambda m: min(score.points for score in m.scores()) < 0),
}
