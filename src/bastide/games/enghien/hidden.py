"""Nothing is hidden in Enghien: all cards differ, so those set aside are known from those that lie open (ENG-02)."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared


@rule
@shared
def look(s: Any, seat: int, out: Any) -> None:
    """ENG-02. Everybody sees everything; the order of a deal does not exist before it is drawn."""
    out[0] = s


@rule
@shared
def redeal(v: Any, seat: int, rng: Any, out: Any) -> None:
    """The one truth behind a view is the view itself."""
    out[0] = v
