"""What a decision would have looked like from other truths: the inner loop of undo, compiled once for each game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from bastide.core.jit import TARGET, bind, calling, rule
from bastide.core.state import UNSEEN, action_list, byte_array, new_raw, new_states

if TYPE_CHECKING:
    from types import ModuleType

    from bastide.core.view import View

game: Any = None  # stands for a game's rules; each compiled copy has its own


@rule
def is_same(one: Any, other: Any) -> bool:
    """Whether two rows of bytes are equal."""
    if TARGET == "python":  # a loop over checked cells would take a thousand times as long
        return bool(one.tobytes() == other.tobytes())
    differing = 0
    for i in range(len(one)):  # without a way out, so that many are compared at once
        differing |= one[i] ^ other[i]
    return differing == 0


@calling
def find_other(
    known: Any, viewer: int, action: int, seen: Any, rng: Any, tries: int,
    truths: Any, twins: Any, after: Any, raw: Any, buf: Any,
) -> bool:  # fmt: skip
    """Draws truths from what a viewer knew until one is found from which the decision would have looked otherwise.

    From each truth the same decision (any legal one, where it was not seen) is tried until the view is the one that
    was `seen`; `raw` are the bytes of `after`, where the views are put.
    """
    a = action
    for _ in range(tries):
        game.redeal(known[0], viewer, rng, truths)
        n = game.legal(truths[0], buf)
        k = 0
        is_found = False
        while k < n and not is_found:
            if action == UNSEEN:
                a = buf[k]
            if buf[k] == a:
                twins[0] = truths[0]
                game.apply(twins[0], a)
                game.look(twins[0], viewer, after)
                is_found = is_same(raw[0], seen)
            k += 1
        if not is_found:
            return True
    return False


@cache
def _loop(kernel: ModuleType) -> Any:
    return bind((find_other,), kernel).find_other


def could_differ(known: View, action: int, seen: View, rng: Any, tries: int) -> bool:
    """Whether a decision (UNSEEN: any) that led from one view to another could have led elsewhere, by some truths."""
    game = known.game
    truths, twins = new_states(game.state), new_states(game.state)
    after, raw = new_raw(game.state)
    shown = byte_array(bytes(seen))
    out = action_list(game.buffer)
    found = _loop(game.kernel)(known.states, known.seat, action, shown, rng, tries, truths, twins, after, raw, out)
    return bool(found)
