"""Who gave what away, who received it, and what luck did; it adds up by construction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bastide.reviews.grades import GRADES, SOUND
from bastide.reviews.model import Account, Decision, Draw, TurningPoint
from bastide.reviews.shares import Shares, in_tenths

TURNING_POINTS = 3
LEAST_TURN = 20_000  # millionths that a moment must change to be a turning point


def balance(start: Shares, decisions: Sequence[Decision], draws: Sequence[Draw], result: Shares) -> tuple[Account, ...]:
    """Each seat's account. What neither the start, nor a decision, nor a draw accounts for is told as unseen."""
    seats = range(len(start))
    gave = [sum(d.loss for d in decisions if d.seat == p) for p in seats]
    got = [sum(d.change[p] for d in decisions if d.seat != p) for p in seats]
    luck = [sum(d.change[p] for d in draws) for p in seats]
    shown = _close(start, got, gave, luck, result)
    counts = [Counter(d.grade for d in decisions if d.seat == p) for p in seats]
    return tuple(
        Account(
            seat=p,
            start=start[p],
            got=got[p],
            gave=gave[p],
            luck=luck[p],
            unseen=result[p] - start[p] - got[p] + gave[p] - luck[p],
            result=result[p],
            shown=shown[p],
            tally={word: counts[p][word] for word in GRADES},
        )
        for p in seats
    )


def _close(*exact: Sequence[int]) -> list[tuple[int, int, int, int, int, int]]:
    """The accounts in tenths of a point. Every column keeps its rounded sum, and what is unseen closes each row."""
    columns = [in_tenths(column) for column in exact]
    return [
        (start, got, gave, luck, result - start - got + gave - luck, result)
        for start, got, gave, luck, result in zip(*columns, strict=True)
    ]


def turning_points(decisions: Sequence[Decision], draws: Sequence[Draw]) -> tuple[TurningPoint, ...]:
    """The three moments that changed a seat's share most, in the order they came; none within its error."""
    moments = [
        TurningPoint("decision", d.number, d.seat, -d.loss) for d in decisions if d.grade not in ("", SOUND) and d.loss
    ]
    for draw in draws:
        seat = max(range(len(draw.change)), key=lambda p: (abs(draw.change[p]), -p))
        if abs(draw.change[seat]) > draw.error:
            moments.append(TurningPoint("draw", draw.after, seat, draw.change[seat]))
    large = sorted((m for m in moments if abs(m.change) >= LEAST_TURN), key=lambda m: -abs(m.change))
    return tuple(sorted(large[:TURNING_POINTS], key=lambda m: (m.number, m.kind)))
