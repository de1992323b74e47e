"""What a seat may know, and the truths behind it.

Nothing is hidden here. Starting hands are laid open before they are taken up, and every later card is taken from the
open money, so a seat with perfect memory knows every hand (ALH-07). Piles are bags whose order does not exist until a
card is drawn, and the scoring cards' places are not stored either. The page still keeps the others' hands face down:
that is `picture`'s task.
"""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared


@rule
@shared
def look(s: Any, _seat: int, out: Any) -> None:
    """ALH-07. A view is the whole record: hidden fields, none."""
    out[0] = s


@rule
@shared
def redeal(v: Any, _seat: int, _rng: Any, out: Any) -> None:
    """ALH-07. The view is the truth: nothing is dealt again."""
    out[0] = v
