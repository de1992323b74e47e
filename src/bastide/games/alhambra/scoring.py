"""The three scorings, and the buildings left over at the end."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.core.state import NONE
from bastide.games.alhambra.tables import CATEGORY, FIRST_COPY, MARTIN, NUM_CATEGORIES, PLACES, POINTS, SLOTS

ENDINGS = ("outright", "shared")


@rule
def count_collectors(s: Any) -> int:
    """ALH-51. At two players Martin collects too."""
    return MARTIN + 1 if s.seats == 2 else s.seats


@rule
def collect(s: Any, c: int, kind: int) -> None:
    """ALH-16. A building is laid open before its owner, who is noted among the owners of that kind in order."""
    s.collectors[c].buildings[CATEGORY[kind]] += 1
    i = FIRST_COPY[kind]
    while s.owner[i] != NONE and s.owner[i] <= c:
        i += 1
    moving = c
    while moving != NONE:
        moved = s.owner[i]
        s.owner[i] = moving
        moving = moved
        i += 1


@rule
def score_all(s: Any, scoring: int) -> None:
    """ALH-30. Each category is scored on its own."""
    for category in range(NUM_CATEGORIES):
        for c in range(count_collectors(s)):
            s.collectors[c].score += category_points(s, scoring, category, c)


@rule
def category_points(s: Any, scoring: int, category: int, c: int) -> int:
    """ALH-31, ALH-32. What a collector's cards of a category bring: the tied share their places, rounded down."""
    count = s.collectors[c].buildings[category]
    if count == 0:
        return 0
    ahead = 0
    tied = 0
    for other in range(count_collectors(s)):
        theirs = s.collectors[other].buildings[category]
        if theirs > count:
            ahead += 1
        elif theirs == count:
            tied += 1
    return pay_places(scoring, category, ahead, tied) // tied


@rule
def pay_places(scoring: int, category: int, ahead: int, tied: int) -> int:
    """ALH-31. What the places that some collectors share, behind those ahead of them, pay together."""
    points = 0
    for place in range(ahead, min(ahead + tied, PLACES)):
        points += POINTS[scoring, place, category]
    return points


@rule
def richest(s: Any, currency: int) -> int:
    """ALH-41. The seat with the most money of a currency in hand; NONE when tied."""
    best = -1
    seat = NONE
    for p in range(s.seats):
        worth = s.collectors[p].money[currency]
        if worth > best:
            best = worth
            seat = p
        elif worth == best:
            seat = NONE
    return seat


@rule
def award_leftovers(s: Any) -> None:
    """ALH-41. A building left in the yard goes, slot by slot, to whoever is richest in its currency, for nothing."""
    for slot in range(SLOTS):
        if s.yard[slot] != NONE:
            seat = richest(s, slot)
            if seat != NONE:
                collect(s, seat, s.yard[slot])
                s.yard[slot] = NONE


@rule
@shared
def scores(s: Any, out: Any) -> None:
    """ALH-43, ALH-54. Most points win, ties are shared; Martin has no place."""
    for p in range(s.seats):
        out[p, 0] = s.collectors[p].score
        out[p, 1] = 1
        for other in range(s.seats):
            if s.collectors[other].score > s.collectors[p].score:
                out[p, 1] += 1


def ending(s: Any) -> str:
    """ALH-43. One winner, or several."""
    points = [s.collectors[p].score for p in range(s.seats)]
    return "shared" if points.count(max(points)) > 1 else "outright"
