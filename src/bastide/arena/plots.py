"""Small plots as inline SVG, drawn in the colours of the page around them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH = 640
LEFT = 120  # room for names
RIGHT = 60  # room for numbers
NAMED = 100  # room for names at the right
ROW = 34
LINE = 15  # from one name to the next, where curves end beside each other
INKS = ("#1f6f8b", "#b5532a", "#5a7d2a", "#7a4a8b", "#94762a", "#4a4a4a")


class Bar(NamedTuple):
    """A value with its interval."""

    name: str
    value: float
    low: float
    high: float
    text: str


def ink(i: int) -> str:
    return INKS[i % len(INKS)]


def frame(title: str, height: int, body: Sequence[str]) -> str:
    """A titled drawing that scales with the page."""
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}">{"".join(body)}</svg></figure>'
    )


def label(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, css: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{css}"/>'


def interval_plot(title: str, bars: Sequence[Bar], mark: float) -> str:
    """One row a bar: a dot with its interval, and a dashed line where equals would stand."""
    low = min([mark, *(bar.low for bar in bars)])
    high = max([mark, *(bar.high for bar in bars)])
    pad = (high - low or 1.0) * 0.08
    low, high = low - pad, high + pad

    def x(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    height = ROW * len(bars) + 12
    body = [line(x(mark), 2, x(mark), height - 2, "mark")]
    for i, bar in enumerate(bars):
        y = ROW * (i + 0.5) + 6
        body += [
            label(LEFT - 10, y + 5, bar.name, "end"),
            line(x(bar.low), y, x(bar.high), y, "span"),
            f'<circle cx="{x(bar.value):.1f}" cy="{y:.1f}" r="6" fill="{ink(i)}"/>',
            label(WIDTH - RIGHT + 6, y + 5, bar.text),
        ]
    return frame(title, height, body)


def curve_plot(title: str, curves: Sequence[tuple[str, Sequence[float]]], mark: float) -> str:
    """How running means settle, from the first deal to the last; the axis runs from 0 to 1."""
    height = 220
    bottom, right = height - 10, WIDTH - NAMED

    def y(value: float) -> float:
        return bottom - value * (bottom - 10)

    body = [line(LEFT, y(mark), right, y(mark), "mark")]
    body += [label(LEFT - 10, bottom, "0 %", "end"), label(LEFT - 10, 16, "100 %", "end")]
    body += [line(LEFT, 10, LEFT, bottom, "axis"), line(LEFT, bottom, right, bottom, "axis")]
    ends = spread([y(values[-1]) for _, values in curves], 10, bottom)
    for i, ((name, values), end) in enumerate(zip(curves, ends, strict=True)):
        drawn = values if len(values) > 1 else (*values, *values)
        spots = [(LEFT + k / (len(drawn) - 1) * (right - LEFT), y(value)) for k, value in enumerate(drawn)]
        points = " ".join(f"{across:.1f},{down:.1f}" for across, down in (*spots, (right + 14, end)))
        body.append(f'<polyline points="{points}" fill="none" stroke="{ink(i)}" stroke-width="2"/>')
        body.append(label(right + 19, end + 5, name))
    return frame(title, height, body)


def spread(heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """Heights of names in the order they had, near enough to what they name, and none over another."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed, above = list(heights), top - LINE
    for i in order:
        placed[i] = above = max(heights[i], above + LINE)
    below = max(bottom, top + LINE * (len(order) - 1)) + LINE
    for i in reversed(order):
        placed[i] = below = min(placed[i], below - LINE)
    return placed


def histogram(title: str, groups: Sequence[tuple[str, Sequence[int]]], bins: int = 24) -> str:
    """How often each group made how many points, one above the other on one axis."""
    low = min(min(values) for _, values in groups)
    high = max(max(values) for _, values in groups) + 1
    width = (WIDTH - LEFT - RIGHT) / bins
    row = 64
    body = []
    for i, (name, values) in enumerate(groups):
        counts = [0] * bins
        for value in values:
            counts[(value - low) * bins // (high - low)] += 1
        base = row * (i + 1)
        body.append(label(LEFT - 10, base - 8, name, "end"))
        for k, count in enumerate(counts):
            tall = count / max(counts) * (row - 12)
            body.append(
                f'<rect x="{LEFT + k * width:.1f}" y="{base - tall:.1f}" width="{width - 1:.1f}" '
                f'height="{tall:.1f}" fill="{ink(i)}"/>'
            )
        body.append(line(LEFT, base, WIDTH - RIGHT, base, "axis"))
    height = row * len(groups) + 24
    body += [label(LEFT, height - 6, str(low)), label(WIDTH - RIGHT, height - 6, str(high - 1), "end")]
    return frame(title, height, body)
