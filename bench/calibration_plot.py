"""The plot of a calibration: what was said against what came of it, all games in one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

from bastide.arena.plots import INKS


class Binned(Protocol):
    """What is drawn of a game."""

    @property
    def games(self) -> int: ...
    @property
    def error(self) -> float: ...
    @property
    def said(self) -> Sequence[float]: ...
    @property
    def came(self) -> Sequence[float]: ...
    @property
    def weight(self) -> Sequence[float]: ...


def draw_plot(found: Mapping[str, Binned]) -> str:
    """All games in one plot: what was said along, what came of it up, the diagonal dashed."""
    size, edge = 420, 46

    def place(v: float) -> float:
        return edge + v * (size - 2 * edge)

    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 190} {size}" font-family="sans-serif" '
        f'font-size="13"><rect width="100%" height="100%" fill="#fffdf8"/>',
        f'<path d="M{place(0)} {place(1)}L{place(1)} {place(0)}" stroke="#888" stroke-dasharray="5 4"/>',
    ]
    for v in (0, 0.25, 0.5, 0.75, 1):
        body.append(f'<path d="M{place(v)} {place(0)}V{place(1)}M{place(0)} {place(1 - v)}H{place(1)}" stroke="#ddd"/>')
        body.append(f'<text x="{place(v)}" y="{size - 24}" text-anchor="middle">{v:.0%}</text>')
        body.append(f'<text x="{edge - 6}" y="{place(1 - v) + 4}" text-anchor="end">{v:.0%}</text>')
    for i, (name, bins) in enumerate(sorted(found.items())):
        points = [(a, b, w) for a, b, w in zip(bins.said, bins.came, bins.weight, strict=True) if w > 0]
        path = "L".join(f"{place(a):.1f} {place(1 - b):.1f}" for a, b, _ in points)
        body.append(f'<path d="M{path}" fill="none" stroke="{INKS[i]}" stroke-width="1.5"/>')
        for a, b, w in points:
            radius = 2.5 + 9 * math.sqrt(w)
            body.append(f'<circle cx="{place(a):.1f}" cy="{place(1 - b):.1f}" r="{radius:.1f}" fill="{INKS[i]}" '
                        f'fill-opacity=".55"/>')  # fmt: skip
        body.append(f'<text x="{size - 10}" y="{70 + 42 * i}" fill="{INKS[i]}" font-weight="bold">{name}</text>')
        body.append(f'<text x="{size - 10}" y="{87 + 42 * i}">error {bins.error:.3f}, {bins.games} games</text>')
    body.append(f'<text x="{size / 2}" y="{size - 6}" text-anchor="middle">win share said</text>')
    body.append(f'<text transform="translate(12 {size / 2}) rotate(-90)" text-anchor="middle">games won</text></svg>')
    return "\n".join(body) + "\n"
