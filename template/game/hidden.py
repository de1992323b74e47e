"""Nothing is hidden: a view is the whole truth."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule


@rule
def look(s: Any, seat: int, out: Any) -> None:
    """Everybody sees everything."""
    out[0] = s


@rule
def redeal(v: Any, seat: int, rng: Any, out: Any) -> None:
    """The one truth behind a view is the view itself."""
    out[0] = v
