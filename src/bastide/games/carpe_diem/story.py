"""What happened, as events for the log, with the points and where they come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bastide.core.state import UNSEEN
from bastide.core.words import Event, Gain
from bastide.games.carpe_diem.actions import (
    GIVE_BACK,
    GO,
    LAY,
    LEFT,
    NEXT_REWARD,
    STORE,
    TAKE_ROW,
    TAKE_TILE,
)
from bastide.games.carpe_diem.kinds import KIND_NAMES, VILLA, VINEYARD
from bastide.games.carpe_diem.state import (
    ARTISAN_PICK,
    CIRCLE,
    DEAL_RING,
    DEAL_ROW,
    DRAW_FOUNTAIN,
    MOVE,
    OVER_PHASE,
    PLACE,
    RETURN,
    REWARD,
    START,
    TAKE,
)
from bastide.games.carpe_diem.story_rewards import placed_events, reward_events, waiting_events
from bastide.games.carpe_diem.story_scoring import final_events, scoring_events
from bastide.games.carpe_diem.tables import FOUNTAIN_DRAW, START_POINTS, TILE_IDS, cell_name
from bastide.games.carpe_diem.wording import kind_key, tile_icon, tile_values

OPENINGS = {"carpe_diem.event.take": ("tile",)}


def story(before: Any, a: int, after: Any) -> list[Event]:
    """The events of one ply."""
    if before.stage < DRAW_FOUNTAIN:
        return _dealt(before, after)
    events = consequences(before, a, after)
    if before.stage < CIRCLE <= after.stage:
        events.append(Event("carpe_diem.event.scoring", {"phase": after.phase + 1}, clause="CDM-40"))
    if before.stage >= CIRCLE and (after.stage < CIRCLE or after.stage == OVER_PHASE):
        events.append(Event("carpe_diem.event.scored", {"phase": before.phase + 1}, clause="CDM-40"))
    if after.stage == OVER_PHASE:
        events += final_events(after)
    return events


def consequences(before: Any, a: int, after: Any) -> list[Event]:
    """A decision or a fountain card, and what it brought at once."""
    if before.stage >= CIRCLE:
        return scoring_events(before, a, after)
    if before.stage == DRAW_FOUNTAIN:
        return _looked_at(before, a)
    return TELL[before.stage](before, a, after)


def _dealt(before: Any, after: Any) -> list[Event]:
    """CDM-05, CDM-07, CDM-50. When all lies open: the heading, and at the start the starting points."""
    if after.stage <= DEAL_ROW or before.stage not in (DEAL_RING, DEAL_ROW):
        return []
    values: dict[str, str | int] = {"phase": after.phase + 1, "seat": f"#{after.first}"}
    events = [Event("carpe_diem.event.phase", values, clause="CDM-50" if after.phase else "CDM-10")]
    if after.phase == 0:
        for p in range(after.seats):
            n = int(START_POINTS[after.seats, p])
            gain = Gain(p, n, "carpe_diem.source.start")
            values = {"seat": f"#{p}", "n": n}
            events.append(
                Event("carpe_diem.event.start_points", values, seat=p, clause="CDM-07", depth=1, gains=(gain,))
            )
    return events


def _started(before: Any, a: int, _after: Any) -> list[Event]:
    """CDM-02. A pawn on its first space."""
    p, space = before.current, a - GO + 1
    values: dict[str, str | int] = {"seat": f"#{p}", "space": space}
    moved = ((f"pawn:{p}", f"ring:{space}"),)
    return [Event("carpe_diem.event.start", values, seat=p, clause="CDM-02", icon="pawn", moved=moved)]


def _moved(before: Any, a: int, after: Any) -> list[Event]:
    """CDM-11, CDM-12, CDM-13. Left, right or for bread."""
    p = before.current
    space = after.players[p].pawn + 1
    way, clause = ("bread", "CDM-13") if a >= GO else ("left" if a == LEFT else "right", "CDM-11")
    icon = "bread pawn" if a >= GO else "pawn"
    values: dict[str, str | int] = {"seat": f"#{p}", "space": space}
    moved = ((f"pawn:{p}", f"ring:{space}"),)
    return [Event(f"carpe_diem.event.go_{way}", values, seat=p, clause=clause, icon=icon, moved=moved)]


def _taken(before: Any, a: int, after: Any) -> list[Event]:
    """CDM-14, CDM-15. A tile from the ring; the last ones of a space may leave with it."""
    p = before.current
    space = before.players[p].pawn
    tile = before.ring[space, a - TAKE_TILE]
    moved = ((f"tile:{space + 1}:{TILE_IDS[tile]}", "tile:hand"),)
    values = tile_values(p, tile, space=space + 1)
    events = [Event("carpe_diem.event.take", values, seat=p, clause="CDM-14", icon=tile_icon(tile), moved=moved)]
    gone = before.ring_left[space] - 1 - after.ring_left[space]
    if gone:
        left: dict[str, str | int] = {"n": gone, "space": space + 1}
        events.append(Event("carpe_diem.event.cleared", left, clause="CDM-15", depth=1))
    return events


def _placed(before: Any, a: int, after: Any) -> list[Event]:
    """CDM-14, CDM-20 to CDM-31. A tile stored, or placed with all it brings."""
    p, tile = before.current, before.in_hand
    if a == STORE:
        values = tile_values(p, tile)
        moved = (("tile:hand", f"stored:{p}"),)
        icon = f"store {tile_icon(tile)}"
        told = Event("carpe_diem.event.store", values, seat=p, clause="CDM-14", icon=icon, moved=moved)
        return [told, *waiting_events(before, after, p)]
    cell = (a - LAY) // 4
    name = cell_name(cell)
    values = tile_values(p, tile, cell=name)
    moved = (("tile:hand", f"board:{p}:{name}"),)
    told = Event("carpe_diem.event.place", values, seat=p, clause="CDM-20", icon=tile_icon(tile), moved=moved)
    return [told, *placed_events(before, cell, after)]


def _rewarded(before: Any, a: int, after: Any) -> list[Event]:
    """CDM-23. Which of the waiting rewards comes next."""
    p, kind = before.current, a - NEXT_REWARD + VINEYARD
    values: dict[str, str | int] = {"seat": f"#{p}", "kind": kind_key(kind)}
    told = Event("carpe_diem.event.reward", values, seat=p, clause="CDM-23", icon=KIND_NAMES[kind])
    return [told, *reward_events(before, after, p, [kind])]


def _picked(before: Any, a: int, _after: Any) -> list[Event]:
    """CDM-30. A tile of the bottom row."""
    p, slot = before.current, a - TAKE_ROW
    tile = before.row[slot]
    moved = ((f"tile:row:{slot + 1}", "tile:hand"),)
    icon = f"artisan {tile_icon(tile)}"
    return [Event("carpe_diem.event.artisan", tile_values(p, tile), seat=p, clause="CDM-30", icon=icon, moved=moved)]


def _looked_at(before: Any, a: int) -> list[Event]:
    """CDM-32. Cards of the fountain pile: named to their owner, counted for the others."""
    p = before.current
    if a != UNSEEN:
        values: dict[str, str | int] = {"seat": f"#{p}", "kind": kind_key(a)}
        return [Event("carpe_diem.event.fountain_card", values, seat=p, clause="CDM-32", icon="fountain", depth=1)]
    if before.deal > 0:
        return []
    hidden: dict[str, str | int] = {"seat": f"#{p}", "n": FOUNTAIN_DRAW}
    return [Event("carpe_diem.event.fountain_look", hidden, seat=p, clause="CDM-32", icon="fountain", depth=1)]


def _returned(before: Any, a: int, after: Any) -> list[Event]:
    """CDM-32. A card under the pile, known to whoever put it there."""
    p = before.current
    if a == UNSEEN:
        told = Event("carpe_diem.event.return_hidden", {"seat": f"#{p}"}, seat=p, clause="CDM-32", icon="fountain")
    else:
        kind = a - GIVE_BACK + VILLA
        values: dict[str, str | int] = {"seat": f"#{p}", "kind": kind_key(kind)}
        told = Event("carpe_diem.event.return", values, seat=p, clause="CDM-32", icon="fountain")
    return [told, *waiting_events(before, after, p)]


TELL: dict[int, Callable[[Any, int, Any], list[Event]]] = {
    START: _started,
    MOVE: _moved,
    TAKE: _taken,
    PLACE: _placed,
    REWARD: _rewarded,
    ARTISAN_PICK: _picked,
    RETURN: _returned,
}
