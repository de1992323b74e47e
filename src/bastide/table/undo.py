"""Undo, computed from knowledge: a decision can be taken back while nobody has learned anything from it.

A step teaches a viewer something when, of the truths the viewer held possible before it, some would have looked
different after it. Those truths are drawn by `redeal` from the viewer's own view, so the answer is a function of what
the viewer sees: it tells nobody anything.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.position import Position
from bastide.core.rng import new_rng
from bastide.core.state import UNSEEN, copy_state, new_states
from bastide.core.view import legal_in, look_at

TRUTHS = 48  # re-deals tried for one step and one viewer
STREAM = 0x0DD0  # of the generator, so that these re-deals are nobody else's


def teaches(before: Position, action: int, after: Position, viewer: int, truths: int = TRUTHS) -> bool:
    """Whether a decision let a viewer (a seat or SPECTATOR) learn something hidden."""
    known = before.view(viewer)
    if bytes(known) == bytes(before):
        return False  # nothing was hidden from this viewer
    game = before.game
    seen = bytes(after.view(viewer))
    named = game.witness(before.state, action, viewer) != UNSEEN
    rng = new_rng(crc32(bytes(known)), STREAM + viewer)
    return any(
        not _could_look(game, known.redeal(rng), viewer, action if named else UNSEEN, seen) for _ in range(truths)
    )


def _could_look(game: Game, truth: Any, viewer: int, action: int, seen: bytes) -> bool:
    """Whether from this truth the same decision (any legal one, where it was not seen) gives the same view."""
    legal = legal_in(game, truth)
    tried = legal if action == UNSEEN else (action,) if action in legal else ()
    return any(_view_after(game, truth, a, viewer) == seen for a in tried)


def _view_after(game: Game, truth: Any, action: int, viewer: int) -> bytes:
    twin = new_states(game.state)
    copy_state(truth, twin)
    entry_points(game).apply(twin, action)
    return bytes(look_at(game, twin, viewer))
