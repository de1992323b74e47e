"""The judges that come with the games say, to the last bit, what they said on the machine that these digests are of."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from bastide.games import load
from bastide.judge import judge_of

SAID = {  # by game; where weights or features are new, a failing test prints what stands here
    "alhambra": "cdd9dce3",
    "batisseurs": "3b0598da",
    "carpe_diem": "d4015c70",
    "enghien": "58cc9115",
}
DECISIONS = 40


def digest(name: str) -> str:
    """Of all that the judge says to every seat, along one game at its largest table."""
    game = load(name)
    judge = judge_of(game)
    assert judge is not None
    m = game.new(game.spec.seats[1], seed=5)
    told = 0
    for number in range(DECISIONS):
        if m.is_over:
            break
        m.apply(m.legal[number * 7 % len(m.legal)])
        for seat in range(m.seats):
            told = zlib.crc32(np.array(judge.value(m.view(seat)), np.float64).tobytes(), told)
    return f"{told:08x}"


@pytest.mark.compiled
@pytest.mark.parametrize("name", SAID)
def test_a_kept_judge_says_the_same_on_every_machine(name: str) -> None:
    assert digest(name) == SAID[name]
