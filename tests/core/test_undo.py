"""What a decision could have looked like: the compiled loop against a slow one, for every game."""

from __future__ import annotations

import random

import pytest

from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.position import Position
from bastide.core.rng import new_rng
from bastide.core.state import SPECTATOR, UNSEEN, from_bytes, to_bytes
from bastide.core.undo import could_differ
from bastide.core.view import View, legal_in, look_at

pytestmark = pytest.mark.compiled

TRIES = 6
DECISIONS = 60


def differs_slowly(known: View, action: int, seen: View, rng: object, tries: int) -> bool:
    """The same, truth by truth, in plain words."""
    return any(not looks_so(known.redeal(rng), known, action, seen) for _ in range(tries))


def looks_so(truth: object, known: View, action: int, seen: View) -> bool:
    """Whether some decision that it may have been gives the view that was seen."""
    legal = legal_in(known.game, truth)
    tried = legal if action == UNSEEN else [a for a in legal if a == action]
    return any(view_after(truth, known, a) == bytes(seen) for a in tried)


def view_after(truth: object, known: View, action: int) -> bytes:
    twin = from_bytes(known.game.state, to_bytes(truth))
    entry_points(known.game).apply(twin, action)
    return bytes(look_at(known.game, twin, known.seat))


def decided(m: Position, action: int) -> Position:
    after = m.copy()
    after.apply(action)
    return after


def test_the_compiled_loop_says_what_the_slow_one_says(table: tuple[Game, int]) -> None:
    game, seats = table
    chooser = random.Random(seats)
    m = game.new(seats, seed=5)
    answers = set()
    for number in range(DECISIONS):
        if m.is_over:
            break
        after = decided(m, chooser.choice(m.legal))
        action = after.since(m.ply)[0].action
        for viewer in (*range(seats), SPECTATOR):
            known, seen = m.view(viewer), after.view(viewer)
            for told, sight in ((action, seen), (UNSEEN, seen), (action, known)):
                slow = differs_slowly(known, told, sight, new_rng(number), TRIES)
                assert could_differ(known, told, sight, new_rng(number), TRIES) == slow
                answers.add(slow)
        m = after
    assert answers == {True, False}
