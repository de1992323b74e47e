"""How much work each frame is while something flies: from what the browser itself notes of the page's main thread.

Time is what the processor gives to that thread, so that what else a machine does is left out. A flight is on the screen
from the first frame that holds it: what draws the new position before that is no frame of it.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, NamedTuple

Note = dict[str, Any]

NOTED = ["-*", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "__metadata"]
BEGINS, ENDS = "a flight begins", "a flight ends"
# In the page: each flight leaves a mark when it begins and when it ends, and one can ask whether something flies. A
# flight itself is no work for the main thread; so that there are frames to be late, each one is asked for.
MARK_FLIGHTS = f"""() => {{
  window.bastideFlying = 0
  const animate = Element.prototype.animate
  const mark = (name, by) => (performance.mark(name), (bastideFlying += by))
  Element.prototype.animate = function (...given) {{
    const flight = animate.apply(this, given)
    mark('{BEGINS}', 1)
    for (const end of ['finish', 'cancel']) flight.addEventListener(end, () => mark('{ENDS}', -1))
    return flight
  }}
  const tick = () => requestAnimationFrame(tick)
  tick()
}}"""
LANDED = "() => bastideFlying === 0"


class Frame(NamedTuple):
    """Everything between two frames of the page's own."""

    ms: float
    restyled: int  # elements
    laid_out: int  # objects that were marked for it


def frames(trace: bytes) -> tuple[list[Frame], list[Frame]]:
    """The frames in flight, and those by which a flight began: a new position is drawn, nothing moves yet."""
    notes: list[Note] = json.loads(trace)["traceEvents"]
    marks = sorted((note["ts"], note["name"] == BEGINS) for note in notes if note["name"] in (BEGINS, ENDS))
    main = next((note["pid"], note["tid"]) for note in notes if note["name"] == BEGINS)
    done = sorted(
        (note for note in notes if (note["pid"], note["tid"]) == main and note["ph"] == "X"),
        key=lambda note: int(note["ts"]),
    )
    ends = [note["ts"] + note["dur"] for note in done if note["name"] == "Commit"]
    by_frame: list[list[Note]] = [[] for _ in ends]
    for note in done:
        number = bisect_right(ends, note["ts"])
        if number < len(ends):
            by_frame[number].append(note)
    flying, drawing = [], []
    for begin, end, within in zip([0, *ends[:-1]], ends, by_frame, strict=True):
        if is_flying(marks, begin) and is_flying(marks, end):
            flying.append(frame_of(within))
        elif any(begin <= when <= end and begins for when, begins in marks):
            drawing.append(frame_of(within))
    return flying, drawing


def is_flying(marks: Iterable[tuple[int, bool]], when: int) -> bool:
    return sum(1 if begins else -1 for at, begins in marks if at <= when) > 0


def frame_of(notes: Iterable[Note]) -> Frame:
    ms, restyled, laid_out, until = 0.0, 0, 0, 0
    for note in notes:
        if note["name"] == "RunTask" and note["ts"] >= until:  # a task within another is part of it
            ms += note.get("tdur", 0) / 1000
            until = note["ts"] + note["dur"]
        elif note["name"] == "UpdateLayoutTree":
            restyled += note["args"].get("elementCount", 0)
        elif note["name"] == "Layout":
            laid_out += note["args"]["beginData"]["dirtyObjects"]
    return Frame(ms, restyled, laid_out)
