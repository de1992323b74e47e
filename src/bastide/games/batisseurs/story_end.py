"""The end told: bonuses, cards left in hand, and who has won (BAT-60 to BAT-65)."""

from __future__ import annotations

from typing import Any

from bastide.core.state import ask
from bastide.core.words import Event, Gain, Phrase, Tally, TallyCell, TallyRow
from bastide.games.batisseurs.scoring import (
    building_points,
    church_points,
    corner_points,
    hand_points,
    is_complete,
    middle_points,
    total_points,
)

# each source of the end with its rule, its clause and its icon
SOURCES = (
    ("middle", middle_points, "BAT-61", "b-hall"),
    ("churches", church_points, "BAT-62", "b-church"),
    ("corners", corner_points, "BAT-63", "b-corner b-corner-r"),
    ("hand", hand_points, "BAT-64", "hand"),
)


def tell_end(after: Any) -> list[Event]:
    """BAT-60 to BAT-65. The count, seat by seat, and the winner."""
    events = [Event("batisseurs.event.scoring", clause="BAT-60", tally=end_tally(after))]
    for p in range(after.seats):
        events += tell_count(after, p)
    points = [ask(total_points, after, p) for p in range(after.seats)]
    winners = [p for p in range(after.seats) if points[p] == max(points)]
    if len(winners) > 1:
        return [*events, Event("batisseurs.event.shared", {"n": max(points)}, clause="BAT-65", icon="crown")]
    values = {"seat": f"#{winners[0]}", "n": max(points)}
    return [*events, Event("batisseurs.event.winner", values, winners[0], "BAT-65", "crown")]


def tell_count(after: Any, p: int) -> list[Event]:
    """One seat: whether its city is complete, then bonuses and the hand."""
    name = "complete" if ask(is_complete, after, p) else "incomplete"
    values = {"seat": f"#{p}", "n": ask(building_points, after, p)}
    events = [Event(f"batisseurs.event.{name}", values, p, "BAT-60", depth=1)]
    for source, rule, clause, icon in SOURCES:
        points = ask(rule, after, p)
        if points:
            gain = Gain(p, points, f"batisseurs.source.{source}")
            told = {"seat": f"#{p}", "n": abs(points)}
            events.append(Event(f"batisseurs.event.{source}", told, p, clause, icon, 1, gains=(gain,)))
    return events


def end_tally(after: Any) -> Tally:
    """BAT-60 to BAT-64. The count at the end as a table: what buildings brought, then bonuses and the hand."""
    seats = range(after.seats)
    return Tally(
        title=Phrase("batisseurs.event.scoring"),
        mark="★",
        rows=tuple(
            TallyRow(
                label=Phrase(f"batisseurs.source.{source}"),
                cells=tuple(TallyCell(points=ask(rule, after, p)) for p in seats),
                clause=clause,
                icon=icon,
            )
            for source, rule, clause, icon in SOURCES
        ),
        before=tuple(ask(building_points, after, p) for p in seats),
        clauses=("BAT-60",),
        note=Phrase("batisseurs.tally.note"),
        final=True,
    )
