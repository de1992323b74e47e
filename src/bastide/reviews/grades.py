"""Four words for what a move did, and when each is said; one table for terminal, page and documents."""

from __future__ import annotations

import msgspec

from bastide.reviews.shares import WHOLE

POINT = WHOLE // 100  # one point: a hundredth of first place
KEYSTONE, SOUND, DETOUR, COSTLY = "keystone", "sound", "detour", "costly"
GRADES = (KEYSTONE, SOUND, DETOUR, COSTLY)  # the order in which they are always told
FORCED = ""  # where there was no choice, nothing is graded


class Thresholds(msgspec.Struct, frozen=True):
    """Win share in millionths; whatever lies within its error is sound."""

    keystone: int = 6 * POINT  # the next best is at least so far behind
    detour: int = 2 * POINT  # lost from here on
    costly: int = 8 * POINT  # lost more than this


THRESHOLDS = Thresholds()


def grade(loss: int, lead: int, error: int, limits: Thresholds = THRESHOLDS) -> str:
    """The word for a move that lost so much to the best, or was the best with such a lead; both to within `error`."""
    if loss == 0:
        return KEYSTONE if lead >= limits.keystone and lead > error else SOUND
    if loss < limits.detour or loss <= error:
        return SOUND
    return DETOUR if loss <= limits.costly else COSTLY
