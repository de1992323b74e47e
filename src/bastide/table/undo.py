"""Undo, computed from knowledge: a decision can be taken back while nobody has learned anything from it.

A step teaches a viewer something when, of the truths the viewer held possible before it, some would have looked
different after it. Those truths are drawn by `redeal` from the viewer's own view, so the answer is a function of what
the viewer sees: it tells nobody anything.
"""

from __future__ import annotations

from zlib import crc32

from bastide.core.position import Position
from bastide.core.rng import new_rng
from bastide.core.state import UNSEEN, reader
from bastide.core.undo import could_differ
from bastide.core.view import look_at

TRUTHS = 48  # re-deals tried for one step and one viewer
STREAM = 0x0DD0  # of the generator, so that these re-deals are nobody else's


def teaches(before: Position, action: int, after: Position, viewer: int, truths: int = TRUTHS) -> bool:
    """Whether a decision let a viewer (a seat or SPECTATOR) learn something hidden."""
    known = look_at(before.game, before.states, viewer)
    seen = bytes(known)
    if seen == bytes(before):
        return False  # nothing was hidden from this viewer
    was_seen = before.game.witness(reader(before.states), action, viewer) != UNSEEN
    rng = new_rng(crc32(seen), STREAM + viewer)
    after_it = look_at(after.game, after.states, viewer)
    return could_differ(known, action if was_seen else UNSEEN, after_it, rng, truths)
