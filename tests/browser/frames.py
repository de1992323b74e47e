"""How much work each frame is while something flies: from what the browser itself notes of the page's main thread.

Time is what the processor gives to that thread, so that what else a machine does is left out. A flight is on the screen
from the first frame that holds it: what draws the new position before that is no frame of it.

On a slower processor the same tasks come at the same times and each takes longer. A frame is late there by what is
worked on without a pause until it is drawn: work that was done, and after which the processor had nothing to do, makes
no frame late, however long the next one is in coming.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, NamedTuple

Note = dict[str, Any]

NOTED = ["-*", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "__metadata"]
BEGINS, ENDS = "a flight begins", "a flight ends"
# In the page: each flight leaves a mark when it begins and when it ends, and one can ask what has flown, and be told
# when all has landed: to look in each frame would be work in each. A flight itself is no work for the main thread; so
# that there are frames to be late, each one is asked for. Flights are kept by identity: one that says twice that it
# has ended has ended once.
MARK_FLIGHTS = f"""() => {{
  window.bastideFlown = 0
  const flying = new Set()
  const waiting = new Set()
  window.bastideLanded = (patience) =>
    new Promise((go) => {{
      if (!flying.size) return go(true)
      waiting.add(go)
      setTimeout(() => waiting.delete(go) && go(false), patience)
    }})
  const ended = (flight) => {{
    if (!flying.delete(flight)) return
    performance.mark('{ENDS}')
    if (flying.size) return
    for (const go of waiting) go(true)
    waiting.clear()
  }}
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...given) {{
    const flight = animate.apply(this, given)
    performance.mark('{BEGINS}')
    flying.add(flight)
    bastideFlown++
    for (const end of ['finish', 'cancel']) flight.addEventListener(end, () => ended(flight))
    return flight
  }}
  const tick = () => requestAnimationFrame(tick)
  tick()
}}"""
LANDED = "(patience) => bastideLanded(patience)"  # false when something is still in flight by then
FLOWN = "() => bastideFlown"


SLOWER = 4
COLLECTS = ("MajorGC", "MinorGC", "V8.GC_MC_INCREMENTAL")


class Frame(NamedTuple):
    """Everything between two frames of the page's own, on a processor so much slower."""

    ms: float  # worked on without a pause when it is drawn
    work_ms: float  # in all
    collecting_ms: float  # of that, in tasks of the browser's collector of garbage, between which it may draw
    restyled: int  # elements
    laid_out: int  # objects that were marked for it

    @property
    def own_ms(self) -> float:
        """Without the collector."""
        return max(0.0, self.ms - self.collecting_ms)


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
    free = 0.0  # from when the slower processor has nothing to do
    for begin, end, within in zip([0, *ends[:-1]], ends, by_frame, strict=True):
        frame, free = frame_of(within, free)
        if is_flying(marks, begin) and is_flying(marks, end):
            flying.append(frame)
        elif any(begin <= when <= end and begins for when, begins in marks):
            drawing.append(frame)
    return flying, drawing


def is_flying(marks: Iterable[tuple[int, bool]], when: int) -> bool:
    return sum(1 if begins else -1 for at, begins in marks if at <= when) > 0


def frame_of(notes: Iterable[Note], free: float) -> tuple[Frame, float]:
    """One frame, and from when the slower processor, which has so far been at work until `free`, is free again."""
    work, collecting, restyled, laid_out, until = 0.0, 0.0, 0, 0, 0
    busy_since, took = free, 0.0
    for note in notes:
        if note["name"] == "RunTask" and note["ts"] >= until:  # a task within another is part of it
            took = SLOWER * note.get("tdur", 0)
            if note["ts"] > free:
                busy_since = free = note["ts"]
            free += took
            work += took
            until = note["ts"] + note["dur"]
        elif note["name"] in COLLECTS:
            collecting += took
            took = 0.0  # the task is counted, however often it says so
        elif note["name"] == "FunctionCall":
            took = 0.0  # a task of the page's own, though garbage may be collected in it
        elif note["name"] == "UpdateLayoutTree":
            restyled += note["args"].get("elementCount", 0)
        elif note["name"] == "Layout":
            laid_out += note["args"]["beginData"]["dirtyObjects"]
    return Frame((free - busy_since) / 1000, work / 1000, collecting / 1000, restyled, laid_out), free
