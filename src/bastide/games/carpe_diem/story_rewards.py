"""Rewards as events: what a placed tile completed, and what came of it."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE, ask
from bastide.core.words import Event, Values
from bastide.games.carpe_diem.building import count_cells, grow
from bastide.games.carpe_diem.kinds import (
    ARTISAN,
    BAKER,
    BAKERY,
    FOUNTAIN,
    GOOD_NAMES,
    KIND_NAMES,
    KINDS,
    LANDSCAPES,
    MARKET,
    MERCHANT,
    SENATOR,
    SINGLES,
    VILLA,
    VINEYARD,
)
from bastide.games.carpe_diem.reading import source_clause
from bastide.games.carpe_diem.rewards import BAKER_BREAD, BANDEROLE_STEPS, SENATOR_STEPS
from bastide.games.carpe_diem.state import ARTISAN_PICK
from bastide.games.carpe_diem.tables import BANDEROLES, LAST_SPACE, ROW
from bastide.games.carpe_diem.wording import kind_key


def placed_events(before: Any, cell: int, after: Any) -> list[Event]:
    """CDM-22 to CDM-31. The banderole first, then what is complete, then the rewards that came at once."""
    p = before.current
    was, now = before.players[p], after.players[p]
    events = []
    track = was.track
    if BANDEROLES[was.board] >> cell & 1:
        space = reached_from(track, BANDEROLE_STEPS)
        events.append(_step_event("carpe_diem.event.banderole", p, space, space - track, "CDM-22", "banderole"))
        track = space
    counts = zip(was.complete.tolist(), now.complete.tolist(), strict=True)
    done = [kind for kind, (before_it, after_it) in enumerate(counts) if after_it > before_it]
    for kind in done:
        if kind not in SINGLES:
            size = tiles_of(now, kind, cell)
            values: Values = {"kind": kind_key(kind), "n": size}
            clause = "CDM-26" if kind >= MERCHANT else source_clause(kind)
            events.append(
                Event("carpe_diem.event.complete", values, seat=p, clause=clause, icon=KIND_NAMES[kind], depth=1)
            )
    owed = [kind for kind in done if kind != VILLA]
    granted = [(kind, cell) for kind in owed] + [(kind, before.spot) for kind in bits(before.waiting)]
    return events + _granted_events(before, after, p, granted, track)


def waiting_events(before: Any, after: Any, p: int) -> list[Event]:
    """CDM-23. Rewards that had to wait and come now."""
    return reward_events(before, after, p, [])


def reward_events(before: Any, after: Any, p: int, chosen: list[int]) -> list[Event]:
    """CDM-23. The reward chosen first, then those that follow by themselves."""
    order = chosen + [kind for kind in bits(before.waiting) if kind not in chosen]
    granted = [(kind, before.spot) for kind in order]
    return _granted_events(before, after, p, granted, before.players[p].track)


def bits(mask: int) -> list[int]:
    return [kind for kind in range(KINDS) if mask >> kind & 1] if mask else []


def tiles_of(player: Any, kind: int, cell: int) -> int:
    """How many tiles the thing in that cell has."""
    cells = ask(grow, player, kind, 1 << cell)
    return int(count_cells(cells))


def _granted_events(before: Any, after: Any, p: int, granted: list[tuple[int, int]], track: int) -> list[Event]:
    """CDM-25 to CDM-32. One event for each reward that is no longer owed; goods sold are those held by then."""
    now = after.players[p]
    goods = sum(before.players[p].goods.tolist())
    events = []
    for kind, cell in granted:
        if after.waiting >> kind & 1:
            continue
        if kind in LANDSCAPES:
            n = tiles_of(now, kind, cell) - 1
            goods += n
            good = GOOD_NAMES[kind - VINEYARD]
            events.append(_gain_event(p, kind, f"carpe_diem.event.good.{good}", n, good))
        elif kind == MERCHANT:
            events.append(_gain_event(p, kind, "carpe_diem.event.sell", goods + 1, "coin", goods=goods))
            goods = 0
        elif kind == SENATOR:
            space = reached_from(track, SENATOR_STEPS)
            events.append(_step_event("carpe_diem.event.senator", p, space, space - track, "CDM-29", "step"))
            track = space
        else:
            events += _other_reward(before, after, p, kind)
    return events


def _other_reward(before: Any, after: Any, p: int, kind: int) -> list[Event]:
    """CDM-28, CDM-30, CDM-31. Bread, a coin, or the bottom row; a fountain's cards are told when they are drawn."""
    if kind == BAKER:
        return [_gain_event(p, kind, "carpe_diem.event.bread", BAKER_BREAD, "bread")]
    if kind == BAKERY:
        return [_gain_event(p, kind, "carpe_diem.event.bread", 1, "bread")]
    if kind == MARKET:
        return [_gain_event(p, kind, "carpe_diem.event.coin", 1, "coin")]
    if kind == ARTISAN and after.stage != ARTISAN_PICK and all(before.row[i] == NONE for i in range(ROW)):
        return [Event("carpe_diem.event.row_empty", seat=p, clause="CDM-30", icon="artisan", depth=1)]
    assert kind in (ARTISAN, FOUNTAIN)
    return []


def _gain_event(p: int, kind: int, key: str, n: int, icon: str, **more: int) -> Event:
    return Event(key, {"n": n, **more}, seat=p, clause=source_clause(kind), icon=icon, depth=1)


def reached_from(space: int, steps: int) -> int:
    """CDM-22. Where steps lead: those beyond the end of the track are lost, and not told."""
    return min(LAST_SPACE, space + steps)


def _step_event(key: str, p: int, space: int, steps: int, clause: str, icon: str) -> Event:
    """CDM-22. Steps on the banderole track, and the space they end on."""
    values: Values = {"n": steps, "space": space}
    return Event(key, values, seat=p, clause=clause, icon=icon, depth=1, moved=((f"track:{p}", f"space:{space}"),))
