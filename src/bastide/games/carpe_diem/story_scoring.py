"""Scoring as events: discs, cards, and the final count by source."""

from __future__ import annotations

from typing import Any

import msgspec

from bastide.core.state import NONE, ask
from bastide.core.words import Event, Gain, Phrase, Tally, TallyCell, TallyRow, Values
from bastide.games.carpe_diem.actions import CARD_FIRST, DISC, GIVE_SETS, SPEND_BREAD
from bastide.games.carpe_diem.components import CIRCLES
from bastide.games.carpe_diem.kinds import BREAD, COIN, POINTS, STEP
from bastide.games.carpe_diem.outlook import most_sets
from bastide.games.carpe_diem.scoring import ending, fountain_points, frame_points, leftover_points
from bastide.games.carpe_diem.state import CIRCLE, FIRST, PAY_BREAD, SETS
from bastide.games.carpe_diem.story_rewards import reached_from
from bastide.games.carpe_diem.tables import BREAD_FOR_SET, CARD_RED, PENALTY, REWARD
from bastide.games.carpe_diem.track import rank
from bastide.games.carpe_diem.wording import card_icon, card_values, circle_values


def scoring_events(before: Any, a: int, after: Any) -> list[Event]:
    """CDM-41 to CDM-45. A decision of a scoring turn, and the cards settled by it."""
    p = before.current
    values: Values = {"seat": f"#{p}"}
    if before.stage == CIRCLE:
        return [_disc_event(before, a - DISC, p)]
    if before.stage == FIRST:
        space = CIRCLES[before.circle][a - CARD_FIRST]
        values |= card_values(before, space)
        icon = card_icon(before.grid[space])
        told = Event("carpe_diem.event.first", values, seat=p, clause="CDM-41", icon=icon)
    elif before.stage == PAY_BREAD:
        key = "pay_bread" if a == SPEND_BREAD else "keep_bread"
        values["n"] = BREAD_FOR_SET
        told = Event(f"carpe_diem.event.{key}", values, seat=p, clause="CDM-44", icon="bread")
    else:
        values |= {"n": a - GIVE_SETS, **card_values(before, before.card_now)}
        icon = card_icon(before.grid[before.card_now])
        told = Event("carpe_diem.event.sets", values, seat=p, clause="CDM-43", icon=icon)
    settled = settled_events(before, a, after)
    if settled and after.circle != before.circle:  # that was the turn's last card
        settled[-1] = msgspec.structs.replace(settled[-1], stops=True)
    return [told, *settled]


def _disc_event(before: Any, circle: int, p: int) -> Event:
    """CDM-41. A disc that stays."""
    spaces = CIRCLES[circle]
    values: Values = {"seat": f"#{p}", **circle_values(before, spaces)}
    icon = " ".join(["disc", *(card_icon(before.grid[space]) for space in spaces)])
    moved = ((f"disc:{p}", f"circle:{circle}"),)
    return Event("carpe_diem.event.disc", values, seat=p, clause="CDM-41", icon=icon, moved=moved)


def settled_cards(before: Any, a: int, after: Any) -> list[tuple[int, int]]:
    """The spaces of the cards a decision settled, with the sets that counted: bread included, 0 for a failure."""
    p = before.current
    spaces = [before.card_now, before.card_next]
    if before.stage == FIRST:
        which = a - CARD_FIRST
        spaces = [CIRCLES[before.circle][which], CIRCLES[before.circle][1 - which]]
    still_open = after.card_now if after.circle == before.circle else NONE
    settled = []
    for number, space in enumerate(spaces):
        if space in (still_open, NONE):
            break
        card = before.grid[space]
        bread = before.bread_set or (before.stage == PAY_BREAD and a == SPEND_BREAD) if number == 0 else 0
        given = a - GIVE_SETS if before.stage == SETS and number == 0 else 0
        counted = given if CARD_RED[card] else most_sets(before.players[p], card)
        settled.append((space, counted + int(bread)))
    return settled


def settled_events(before: Any, a: int, after: Any) -> list[Event]:
    """CDM-42 to CDM-45. The reward of every card settled, or its penalty."""
    p = before.current
    reached = before.players[p].track
    events = []
    for space, sets in settled_cards(before, a, after):
        card = before.grid[space]
        values: Values = {**card_values(before, space), "n": sets}
        icon = card_icon(card)
        if sets == 0:
            lost = (Gain(p, -PENALTY, "carpe_diem.source.penalty"),)
            events.append(
                Event("carpe_diem.event.failed", values, seat=p, clause="CDM-45", icon=icon, depth=1, gains=lost)
            )
            continue
        points = sets * int(REWARD[card, POINTS])
        gains = (Gain(p, points, "carpe_diem.source.cards"),) if points else ()
        clause = "CDM-43" if CARD_RED[card] else "CDM-42"
        events.append(Event("carpe_diem.event.card", values, seat=p, clause=clause, icon=icon, depth=1, gains=gains))
        for what, key, sign in ((COIN, "coin", "coin"), (BREAD, "bread", "bread")):
            n = sets * int(REWARD[card, what])
            if n:
                events.append(Event(f"carpe_diem.event.{key}", {"n": n}, seat=p, clause=clause, icon=sign, depth=1))
        steps = sets * int(REWARD[card, STEP])
        if steps:
            start, reached = reached, reached_from(reached, steps)
            moved = ((f"track:{p}", f"space:{reached}"),)
            told: Values = {"n": reached - start, "space": reached}
            events.append(
                Event("carpe_diem.event.steps", told, seat=p, clause="CDM-22", icon="step", depth=1, moved=moved)
            )
    return events


FINAL = (
    ("villas", "CDM-60", "villa"),
    ("leftovers", "CDM-61", "coin"),
    ("track", "CDM-62", "banderole"),
    ("fountains", "CDM-63", "fountain"),
    ("frame", "CDM-64", "target"),
)


def final_points(player: Any) -> tuple[int, ...]:
    """CDM-60 to CDM-64. What a player gets at the end, in the order of the rulebook."""
    return (
        player.villa_points,
        int(ask(leftover_points, player)),
        player.track,
        int(ask(fountain_points, player)),
        int(ask(frame_points, player)),
    )


def final_events(after: Any) -> list[Event]:
    """CDM-60 to CDM-65. Source by source for every seat, then the winner."""
    events = [Event("carpe_diem.event.final", clause="CDM-60", tally=final_tally(after))]
    for i, (name, clause, icon) in enumerate(FINAL):
        for p in range(after.seats):
            n = final_points(after.players[p])[i]
            if n:
                values: Values = {"seat": f"#{p}", "n": n}
                gains = (Gain(p, n, f"carpe_diem.source.{name}"),)
                key = f"carpe_diem.event.final.{name}"
                events.append(Event(key, values, seat=p, clause=clause, icon=icon, depth=1, gains=gains))
    return [*events, _winner_event(after)]


def final_tally(after: Any) -> Tally:
    """CDM-60 to CDM-64. The final count as a table, in the order of the rulebook."""
    counts = [final_points(after.players[p]) for p in range(after.seats)]
    return Tally(
        title=Phrase("carpe_diem.tally.title"),
        mark="★",
        rows=tuple(
            TallyRow(Phrase(f"carpe_diem.source.{name}"), tuple(TallyCell(points=n[i]) for n in counts), clause, icon)
            for i, (name, clause, icon) in enumerate(FINAL)
        ),
        before=tuple(after.players[p].points - sum(counts[p]) for p in range(after.seats)),
        clauses=("CDM-60", "CDM-64"),
        note=Phrase("carpe_diem.tally.note"),
        final=True,
    )


WINNERS = {"outright": "winner", "by-track": "winner_by_track", "by-stack": "winner_by_stack"}


def _winner_event(after: Any) -> Event:
    """CDM-65. Most points; a tie goes to the disc farther back, or lower in its stack."""
    best = max(after.players[p].points for p in range(after.seats))
    first = [p for p in range(after.seats) if after.players[p].points == best]
    winner = min(first, key=lambda p: ask(rank, after, p))
    key = f"carpe_diem.event.{WINNERS[ending(after)]}"
    return Event(key, {"seat": f"#{winner}", "n": best}, seat=winner, clause="CDM-65", icon="crown")
