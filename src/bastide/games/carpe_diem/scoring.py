"""Final scoring, source by source, and who wins."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.games.carpe_diem.kinds import GOODS, KINDS
from bastide.games.carpe_diem.state import OVER_PHASE
from bastide.games.carpe_diem.tables import (
    FOUNTAIN_POINTS,
    LEFTOVERS_PER_POINT,
    SIDE_TASKS,
    SIDES,
    TASK_POINTS,
)
from bastide.games.carpe_diem.track import rank

ENDINGS = ("outright", "by-track", "by-stack")


@rule
def finish(s: Any) -> None:
    """CDM-60 to CDM-64. What is left is counted once, and the game is over."""
    for p in range(s.seats):
        player = s.players[p]
        player.points += (
            player.villa_points
            + leftover_points(player)
            + player.track
            + fountain_points(player)
            + frame_points(player)
        )
    s.current = s.first
    s.stage = OVER_PHASE


@rule
def leftover_points(player: Any) -> int:
    """CDM-61. Goods, coins, bread and stored tiles together, halved and rounded down."""
    items = player.coins + player.bread + player.stored
    for good in range(GOODS):
        items += player.goods[good]
    return items // LEFTOVERS_PER_POINT


@rule
def fountain_points(player: Any) -> int:
    """CDM-63. Every fountain card pays for each thing of its kind."""
    points = 0
    for kind in range(KINDS):
        points += player.fountain_hand[kind] * FOUNTAIN_POINTS[kind] * player.complete[kind]
    return points


@rule
def is_task_done(player: Any, side: int, task: int) -> bool:
    """CDM-64. Whether the line from the mark crosses something complete of its kind."""
    return player.tasks[side, task] != 0


@rule
def frame_points(player: Any) -> int:
    """CDM-64. The points of every task that is done, once each."""
    points = 0
    for side in range(SIDES):
        for task in range(SIDE_TASKS):
            if is_task_done(player, side, task):
                points += TASK_POINTS[player.frame[side], task]
    return points


@rule
@shared
def scores(s: Any, out: Any) -> None:
    """CDM-65. Most points; in a tie, the disc farther back on the track or lower in its stack."""
    for p in range(s.seats):
        place = 1
        for q in range(s.seats):
            more = s.players[q].points > s.players[p].points
            tied = s.players[q].points == s.players[p].points
            if more or (tied and rank(s, q) < rank(s, p)):
                place += 1
        out[p, 0] = s.players[p].points
        out[p, 1] = place


def ending(s: Any) -> str:
    """CDM-65. Won by points; or, among those equal, by the place on the track, or by the place in a stack there."""
    best = max(s.players[p].points for p in range(s.seats))
    tied = [p for p in range(s.seats) if s.players[p].points == best]
    if len(tied) == 1:
        return "outright"
    spaces = [s.players[p].track for p in tied]
    return "by-stack" if spaces.count(min(spaces)) > 1 else "by-track"
