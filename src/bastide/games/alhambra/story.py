"""What happened, as events for the log, with the points and where they come from."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE, ask
from bastide.core.words import Event, Gain, Values
from bastide.games.alhambra.actions import BUILDING, BUY, PASS, PAY_CARD, SCORING_CARD, TAKE, places_of
from bastide.games.alhambra.money import worth_of_hand
from bastide.games.alhambra.payments import laid_values
from bastide.games.alhambra.scoring import category_points, count_collectors, pay_places, richest
from bastide.games.alhambra.state import CHOOSE, DEAL, MARTIN_DRAWS, MONEY, OVER_PHASE, PAY, YARD
from bastide.games.alhambra.tables import (
    BUILDING_CARDS,
    CATEGORIES,
    MARTIN,
    MONEY_CARDS,
    SCORING_C,
    SCORINGS,
    VALUES,
)
from bastide.games.alhambra.tally import scoring_tally
from bastide.games.alhambra.wording import building_values, card_id, card_values

OPENINGS = {f"alhambra.event.{bought}": ("building",) for bought in ("buy_exact", "buy_over")}


def story(before: Any, a: int, after: Any) -> list[Event]:
    """The events of one ply."""
    tell = {
        DEAL: _dealt,
        MARTIN_DRAWS: _martin_drew,
        YARD: _yard_refilled,
        MONEY: _money_drawn,
        CHOOSE: _chosen,
        PAY: _paid,
    }.get(before.phase)
    events = tell(before, a, after) if tell else []
    if after.money_size > before.money_size:
        events.append(Event("alhambra.event.shuffled", {"n": after.money_size}, clause="ALH-22", depth=1))
    if after.phase == OVER_PHASE:
        events += _ended(before, a, after)
    return events


# ---- set-up and refills


def _dealt(before: Any, a: int, after: Any) -> list[Event]:
    """ALH-03, ALH-04. A starting capital is complete; after the last one, who begins."""
    p = before.current
    if after.phase == DEAL and after.current == p:
        return []
    values: Values = {
        "seat": f"#{p}",
        "worth": ask(worth_of_hand, after, p),
        "n": sum(after.collectors[p].hand[:].tolist()),
    }
    events = [Event("alhambra.event.capital", values, seat=p, clause="ALH-03", icon="hand")]
    if after.phase != DEAL:
        events.append(Event("alhambra.event.begins", {"seat": f"#{after.current}"}, after.current, "ALH-04"))
    return events


def _martin_drew(before: Any, a: int, after: Any) -> list[Event]:
    """ALH-51, ALH-52. Martin gets a building from the pile."""
    kind = a - BUILDING
    clause = "ALH-52" if before.turn else "ALH-51"
    moved = (("building_pile", "martin"),)
    return [_refill_event("martin_draws", building_values(kind, 0), clause, BUILDING_CARDS[kind][0], moved)]


def _yard_refilled(before: Any, a: int, after: Any) -> list[Event]:
    """ALH-02, ALH-20. A building comes to its slot."""
    kind = a - BUILDING
    clause = "ALH-20" if before.turn else "ALH-02"
    moved = (("building_pile", f"yard:{before.slot}"),)
    return [_refill_event("yard", building_values(kind, before.slot), clause, BUILDING_CARDS[kind][0], moved)]


def _refill_event(key: str, values: Values, clause: str, icon: str, moved: tuple[tuple[str, str], ...]) -> Event:
    return Event(f"alhambra.event.{key}", values, clause=clause, icon=icon, depth=1, moved=moved)


def _money_drawn(before: Any, a: int, after: Any) -> list[Event]:
    """ALH-05, ALH-21, ALH-23. A money card is laid open, or a scoring card is scored."""
    if a >= SCORING_CARD:
        return _scored(after, a - SCORING_CARD)
    clause = "ALH-21" if before.turn else "ALH-05"
    moved = (("money_pile", f"money:{before.slot}"),)
    return [_refill_event("money", card_values([a]), clause, MONEY_CARDS[a][0], moved)]


# ---- decisions


def _chosen(before: Any, a: int, after: Any) -> list[Event]:
    """ALH-11, ALH-18. Money is taken, or a player passes; a purchase is told when it is paid."""
    p = before.current
    if a == PASS:
        return [Event("alhambra.event.pass", {"seat": f"#{p}"}, p, "ALH-18")]
    if a >= BUY:
        return []
    places = places_of(a - TAKE)
    kinds = [before.open_money[place] for place in places]
    return [
        Event(
            f"alhambra.event.take_{len(kinds)}",
            {"seat": f"#{p}", **card_values(kinds)},
            p,
            "ALH-11",
            " ".join(dict.fromkeys(MONEY_CARDS[kind][0] for kind in kinds)),
            moved=tuple((f"money:{place}", f"player:{p}") for place in places),
        )
    ]


def _paid(before: Any, a: int, after: Any) -> list[Event]:
    """ALH-12, ALH-14, ALH-53. A purchase is complete: for whom, with which cards, exact or not."""
    value = a - PAY_CARD + 1
    if value < before.due:
        return []
    p, slot, kind = before.current, before.slot, before.yard[before.slot]
    lost = value - before.due
    cards = [*laid_values(before.laid), value]
    key = ("give" if before.for_martin else "buy") + ("_over" if lost else "_exact")
    values: Values = {
        "seat": f"#{p}",
        **building_values(kind, slot),
        "cards": " + ".join(map(str, cards)),
        "paid": sum(cards),
        "n": lost,
    }
    home = "martin" if before.for_martin else f"player:{p}"
    spent = tuple((card_id(slot * VALUES + card - 1), "discards") for card in cards)
    return [
        Event(
            f"alhambra.event.{key}",
            values,
            p,
            "ALH-53" if before.for_martin else "ALH-13" if lost else "ALH-14",
            BUILDING_CARDS[kind][0],
            moved=((f"yard:{slot}", home), *spent),
        )
    ]


# ---- scorings and the end


def _scored(after: Any, scoring: int) -> list[Event]:
    """ALH-23, ALH-30. The heading, then what each collector gets for each category."""
    values: Values = {"scoring": SCORINGS[scoring].upper()}
    told = scoring_tally(after, scoring)
    events = [Event("alhambra.event.scoring", values, clause="ALH-30", icon="crown", tally=told)]
    for category in range(len(CATEGORIES)):
        collectors = sorted(range(ask(count_collectors, after)), key=lambda c: -after.collectors[c].buildings[category])
        events += [event for c in collectors for event in _majority_event(after, scoring, category, c)]
    return events


def _majority_event(after: Any, scoring: int, category: int, c: int) -> list[Event]:
    """ALH-30, ALH-31, ALH-54. One collector's points for one category."""
    points = ask(category_points, after, scoring, category, c)
    if points == 0:
        return []
    counts = [after.collectors[other].buildings[category] for other in range(ask(count_collectors, after))]
    first = sum(n > counts[c] for n in counts)
    tied = counts.count(counts[c])
    is_martin = after.seats == 2 and c == MARTIN
    pays = int(pay_places(scoring, category, first, tied))
    values: Values = {
        "category": f"@alhambra.category.{CATEGORIES[category]}",
        "seat": "@alhambra.dummy" if is_martin else f"#{c}",
        "n": counts[c],
        "place": first + 1,
        "points": points,
        "pays": pays,
        "tied": tied,
    }
    return [
        Event(
            f"alhambra.event.{'tied' if tied > 1 else 'majority'}",
            values,
            NONE if is_martin else c,
            "ALH-54" if is_martin else "ALH-31" if tied > 1 else "ALH-30",
            CATEGORIES[category],
            depth=1,
            gains=(Gain(c, points, f"alhambra.source.{CATEGORIES[category]}"),),
        )
    ]


def _ended(before: Any, a: int, after: Any) -> list[Event]:
    """ALH-40 to ALH-43. The yard cannot be filled: skipped scorings, left-overs, scoring C, and who wins."""
    events = [Event("alhambra.event.end", clause="ALH-40")]
    for scoring in range(after.scored, SCORING_C):
        events.append(Event("alhambra.event.skipped", {"scoring": SCORINGS[scoring].upper()}, clause="ALH-23", depth=1))
    events += [_leftover(after, slot, kind) for slot, kind in enumerate(_yard_at_end(before, a)) if kind != NONE]
    events += _scored(after, SCORING_C)
    best = max(after.collectors[p].score for p in range(after.seats))
    winners = [p for p in range(after.seats) if after.collectors[p].score == best]
    if len(winners) > 1:
        return [*events, Event("alhambra.event.shared", {"n": best}, clause="ALH-43", icon="crown")]
    values: Values = {"seat": f"#{winners[0]}", "n": best}
    return [*events, Event("alhambra.event.winner", values, winners[0], "ALH-43", "crown")]


def _yard_at_end(before: Any, a: int) -> list[int]:
    """What lay in the yard when the last turn was over."""
    yard: list[int] = before.yard[:].tolist()
    if before.phase == PAY:
        yard[before.slot] = NONE
    elif before.phase == YARD:
        yard[before.slot] = a - BUILDING
    return yard


def _leftover(after: Any, slot: int, kind: int) -> Event:
    """ALH-41. To the richest in the slot's currency, or to nobody."""
    p = ask(richest, after, slot)
    values = building_values(kind, slot)
    icon = BUILDING_CARDS[kind][0]
    if p == NONE:
        return Event("alhambra.event.leftover_tied", values, clause="ALH-41", icon=icon, depth=1)
    values.update(seat=f"#{p}", n=after.collectors[p].money[slot])
    moved = ((f"yard:{slot}", f"player:{p}"),)
    return Event("alhambra.event.leftover", values, p, "ALH-41", icon, 1, moved=moved)
