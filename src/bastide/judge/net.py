"""The net on one core: a first layer of whole numbers, kept up to date by what has changed, and two small dense layers.

Everything is whole numbers, those of the dense layers in doubles that hold them exactly: it matters neither what the
sums were updated from, nor in which order a machine adds, nor whether it fuses a product with a sum. Exponentials come
from a table. So every machine finds the same.

`judge_after` names its game only through the global `game` (`core.jit.bind`).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from bastide.core.game import Game
from bastide.core.jit import rule, shared
from bastide.core.play import MAX_SEATS
from bastide.core.state import OVER, int_array, new_states
from bastide.judge.after import show_after
from bastide.judge.weights import Weights

FRACTIONS = 64  # steps between two rows of the first layer
UTILITY, SHARE, POINTS = 0, MAX_SEATS, 2 * MAX_SEATS  # where they begin among what the net says
MORE, LESS = 30, 12  # bits after the point of what 1 of the sums is worth, and how many of them are dropped then
BITS, ACTIVE = 14, MORE - LESS  # bits after the point of weights of the dense layers, and of what they are given
ONE = float(1 << BITS + ACTIVE)  # what they make of 1
FINE = 256  # steps of the table of exponentials for each unit, and parts of such a step
FARTHEST = 20  # units that it goes
EXPONENTIALS = np.array([round(2**30 * math.exp(-i / FINE)) for i in range(FARTHEST * FINE + 2)], np.int64)
EXPONENTIALS.flags.writeable = False
POINT_STEPS = float(1 << 20)  # leads in points are told in these steps, and a margin in the next, so that their
MARGIN_STEPS = 1024  # product is exact
NOTHING_KNOWN = 1  # of `stale`: the first layer must be summed anew


class Mind(NamedTuple):
    """A net and what it works on, as compiled code takes it."""

    places: Any  # of the features: int32 [fields, 4]
    w1: Any
    worth: Any  # int64: what 1 of the sums is worth, in MORE bits
    b1: Any  # int64, in as many
    w2: Any  # float64, whole numbers: in BITS
    b2: Any
    w3: Any
    b3: Any
    states: Any  # a trial and a view
    shown: Any  # int32: the numbers at hand
    before: Any  # int32: the numbers that `sums` stand for
    rows: Any  # int32: those to be added to the sums
    times: Any  # int32: how often each
    sums: Any  # int32 [hidden]
    second: Any  # float64, whole numbers
    said: Any  # float64: utilities, shares and points, each by seat from the viewer's on
    points: Any  # int32: final points and places
    terms: Any  # float64: the margin's part of a utility; mean and scale of points
    stale: Any  # int8, one cell


def whole(numbers: Any, bits: int) -> Any:
    """Numbers in steps of so many bits after the point, as doubles."""
    return np.rint(numbers.astype(np.float64) * float(1 << bits))


def new_mind(of: Game, weights: Weights, margin: float) -> Mind:
    """A net, ready to be asked by one thread."""
    return Mind(
        places=of.fields.places,
        w1=weights.w1,
        worth=whole(weights.scale / FRACTIONS, MORE).astype(np.int64),
        b1=whole(weights.b1, MORE).astype(np.int64),
        w2=whole(weights.w2, BITS),
        b2=whole(weights.b2, BITS + ACTIVE),
        w3=whole(weights.w3, BITS),
        b3=whole(weights.b3, BITS + ACTIVE),
        states=new_states(of.state, 2),
        shown=int_array(of.fields.size, np.int32),
        before=int_array(of.fields.size, np.int32),
        rows=np.zeros(4 * of.fields.size, np.int32),
        times=np.zeros(4 * of.fields.size, np.int32),
        sums=np.zeros(len(weights.b1), np.int32),
        second=np.zeros(len(weights.b2), np.float64),
        said=np.zeros(3 * MAX_SEATS, np.float64),
        points=int_array((MAX_SEATS, 2), np.int32),
        terms=np.array([round(margin * MARGIN_STEPS) / MARGIN_STEPS, weights.about.mean, weights.about.scale]),
        stale=np.array([NOTHING_KNOWN], np.int8),
    )


@rule
def list_change(places: Any, f: int, x: int, sign: int, rows: Any, times: Any, n: int) -> int:
    """The rows that a number adds to the sums, or takes away, and how often: its own, or parts of two; returns the end.

    A number is worth FRACTIONS times its row.
    """
    step = int(places[f, 1])
    reach = (int(places[f, 2]) - 1) * step
    x = max(0, min(reach, x - int(places[f, 0])))
    row = x // step
    part = (x - row * step) * FRACTIONS // step
    rows[n] = int(places[f, 3]) + row
    times[n] = sign * (FRACTIONS - part)
    if part == 0:
        return n + 1
    rows[n + 1] = rows[n] + 1
    times[n + 1] = sign * part
    return n + 2


@rule
def list_changes(places: Any, shown: Any, before: Any, anew: bool, rows: Any, times: Any) -> int:
    """All rows to be added, for what is shown; less those for what was shown before, unless all is summed anew."""
    n = 0
    for f in range(len(shown)):
        x = int(shown[f])
        if anew:
            n = list_change(places, f, x, 1, rows, times, n)
        elif x != before[f]:
            n = list_change(places, f, int(before[f]), -1, rows, times, n)
            n = list_change(places, f, x, 1, rows, times, n)
        before[f] = x
    return n


@rule
def add_rows(sums: Any, w1: Any, rows: Any, times: Any, n: int) -> None:
    """The whole of the first layer's work, in one loop without calls: Numba counts references at every call."""
    for k in range(n):
        row = rows[k]
        often = times[k]
        for c in range(len(sums)):
            sums[c] += often * w1[row, c]


@rule
def update_sums(mind: Any) -> None:
    """The first layer for what is shown, from what was shown before; anew where most of it has changed."""
    shown, before, sums = mind.shown, mind.before, mind.sums
    changed = 0
    for f in range(len(shown)):
        changed += shown[f] != before[f]
    anew = mind.stale[0] != 0 or 2 * changed > len(shown)
    if anew:
        mind.stale[0] = 0
        for c in range(len(sums)):
            sums[c] = 0
    n = list_changes(mind.places, shown, before, anew, mind.rows, mind.times)
    add_rows(sums, mind.w1, mind.rows, mind.times, n)


@rule
def run_layers(mind: Any) -> None:
    """Logits and points into `said`, seat by seat: logits where shares will stand."""
    for k in range(len(mind.second)):
        mind.second[k] = mind.b2[k]
    for c in range(len(mind.sums)):
        x = (int(mind.sums[c]) * int(mind.worth[c]) + int(mind.b1[c])) >> LESS
        if x > 0:
            for k in range(len(mind.second)):
                mind.second[k] += float(x) * mind.w2[c, k]
    for k in range(len(mind.second)):
        mind.second[k] = float(int(max(0.0, float(mind.second[k]))) >> BITS)
    seats = len(mind.b3) // 2
    for o in range(2 * seats):
        total = float(mind.b3[o])
        for k in range(len(mind.second)):
            total += float(mind.second[k] * mind.w3[k, o])
        mind.said[SHARE + o if o < seats else POINTS + o - seats] = total / ONE


@rule
def decay(x: float) -> int:
    """exp(-x) for x from 0 on, in 30 bits, from the table."""
    place = int(min(x, float(FARTHEST)) * (FINE * FINE))
    i = place // FINE
    part = place - i * FINE
    return (int(EXPONENTIALS[i]) * (FINE - part) + int(EXPONENTIALS[i + 1]) * part) // FINE


@rule
def want_of(share: float, own: float, points: float, seats: int, margin: float) -> float:
    """What a seat wants: its share of first place, and a little of its lead over the mean of the others."""
    lead = own - (points - own) / (seats - 1)
    return share + margin * (math.floor(lead * POINT_STEPS) / POINT_STEPS)


@rule
def conclude(mind: Any, seats: int) -> None:
    """Shares from logits, and what each seat wants."""
    said = mind.said
    top = said[SHARE]
    for q in range(1, seats):
        top = max(top, said[SHARE + q])
    total = 0
    points = 0.0
    for q in range(seats):
        part = decay(top - said[SHARE + q])
        said[SHARE + q] = float(part)
        total += part
        points += said[POINTS + q]
    for q in range(seats):
        said[SHARE + q] /= total
        said[UTILITY + q] = want_of(said[SHARE + q], said[POINTS + q], points, seats, mind.terms[0])


@rule
def tell_result(mind: Any, seat: int, seats: int) -> None:
    """The same from final points and places."""
    said = mind.said
    winners = 0
    total = 0.0
    for p in range(seats):
        winners += mind.points[p, 1] == 1
        total += (mind.points[p, 0] - mind.terms[1]) / mind.terms[2]
    for q in range(seats):
        p = (seat + q) % seats
        said[SHARE + q] = 1.0 / winners if mind.points[p, 1] == 1 else 0.0
        said[POINTS + q] = (mind.points[p, 0] - mind.terms[1]) / mind.terms[2]
        said[UTILITY + q] = want_of(said[SHARE + q], said[POINTS + q], total, seats, mind.terms[0])


@rule
def judge_shown(mind: Any, seats: int) -> None:
    """What the net says of the numbers shown."""
    update_sums(mind)
    run_layers(mind)
    conclude(mind, seats)


@shared
def judge_after(state: Any, a: int, seat: int, mind: Any) -> int:
    """What each seat may expect after an action, as the mover sees it; returns who moves then."""
    mover: int = show_after(state, a, seat, mind.states[0:1], mind.states[1:2], mind.shown, mind.points)
    if mover == OVER:
        tell_result(mind, seat, state.seats)
    else:
        judge_shown(mind, state.seats)
    return mover
